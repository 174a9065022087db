"""Name the offence behind an illegal table, and find the smallest way to mend it."""

from collections.abc import Iterable, Sequence
from typing import Any

from cupsboard.recognition.accounts import Mishap, MishapKind
from cupsboard.recognition.histories.explaining import Explanation
from cupsboard.recognition.histories.reader import Look
from cupsboard.recognition.histories.verdict import Table
from cupsboard.recognition.histories.world import Slip
from cupsboard.referee.as_landed.course import Course
from cupsboard.referee.as_landed.states import Offence
from cupsboard.rules.game import Mark
from cupsboard.rules.places import HAND, Kind, Place
from cupsboard.rules.rounds import GameOfRounds
from cupsboard.rules.turns import Act

_OFFENCE = "offence"
_EXCHANGES = frozenset(
    {MishapKind.SWAPPED, MishapKind.SWAPPED_IN_SIGHT, MishapKind.TRADED, MishapKind.EXCHANGED}
)
"""Pieces, or whole cups, that lie where others lay."""


def offence(
    course: Course,
    slips: Sequence[Slip],
    marks: tuple[Mark, ...],
    places: Iterable[Place],
    before: Offence | None,
    acts: Sequence[Act] = (),
) -> Offence | None:
    """Return the state for an illegal table that lies there after `acts`.

    None if no hand caused it, or if it is no player's turn. `slips` are the errors that explain the table,
    `marks` the changes that mend it, `places` further places to look at. The state is `before` itself as long
    as the same changes mend it.
    """
    player = course.player
    if player is None or (slips and all(slip.what is MishapKind.NOT_A_PIECE for slip in slips)):
        return None
    if before is not None and before.marks == marks and before.player is player:
        return before
    ends_round = isinstance(course.game, GameOfRounds) and course.game.offence_ends_round
    said = _call_of(slips, course.calls(player), acts)
    mishaps = tuple(Mishap(slip.what, slip.places, slip.pieces) for slip in slips)
    where = tuple(dict.fromkeys((*places, *(mark.place for mark in marks))))
    return Offence(player, said, ends_round and said is not None, marks, where, mishaps)


def marks_of(look: Look[Any], table: Table[Any], kinds: Sequence[Kind]) -> tuple[Mark, ...]:
    """Return the pieces that are too many or too few on the scales, compared with the nearest legal table.

    `table` is one of the tables that the look `look` found possible; `kinds` are all kinds of pieces.
    """
    one = _explanation(look, table)
    return tuple(
        Mark(place, more, kind)
        for place in one.world.knowledge
        for kind, have, should in zip(kinds, one.lots[place], one.way.lots[place], strict=True)
        if (more := have - should)
    )


def _explanation(look: Look[Any], table: Table[Any]) -> Explanation[Any]:
    found = (
        one
        for one in look.explained.explanations
        if one.mishaps.slips == table.slips and one.node.turn == table.turn
    )
    return next(found)


def _call_of(slips: Sequence[Slip], calls: Sequence[str], acts: Sequence[Act]) -> str | None:
    """Return the call for this mishap, of those that can be made; None if the game has no offences."""
    offences = [said for said in calls if said.split(" ")[0] == _OFFENCE]
    if not offences:
        return None
    said = f"{_OFFENCE} {_name_of(slips, acts)}"
    return said if said in offences else offences[-1]


def _name_of(slips: Sequence[Slip], acts: Sequence[Act]) -> str:
    """Return the name that players use for the offence, after these acts."""
    came = {slip.places[-1] for slip in slips if slip.what in (MishapKind.TOO_MANY, MishapKind.MISPLACED)}
    went = {slip.places[0] for slip in slips if slip.what in (MishapKind.MISSING, MishapKind.MISPLACED)}
    taken = max((number for number, act in enumerate(acts) if act.target == HAND), default=None)
    handful = acts if taken is None else acts[taken + 1 :]
    if any(slip.what in _EXCHANGES for slip in slips) or came & went:
        return "exchanged"
    if taken is not None and acts[taken].source in came:
        return "put-back"
    if came and came <= {act.target for act in handful}:
        return "two-at-once"
    if came and acts:
        return "skipped"
    return "other"

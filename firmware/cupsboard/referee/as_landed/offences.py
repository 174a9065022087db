"""What a look at an unlawful table says was done, how it is called, and the smallest way to mend it."""

from collections.abc import Mapping, Sequence
from typing import Any

from cupsboard.recognition.accounts import Mishap, MishapKind
from cupsboard.recognition.histories.explaining import Explanation
from cupsboard.recognition.histories.reader import Look
from cupsboard.recognition.histories.verdict import Table
from cupsboard.recognition.histories.world import Slip
from cupsboard.referee.as_landed.course import Course
from cupsboard.referee.as_landed.states import Offence
from cupsboard.rules.game import Mark
from cupsboard.rules.places import HAND, Kind
from cupsboard.rules.rounds import GameOfRounds
from cupsboard.rules.turns import Act

_OFFENCE = "offence"
_CALLED: Mapping[MishapKind, str] = {
    MishapKind.TOO_MANY: "two-at-once",
    MishapKind.MISSING: "skipped",
    MishapKind.MISPLACED: "skipped",
    MishapKind.SWAPPED: "exchanged",
    MishapKind.SWAPPED_IN_SIGHT: "exchanged",
    MishapKind.TRADED: "exchanged",
    MishapKind.EXCHANGED: "exchanged",
}
"""What is called so where a game knows such a call; anything else is its last offence."""
_PUT_BACK = "put-back"


def offence(
    course: Course,
    slips: Sequence[Slip],
    marks: tuple[Mark, ...],
    before: Offence | None,
    now: float,
    acts: Sequence[Act] = (),
) -> Offence | None:
    """What was done against the rules after `acts`; None if no hand did it, or it is nobody's turn.

    It is the one from `before` as long as the same mends it.
    """
    player = course.player
    if player is None or (slips and all(slip.what is MishapKind.NOT_A_PIECE for slip in slips)):
        return None
    if before is not None and before.marks == marks:
        return before
    ends_round = isinstance(course.game, GameOfRounds) and course.game.offence_ends_round
    said = _call_of(slips, course.calls(player), acts)
    mishaps = tuple(Mishap(slip.what, slip.places, slip.pieces) for slip in slips)
    return Offence(player, said, ends_round and said is not None, marks, mishaps, now)


def marks_of(look: Look[Any], table: Table[Any], kinds: Sequence[Kind]) -> tuple[Mark, ...]:
    """What lies too much or too little on the scales beside the lawful table that is nearest."""
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
    """The call that fits what went wrong, of those that can be made; None where none is an offence."""
    offences = [said for said in calls if said.split(" ")[0] == _OFFENCE]
    if not offences:
        return None
    names = [_PUT_BACK] if _is_put_back(slips, acts) else []
    names += [_CALLED.get(slip.what, "") for slip in slips]
    fitting = (f"{_OFFENCE} {name}" for name in names)
    return next((said for said in fitting if said in offences), offences[-1])


def _is_put_back(slips: Sequence[Slip], acts: Sequence[Act]) -> bool:
    """Whether pieces came to where the handful was taken from."""
    taken = next((act.source for act in reversed(acts) if act.target == HAND), None)
    came = (MishapKind.TOO_MANY, MishapKind.MISPLACED)
    return any(slip.what in came and slip.places[-1] == taken for slip in slips)

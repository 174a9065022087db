"""The turns of a sowing game, act by act: a cup taken up, its beans sown round the board, and captures.

That a table was there before, which ends a game, is left to the position: counts can't tell.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from cupsboard.rules.places import HAND, Place, Side, cup, pot
from cupsboard.rules.sowing.course import (
    AGAINST,
    IN_HAND,
    NO_MARKS,
    WITH,
    Course,
    Marks,
    courses,
    mover_after,
    turned_marks,
)
from cupsboard.rules.sowing.position import Position
from cupsboard.rules.sowing.rules import SowingRules
from cupsboard.rules.turns import Act, Choice, Counts, Order, Over, walks

SOW, BACK = "sow", "back"
"""Begin the labels of sowings; BACK of one with the clock, where a cup may be sown either way."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """A turn in which no act is done yet, with marks as its player numbers the places."""

    player: Side
    marks: Marks = NO_MARKS


@dataclass(frozen=True, slots=True)
class Sowing:
    """A turn in which a cup was taken up: what is left to do, and the turn after it."""

    player: Side
    left: tuple[Act, ...]
    following: Beginning | Over


SowingTurn = Beginning | Sowing | Over


@dataclass(frozen=True)
class SowingTurns:
    """The machine of the turns on rows of `cups` cups, of which `first` is the number of a row's first."""

    rules: SowingRules
    cups: int
    first: int = 1

    def begin(self, position: Position, player: Side) -> Beginning:
        """Return a turn of this player with no act done."""
        return Beginning(player, position.marks_of(player))

    def player(self, turn: SowingTurn) -> Side | None:
        """Return the player of the turn; None once there is none."""
        return turn.player

    @property
    def order(self) -> Order:
        """Return whether beans that land decide what may follow."""
        return Order.AS_LANDED if self.rules.counts_as_landed else Order.FREE

    def acts(self, counts: Counts, turn: SowingTurn) -> Sequence[Choice[SowingTurn]]:
        """Return the acts that may come next."""
        match turn:
            case Beginning(side, marks):
                return _begun(self, side, tuple([counts[place] for place in self.rings[side]]), marks)
            case Sowing(side, (act, *left), following):
                return [Choice(act, Sowing(side, tuple(left), following))]
            case _:
                return ()

    def ends(self, counts: Counts, turn: SowingTurn) -> SowingTurn | None:  # noqa: ARG002
        """Return the turn after this one; None while beans or a capture are unfinished."""
        return turn.following if isinstance(turn, Sowing) and not turn.left else None

    def label(self, acts: Sequence[Act]) -> str:
        """Return the sowing that was made, as its label: "sow 3", or with the clock by choice "back 3"."""
        origin = acts[0].source
        ring = self.rings[Side(origin.partition("-")[0])]
        index = ring.index(origin)
        is_against = acts[1].target in ring[index + 1 : index + 3]
        return label(self.rules, origin, AGAINST if is_against else WITH)

    @cached_property
    def rings(self) -> Mapping[Side, tuple[Place, ...]]:
        """Return all places as each player numbers them; see `course`."""
        rows = {side: tuple(cup(side, self.first + index) for index in range(self.cups)) for side in Side}
        return {side: (*rows[side], pot(side), *rows[side.other], pot(side.other)) for side in Side}

    def taken_up(self, side: Side, course: Course) -> Choice[SowingTurn]:
        """Return the first act of a sowing, with the turn that begins so."""
        places = {IN_HAND: HAND, **dict(enumerate(self.rings[side]))}
        first, *left = (
            Act(verb, places[source], places[target], beans) for verb, source, target, beans in course.steps
        )
        goes_on = mover_after(self.rules, course)
        after: Beginning | Over = Over()
        if goes_on is not None:
            marks = course.marks if goes_on else turned_marks(course.marks, len(places) - 1)
            after = Beginning(side if goes_on else side.other, marks)
        return Choice(first, Sowing(side, tuple(left), after))


@lru_cache(16)
def _begun(turns: SowingTurns, side: Side, ring: tuple[int, ...], marks: Marks) -> list[Choice[SowingTurn]]:
    """Return the first acts of all sowings; lights ask for those of one table again and again."""
    return [turns.taken_up(side, course) for course in courses(turns.rules, ring, marks)]


def acts_of(game: Any, position: Position, side: Side, label: str) -> tuple[Act, ...]:
    """Return a move act by act, as its turns have it. Raises RulesError for an illegal move."""
    game.play(position, side, label)
    found = walks(game.turns, game.contents(position), game.turns.begin(position, side))
    return next(walk.acts for walk in found if game.turns.label(walk.acts) == label)


def label(rules: SowingRules, origin: Place, way: int) -> str:
    """Return the label of a sowing: its cup by number, or by place where rows don't say whose a cup is."""
    is_told = rules.direction in ("either", "outwards") and way == WITH
    told = origin if rules.hands_cups_over else origin.partition("-")[2]
    return f"{BACK if is_told else SOW} {told}"

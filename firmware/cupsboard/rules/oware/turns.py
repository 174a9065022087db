"""The turns of Oware, act by act: a cup taken up, its beans sown round the board, and captures.

That a table was there before, which ends the game, is left to the position: counts can't tell.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from cupsboard.rules.oware.sowing import captured, is_decided, movable, path
from cupsboard.rules.places import HAND, Place, Side, pot
from cupsboard.rules.turn_states import Beginning, Captured, Over, SowingTurns
from cupsboard.rules.turns import CAPTURE, PUT, TAKE, Act, Choice, Counts


@dataclass(frozen=True, slots=True)
class Sowing:
    """A turn in which cup `number` was taken up; its beans go to the places `left`, one after the other."""

    player: Side
    number: int
    last: int
    """The number of the last place; see `sowing`."""
    left: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Capturing:
    """A turn in which all is sown, and the beans of the places `left` are still to be captured."""

    player: Side
    left: tuple[int, ...]


OwareTurn = Beginning | Sowing | Capturing | Captured | Over


class OwareTurns(SowingTurns):
    """The machine of the turns on a board with `cups` cups a side."""

    def acts(self, counts: Counts, turn: OwareTurn) -> Sequence[Choice[OwareTurn]]:
        """Return the acts that may come next."""
        match turn:
            case Beginning(side):
                return [self._take(counts, side, index) for index in self._movable(counts, side)]
            case Sowing(side, number, last, (place, *left)):
                act = Act(PUT, HAND, self._rings[side][place])
                return [Choice(act, Sowing(side, number, last, tuple(left)))]
            case Sowing(side, last=last):
                return self._capture(counts, side, self._captured(counts, side, last))
            case Capturing(side, left):
                return self._capture(counts, side, left)
            case _:
                return ()

    def ends(self, counts: Counts, turn: OwareTurn) -> OwareTurn | None:
        """Return the turn after this one; None while beans or a capture are unfinished."""
        match turn:
            case Sowing(side, last=last, left=()) if not self._captured(counts, side, last):
                return self._following(counts, side.other)
            case Captured(side):
                return self._following(counts, side.other)
            case _:
                return None

    def _take(self, counts: Counts, side: Side, index: int) -> Choice[OwareTurn]:
        place = self._rings[side][index]
        way = tuple(path(index, counts[place], self.cups))
        return Choice(Act(TAKE, place, HAND, counts[place]), Sowing(side, index + 1, way[-1], way))

    def _capture(self, counts: Counts, side: Side, left: Sequence[int]) -> Sequence[Choice[OwareTurn]]:
        """Return the capture of the first of these places, with the turn in which the others are left."""
        if not left:
            return ()
        first, *others = left
        place = self._rings[side][first]
        after = Capturing(side, tuple(others)) if others else Captured(side)
        return [Choice(Act(CAPTURE, place, pot(side), counts[place]), after)]

    def _following(self, counts: Counts, side: Side) -> OwareTurn:
        in_cups = sum(self._lying(counts, side))
        if is_decided(counts[pot(side)], counts[pot(side.other)], in_cups):
            return Over()
        return Beginning(side) if self._movable(counts, side) else Over()

    def _movable(self, counts: Counts, side: Side) -> list[int]:
        lying = self._lying(counts, side)
        return movable(lying[: self.cups], lying[self.cups :])

    def _captured(self, counts: Counts, side: Side, last: int) -> list[int]:
        return captured(self._lying(counts, side), last)

    def _lying(self, counts: Counts, side: Side) -> list[int]:
        return [counts[place] for place in self._rings[side]]

    @cached_property
    def _rings(self) -> dict[Side, tuple[Place, ...]]:
        """Return the cups in the order in which each player sows, from the player's own cup 1."""
        return {side: (*self.rows[side], *self.rows[side.other]) for side in Side}

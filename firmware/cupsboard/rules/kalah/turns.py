"""The turns of Kalah, act by act: a cup taken up, its beans sown round the board, and captures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from cupsboard.rules.places import HAND, Place, Side, cup, pot
from cupsboard.rules.turn_states import Beginning, Captured, Over, SowingTurns
from cupsboard.rules.turns import CAPTURE, PUT, TAKE, Act, Choice, Counts


@dataclass(frozen=True, slots=True)
class Sowing:
    """A turn in which cup `number` was taken up with `taken` beans; `sown` of them lie in the next places."""

    player: Side
    number: int
    taken: int
    sown: int


@dataclass(frozen=True, slots=True)
class Capturing:
    """A turn in which the beans opposite cup `number` are captured.

    The bean that fell into that cup is still to be captured.
    """

    player: Side
    number: int


KalahTurn = Beginning | Sowing | Capturing | Captured | Over


class KalahTurns(SowingTurns):
    """The machine of the turns on a board with `cups` cups a side."""

    def acts(self, counts: Counts, turn: KalahTurn) -> Sequence[Choice[KalahTurn]]:
        """Return the acts that may come next."""
        match turn:
            case Beginning(side):
                taken = ((number, counts[cup(side, number)]) for number in range(1, self.cups + 1))
                return [
                    Choice(Act(TAKE, cup(side, number), HAND, beans), Sowing(side, number, beans, 0))
                    for number, beans in taken
                    if beans
                ]
            case Sowing(side, number, taken, sown) if sown < taken:
                target = self._place(side, number + sown + 1)
                return [Choice(Act(PUT, HAND, target), Sowing(side, number, taken, sown + 1))]
            case Sowing(side) if reached := self._capturing(counts, turn):
                opposite = self._opposite(side, reached)
                act = Act(CAPTURE, opposite, pot(side), counts[opposite])
                return [Choice(act, Capturing(side, reached))]
            case Capturing(side, number):
                return [Choice(Act(CAPTURE, cup(side, number), pot(side)), Captured(side))]
            case _:
                return ()

    def ends(self, counts: Counts, turn: KalahTurn) -> KalahTurn | None:
        """Return the turn after this one; None while beans or a capture are unfinished."""
        match turn:
            case Sowing(side, number, taken, sown) if sown == taken and not self._capturing(counts, turn):
                is_again = self._place(side, number + taken) == pot(side)
                return self._following(counts, side if is_again else side.other)
            case Captured(side):
                return self._following(counts, side.other)
            case _:
                return None

    def _following(self, counts: Counts, side: Side) -> KalahTurn:
        is_over = not all(any(counts[each] for each in row) for row in self.rows.values())
        return Over() if is_over else Beginning(side)

    def _capturing(self, counts: Counts, turn: Sowing) -> int:
        """Return the own cup, empty before, where the last bean lies opposite beans; 0 if there is none."""
        reached = (turn.number + turn.taken - 1) % len(self._rings[turn.player]) + 1
        if reached > self.cups or counts[cup(turn.player, reached)] != 1:
            return 0
        return reached if counts[self._opposite(turn.player, reached)] else 0

    def _opposite(self, side: Side, number: int) -> Place:
        return cup(side.other, self.cups + 1 - number)

    def _place(self, side: Side, number: int) -> Place:
        """Return the place with a number round the board.

        Numbers go from the own cup 1 over the own pot to the opponent's last cup.
        """
        ring = self._rings[side]
        return ring[(number - 1) % len(ring)]

    @cached_property
    def _rings(self) -> Mapping[Side, tuple[Place, ...]]:
        """Return the places where each player sows: all but the opponent's pot."""
        return {side: (*self.rows[side], pot(side), *self.rows[side.other]) for side in Side}

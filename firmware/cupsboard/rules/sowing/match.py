"""A sowing game of rounds: after each the rows are filled anew, and who has too few beans loses cups."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Standing
from cupsboard.rules.places import Kind, Place, Side
from cupsboard.rules.sowing.game import SowingGame
from cupsboard.rules.sowing.position import Position, Round, Row

BEGIN = "begin"
"""The call by which its player begins the next round, once that is laid out."""


class SowingMatch(SowingGame):
    """A game whose `rules` have rounds; see `cupsboard.rules.game.GameOfRounds`."""

    rounds = 1
    """All beans of the game are there from the first round on."""
    offence_ends_round = False

    def round_of(self, position: Position) -> int:
        """Return the number of the round, counted from 1."""
        return position.round.number

    def round_score(self, position: Position) -> Mapping[Side, int]:
        """Return the beans of each side: with what a player has the next round begins."""
        return self.score(position)

    def winning_coin(self, position: Position) -> Kind | None:  # noqa: ARG002
        """Return None: beans are alike."""
        return None

    def blocked(self, position: Position) -> frozenset[Place]:
        """Return the cups that this round leaves out, and those of the board that the game leaves empty."""
        left_out = () if self.rules.hands_cups_over else position.round.lost
        return super().blocked(position) | {self.turns.rings[Side.SOUTH][index] for index in left_out}

    def owner_of(self, position: Position, place: Place) -> Side | None:
        """Return the side before which a place lies; of a lost cup that isn't left out the other one."""
        side = super().owner_of(position, place)
        is_lost = place in {self.turns.rings[Side.SOUTH][index] for index in position.round.lost}
        return side.other if side is not None and is_lost and self.rules.hands_cups_over else side

    def standing(self, position: Position) -> Standing:
        """Return whether there is a move, the next round is to begin, or a player can't fill enough cups."""
        if not position.is_over:
            return Standing.TO_MOVE
        has_enough = min(self._owned(position).values()) >= self.rules.fewest
        return Standing.BETWEEN_ROUNDS if has_enough else Standing.OVER

    def play(self, position: Position, side: Side, label: str) -> Position:
        """Return the position after a move; the first of all says who began."""
        if position.round.starter is None:
            position = replace(position, round=Round(starter=side))
        return super().play(position, side, label)

    def calls(self, position: Position, side: Side) -> Sequence[str]:
        """Return the call of who begins the next round."""
        is_due = self.standing(position) is Standing.BETWEEN_ROUNDS
        return (BEGIN,) if is_due and side is self._beginner(position) else ()

    def call(self, position: Position, side: Side, said: str) -> Position:
        """Return the next round as it is laid out. Raises RulesError where it isn't begun so."""
        if said not in self.calls(position, side):
            raise RulesError(
                f"{side.value} call {said}: can't be called here; play on, or let the other call"
            )
        rows, lost = list[Row](), list[int]()
        owned, score = self._owned(position), self.score(position)
        for first, each in zip((0, self.cups + 1), Side, strict=True):
            kept, beans = min(owned[each], self.cups), self.beans
            out = range(kept, self.cups) if self.rules.rounds == "from the left" else range(self.cups - kept)
            is_full = self.rules.hands_cups_over
            cups = tuple(beans if is_full or index not in out else 0 for index in range(self.cups))
            rows.append(Row(cups, 0 if is_full else score[each] - sum(cups)))
            lost += [first + index for index in out]
        return self.placed(
            rows[0], rows[1], side, in_round=Round(position.round.number + 1, side, tuple(lost))
        )

    def _owned(self, position: Position) -> Mapping[Side, int]:
        """Return how many cups each side fills in the next round, or owns."""
        score = self.score(position)
        ahead = max(Side, key=lambda side: score[side])
        if not self.rules.hands_cups_over:
            return {side: beans // self.beans for side, beans in score.items()}
        # More than half of a last cup counts, unless it has to be full.
        more = (self.beans - 1) // 2 if self.rules.rounds == "cups change hands" else 0
        cups = (score[ahead] + more) // self.beans
        return {side: cups if side is ahead else 2 * self.cups - cups for side in Side}

    def _beginner(self, position: Position) -> Side:
        """Return who begins the next round."""
        score, before = self.score(position), position.round.starter
        winner = max(Side, key=lambda side: score[side])
        match self.rules.begins:
            case "last mover" if position.to_move is not None:
                return position.to_move.other
            case "winner" if score[winner] > score[winner.other]:
                return winner
            case "loser" if score[winner] > score[winner.other]:
                return winner.other
            case _:
                return Side.SOUTH if before is None else before.other

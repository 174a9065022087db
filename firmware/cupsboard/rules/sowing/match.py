"""A sowing game of rounds: after each the rows are filled anew, and cups that can't be filled are lost."""

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
        """Return the lost cups, and those of the board that the game leaves empty."""
        ring = self.turns.rings[Side.SOUTH]
        return super().blocked(position) | {ring[index] for index in position.round.lost}

    def standing(self, position: Position) -> Standing:
        """Return whether there is a move, the next round is to begin, or a player can't fill enough cups."""
        if not position.is_over:
            return Standing.TO_MOVE
        can_fill = min(self.score(position).values()) // self.beans >= self.rules.fewest
        return Standing.BETWEEN_ROUNDS if can_fill else Standing.OVER

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
        for first, beans in zip((0, self.cups + 1), self.score(position).values(), strict=True):
            filled = min(self.cups, beans // self.beans)
            cups = [self.beans] * filled + [0] * (self.cups - filled)
            if self.rules.rounds == "from the right":
                cups.reverse()
            rows.append(Row(tuple(cups), beans - filled * self.beans))
            lost += [first + index for index, count in enumerate(cups) if not count]
        return self.placed(
            rows[0], rows[1], side, in_round=Round(position.round.number + 1, side, tuple(lost))
        )

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

"""A simple player of Coin Duel: it looks at what a play brings, and at the reply that takes most.

To look no further than the own pot is worse than to play at random: it fills cups for the other to capture.
Between plays of equal gain chance decides, the same way each time for one seed and one position.
"""

from collections.abc import Callable
from dataclasses import dataclass
from operator import itemgetter
from random import Random
from typing import Any, Self

from cupsboard.engine.coin_duel.plays import plays
from cupsboard.engine.player import Clock, Info, Known, Limit, PlayResult, Report, Source, never
from cupsboard.rules.coin_duel.rules import CoinDuel, Position
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import GameOf
from cupsboard.rules.places import Side

MOST_PLAYS = 120
"""Plays that are looked at where nothing else is said: some tenths of a second."""
MOST_AT_ALL = 4 * MOST_PLAYS
"""More aren't looked at, however many are asked for: a player waits."""
REPLIES = 24
"""Replies that are looked at for each, where pieces have kinds; where all is alike, every one."""


@dataclass(frozen=True)
class CoinDuelEngine:
    """Plays one game; two of one seed play alike."""

    game: CoinDuel
    seed: int = 0

    @classmethod
    def of(cls, game: GameOf[Any, Side], clock: Clock | None = None, known: Known | None = None) -> Self:  # noqa: ARG003
        """The engine for a game; it needs neither a clock nor a table. Raises RulesError for another game."""
        return cls(CoinDuel.named(game.name))

    def play(self, position: Position, limit: Limit, is_stopped: Callable[[], bool] = never) -> PlayResult:
        """The best play that is found. Raises RulesError where nobody can play or it is nobody's turn yet."""
        best, *_ = self.analyse(position, limit, 1, is_stopped)
        return PlayResult(best.variation[0], best)

    def analyse(
        self,
        position: Position,
        limit: Limit,
        lines: int = 1,
        is_stopped: Callable[[], bool] = never,
        report: Report | None = None,
    ) -> tuple[Info, ...]:
        """The best plays, with the points that the mover is ahead after the reply to each.

        Raises RulesError where nobody can play or it is nobody's turn yet.
        """
        side = self._mover(position)
        found: list[tuple[int, str]] = []
        most = min(limit.nodes or MOST_PLAYS, MOST_AT_ALL)
        for play in plays(self.game, position, side, most):
            found.append((self._ahead_after_reply(self.game.make(position, side, play), side), play.label))
            if len(found) >= most or is_stopped():
                break
        Random(f"{self.seed} {self.game.format_position(position)}").shuffle(found)
        found.sort(key=itemgetter(0), reverse=True)
        answer = tuple(
            Info(2, len(found), float(ahead), False, (label,), Source.SEARCH)
            for ahead, label in found[:lines]
        )
        if report is not None:
            report(answer)
        return answer

    def _mover(self, position: Position) -> Side:
        movers = self.game.movers(position)
        if not movers:
            raise RulesError("nobody can play here: the round is over; begin the next, or undo")
        if len(movers) > 1:
            raise RulesError("nobody is named to begin: name a starter, so that it is somebody's turn")
        return movers[0]

    def _ahead_after_reply(self, position: Position, side: Side) -> int:
        """By how many points a side is ahead after the reply that is worst for it, if there is any."""
        game = self.game
        if side.other not in game.movers(position):
            return self._ahead(position, side)
        replies = plays(game, position, side.other, REPLIES)
        return min(self._ahead(game.make(position, side.other, reply), side) for reply in replies)

    def _ahead(self, position: Position, side: Side) -> int:
        score = self.game.score(position)
        return score[side] - score[side.other]

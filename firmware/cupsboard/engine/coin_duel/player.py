"""The engine of Coin Duel: positions in, plays and values in points out."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, Self

from cupsboard.engine.coin_duel.evaluation import UNITS_PER_POINT, Evaluation, weights_of
from cupsboard.engine.coin_duel.levels import scale_of
from cupsboard.engine.coin_duel.pieces import Pieces, Recipe
from cupsboard.engine.coin_duel.plays import INNER, ROOT, AlikePlays, KindPlays, Plays
from cupsboard.engine.coin_duel.search import DEEPEST, Search
from cupsboard.engine.deepening import Line
from cupsboard.engine.player import (
    Clock,
    Info,
    Known,
    Limit,
    Report,
    Source,
    never,
    stopping,
)
from cupsboard.engine.searching import Searching
from cupsboard.rules.coin_duel.points import winning_kind
from cupsboard.rules.coin_duel.rules import CoinDuel, Position
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import GameOf
from cupsboard.rules.places import Side

ERROR_PIECES = {1: 1.0, 2: 3.0, 3: 3.0}
"""How many mean pieces an estimate may say that a good play loses, by stage. Of the plays that a search of
20,000 nodes calls as good as the best, one of 4,000 says more of 1 % in stages 1 and 3, by the least loss at
any of its depths; in stage 2 of 10 %."""


class CoinDuelEngine(Searching[Position]):
    """Plays one game of Coin Duel; in stage 3 it searches one round, and adds the totals.

    The same position and the same limit in nodes or depth give the same answer.
    """

    def __init__(
        self, game: CoinDuel, clock: Clock | None = None, weights: tuple[float, ...] | None = None
    ) -> None:
        self._game = game
        self._clock = clock
        self._weights = weights_of(game.settings.stage) if weights is None else weights
        self._rounds: dict[int | None, _Round] = {}

    @classmethod
    def of(cls, game: GameOf[Any, Side], clock: Clock | None = None, known: Known | None = None) -> Self:  # noqa: ARG003
        """Return the engine for a game; `known` is ignored, as there are no tables.

        Raises RulesError for another game.
        """
        return cls(CoinDuel.named(game.name), clock)

    def analyse(
        self,
        position: Position,
        limit: Limit,
        lines: int = 1,
        is_stopped: Callable[[], bool] = never,
        report: Report | None = None,
    ) -> tuple[Info, ...]:
        """Return the best `lines` moves, as `Engine.analyse` says.

        Only where all pieces are alike are all plays looked at, and values exact.
        """
        if lines < 1:
            raise ValueError(f"{lines} lines: ask for 1 or more")
        side = self._mover(position)
        of_round = self._round(position)
        own, other = (of_round.pieces.half(position.row(each)) for each in (side, side.other))
        search = of_round.search(limit.nodes, stopping(limit, self._clock, is_stopped))
        turns = self._game.settings.turns
        left = -1 if turns is None else turns - position.turn
        first, second = position.totals if side is Side.SOUTH else position.totals[::-1]
        infos: tuple[Info, ...] = ()
        least_losses: dict[str, float] = {}
        for depth, found in search.deepen(own, other, left, lines, limit.depth or DEEPEST):
            errors = self._errors(of_round, found, least_losses)
            infos = tuple(
                of_round.info(depth, search.nodes, line, first - second, error)
                for line, error in zip(found, errors, strict=True)
            )
            if report is not None:
                report(infos)
        return infos

    def proved(
        self, position: Position, limit: Limit, moves: Sequence[str], is_stopped: Callable[[], bool]
    ) -> tuple[Info, ...]:
        """Return proved moves as `Searching.proved` does; () where pieces differ: nothing is exact there."""
        return super().proved(position, limit, moves, is_stopped) if self._game.settings.alike else ()

    def _errors(
        self, of_round: "_Round", found: Sequence[Line[Recipe | str]], least_losses: dict[str, float]
    ) -> Iterator[float]:
        """Yield the error of each line in points.

        A loss that another depth saw smaller may be off by that, too. `least_losses` are kept from depth to
        depth.
        """
        best = found[0]
        for line in found:
            if of_round.is_exact(line) and of_round.is_exact(best):
                yield 0.0
                continue
            loss, label = of_round.points(best) - of_round.points(line), of_round.label(line.moves[0])
            least = least_losses[label] = min(loss, least_losses.get(label, loss))
            yield self._error_points + loss - least

    @cached_property
    def _error_points(self) -> float:
        return ERROR_PIECES[self._game.settings.stage] * scale_of(self._game).piece_points

    def _round(self, position: Position) -> "_Round":
        winning = winning_kind(self._game.settings, position)
        if winning not in self._rounds:
            self._rounds = {winning: _Round(Pieces(self._game.settings, winning), self._weights)}
        return self._rounds[winning]

    def _mover(self, position: Position) -> Side:
        movers = self._game.movers(position)
        if not movers:
            raise RulesError("nobody can play here: the round is over; begin the next, or undo")
        if position.to_move is None:
            raise RulesError("nobody is named to begin: name a starter, so that it is somebody's turn")
        return movers[0]


class _Round:
    """What serves every search of one round."""

    def __init__(self, pieces: Pieces, weights: tuple[float, ...]) -> None:
        self.pieces = pieces
        self._evaluation = Evaluation(pieces, weights)

    def search(self, most_nodes: int | None, is_stopped: Callable[[], bool]) -> Search:
        """A new search."""
        at_root, inside = self._plays
        return Search(self.pieces, self._evaluation, at_root, inside, most_nodes, is_stopped)

    def info(self, depth: int, nodes: int, line: Line[Recipe | str], lead: int, error_points: float) -> Info:
        """One line as the player to move sees it, who is `lead` points ahead after the rounds before."""
        return Info(
            depth=depth,
            nodes=nodes,
            score_beans=lead + self.points(line),
            is_exact=self.is_exact(line),
            variation=tuple(map(self.label, line.moves)),
            source=Source.SEARCH,
            error_beans=error_points,
        )

    def points(self, line: Line[Recipe | str]) -> float:
        """Return what a line brings the player to move more than the other in this round."""
        return (line.value - (line.value & 1)) / UNITS_PER_POINT

    def is_exact(self, line: Line[Recipe | str]) -> bool:
        """Return whether a line is proved: where pieces differ, not all plays are looked at."""
        return line.is_proved and self.pieces.settings.alike

    def label(self, play: Recipe | str) -> str:
        """Return a play as it is written in records."""
        return play if isinstance(play, str) else self.pieces.play(play).label

    @cached_property
    def _plays(self) -> tuple[Plays, Plays]:
        """The plays at the root, and those that are looked at further on."""
        if self.pieces.settings.alike:
            return AlikePlays(), AlikePlays()
        return KindPlays(self.pieces, ROOT), KindPlays(self.pieces, INNER)

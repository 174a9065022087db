"""The engine of Kalah: positions in, moves and values in beans out."""

from collections.abc import Callable
from typing import Any

from cupsboard.engine.deepening import Line
from cupsboard.engine.kalah.evaluation import UNITS_PER_BEAN, Evaluation, learnt
from cupsboard.engine.kalah.search import DEEPEST, Search
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
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Game
from cupsboard.rules.kalah.position import Position


class KalahEngine(Searching[Position]):
    """Plays Kalah on every size of board.

    The same position and the same limit in nodes or depth give the same answer.
    """

    def __init__(
        self,
        game: Game[Any],
        clock: Clock | None = None,
        known: Known | None = None,  # noqa: ARG002
        weights: tuple[float, ...] | None = None,
    ) -> None:
        """Begin; `known` is ignored, because there are no tables of Kalah."""
        self._game = game
        self._clock = clock
        self._evaluation = Evaluation(learnt() if weights is None else weights)

    def analyse(
        self,
        position: Position,
        limit: Limit,
        lines: int = 1,
        is_stopped: Callable[[], bool] = never,
        report: Report | None = None,
    ) -> tuple[Info, ...]:
        """Return the best `lines` moves, as `Engine.analyse` says."""
        if lines < 1:
            raise ValueError(f"{lines} lines: ask for 1 or more")
        if position.is_over:
            raise RulesError(
                "the game is over: there is no move to look for; start a new one or take one back"
            )
        side = position.to_move
        if side is None:
            raise RulesError("an open start: say whose turn it is before asking for a move")
        own, other = position.row(side), position.row(side.other)
        search = Search(self._evaluation, limit.nodes, stopping(limit, self._clock, is_stopped))
        infos: tuple[Info, ...] = ()
        for depth, found in search.deepen(own.cups, other.cups, lines, limit.depth or DEEPEST):
            infos = tuple(_info(line, depth, search.nodes, own.pot - other.pot) for line in found)
            if report is not None:
                report(infos)
        return infos


def _info(line: Line[int], depth: int, nodes: int, lead_beans: int) -> Info:
    """Return one line as the side to move sees it, which leads by `lead_beans` in the pots."""
    return Info(
        depth=depth,
        nodes=nodes,
        score_beans=lead_beans + (line.value - (line.value & 1)) / UNITS_PER_BEAN,
        is_exact=line.is_proved,
        variation=tuple(f"sow {index + 1}" for index in line.moves),
        source=Source.SEARCH,
    )

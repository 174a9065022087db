"""An engine for games that sow rows of cups: positions in, moves and values in beans out."""

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple, TypeVar

from cupsboard.engine.deepening import Line
from cupsboard.engine.player import Clock, Info, Known, Limit, Report, Source, never, stopping
from cupsboard.engine.row_search import DEEPEST, UNITS_PER_BEAN, Evaluation, RowSearch, Terms, learnt
from cupsboard.engine.searching import Searching
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Game
from cupsboard.rules.places import Side
from cupsboard.rules.sowing_game import Rows


class Error(NamedTuple):
    """How many beans too large an estimated loss is at most, ninety-nine times in a hundred."""

    beans: float
    """Of a loss of few beans."""
    share: float
    """Added for each bean of the loss."""

    def of(self, loss_beans: float) -> float:
        """Return by how many beans an estimated loss of `loss_beans` may be too large."""
        return self.beans + self.share * loss_beans


R_contra = TypeVar("R_contra", bound=Rows, contravariant=True)


class RowEngine(Searching[R_contra]):
    """Plays a sowing game on every size of board.

    The same position and the same limit in nodes or depth give the same answer.
    """

    terms: ClassVar[Terms]
    error: ClassVar[Error]
    """How far off a guess is, as `tests/benchmarks/sowing_certainty.py` measures it."""

    def __init__(
        self,
        game: Game[Any],
        clock: Clock | None = None,
        known: Known | None = None,  # noqa: ARG002
        weights: tuple[float, ...] | None = None,
    ) -> None:
        """Begin; without a clock limits in seconds are refused. `known` is ignored: there are no tables."""
        self._game = game
        self._clock = clock
        self._evaluation = Evaluation(self.terms.of, weights or learnt(self.terms.package, self.terms.names))

    @abstractmethod
    def _search(
        self, position: R_contra, side: Side, most_nodes: int | None, is_stopped: Callable[[], bool]
    ) -> RowSearch:
        """Return a new search from a position in which this side is to move."""

    def analyse(
        self,
        position: R_contra,
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
        search = self._search(position, side, limit.nodes, stopping(limit, self._clock, is_stopped))
        infos: tuple[Info, ...] = ()
        for depth, found in search.deepen(own.cups, other.cups, lines, limit.depth or DEEPEST):
            infos = tuple(
                self._info(line, found[0], depth, search.nodes, own.pot - other.pot) for line in found
            )
            if report is not None:
                report(infos)
        return infos

    def _info(self, line: Line[int], best: Line[int], depth: int, nodes: int, lead_beans: int) -> Info:
        """Return one line as the side to move sees it, which leads by `lead_beans` in the pots."""
        is_certain = line.is_proved and best.is_proved
        return Info(
            depth=depth,
            nodes=nodes,
            score_beans=lead_beans + _beans(line),
            is_exact=line.is_proved,
            variation=tuple(f"sow {index + 1}" for index in line.moves),
            source=Source.SEARCH,
            error_beans=0.0 if is_certain else self.error.of(_beans(best) - _beans(line)),
        )


def _beans(line: Line[int]) -> float:
    return (line.value - (line.value & 1)) / UNITS_PER_BEAN

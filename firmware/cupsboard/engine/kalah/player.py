"""The engine of Kalah: positions in, moves and values in beans out."""

from collections.abc import Callable
from typing import Any

from cupsboard.engine.kalah.evaluation import TERMS, terms
from cupsboard.engine.kalah.sowing import RULES
from cupsboard.engine.player import Clock, Known
from cupsboard.engine.row_engine import RowEngine
from cupsboard.engine.row_search import Evaluation, RowSearch, learnt
from cupsboard.rules.game import Game
from cupsboard.rules.kalah.position import Position
from cupsboard.rules.places import Side


class KalahEngine(RowEngine[Position]):
    """Plays Kalah on every size of board."""

    def __init__(
        self,
        game: Game[Any],
        clock: Clock | None = None,
        known: Known | None = None,  # noqa: ARG002
        weights: tuple[float, ...] | None = None,
    ) -> None:
        """Begin; `known` is ignored, because there are no tables of Kalah."""
        super().__init__(game, clock)
        self._evaluation = Evaluation(terms, weights or learnt(__package__, TERMS))

    def _search(
        self,
        position: Position,  # noqa: ARG002
        side: Side,  # noqa: ARG002
        most_nodes: int | None,
        is_stopped: Callable[[], bool],
    ) -> RowSearch:
        return RowSearch(RULES, self._evaluation, most_nodes, is_stopped)

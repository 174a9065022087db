"""The engine of Kalah: positions in, moves and values in beans out."""

from collections.abc import Callable

from cupsboard.engine.kalah.evaluation import TERMS, terms
from cupsboard.engine.kalah.sowing import RULES
from cupsboard.engine.row_engine import Error, RowEngine
from cupsboard.engine.row_search import RowSearch, Terms
from cupsboard.rules.kalah.position import Position
from cupsboard.rules.places import Side


class KalahEngine(RowEngine[Position]):
    """Plays Kalah on boards of every size."""

    terms = Terms(__package__, TERMS, terms)
    error = Error(3.0, 0.44)

    def _search(
        self,
        position: Position,  # noqa: ARG002
        side: Side,  # noqa: ARG002
        most_nodes: int | None,
        is_stopped: Callable[[], bool],
    ) -> RowSearch:
        return RowSearch(RULES, self._evaluation, most_nodes, is_stopped)

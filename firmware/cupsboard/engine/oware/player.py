"""The engine of Oware: positions in, moves and values in beans out."""

from collections.abc import Callable

from cupsboard.engine.oware.evaluation import TERMS, terms
from cupsboard.engine.oware.sowing import RULES
from cupsboard.engine.row_engine import Error, RowEngine
from cupsboard.engine.row_search import (
    UNITS_PER_BEAN,
    Bounds,
    Child,
    Cups,
    Evaluation,
    Key,
    RowSearch,
    Terms,
)
from cupsboard.rules.oware.position import Position
from cupsboard.rules.places import Side

Met = tuple[bool, Cups, Cups]
"""A table on the way: whether it is the turn of the side that moves at the root, its cups and the other's."""


class Search(RowSearch):
    """A search of Oware, in which a table that comes again ends the game.

    A remembered result was found on another way, on which other tables had been met. So a value that rests on
    it counts as a guess, and only what was searched without it is proved.
    """

    def __init__(
        self, met: set[Met], evaluation: Evaluation, limit: int | None, stop: Callable[[], bool]
    ) -> None:
        """Begin with the tables `met` before, the root's own among them."""
        super().__init__(RULES, evaluation, limit, stop)
        self._met = met
        self._is_own = True

    def _after(self, child: Child, depth: int, low: int, high: int) -> int:
        _, _, own, other, gain, _ = child
        reached = (not self._is_own, other, own)
        if reached in self._met:
            return gain + (sum(own) - sum(other)) * UNITS_PER_BEAN
        self._met.add(reached)
        self._is_own = not self._is_own
        try:
            return super()._after(child, depth, low, high)
        finally:
            self._is_own = not self._is_own
            self._met.discard(reached)

    def _keep(self, key: Key, entry: Bounds) -> None:
        depth, low, high, first = entry
        super()._keep(key, (depth, low | 1, high | 1, first))


class OwareEngine(RowEngine[Position]):
    """Plays Oware on boards of every size."""

    terms = Terms(__package__, TERMS, terms)
    error = Error(1.6, 0.24)

    def _search(
        self, position: Position, side: Side, most_nodes: int | None, is_stopped: Callable[[], bool]
    ) -> RowSearch:
        tables = (*position.earlier, position.table(side))
        return Search({_met(table, side) for table in tables}, self._evaluation, most_nodes, is_stopped)


def _met(table: str, root: Side) -> Met:
    """Return a table of a position as a search that begins with `root` to move meets it."""
    south, north, mover = table.split("-")
    rows = {Side.SOUTH: _cups(south), Side.NORTH: _cups(north)}
    side = Side(mover)
    return side is root, rows[side], rows[side.other]


def _cups(text: str) -> Cups:
    return tuple(map(int, text.split(".")))

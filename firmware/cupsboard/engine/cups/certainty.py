"""How far the engine of Cups can prove, and how far off its estimates are: learnt for each size of board.

`tests/benchmarks/cups_certainty.py` learns both, and writes them into certainty.json. What a proof takes
depends on the beans in both stocks; how far a loss is off depends on the loss: the larger, the further. That
is learnt for 2x3 and 2x4. On the other boards stands what was learnt before: nineteen of twenty errors of
random moves, large losses among them, lie within one number.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True, slots=True)
class Certainty:
    """The learnt limits of the engine on one size of board: what it can prove, and how far estimates are off.

    A stock bean is a bean in either stock.
    """

    doublings: float
    """A position without stocks is proved within 2 to the power of so many nodes."""
    doublings_per_stock_bean: float
    """With each stock bean the nodes grow by 2 to this power."""
    error_beans: float
    """Of a hundred small losses ninety-nine are in truth no smaller than by this."""
    error_beans_per_bean: float
    """And by so much more with each bean of the loss."""

    def nodes_to_prove(self, stock_beans: int) -> float:
        """Return the nodes that prove half of the positions with `stock_beans` beans in both stocks."""
        return float(2 ** (self.doublings + self.doublings_per_stock_bean * stock_beans))

    def error(self, loss_beans: float) -> float:
        """Return by how many beans an estimated loss of `loss_beans` may be too large."""
        return self.error_beans + self.error_beans_per_bean * loss_beans


@cache
def certainty_of(cups: int) -> Certainty:
    """Return the learnt limits for a board with `cups` cups a side, 2 to 12."""
    return Certainty(**_learnt()[str(cups)])


@cache
def _learnt() -> Mapping[str, Mapping[str, float]]:
    learnt: Mapping[str, Mapping[str, float]] = json.loads(
        resources.files(__package__).joinpath("certainty.json").read_text("utf-8")
    )
    return learnt

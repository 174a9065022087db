"""How far the engine of Cups can prove, and how far off its estimates are: learnt by size and stocks.

`tests/benchmarks/cups_certainty.py` learns both, and writes them into certainty.json. The numbers there come
from `--each 4`: four positions for each eight stock beans, so they are coarse.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True, slots=True)
class Certainty:
    """What was learnt for one size of board; a stock bean is one in either stock."""

    doublings: float
    """A position without stocks is proved within 2 to the power of so many nodes."""
    doublings_per_stock_bean: float
    """With each stock bean the nodes grow by 2 to this power."""
    error_beans: float
    """Nineteen of twenty differences of two estimates are off by no more than this, without stocks."""
    error_beans_per_stock_bean: float

    def nodes_to_prove(self, stock_beans: int) -> float:
        """The nodes within which half of the positions with so many stock beans are proved."""
        return float(2 ** (self.doublings + self.doublings_per_stock_bean * stock_beans))

    def error(self, stock_beans: int) -> float:
        """By how many beans a loss that isn't proved may be off."""
        return self.error_beans + self.error_beans_per_stock_bean * stock_beans


@cache
def certainty_of(cups: int) -> Certainty:
    """What was learnt for so many cups a side, 2 to 12."""
    return Certainty(**_learnt()[str(cups)])


@cache
def _learnt() -> Mapping[str, Mapping[str, float]]:
    learnt: Mapping[str, Mapping[str, float]] = json.loads(
        resources.files(__package__).joinpath("certainty.json").read_text("utf-8")
    )
    return learnt

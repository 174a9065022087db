"""How far an engine can prove, and how far off its estimates are: learnt, and kept beside its weights.

`tests/benchmarks/cups_certainty.py` learns both for Cups, and writes them into its certainty.json. What a
proof takes depends on the beans in both stocks; how far a loss is off depends on the loss: the larger, the
further. That is learnt for 2x3 and 2x4. On the other boards stands what was learnt before: nineteen of twenty
errors of random moves, large losses among them, lie within one number. For sowing games the beans in all cups
tell how long a proof is, and `tests/benchmarks/sowing_certainty.py` measures both, for each game that ships
and for games of one's own.
"""

from dataclasses import dataclass
from functools import cache
from math import inf

from cupsboard.engine.shipped import data_of


@dataclass(frozen=True, slots=True)
class Certainty:
    """The learnt limits of an engine: what it can prove, and how far estimates are off."""

    error_beans: float
    """Of a hundred small losses ninety-nine are in truth no smaller than by this."""
    error_beans_per_bean: float
    """What is added with each bean of the loss."""
    doublings: float = inf
    """Without beans that make proofs longer the nodes are 2 to this power; infinite where nothing is
    proved."""
    doublings_per_bean: float = 0.0
    """With each such bean they grow by 2 to this power."""

    def nodes_to_prove(self, beans: int) -> float:
        """Return the nodes that prove half of the positions with `beans` beans that make proofs longer."""
        return float(2 ** (self.doublings + self.doublings_per_bean * beans))

    def error(self, loss_beans: float) -> float:
        """Return by how many beans an estimated loss of `loss_beans` may be too large."""
        return self.error_beans + self.error_beans_per_bean * loss_beans


@cache
def certainty_of(package: str, name: str, general: str = "") -> Certainty:
    """Return the limits that stand under a name in the certainty.json of a package, else under `general`."""
    known = data_of(package, "certainty.json")
    return Certainty(**known.get(name) or known[general])

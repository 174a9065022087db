"""What was counted in evenings of one world."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

EXAMPLES_KEPT = 8
"""Of each sort and evening."""
EDGES = (0.5, 0.9, 0.99, 0.999, 0.9999)
"""Between these the confidences are put together, said against found."""


@dataclass(frozen=True, slots=True)
class Example:
    """One case, with what it takes to see it again: the seed of the evening and the place in it."""

    what: str
    seed: int
    where: str


@dataclass(slots=True)
class Tally:
    """Counts by name, values by name, and examples."""

    counts: Counter[str] = field(default_factory=Counter)
    sums: dict[str, float] = field(default_factory=dict)
    """Of the confidences in each bin."""
    values: dict[str, list[float]] = field(default_factory=dict)
    examples: list[Example] = field(default_factory=list)

    def say(self, confidence: float, is_so: bool, of: str) -> None:
        """Note that something was said with a confidence, and whether it was so."""
        bin_number = sum(confidence >= edge for edge in EDGES)
        self.counts[f"said {of} {bin_number}"] += 1
        self.counts[f"so {of} {bin_number}"] += is_so
        name = f"{of} {bin_number}"
        self.sums[name] = self.sums.get(name, 0.0) + confidence

    def measure(self, name: str, value: float) -> None:
        """Note a value."""
        self.values.setdefault(name, []).append(value)

    def show(self, example: Example) -> None:
        """Keep an example, unless there are many of its sort."""
        alike = sum(each.what == example.what and each.seed == example.seed for each in self.examples)
        if alike < EXAMPLES_KEPT:
            self.examples.append(example)

    def add(self, other: "Tally") -> None:
        """Add another one."""
        self.counts.update(other.counts)
        for name, total in other.sums.items():
            self.sums[name] = self.sums.get(name, 0.0) + total
        for name, values in other.values.items():
            self.values.setdefault(name, []).extend(values)
        self.examples += other.examples

    def as_json(self) -> dict[str, Any]:
        """Plain values for a file."""
        examples = [[each.what, each.seed, each.where] for each in self.examples]
        return {"counts": dict(self.counts), "sums": self.sums, "values": self.values, "examples": examples}

    @classmethod
    def from_json(cls, plain: dict[str, Any]) -> "Tally":
        """What `as_json` gave."""
        examples = [Example(*each) for each in plain["examples"]]
        return cls(Counter(plain["counts"]), plain["sums"], plain["values"], examples)

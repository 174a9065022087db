"""A number of a table: a field of a frozen value that says its unit, its reason and its source."""

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, TypeVar

T = TypeVar("T", int, float, tuple[float, ...])

ASSUMED = "assumed"
"""Source of a figure of the world that nobody has measured."""
CHOSEN = "chosen"
"""Source of a figure that is a choice, not a measurement."""


@dataclass(frozen=True, slots=True)
class Number:
    """One number with what a reader wants to know of it."""

    name: str
    """Its path in the table, as the code writes it: `limits.sample_sigmas`."""
    value: float | tuple[float, ...]
    unit: str
    why: str
    source: str


def number(value: T, unit: str, why: str, source: str = CHOSEN) -> T:
    """The default of a dataclass field, with its unit, reason and source kept as metadata.

    It is a choice unless `source` names a measurement, a computation or an assumption.
    """
    return field(default=value, metadata={"unit": unit, "why": why, "source": source})


def numbers_of(table: Any, path: str = "") -> Iterator[Number]:
    """All numbers of a table and of the groups in it, in the order they are written."""
    for each in fields(table):
        value, name = getattr(table, each.name), f"{path}{each.name}"
        if is_dataclass(value):
            yield from numbers_of(value, f"{name}.")
        else:
            yield Number(name, value, each.metadata["unit"], each.metadata["why"], each.metadata["source"])

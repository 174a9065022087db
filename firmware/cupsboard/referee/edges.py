"""Edges of the players' buttons, as their pins showed them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edge:
    """A change of a button's contact at `time` (s), bounces included."""

    button: str
    is_down: bool
    time: float

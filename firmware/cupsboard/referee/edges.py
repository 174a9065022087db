"""What the players' buttons did, as their pins showed it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edge:
    """A button that went down or up at a time, as the pin showed it (bounces included)."""

    button: str
    is_down: bool
    time: float

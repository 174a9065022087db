"""What is done to a board outside a game: an activity that comes to an end."""

from dataclasses import replace
from typing import Protocol, runtime_checkable

from cupsboard.loop import Activity
from cupsboard.referee.edges import Edge
from cupsboard.rules.places import Place, Side


class Procedure(Activity, Protocol):
    """Steps over frames and buttons, with time passed in."""

    @property
    def is_finished(self) -> bool:
        """Whether there is nothing left to do."""


@runtime_checkable
class Stepwise(Procedure, Protocol):
    """A procedure of steps: they are written one by one, and may be taken back and done again."""

    @property
    def is_writing(self) -> bool:
        """Whether something that was measured is on its way to the disk."""

    def go_back(self) -> bool:
        """Take the last step back; return False if nothing was measured yet."""

    def knows(self, place: Place) -> bool:
        """Whether a place is measured at all."""

    def measure_again(self, place: Place) -> None:
        """Forget what was measured at a place that it knows, so that it is measured once more."""


def as_side(edge: Edge) -> Edge:
    """Return an edge as one of the two sides' buttons; those of a board without sides count as South's."""
    is_side = any(edge.button == side.value for side in Side)
    return edge if is_side else replace(edge, button=Side.SOUTH.value)

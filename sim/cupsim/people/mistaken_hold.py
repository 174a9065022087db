"""A hold where a tap was meant: it begins to take the move back, and the board says that a hold goes on."""

from cupsim.table.hand_actions import PressButton

HOLD_SECONDS = 1.2
LOOK_SECONDS = 6.0
"""How long they look at what a hold has done before they hold once more."""


class MistakenHold:
    """Whether one person has held their button by mistake in this turn, and when a hold was made last."""

    def __init__(self) -> None:
        self._held_at: float | None = None

    def note(self, now: float) -> None:
        """They have held where they meant to tap."""
        self._held_at = now

    def forget(self) -> None:
        """The turn has passed, and the hold with it."""
        self._held_at = None

    def way_out(self, now: float) -> PressButton | None:
        """The hold that goes on instead, once the first one has been seen to have done something."""
        if self._held_at is None or now - self._held_at < LOOK_SECONDS:
            return None
        self._held_at = now
        return PressButton(HOLD_SECONDS)

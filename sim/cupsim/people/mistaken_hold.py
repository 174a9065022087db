"""A hold where a tap was meant: it begins to take the move back, and the board says that a hold goes on."""

from cupsim.table.hand_actions import PressButton

HOLD_SECONDS = 1.2
LOOK_SECONDS = 6.0
"""How long they look at what a hold has done before they hold once more."""


class MistakenHold:
    """Remembers whether a person held the button by mistake in this turn, and when."""

    def __init__(self) -> None:
        self._held_at: float | None = None

    def note(self, now: float) -> None:
        """Record that the person held the button where a tap was meant."""
        self._held_at = now

    def forget(self) -> None:
        """Forget the hold, because the turn has passed."""
        self._held_at = None

    def way_out(self, now: float) -> PressButton | None:
        """Return another hold, which undoes what the mistaken one began; None before the board reacted."""
        if self._held_at is None or now - self._held_at < LOOK_SECONDS:
            return None
        self._held_at = now
        return PressButton(HOLD_SECONDS)

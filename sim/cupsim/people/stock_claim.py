"""How a person says that their stock is empty: hold the button, read the board's question, answer it."""

from collections.abc import Sequence
from math import inf
from typing import Protocol

from cupsboard.rules.places import Side, pot
from cupsboard.signs.scene import Meaning, Sign

from cupsim.table.hand_actions import Act, PressButton, Wait

HOLD_SECONDS = 1.2
LOOK_SECONDS = 6.0
"""How long they look for the board's question after a hold, before they hold once more."""
ANSWER_SEEN_SECONDS = 3.0
"""How long a question that they have answered may still seem to stand, by its light."""


class HoldsCounted(Protocol):
    """Where holds are counted."""

    holds: int


class StockClaim:
    """What one person has said of their stock, and when."""

    def __init__(self, side: Side, deeds: HoldsCounted) -> None:
        self._deeds = deeds
        self._sign = Sign(pot(side), Meaning.STOCK_EMPTY)
        self._said_at = -inf
        """When they last held the button for it, or met the question."""

    def holding(self, now: float) -> Act:
        """Hold the button, or look on while the question may still come."""
        if now - self._said_at <= LOOK_SECONDS:
            return Wait(1.0)
        self._said_at = now
        self._deeds.holds += 1
        return PressButton(HOLD_SECONDS)

    def is_questioned(self, signs: Sequence[Sign], now: float) -> bool:
        """Whether the board asks them by its light; True once for each question."""
        if self._sign not in signs or now - self._said_at <= ANSWER_SEEN_SECONDS:
            return False
        self._said_at = now
        return True

"""The list of games that word their own events."""

from collections.abc import Callable, Sequence

from cupsboard.referee.events import Event
from cupsboard.signs.as_landed import event_words as as_landed
from cupsboard.signs.king_of_the_cups import event_words as king_of_the_cups
from cupsboard.signs.scene import Message

OF_GAMES: Sequence[Callable[[Event], Message | None]] = (
    as_landed.event_message,
    king_of_the_cups.event_message,
)
"""Each gives the message of its own game's events, and None for others."""

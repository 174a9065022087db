"""Parts that a board goes on without, such as page or trace: reported once, and shown while missing."""

from collections.abc import Callable
from threading import Lock

from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import say

Show = Callable[[str], object]
Tell = Callable[[Message], object]


class MissingParts:
    """The parts missing now, and what was reported of them; for any thread."""

    def __init__(self, *tell: Tell) -> None:
        """Begin with nothing missing; each of `tell` gets a message about every loss, once."""
        self._tell = list(tell)
        self._show: Show = lambda _: None
        self._lock = Lock()
        self._missing: dict[str, str] = {}
        self._told: set[str] = set()

    def show_by(self, show: Show) -> None:
        """Show all that is missing, in a line ("" for nothing), now and whenever it changes."""
        with self._lock:
            self._show = show
            self._show("; ".join(self._missing.values()))

    def tell_by(self, tell: Tell) -> None:
        """Let `tell` get a message about every loss from now on."""
        self._tell.append(tell)

    def lost(self, what: Message) -> None:
        """Note that a part is missing; the message says the reason and the next step."""
        line = say(what)
        with self._lock:
            is_news = line not in self._told
            self._told.add(line)
            self._missing[what.key] = line
            self._show("; ".join(self._missing.values()))
        if is_news:
            for tell in self._tell:
                tell(what)

    def back(self, key: str) -> None:
        """Note that the part of the message with this key is there again, or for the first time."""
        with self._lock:
            if self._missing.pop(key, None) is not None:
                self._show("; ".join(self._missing.values()))

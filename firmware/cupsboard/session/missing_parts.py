"""What a board goes on without, as a page or a trace: said once, and shown for as long as it is missing."""

from collections.abc import Callable
from threading import Lock

from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import say

Show = Callable[[str], object]
Tell = Callable[[Message], object]


class MissingParts:
    """What is missing now, and what was said of it; for any thread."""

    def __init__(self, *tell: Tell) -> None:
        """Each of `tell` gets a message of every lack, once."""
        self._tell = list(tell)
        self._show: Show = lambda _: None
        self._lock = Lock()
        self._missing: dict[str, str] = {}
        self._told: set[str] = set()

    def show_by(self, show: Show) -> None:
        """Let all that is missing, in a line ("" for nothing), be shown now and whenever it changes."""
        with self._lock:
            self._show = show
            self._show("; ".join(self._missing.values()))

    def tell_by(self, tell: Tell) -> None:
        """Let one more tell what is lost from now on."""
        self._tell.append(tell)

    def lost(self, what: Message) -> None:
        """Go on without something: the message says the reason and the next step."""
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
        """What the message with this key spoke of is there again, or for the first time."""
        with self._lock:
            if self._missing.pop(key, None) is not None:
                self._show("; ".join(self._missing.values()))

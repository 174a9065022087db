"""Parts that a board goes on without, such as page or trace: reported once, and shown while missing."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
        self._missing: dict[str, Message] = {}
        self._told: set[str] = set()

    def show_by(self, show: Show) -> None:
        """Show all that is missing, in a line ("" for nothing), now and whenever it changes."""
        with self._lock:
            self._show = show
            self._show(self._line())

    @contextmanager
    def telling(self, tell: Tell) -> Iterator[None]:
        """Let one more tell what is missing, and what is lost while the block runs."""
        with self._lock:
            missing = tuple(self._missing.values())
            self._tell.append(tell)
        for what in missing:
            tell(what)
        try:
            yield
        finally:
            with self._lock:
                self._tell.remove(tell)

    def lost(self, what: Message) -> None:
        """Note that a part is missing; the message says the reason and the next step."""
        line = say(what)
        with self._lock:
            is_news = line not in self._told
            self._told.add(line)
            self._missing[what.key] = what
            self._show(self._line())
            tells = tuple(self._tell) if is_news else ()
        for tell in tells:
            tell(what)

    def back(self, key: str) -> None:
        """Note that the part of the message with this key is there again, or for the first time."""
        with self._lock:
            if self._missing.pop(key, None) is not None:
                self._show(self._line())

    def _line(self) -> str:
        return "; ".join(map(say, self._missing.values()))

"""Parts that a board goes on without, such as page or trace: reported once, and shown while missing."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import say

Show = Callable[[str], object]
Tell = Callable[[Message], object]


class MissingParts:
    """The parts that are missing now, and the messages about them; for any thread."""

    def __init__(self, *tell: Tell) -> None:
        """Begin with nothing missing; each of `tell` gets a message about every loss, once."""
        self._tell = list(tell)
        self._show: Show = lambda _: None
        self._lock = Lock()
        self._missing: dict[str, Message] = {}
        self._told: set[str] = set()

    def show_by(self, show: Show) -> None:
        """Call `show` with a line of all missing parts ("" for none), now and whenever it changes."""
        with self._lock:
            self._show = show
            self._show(self._line())

    @contextmanager
    def telling(self, tell: Tell) -> Iterator[None]:
        """Call `tell` with a message for every missing part, and for every part lost while the block runs."""
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
        """Record that a part is missing, and report it once; `what` gives the reason and the next step."""
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
        """Record that the part reported by a message with this key works again, or works from the start."""
        with self._lock:
            if self._missing.pop(key, None) is not None:
                self._show(self._line())

    def _line(self) -> str:
        return "; ".join(map(say, self._missing.values()))

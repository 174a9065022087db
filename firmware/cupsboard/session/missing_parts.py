"""What a board goes on without, as a page or a trace: said once, and shown for as long as it is missing."""

from collections.abc import Callable
from threading import Lock

Say = Callable[[str], object]


class MissingParts:
    """What is missing now, and what was said of it; for any thread."""

    def __init__(self, *say: Say) -> None:
        """Each of `say` gets a line for every lack, once."""
        self._say = list(say)
        self._show: Say = lambda _: None
        self._lock = Lock()
        self._missing: dict[str, str] = {}
        self._said: set[str] = set()

    def show_by(self, show: Say) -> None:
        """Let all that is missing, in a line ("" for nothing), be shown now and whenever it changes."""
        with self._lock:
            self._show = show
            self._show("; ".join(self._missing.values()))

    def say_by(self, say: Say) -> None:
        """Let one more say what is lost from now on."""
        self._say.append(say)

    def lost(self, what: str, why: str) -> None:
        """Go on without something: `why` is the reason and the next step."""
        line = f"no {what}: {why}"
        with self._lock:
            is_news = line not in self._said
            self._said.add(line)
            self._missing[what] = line
            self._show("; ".join(self._missing.values()))
        if is_news:
            for say in self._say:
                say(line)

    def back(self, what: str) -> None:
        """It is there again, or for the first time."""
        with self._lock:
            if self._missing.pop(what, None) is not None:
                self._show("; ".join(self._missing.values()))

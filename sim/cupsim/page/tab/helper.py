"""The second worker of a tab: the engine by its protocol, and the programs that work for a page.

It hears JSON: `{"line": "go level 4 seed 17"}` for the engine, or `{"program":
"cupsboard.session.hint_worker", "words": ["south"], "given": "..."}`. It says `there` once it hears, and
then `line`, or `said` and at the end `ended` with the program's exit code. Bytes are carried as Latin-1.
While it works it hears nothing; end it rather than wait.
"""

import json
import traceback
from collections import deque
from collections.abc import Callable
from importlib import import_module
from io import BytesIO
from time import monotonic

from cupsboard.engine.protocol import Conversation, no_tables

PROGRAMS = (
    "cupsboard.session.analysis_worker",
    "cupsboard.session.hint_worker",
    "cupsboard.session.judging_worker",
    "cupsboard.session.puzzle_worker",
    "cupsim.page.timeline_worker",
)
BROKEN = 70
"""The exit code of a program that ends by an error nobody expected (EX_SOFTWARE of sysexits.h)."""


class Helper:
    """Does what it is asked, one thing after the other."""

    def __init__(self, say: Callable[[str], object]) -> None:
        self._say = say
        self._lines: deque[str] = deque()
        self._conversation = Conversation(
            self._next, lambda line: self._tell(line=line), monotonic, no_tables
        )
        self._tell(there=True)

    def heard(self, text: str) -> None:
        """Do what a message asks for."""
        match json.loads(text):
            case {"line": str(line)}:
                self._lines.append(line)
                self._conversation.run()
            case {"program": str(name), "words": [*words], "given": str(given)} if name in PROGRAMS:
                self._tell(ended=self._run(name, [str(word) for word in words], given.encode("latin-1")))
            case other:
                raise ValueError(f"nothing that a helper does: {str(other)[:100]}")

    def _next(self, _wait: bool) -> str | None:
        return self._lines.popleft() if self._lines else None

    def _run(self, name: str, words: list[str], given: bytes) -> int:
        try:
            work: Callable[..., int] = import_module(name).work
            return work(words, BytesIO(given), lambda line: self._tell(said=f"{line}\n"), no_tables)
        except Exception:
            traceback.print_exc()
            return BROKEN

    def _tell(self, **message: object) -> None:
        self._say(json.dumps(message))

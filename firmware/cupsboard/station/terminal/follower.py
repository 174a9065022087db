"""An activity followed at a terminal: each sentence once, with how far it has got, and what came of it."""

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import say as in_english
from cupsboard.station.jobs.job import written
from cupsboard.station.terminal.console import is_read, say
from cupsboard.station.terminal.keyboard_button import TypedPresses
from cupsboard.station.terminal.language import in_words


def bar(done: int, total: int) -> str:
    """A bar of twenty signs."""
    return f"[{'#' * round(20 * done / total):<20}] "


class Follower:
    """Tells what happens, as a page shows it."""

    def __init__(self, report: Path | None = None, *, is_plain: bool = False, has_keys: bool = True) -> None:
        """`report` is where the file goes that a job can give; `is_plain` tells a JSON object a line.

        Presses are typed at this terminal if it `has_keys`.
        """
        self._report, self._is_plain = report, is_plain
        self._output = sys.stdout
        self._typed = TypedPresses(sys.stdin, self._explain) if has_keys else None
        self._said: Message | None = None
        self._has_reader = True

    @property
    def is_followed(self) -> bool:
        """Return whether what is told may still be read."""
        return self._has_reader and is_read(self._output)

    def ask(self) -> None:
        """Say how a press is typed, where the terminal still takes one."""
        if self._typed is not None and self._typed.is_open and not self._is_plain:
            self._explain()

    def typed(self) -> str | None:
        """Return the next press that was typed, as `TypedPresses`; None if there is none yet."""
        return None if self._typed is None else self._typed()

    def _explain(self) -> None:
        self._tell(Message("terminal.press"), None)

    def hear(self, message: Message, progress: Sequence[int] | None) -> None:
        """Tell a sentence, if it is another than before, with how much is done and of how much."""
        if message == self._said:
            return
        self._said = message
        self._tell(message, progress)

    def _tell(self, message: Message, progress: Sequence[int] | None) -> None:
        if self._is_plain:
            said: dict[str, object] = {"key": message.key, "text": in_english(message)}
            self._say(json.dumps(said if progress is None else {**said, "progress": list(progress)}))
        else:
            self._say(f"{'' if progress is None else bar(*progress)}{in_words(message)}")

    def _say(self, line: str) -> None:
        self._has_reader = say(line, self._output) and self._has_reader

    def conclude(self, lines: Sequence[str], code: int, report: Callable[[], bytes] | None) -> None:
        """Tell what came of it, and write its report where one is wanted. Raises OSError."""
        self._said = None
        if self._report is not None and report is not None:
            try:
                self._report.write_bytes(report())
            except OSError as fault:
                raise OSError(fault.errno, fault.strerror, str(self._report)) from None
            lines = (*lines, in_words(written(self._report)))
        for line in [json.dumps({"lines": list(lines), "code": int(code)})] if self._is_plain else lines:
            self._say(line)

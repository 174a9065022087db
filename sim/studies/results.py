"""What a study has found so far: a result for each case, kept in a file that only grows.

A result is kept under a fingerprint of the programs that it depends on. What other programs found is left
out, so whatever is added up was found by the same ones.
"""

import json
import os
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from cupsboard.formats import file_reading
from cupsboard.formats.file_reading import MOST_LINE_BYTES
from cupsboard.formats.strict_data import from_plain, to_plain
from cupsim.errors import SimulatorError

from studies.fingerprint import fingerprint

C = TypeVar("C", bound=Hashable)
F = TypeVar("F")


@dataclass(frozen=True, slots=True)
class Trial(Generic[C, F]):
    """What a study tries: how a case comes to a result, and how both are written down.

    A case is a frozen dataclass of plain values. `play` is a function of a module, so that other processes
    find it. `read` takes what `written` gave; it raises ValueError, KeyError or TypeError for anything else.
    """

    name: str
    """Names the file of the results."""
    case: type[C]
    play: Callable[[C], F]
    read: Callable[[Any], F]
    played_by: str
    """The module that plays: a result depends on every module that this one reaches."""
    written: Callable[[F], Any] = to_plain
    parameters: Callable[[C], object] = lambda _: None
    """What else a result depends on, as a value that says all of itself in its text; None if nothing."""

    def fingerprint(self, case: C) -> str:
        """Return the fingerprint of all that the result of this case depends on."""
        return fingerprint(self.parameters(case), self.played_by)


class Results(Generic[C, F]):
    """The results of a folder that were found by the programs as they are now."""

    def __init__(self, trial: Trial[C, F], folder: Path) -> None:
        """Read what is kept. Raises SimulatorError for a file that holds something else."""
        self.trial, self.folder = trial, folder
        self.found: dict[C, F] = {}
        self.is_any_older = False
        """Whether results were left out that other programs found."""
        self._lines = KeptLines(folder / f"{trial.name}.jsonl")
        self._lines.read(self._take, f"result of {trial.name}", "another folder")

    def __contains__(self, case: C) -> bool:
        return case in self.found

    def add(self, case: C, found: F) -> None:
        """Keep a result; it is on the disk when this returns."""
        trial = self.trial
        line = {"case": to_plain(case), "fingerprint": trial.fingerprint(case), "found": trial.written(found)}
        self._lines.add(line)
        self.found[case] = found

    def _take(self, plain: Any) -> None:
        case: C = from_plain(self.trial.case, plain["case"])
        found = self.trial.read(plain["found"])
        if plain["fingerprint"] == self.trial.fingerprint(case):
            self.found[case] = found
        else:
            self.is_any_older = True


class KeptLines:
    """A file of results; what is torn at its end is cut off before something is added."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._whole_bytes: int | None = None
        """Up to where the file is whole, if its last line was being written when the plug was pulled."""

    def read(self, take: Callable[[Any], None], what: str, instead: str) -> None:
        """Give the data of each line to `take`; a file that isn't there has none.

        Raises SimulatorError where `take` raises ValueError, KeyError or TypeError: it says that a line is no
        `what`, and to name what to use `instead`. Raises OSError for a file that can't be read.
        """
        if not self._path.exists():
            return
        whole = _read(self._path, take, what, instead)
        if whole < self._path.stat().st_size:
            self._whole_bytes = whole

    def cut_torn_end(self) -> None:
        """Take away the line that was being written when the plug was pulled."""
        if self._whole_bytes is not None:
            os.truncate(self._path, self._whole_bytes)
            self._whole_bytes = None

    def add(self, data: object) -> None:
        """Add a line; it is on the disk when this returns."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self.cut_torn_end()
        with self._path.open("a", encoding="ascii") as file:
            file.write(json.dumps(data) + "\n")
            file.flush()
            os.fsync(file.fileno())


def _read(path: Path, take: Callable[[Any], None], what: str, instead: str) -> int:
    """How many bytes are whole, before a line that a power cut tore."""
    whole = 0
    for number, line in enumerate(file_reading.lines(str(path)), start=1):
        is_too_long = len(line) > MOST_LINE_BYTES
        if line.startswith(b"{") and not line.endswith(b"\n") and not is_too_long:
            # Anything else at the end was not written here, and its file is not to be cut off.
            break
        try:
            take(None if is_too_long else json.loads(line))
        except (ValueError, KeyError, TypeError, RecursionError):
            raise SimulatorError(
                f"{path}: line {number} is no {what}; take it out, or name {instead}"
            ) from None
        whole += len(line)
    return whole

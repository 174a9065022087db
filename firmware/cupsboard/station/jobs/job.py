"""A procedure on a board as a command or a page begins it: with what comes of it, and how far it has got."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cupsboard.drivers.assembly import Wired
from cupsboard.procedures.procedure import Procedure
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration
from cupsboard.signs.scene import Message, Phrases
from cupsboard.signs.sentences import ENGLISH, Language, say


@dataclass(frozen=True, slots=True)
class Verdict:
    """What there is to say of one place, or of another part of a board."""

    name: str
    is_good: bool
    said: Phrases


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a job: lines to read in any language, and the exit code of its command."""

    told: Callable[[Language], tuple[str, ...]]
    code: int = 0
    verdicts: tuple[Verdict, ...] = ()
    report: Callable[[], bytes] | None = None
    """Makes a file that helps to find a fault from elsewhere."""
    report_name: str = "cups-report.zip"
    """What that file is called where a browser keeps it."""
    said: Phrases = ()
    """The lines as sentences for a page; none where it has the verdicts to show."""

    @classmethod
    def of(cls, said: Phrases, code: int = 0, verdicts: tuple[Verdict, ...] = ()) -> "Result":
        """Return what came of a job in sentences, a line each."""
        return cls(lambda language: tuple(say(each, language) for each in said), code, verdicts, said=said)

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines in English, as files and reports have them."""
        return self.told(ENGLISH)


def written(*paths: Path) -> Message:
    """Return the sentence that these files were written."""
    return Message(
        "report.written", {"files": tuple(Message("report.file", {"path": str(path)}) for path in paths)}
    )


Grams = Callable[[Place, int], float | None]
"""The weight that a place's reading in counts comes to, above its platform; None while that isn't known."""


def grams_by(calibration: Calibration) -> Grams:
    """Return how readings come to grams by a calibration."""
    places = calibration.places
    return lambda place, counts: (counts - places[place].zero_counts) / places[place].counts_per_gram


@dataclass(frozen=True, slots=True)
class Job:
    """One thing that is done to a board outside a game."""

    name: str
    procedure: Procedure
    conclude: Callable[[], Result]
    """Write what was learnt. Raises SensingError, or OSError where it can't be written."""
    grams: Grams
    progress: Callable[[], tuple[int, int]] | None = None
    """How much is done, and of how much."""
    note: Message | None = None
    """What is to be said before it begins."""
    shown: Callable[[], Mapping[str, Any]] | None = None
    """What a page shows of it besides, by name."""
    takes_presses: bool = True
    """Whether a press may be typed, or come from a page; else the board's own buttons are examined."""


Options = Mapping[str, str]
"""What is said of a job that is ordered, by name."""
Prepared = Callable[[Wired], Job]
"""A job that only needs the wired board: what could be refused before has not been."""

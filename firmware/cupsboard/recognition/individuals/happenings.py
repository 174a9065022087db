"""Events of individuals: lifted, landed, and an odd weight."""

from dataclasses import dataclass

from cupsboard.numbers import COSTS
from cupsboard.recognition.individuals.explaining import Standing
from cupsboard.rules.places import Kind, Place

_COSTS = COSTS.individuals


@dataclass(frozen=True, slots=True)
class Loosened:
    """One of these individuals was lifted from a place; which one is known when the place lies still."""

    place: Place
    kinds: Standing
    time: float


@dataclass(frozen=True, slots=True)
class Lifted:
    """An individual left a place at `time`.

    If a hand pressed there, or others left too, it may have been earlier (`perhaps_since`) or later
    (`perhaps_until`); None where that is excluded.
    """

    kind: Kind
    place: Place
    time: float
    perhaps_since: float | None = None
    perhaps_until: float | None = None

    @property
    def earliest(self) -> float:
        """Return the time until which it was certainly there."""
        return self.time if self.perhaps_since is None else min(self.time, self.perhaps_since)

    @property
    def latest(self) -> float:
        """Return the time from which it was certainly gone."""
        return self.time if self.perhaps_until is None else max(self.time, self.perhaps_until)


@dataclass(frozen=True, slots=True)
class Landed:
    """An individual was put down. `lifted` says when and where it was lifted, if that was seen.

    `meanwhile` are landings on other places in between, too short to be recognised. It landed no later than
    `perhaps_until`, if something else may have come and gone there before. `preceded_by` are such short
    landings on the same place, just before, of individuals that are in the air now.
    """

    kind: Kind
    place: Place
    time: float
    lifted: Lifted | None = None
    meanwhile: "tuple[Landed, ...]" = ()
    preceded_by: "tuple[Landed, ...]" = ()
    perhaps_until: float | None = None

    @property
    def latest(self) -> float:
        """Return the time from which it certainly stood there."""
        return self.time if self.perhaps_until is None else max(self.time, self.perhaps_until)


Happening = Loosened | Lifted | Landed


@dataclass(frozen=True, slots=True)
class Odd:
    """A place weighs `grams` more (or less) than the individuals on it, since a time."""

    grams: float
    since: float

    @classmethod
    def begun(cls, now: float, *, was_doubted: bool) -> "Odd":
        """Return an odd weight of 0 g that begins now, or earlier if the place was already doubtful."""
        return cls(0.0, now - _COSTS.doubted_seconds if was_doubted else now)

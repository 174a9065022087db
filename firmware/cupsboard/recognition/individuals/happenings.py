"""What happens to the individuals on a board, as it is told: lifted, landed, and something odd."""

from dataclasses import dataclass

from cupsboard.recognition.individuals.explaining import Standing
from cupsboard.rules.places import Kind, Place

DOUBTED_SECONDS = 1.0
"""So long what turns out to be odd is taken to have been in doubt: nobody waits for it once more."""


@dataclass(frozen=True, slots=True)
class Loosened:
    """One of these was lifted from a place at a time; which one is told when the place lies still."""

    place: Place
    kinds: Standing
    time: float


@dataclass(frozen=True, slots=True)
class Lifted:
    """An individual left a place at a time.

    If a hand pressed there, or others left too, it may have been earlier or later; None where it wasn't.
    """

    kind: Kind
    place: Place
    time: float
    perhaps_since: float | None = None
    perhaps_until: float | None = None

    @property
    def earliest(self) -> float:
        """It was there until then."""
        return self.time if self.perhaps_since is None else min(self.time, self.perhaps_since)

    @property
    def latest(self) -> float:
        """It was not there from then on."""
        return self.time if self.perhaps_until is None else max(self.time, self.perhaps_until)


@dataclass(frozen=True, slots=True)
class Landed:
    """An individual was put down. `lifted` says when and where it was taken up, if that was seen.

    `meanwhile` are landings of something as heavy, in between and so short that nobody knows what it was.
    It landed no later than `perhaps_until`, if something else may have come and gone there before.
    `preceded_by` are such landings on the same place, just before, of those that are in the air by now.
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
        """It stood there from then on."""
        return self.time if self.perhaps_until is None else max(self.time, self.perhaps_until)


Happening = Loosened | Lifted | Landed


@dataclass(frozen=True, slots=True)
class Odd:
    """A place weighs so many grams more (or less) than all that stands there, since a time."""

    grams: float
    since: float

    @classmethod
    def begun(cls, now: float, *, was_doubted: bool) -> "Odd":
        """Nothing odd yet. What was in doubt until now has been so for long enough to be said."""
        return cls(0.0, now - DOUBTED_SECONDS if was_doubted else now)

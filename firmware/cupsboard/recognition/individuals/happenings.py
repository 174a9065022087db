"""Events of individuals: lifted, landed, and an odd weight."""

from dataclasses import dataclass

from cupsboard.numbers import COSTS
from cupsboard.recognition.individuals.explaining import Standing
from cupsboard.rules.places import Kind, Place

_COSTS = COSTS.individuals


@dataclass(frozen=True, slots=True)
class Loosened:
    """One of the individuals `kinds` was lifted from `place` at `time` (in seconds).

    Which one is not known until the place lies still.
    """

    place: Place
    kinds: Standing
    time: float


@dataclass(frozen=True, slots=True)
class Lifted:
    """The individual `kind` was lifted from `place` at `time` (in seconds).

    If a hand pressed on the place, or other individuals left it too, the lift may have been as early as
    `perhaps_since` or as late as `perhaps_until`. Each is None where that is excluded.
    """

    kind: Kind
    place: Place
    time: float
    perhaps_since: float | None = None
    perhaps_until: float | None = None

    @property
    def earliest(self) -> float:
        """Return the earliest possible time of the lift: until then the individual stood on the place."""
        return self.time if self.perhaps_since is None else min(self.time, self.perhaps_since)

    @property
    def latest(self) -> float:
        """Return the latest possible time of the lift: from then on the individual was off the place."""
        return self.time if self.perhaps_until is None else max(self.time, self.perhaps_until)


@dataclass(frozen=True, slots=True)
class Landed:
    """The individual `kind` was put down on `place` at `time` (in seconds).

    `lifted` is the individual's last lift; None if no lift was seen. `meanwhile` are its possible short
    landings on other places since that lift, which the weights don't show for certain. `preceded_by` are
    possible short landings of other individuals on `place`, just before this one; those individuals are in
    the air now. If another thing may have stood on the place first, this landing may have been as late as
    `perhaps_until`; otherwise that is None.
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
        """Return the latest possible time of the landing: from then on the individual stood on the place."""
        return self.time if self.perhaps_until is None else max(self.time, self.perhaps_until)


Happening = Loosened | Lifted | Landed


@dataclass(frozen=True, slots=True)
class Odd:
    """An odd weight: since `since` (in seconds) a place weighs `grams` more than its individuals explain.

    `grams` is negative if the place weighs less.
    """

    grams: float
    since: float

    @classmethod
    def begun(cls, now: float, *, was_doubted: bool) -> "Odd":
        """Return an odd weight of 0 g that begins at `now` (in seconds).

        It begins a set time earlier if `was_doubted`, that is, if the place's weight was undecided already.
        """
        return cls(0.0, now - _COSTS.doubted_seconds if was_doubted else now)

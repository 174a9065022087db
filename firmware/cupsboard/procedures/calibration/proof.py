"""A calibration is proved: the mass on every place once more, and every cup lifted and put back once.

The mass shows whether the gains are right. The cups show what no calibration measures: how far a cup reads
otherwise when it sits a little otherwise. A hold leaves a part out, and a press what is left of the cups.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from math import hypot, sqrt
from statistics import median

from cupsboard.loop import Output
from cupsboard.procedures.calibration.mass_step import EMPTIED_SHARE
from cupsboard.procedures.calibration.measurements import Notes
from cupsboard.procedures.calibration.platform_and_cup_steps import LEAST_CHANGE_COUNTS
from cupsboard.procedures.calibration.raw_stillness import CountsWatch, RawCounts
from cupsboard.procedures.procedure import as_side
from cupsboard.procedures.rejections import cure
from cupsboard.referee.edges import Edge
from cupsboard.referee.gestures import Gestures
from cupsboard.referee.inputs import Hold, LongHold, Press
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Frame
from cupsboard.signs.scene import Meaning, Message, Phrases, Scene, Sign, Tone, Values

SURE = 4.0
"""Standard deviations from which a weight is off."""
LEAST_SHARE = 5e-4
"""A known mass read once comes no nearer than this, whatever the noise: the bar remembers loads."""
LIFTED_SHARE = 0.7
"""With this share of the cup gone it is off its platform."""
LIFTED_FRAMES = 3
ODD_SEAT_BEANS = 0.25
"""A cup that reads this much otherwise when it is put back makes the board ask about honest moves."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """What the known mass read on a place, in grams with a standard deviation, and what it is."""

    grams: float
    deviation: float
    known_grams: float

    @property
    def is_right(self) -> bool:
        """Whether it reads what it is."""
        return abs(self.grams - self.known_grams) <= SURE * self.deviation


@dataclass(frozen=True, slots=True)
class Proof:
    """What a proof came to: the mass by place, and how many grams each cup read otherwise when put back."""

    masses: Mapping[Place, Weighed]
    seats: Mapping[Place, float]
    bean_grams: float

    @property
    def is_good(self) -> bool:
        """Whether something was proved, and nothing was off."""
        is_any = bool(self.masses or self.seats)
        return is_any and all(each.is_right for each in self.masses.values()) and not self.odd_seats

    @property
    def odd_seats(self) -> dict[Place, float]:
        """The cups that read too far otherwise when they were put back, in grams."""
        most = ODD_SEAT_BEANS * self.bean_grams
        return {place: grams for place, grams in self.seats.items() if abs(grams) > most}

    @property
    def said(self) -> Phrases:
        """The proof as sentences, a line each."""
        return (*(_of_the_mass(*each) for each in self.masses.items()), *self._of_the_seats)

    @property
    def _of_the_seats(self) -> Phrases:
        if not self.seats:
            return ()
        usual = sqrt(sum(grams**2 for grams in self.seats.values()) / len(self.seats))
        worst = max(self.seats, key=lambda place: abs(self.seats[place]))
        values: Values = {
            "count": len(self.seats),
            "usual": f"{usual:.3f}",
            "place": worst,
            "grams": f"{self.seats[worst]:+.3f}",
            "bean": f"{self.bean_grams:.3f}",
        }
        return (Message("proof.seats", values), *(self._odd(*each) for each in self.odd_seats.items()))

    def _odd(self, place: Place, grams: float) -> Message:
        share = f"{abs(grams) / self.bean_grams:.1f}"
        return Message("proof.odd-seat", {"place": place, "grams": f"{grams:+.3f}", "share": share})


def _of_the_mass(place: Place, weighed: Weighed) -> Message:
    values: Values = {"place": place, "grams": f"{weighed.grams:.2f}", "known": f"{weighed.known_grams:.2f}"}
    if weighed.is_right:
        return Message("proof.right", values)
    share = f"{weighed.grams / weighed.known_grams - 1:+.1%}"
    return Message("proof.off", {**values, "share": share, "option": f"--place {place}"})


class _Part(Enum):
    MASS = "the known mass on every place"
    CUPS = "every cup lifted and put back"
    DONE = "done"

    __hash__ = object.__hash__


class Proving:
    """Proves one calibration; implements `Procedure`."""

    def __init__(self, calibration: Calibration, cells: Sequence[Place], *, has_cups: bool) -> None:
        """`cells` are the places in the order of a frame's readings."""
        self._calibration = calibration
        self._cells = tuple(cells)
        self._left = list(cells)
        self._has_cups = has_cups
        self._watch = CountsWatch(cells, calibration.rate_sps)
        self._gestures = Gestures()
        self._part = _Part.MASS
        self._empty: dict[Place, RawCounts] = {}
        self._loaded: tuple[Place, RawCounts] | None = None
        self._standing: dict[Place, RawCounts] = {}
        self._lifted: dict[Place, int] = {}
        self._masses: dict[Place, tuple[float, float]] = {}
        """What the mass read on a place, in grams, with the variance of that."""
        self._seats: dict[Place, float] = {}
        self._message = Message("calibrate-still")
        self._signs: tuple[Sign, ...] = ()

    @property
    def is_finished(self) -> bool:
        """See `Procedure`."""
        return self._part is _Part.DONE

    @property
    def is_still(self) -> bool:
        """See `Activity`."""
        return not self._watch.moving

    @property
    def progress(self) -> tuple[int, int]:
        """How many readings are done, and of how many."""
        done = len(self._masses) + len(self._seats)
        return done, len(self._masses) + len(self._left) + (len(self._cells) if self._has_cups else 0)

    @property
    def proof(self) -> Proof:
        """Return what it has come to so far; a mass of unknown weight is compared with itself."""
        alike = median(grams for grams, _ in self._masses.values()) if self._masses else 0.0
        masses = {}
        for place, (grams, variance) in self._masses.items():
            values = self._calibration.places[place]
            known = values.reference_grams or alike
            deviation = hypot(sqrt(variance), max(values.gain_error, LEAST_SHARE) * known)
            masses[place] = Weighed(grams, deviation, known)
        return Proof(masses, self._seats, self._calibration.beans.mean_grams)

    def step(self, now: float, frame: Frame | None, edges: Sequence[Edge]) -> Output:
        """See `Activity`."""
        gestures = self._gestures.step([as_side(edge) for edge in edges], now)
        is_held = any(isinstance(each, Hold | LongHold) for each in gestures)
        is_pressed = any(isinstance(each, Press) for each in gestures)
        before = self.progress[0]
        if frame is not None:
            self._watch.step(frame)
        if is_held:
            self._go_on()
        elif self._part is _Part.MASS:
            self._look_for_the_mass(is_pressed=is_pressed)
        elif self._part is _Part.CUPS and is_pressed:
            self._go_on()
        elif self._part is _Part.CUPS and frame is not None:
            self._look_for_cups()
        tone = Tone.AGREED if self.progress[0] > before else None
        return Output.of(Scene(self._signs, None, self._message), tone)

    def _go_on(self) -> None:
        is_next = self._part is _Part.MASS and self._has_cups
        self._part = _Part.CUPS if is_next else _Part.DONE
        self._signs = ()
        self._message = Message("calibrate-still" if is_next else "prove-done")

    # --- the known mass -------------------------------------------------------------------------

    def _look_for_the_mass(self, *, is_pressed: bool) -> None:
        needed = self._left[0] if self._loaded is None else self._loaded[0]
        if (fault := self._watch.faults((needed,)).get(needed)) is not None:
            self._say_unread(needed, fault)
            return
        now = self._watch.all_counts(self._cells)
        if now is None:
            return
        for place, counts in now.items():
            self._empty.setdefault(place, counts)
        changes = {place: counts.mean - self._empty[place].mean for place, counts in now.items()}
        if self._loaded is not None:
            self._wait_for_its_end(now, changes)
            return
        heavy = [place for place, change in changes.items() if change > LEAST_CHANGE_COUNTS]
        light = [place for place, change in changes.items() if change < -LEAST_CHANGE_COUNTS]
        if len(heavy) > 1:
            one, other = heavy[:2]
            signs = [Sign(place, Meaning.TOO_MANY) for place in heavy]
            self._say(Message("calibrate-two", {"place": one, "other": other}), *signs)
        elif heavy:
            self._loaded = (heavy[0], now[heavy[0]])
            key = "calibrate-unload" if heavy[0] == self._left[0] else "calibrate-unload-there"
            self._say(Message(key, {"place": heavy[0]}), Sign(heavy[0], Meaning.TOO_MANY))
        elif light and not is_pressed:
            self._say(Message("calibrate-lighter", {"place": light[0]}), Sign(light[0], Meaning.LIFTED))
        else:
            self._empty.update(now)
            asked = self._left[0]
            self._say(Message("prove-load", {"place": asked}), Sign(asked, Meaning.MUST_NEXT))

    def _wait_for_its_end(self, now: Mapping[Place, RawCounts], changes: Mapping[Place, float]) -> None:
        assert self._loaded is not None
        place, loaded = self._loaded
        if place not in now:
            return
        before, after = self._empty[place], now[place]
        if changes[place] > EMPTIED_SHARE * (loaded.mean - before.mean):
            return
        # The mean of before and after takes out whatever drifted evenly in between.
        rise = loaded.mean - (before.mean + after.mean) / 2
        variance = loaded.variance + (before.variance + after.variance) / 4
        self._note(place, rise, variance)
        self._loaded = None
        self._empty.update(now)
        if not self._left:
            self._go_on()

    def _note(self, place: Place, rise: float, variance: float) -> None:
        scale = self._calibration.places[place].counts_per_gram
        self._masses[place] = (rise / scale, variance / scale**2)
        # A place on which the mass lands unasked is as good as the one that was asked for.
        self._left.remove(place if place in self._left else self._left[-1])

    # --- the cups -------------------------------------------------------------------------------

    def _look_for_cups(self) -> None:
        for place in self._cells:
            if place in self._seats:
                continue
            settled, latest = self._watch.counts(place), self._watch.latest[place]
            standing = self._standing.get(place)
            if standing is None:
                if isinstance(settled, RawCounts):
                    self._standing[place] = settled
                continue
            values = self._calibration.places[place]
            cup_counts = values.cup_grams * values.counts_per_gram
            is_off = latest is not None and latest < standing.mean - LIFTED_SHARE * cup_counts
            if is_off:
                self._lifted[place] = self._lifted.get(place, 0) + 1
            elif self._lifted.get(place, 0) < LIFTED_FRAMES:
                self._lifted.pop(place, None)
            elif isinstance(settled, RawCounts) and settled.mean > standing.mean - 0.5 * cup_counts:
                self._seats[place] = (settled.mean - standing.mean) / values.counts_per_gram
        faults = self._watch.faults(self._cells)
        if len(faults) == len(self._cells):
            self._say_unread(*next(iter(faults.items())))
            return
        readable = [place for place in self._cells if place in self._standing]
        missing = [place for place in readable if place not in self._seats]
        if readable and not missing:
            self._go_on()
            return
        off = {place for place, frames in self._lifted.items() if frames >= LIFTED_FRAMES}
        signs = [Sign(each, Meaning.LIFTED if each in off else Meaning.TOO_MANY) for each in missing]
        self._say(Message("prove-cups", {"missing": len(missing)}), *signs)

    def _say_unread(self, place: Place, fault: CellFault) -> None:
        why = (Message(f"faults.{fault.name}"),)
        values: Values = {"place": place, "fault": why, "cure": (cure(fault),)}
        self._say(Message("prove-unread", values), Sign(place, Meaning.DEAD))

    def _say(self, message: Message, *signs: Sign) -> None:
        self._message, self._signs = message, signs


def seats_of(notes: Notes, calibration: Calibration) -> Phrases:
    """Return how far the cups read otherwise that were lifted and put back while the board was calibrated."""
    seats = {
        place: known.seat_counts / calibration.places[place].counts_per_gram
        for place, known in notes.places.items()
        if known.cup and known.again
    }
    return Proof({}, seats, calibration.beans.mean_grams).said

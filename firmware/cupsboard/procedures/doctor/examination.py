"""The doctor: a board is read for a while, then every place and every button is pressed once.

Nothing is changed by it. The cups stand empty on their places meanwhile; spots and trays are bare.
"""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import fmean, median

from cupsboard.drivers.hx711.cell_health import OF_THE_COMPUTER, CellHealth, Refusal, doubted_by_chance
from cupsboard.loop import Output
from cupsboard.referee.edges import Edge
from cupsboard.rules.places import Place, Side
from cupsboard.scales.calibration import Calibration, PlaceCalibration
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Frame
from cupsboard.signs.scene import Meaning, Message, Scene, Sign, Tone

READING_SECONDS = 20.0
BASE_SAMPLES = 8
TOUCH_GRAMS, FAINT_GRAMS = 5.0, 0.5
"""What a finger weighs at least, and what shows of it where a platform or a cell lets little through."""
STILL_GRAMS, MOST_RESTLESS = TOUCH_GRAMS / 4, 0.02
"""With all hands off a place that is a witness of touches shows no more than such a share of its readings
further than so much from the middle one."""
TOUCH_PATIENCE_SECONDS = 20.0
SHARE_OF_A_TOUCH = 0.5
"""A place that feels so much of the strongest touch was touched itself, as far as its wires can tell."""
QUIET_SAMPLES = 8
TOUCH_SAMPLES = 3
PARTS, LEAST_PART = 4, 0.15
"""A zero drifts if its rest, cut into `PARTS`, sees at least this share of the whole change in each part."""

Health = Callable[[], Mapping[str, CellHealth]]
"""What the bank says of its cells now."""


@dataclass(frozen=True, slots=True)
class PlaceFindings:
    """What was seen of one place.

    `off_grams` is how far the empty cup is from what the calibration says, None where that isn't known;
    `heard_grams` what the place felt at most while its neighbours were pressed, and `touch_grams` its own
    touch, negative where it weighed less meanwhile; None where nothing was felt.
    """

    place: Place
    cell_serial: str
    readings: int
    seconds: float
    noise_grams: float | None
    calibrated_noise_grams: float
    off_grams: float | None
    sway_grams: float
    """How far apart the middle readings of its seconds lay."""
    restless: int
    """How many of its readings lay further than `STILL_GRAMS` from the middle one."""
    drift_grams: float
    """By how much it went on steadily, in a minute; 0 where it lay still, jumped, or wandered."""
    repeats: int
    """How often the same counts came twice in a row."""
    faults: Mapping[CellFault, int]
    stops: int
    """How often a fault followed a weight of this place; a single missed reading does not count."""
    rejects: Mapping[str, int]
    """Since its first weight, by their reasons; without doubts that a sound cell gives by chance."""
    nominal_sps: int | None
    touch_grams: float | None
    felt_at: tuple[Place, ...]
    """Other places that felt its touch as if it were theirs."""
    heard_grams: float
    late_share: float | None = None
    """Share of its words that were refused because the computer came late, or held the clock for too long;
    None where no word was read, or its line is low whatever is clocked."""
    is_unread: bool = False
    """Whether it gave no weight while it was to be touched."""
    is_back: bool = False
    """Whether it gave a weight at the examination's end."""
    rest_grams: float = 0.0
    """How far from its rest the place stayed after its touch, at the closest."""

    @property
    def is_witness(self) -> bool:
        """Whether it lay still while all hands were off, so that what it felt later was a touch."""
        return self.readings > 0 and self.restless <= MOST_RESTLESS * self.readings


@dataclass(frozen=True, slots=True)
class Findings:
    """What was seen of the board."""

    places: tuple[PlaceFindings, ...]
    buttons: tuple[str, ...]
    """Those that were pressed and felt."""
    missing_buttons: tuple[str, ...] = ()


@dataclass(slots=True)
class _Record:
    """The readings of one place so far."""

    values: PlaceCalibration
    grams: list[float] = field(default_factory=list)
    repeats: int = 0
    faults: Counter[CellFault] = field(default_factory=Counter)
    stops: int = 0
    is_stopped: bool = True
    latest: float | None = None
    recent: list[float] = field(default_factory=list)
    touch: float | None = None
    felt_at: tuple[Place, ...] = ()
    heard: float = 0.0
    is_unread: bool = False
    """Whether no weight has come since its touch was asked for; and whether none had when that ended."""
    was_unread: bool = False
    rest_before: float | None = None
    """Grams that the place weighed just before its own touch; None until that touch has ended."""
    rest: float | None = None
    base: float | None = None
    peak: float = 0.0
    """The weight furthest from the base, beyond it."""
    last_counts: int | None = None
    at_start: CellHealth | None = None
    """The bank's health of this cell when its first weight came; None before any is known."""

    def take(self, reading: int | CellFault, *, is_reading: bool) -> None:
        if isinstance(reading, CellFault):
            self.faults[reading] += is_reading
            if reading is not CellFault.MISSED:
                self.stops += is_reading and not self.is_stopped
                self.is_stopped = True
            return
        self.is_stopped = self.is_unread = False
        grams = (reading - self.values.zero_counts) / self.values.counts_per_gram
        self.latest = grams
        self.recent = [*self.recent, grams][-QUIET_SAMPLES:]
        if is_reading:
            self.grams.append(grams)
            self.repeats += reading == self.last_counts
        self.last_counts = reading
        if self.rest_before is not None:
            off = median(self.recent) - self.rest_before
            self.rest = off if self.rest is None else min(self.rest, off, key=abs)
        if self.base is not None:
            # One wild reading is no touch.
            self.peak = max(self.peak, median(self.recent[-TOUCH_SAMPLES:]) - self.base, key=abs)

    def is_quiet(self) -> bool:
        """Whether nothing presses any more; a place that can't be read keeps nobody waiting."""
        if self.latest is None or self.base is None:
            return True
        return max(abs(grams - self.base) for grams in self.recent) < TOUCH_GRAMS / 2


class Examining:
    """One examination of a board with empty cups."""

    def __init__(
        self,
        calibration: Calibration,
        cells: Sequence[Place],
        health: Health,
        *,
        knows_weights: bool = True,
        seats: Sequence[str] = (),
    ) -> None:
        """`cells` are the places in the order of a frame's readings.

        A table without sides has `seats` with a button each, and no cups of its own. Without `knows_weights`
        the calibration is only assumed: what a place weighs empty says nothing.
        """
        self._cells = tuple(cells)
        self._knows_weights = knows_weights
        self._records = {place: _Record(calibration.places[place]) for place in cells}
        self._health = health
        self._witnesses: dict[Place, _Record] | None = None
        """The places that are pressed, and asked what they felt; None until the board was read."""
        self._began: float | None = None
        self._to_touch = list(cells)
        self._asked_since: float | None = None
        self._seats = tuple(seats)
        self._wanted_buttons = self._seats or tuple(side.value for side in Side)
        self._buttons: list[str] = []
        self._buttons_since: float | None = None
        self.is_finished = False
        """Whether everything was looked at."""

    @property
    def is_still(self) -> bool:
        """Whether cells may be started anew: while the board is read that would hide what is wrong with them.

        Afterwards one that hangs by then could feel no touch.
        """
        return self._witnesses is not None

    def step(self, now: float, frame: Frame | None, edges: Sequence[Edge]) -> Output:
        """Take what the ports gave."""
        if self._began is None:
            self._began = now
        is_reading = now - self._began < READING_SECONDS
        if frame is not None:
            for place, reading in zip(self._cells, frame.readings, strict=True):
                self._records[place].take(reading, is_reading=is_reading)
            self._mind_starts()
        tone = None
        if not is_reading:
            if self._witnesses is None:
                places = {each.place for each in self.findings.places if each.is_witness}
                self._witnesses = {place: self._records[place] for place in self._cells if place in places}
                self._to_touch = list(self._witnesses)
            tone = self._touching(now, self._witnesses) if self._to_touch else self._pressing(now, edges)
        return Output.of(Scene(self._signs(is_reading), None, self._message(is_reading)), tone)

    def _mind_starts(self) -> None:
        """Note what was refused of a cell until its first weight: it says nothing against the cell."""
        started = {
            place: r for place, r in self._records.items() if r.latest is not None and r.at_start is None
        }
        if started:
            health = self._health()
            for place, record in started.items():
                record.at_start = health.get(place)

    def _touching(self, now: float, witnesses: Mapping[Place, _Record]) -> Tone | None:
        place = self._to_touch[0]
        if self._asked_since is None:
            self._asked_since = now
            for record in witnesses.values():
                record.base = median(record.recent) if record.recent else None
                record.peak = 0.0
            witnesses[place].is_unread = True
            return None
        own, strongest = witnesses[place], self._strongest()
        is_felt = strongest >= TOUCH_GRAMS
        is_given_up = now - self._asked_since > TOUCH_PATIENCE_SECONDS
        if not is_given_up and not (is_felt and all(each.is_quiet() for each in witnesses.values())):
            return None
        least = max(TOUCH_GRAMS, SHARE_OF_A_TOUCH * strongest)
        is_own = abs(own.peak) >= max(FAINT_GRAMS, SHARE_OF_A_TOUCH * strongest)
        own.touch = own.peak if is_own else None
        others = {other: record for other, record in witnesses.items() if other != place}
        own.felt_at = tuple(other for other, record in others.items() if abs(record.peak) >= least)
        for other, record in others.items():
            if other not in own.felt_at:
                record.heard = max(record.heard, abs(record.peak))
        own.rest_before, own.was_unread = own.base, own.is_unread
        self._to_touch.pop(0)
        self._asked_since = None
        return Tone.AGREED if is_felt else Tone.NOT_NOW

    def _strongest(self) -> float:
        return max(abs(record.peak) for record in (self._witnesses or {}).values())

    def _pressing(self, now: float, edges: Sequence[Edge]) -> Tone | None:
        if self._buttons_since is None:
            self._buttons_since = now
        fresh = [edge.button for edge in edges if edge.is_down]
        self._buttons += [name for name in dict.fromkeys(fresh) if name not in self._buttons]
        is_given_up = now - self._buttons_since > TOUCH_PATIENCE_SECONDS
        self.is_finished = not self._missing_buttons or is_given_up
        return Tone.AGREED if fresh else None

    def _signs(self, is_reading: bool) -> tuple[Sign, ...]:
        """Hands off: dark. Then the place to press. Then every light there is, until both buttons were."""
        if is_reading or self.is_finished:
            return ()
        if self._to_touch:
            return (
                ()
                if self._strongest() >= TOUCH_GRAMS or self._asked_since is None
                else (Sign(self._to_touch[0], Meaning.LOOK),)
            )
        return tuple(Sign(place, Meaning.WINNER) for place in self._cells)

    def _message(self, is_reading: bool) -> Message:
        if is_reading:
            return Message("doctor-reading-spots" if self._seats else "doctor-reading")
        if self._to_touch:
            return Message("doctor-touch", {"place": self._to_touch[0]})
        if self.is_finished:
            return Message("doctor-done")
        if self._seats:
            return Message("doctor-buttons-seats", {"missing": len(self._missing_buttons)})
        return Message("doctor-buttons")

    @property
    def _missing_buttons(self) -> tuple[str, ...]:
        return tuple(name for name in self._wanted_buttons if name not in self._buttons)

    @property
    def findings(self) -> Findings:
        """Return what was seen so far."""
        health = self._health()
        places = tuple(self._found(place, health.get(place)) for place in self._cells)
        return Findings(places, tuple(self._buttons), self._missing_buttons)

    def _found(self, place: Place, health: CellHealth | None) -> PlaceFindings:
        record = self._records[place]
        grams = record.grams
        noise = _noise(grams)
        middle = median(grams) if grams else None
        restless = 0 if middle is None else sum(abs(each - middle) > STILL_GRAMS for each in grams)
        return PlaceFindings(
            place=place,
            cell_serial=record.values.cell_serial,
            readings=len(grams),
            seconds=READING_SECONDS,
            noise_grams=noise,
            calibrated_noise_grams=record.values.noise_grams,
            off_grams=middle - record.values.cup_grams
            if middle is not None and self._knows_weights
            else None,
            sway_grams=_sway(grams),
            restless=restless,
            drift_grams=60.0 * _drift(grams) / READING_SECONDS,
            repeats=record.repeats,
            faults=dict(record.faults),
            stops=record.stops,
            rejects={} if health is None else _rejects(health, record, noise),
            nominal_sps=None if health is None else health.nominal_sps,
            touch_grams=record.touch,
            felt_at=record.felt_at,
            heard_grams=record.heard,
            late_share=None if health is None else _late_share(health),
            is_unread=record.was_unread,
            is_back=not record.is_stopped,
            rest_grams=record.rest or 0.0,
        )


def _rejects(health: CellHealth, record: _Record, noise_grams: float | None) -> dict[str, int]:
    before, frames = record.at_start, health.frames
    since = dict(health.refusals)
    if before is not None:
        frames -= before.frames
        since = {why: count - before.refusals.get(why, 0) for why, count in since.items()}
    noise_counts = (noise_grams or 0.0) * abs(record.values.counts_per_gram)
    if since.get(Refusal.DOUBTFUL, 0) <= doubted_by_chance(frames, noise_counts):
        since.pop(Refusal.DOUBTFUL, None)
    return {why.name: count for why, count in since.items() if count}


def _late_share(health: CellHealth) -> float | None:
    late = sum(health.refusals.get(why, 0) for why in OF_THE_COMPUTER)
    words = health.frames + sum(n for why, n in health.refusals.items() if why is not Refusal.NOT_READY)
    is_clocked = health.frames > 0 or health.fault is not CellFault.STUCK_LOW
    return late / words if words and is_clocked else None


def _drift(grams: Sequence[float]) -> float:
    """How far a place went that was left alone, if it went on the same way; spikes tell nothing."""
    part = len(grams) // PARTS
    if part < QUIET_SAMPLES:
        return 0.0
    parts = [median(grams[number * part : (number + 1) * part]) for number in range(PARTS)]
    gone = parts[-1] - parts[0]
    is_steady = all((b - a) * gone > LEAST_PART * gone * gone for a, b in pairwise(parts))
    return gone * PARTS / (PARTS - 1) if is_steady else 0.0


def _sway(grams: Sequence[float]) -> float:
    part = len(grams) // round(READING_SECONDS)
    if part < 1:
        return 0.0
    middles = [median(grams[first : first + part]) for first in range(0, len(grams) - part + 1, part)]
    return max(middles) - min(middles)


def _noise(grams: Sequence[float]) -> float | None:
    """The standard deviation of one reading by the differences of neighbours, whatever drifts or jumps."""
    if len(grams) < BASE_SAMPLES:
        return None
    squares = sorted((b - a) ** 2 / 2 for a, b in pairwise(grams))
    # Without the largest twentieth: a touch or a spike is no noise.
    return math.sqrt(fmean(squares[: max(1, round(0.95 * len(squares)))]) / 0.77)

"""What a doctor's findings mean: one line of verdict for every place, and for the board."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from cupsboard.drivers.hx711.cell_health import OF_THE_LINE, Refusal
from cupsboard.procedures.doctor.examination import TOUCH_GRAMS, Findings, PlaceFindings
from cupsboard.procedures.rejections import cure
from cupsboard.profile import Profile
from cupsboard.rules.places import Place
from cupsboard.scales.cell_faults import CellFault
from cupsboard.signs.scene import Message, Phrases
from cupsboard.signs.sentences import ENGLISH, Language, say, say_all

MOST_NOISE = 3.0
"""Times the calibrated noise; recognition believes up to six, but twice is worth looking at."""
MOST_OFF_GRAMS = 0.5
"""An empty cup that is off by more has a bean in it, or its zero has gone: no drift in a room does that."""
MOST_DRIFT_GRAMS = 0.15
"""In a minute. A board that warms up goes by a tenth of that; by more a bean seems to lie there soon."""
LEAST_SHARE = 0.8
"""Of the readings that the rate promises, or that the other places have."""
FAINT_SHARE = 0.25
"""A place that reads otherwise and feels less than this share of the usual touch has another gain now."""
QUIET_SHARE = 0.4
"""Of the calibrated noise."""
MOST_CROSSTALK = 0.02
"""Share of a neighbour's touch that a place may feel through the board."""
MOST_REPEATS = 0.3
"""Share of equal readings in a row; noise of a few counts alone gives less than a tenth."""
MOST_SWAY_GRAMS, MOST_SWAY = 0.5, 3.0
"""A place wanders if its seconds lie further apart than this, and than so many times its noise."""
MOST_LATE = 0.01
"""Share of a cell's words that its computer spoiled; on a board that is well it is a third of that."""
MOST_FAULTS = 0.05
LEAST_COMMON, FEWEST_COMMON = 0.8, 3
"""What so large a share of the places, and so many, have in common has one cause."""
FEWEST_STARTS = 2
"""Of a Pico; it starts once with the board."""
REJECTS_WORTH_SAYING = 6
"""Since the first weight of the place: what is refused before one is the start of the cell."""
BOARD, BUTTONS = "board", "buttons"
"""The names of the lines that aren't a place's."""
_FEW = ("few", "few-by-pico")
_DEAD = {CellFault.STUCK_LOW: "low", CellFault.SILENT: "silent", CellFault.UNHEARD: "unheard"}
_OF_ALL = (*_DEAD.values(), "no-weight", "noisy", "drifts", "no-touch", "hears", "off-anew", _FEW[True])
"""The troubles that are told once, of the board, where nearly all places have the same one."""
_OF_BRANCH = ("low", "silent", "noisy")
"""The troubles that are told once where all places of a clock branch have the same one."""
_BY_COMPUTER = ("now-and-then", "few", "silent", "low", "unread")
"""The troubles of a place that the computer causes by reading late, or with breaks."""
_OF_LINE = {
    Refusal.RESTARTED: (FEWEST_STARTS, "restarts"),
    Refusal.GARBLED: (REJECTS_WORTH_SAYING, "garbled"),
}
"""The refusals of a Pico's serial line: from how many on a refusal is told, and by which sentence.

Restarts come first, for a Pico that restarts also garbles records."""
_BY_LINE = ("unheard", "now-and-then", "noisy", "hangs", _FEW[True])
"""The troubles of a place that a Pico's serial line causes by losing or spoiling results."""
_CONVERTING = (CellFault.SATURATED_LOW, CellFault.SATURATED_HIGH)
"""Of these a cell gives no weight, but is alive."""


@dataclass(frozen=True, slots=True)
class Line:
    """The verdict on one thing: what is wrong with it, and what was measured."""

    name: str
    troubles: Phrases
    facts: Phrases

    @property
    def is_good(self) -> bool:
        """Whether nothing is wrong with it."""
        return not self.troubles

    def told(self, language: Language = ENGLISH) -> str:
        """Return all of it as a line of text."""
        name = say(_said(self.name), language) if self.name in (BOARD, BUTTONS) else self.name
        verdict = say(_said("good" if self.is_good else "look"), language)
        return f"{name:<12} {verdict}  {self._said(language)}"

    def _said(self, language: Language) -> str:
        facts = [say_all(self.facts, language)] if self.facts else []
        return "; ".join([*(say(each, language) for each in self.troubles), *facts])

    @property
    def said(self) -> str:
        """Return what is wrong and what was measured, in English."""
        return self._said(ENGLISH)

    def __str__(self) -> str:
        return self.told()


def diagnose(findings: Findings, board: Profile) -> tuple[Line, ...]:
    """Return a line for each cause that several places have in common, one a place, then the buttons.

    Where one cause explains what several places show, those are sent to it and to no wire of their own. What
    is named is part of the wiring of this board: one whose chips hang on a Pico has no gate and no branch.
    """
    own = dict(_troubles(findings.places, has_pico=board.pico is not None))
    kinds = {place.place: _kind(place, own[place.place]) for place in findings.places}
    causes = tuple(_of_reader(findings.places, kinds))
    for _, places in causes:
        kinds = {place: kind for place, kind in kinds.items() if place not in places}
    causes += tuple(_causes(own, kinds, board.clock_branches))
    explained = frozenset[Place]().union(*(places for _, places in causes))
    lines = [
        Line(
            place.place,
            (_said("see-board"),) if place.place in explained else own[place.place],
            tuple(_facts(place)),
        )
        for place in findings.places
    ]
    common = (Line(BOARD, tuple(cause for cause, _ in causes), ()),) if causes else ()
    return (*common, *lines, buttons_line(findings.missing_buttons, len(findings.buttons)))


def _troubles(places: Sequence[PlaceFindings], *, has_pico: bool) -> Iterator[tuple[Place, Phrases]]:
    """Yield what is wrong with each place by itself."""
    rates = [place.nominal_sps for place in places if place.nominal_sps is not None]
    usual = max(set(rates), key=rates.count) if rates else None
    touches = [abs(place.touch_grams) for place in places if place.touch_grams is not None]
    of_readings = {place.place: tuple(_of_readings(place, usual, has_pico=has_pico)) for place in places}
    # A frame waits for a chip that is slow or dead, which costs all others readings: as many at one as at
    # another, so a place that has clearly fewer loses them by itself.
    fewer = LEAST_SHARE * median([place.readings for place in places if place.readings] or [0])
    blames = {
        place.place: [_blame(each, has_fewer=place.readings < fewer) for each in of_readings[place.place]]
        for place in places
    }
    blame = max((max(each, default=0) for each in blames.values()), default=0)
    if blame == 1 and sum(map(any, blames.values())) >= LEAST_COMMON * len(places):
        blame = 0
    for place in places:
        said = zip(of_readings[place.place], blames[place.place], strict=True)
        troubles = tuple(each for each, own in said if own >= blame)
        if not troubles:
            wrong = tuple(_of_touch(place, touches))
            troubles = (*wrong, *_of_weight(place, is_wired_well=not wrong))
        yield place.place, troubles


def _blame(trouble: Message, *, has_fewer: bool) -> int:
    """Return whose a trouble is: 0 where a place waits for others, 1 where they wait for it, 2 its own.

    Of a place that `has_fewer` readings than the others, those that it misses are its own.
    """
    key = _key((trouble,))
    if key == "now-and-then" and trouble.values["fault"] == _fault(CellFault.MISSED):
        return 1 + has_fewer
    return 0 if key in _FEW else 2


def _key(troubles: Phrases) -> str:
    return troubles[0].key.removeprefix("diagnosis.") if troubles else ""


def _kind(place: PlaceFindings, troubles: Phrases) -> str:
    """Return what several places may show for one reason."""
    key = _key(troubles)
    if key == "dead":
        return _DEAD.get(_worst(place) or CellFault.SILENT, "silent")
    return {"wanders": "noisy", "wild": "noisy"}.get(key, key)


def _of_reader(
    places: Sequence[PlaceFindings], kinds: Mapping[Place, str]
) -> Iterator[tuple[Message, frozenset[Place]]]:
    """Yield what is wrong with what reads all cells, and the places that this explains."""
    late = [place.late_share for place in places if place.late_share is not None]
    by_computer = frozenset(place for place, kind in kinds.items() if kind in _BY_COMPUTER)
    if 2 * len(late) > len(places) and min(late) > MOST_LATE and by_computer:
        yield _said("late", percent=f"{min(late):.0%}"), by_computer
    by_line = frozenset(place for place, kind in kinds.items() if kind in _BY_LINE)
    for why, (fewest, key) in _OF_LINE.items():
        count = max((place.rejects.get(why.name, 0) for place in places), default=0)
        if count >= fewest:
            yield _said(key, count=count), by_line
            return


def _causes(
    own: Mapping[Place, Phrases], kinds: Mapping[Place, str], branches: Sequence[Sequence[Place]]
) -> Iterator[tuple[Message, frozenset[Place]]]:
    """Yield what all places, or all of a branch, show for one reason, and those places."""
    for kind in dict.fromkeys(kinds.values()):
        places = frozenset(place for place in kinds if kinds[place] == kind)
        is_dead = kind in _DEAD.values()
        if len(places) >= max(FEWEST_COMMON, (1.0 if is_dead else LEAST_COMMON) * len(kinds)):
            if kind in _OF_ALL:
                yield _said(f"all-{kind}"), places
            elif kind in ("slow", _FEW[False]):
                # What a place says of the computer is no other for all of them.
                yield own[min(places)][0], places
        elif kind in _OF_BRANCH:
            for branch in branches:
                if len(branch) > 1 and places.issuperset(branch):
                    yield _said(f"branch-{kind}", places=_named(branch)), frozenset(branch)


def buttons_line(missing: Sequence[str], felt: int) -> Line:
    """Return the verdict on the buttons: `missing` were not felt, and `felt` is how many were."""
    if missing:
        return Line(BUTTONS, (_said("no-press", what=_named(map(Place, missing))),), ())
    return Line(BUTTONS, (), (_said("both-felt" if felt == 2 else "all-felt"),))


def _said(key: str, **values: str | int | Phrases) -> Message:
    return Message(f"diagnosis.{key}", dict(values))


def _named(places: Iterable[Place]) -> Phrases:
    return tuple(Message("place", {"place": place}) for place in places)


def _of_readings(place: PlaceFindings, usual_sps: int | None, *, has_pico: bool) -> Iterator[Message]:
    """Return what spoils the readings themselves; then nothing else can be said of the place."""
    worst = _worst(place)
    if worst is CellFault.SLOW_CLOCK and place.faults[worst] > MOST_FAULTS * place.readings:
        yield _said("slow", fault=_fault(worst), cure=(cure(worst),))
        return
    if place.readings == 0:
        why = (_said("no-readings"),) if worst is None else _fault(worst)
        seen = worst or CellFault.SILENT
        yield _said("no-weight" if worst in _CONVERTING else "dead", fault=why, cure=(cure(seen),))
        return
    hung_once = _hung_once(place)
    if place.repeats > MOST_REPEATS * place.readings:
        yield _said("hangs", times=place.repeats)
    if (
        worst is not None
        and not hung_once
        and worst not in (CellFault.STARTING, CellFault.FROZEN)
        and place.faults[worst] > MOST_FAULTS * place.readings
    ):
        yield _said("now-and-then", fault=_fault(worst), times=place.faults[worst], cure=(cure(worst),))
    if place.nominal_sps not in (None, usual_sps):
        yield _said("other-rate", rate=str(place.nominal_sps), usual=str(usual_sps))
    elif not hung_once and place.readings < LEAST_SHARE * (place.nominal_sps or 0) * place.seconds:
        yield _said(_FEW[has_pico], rate=f"{place.readings / place.seconds:.1f}")
    is_noisy = place.noise_grams is not None and place.noise_grams > MOST_NOISE * place.calibrated_noise_grams
    # What drifts goes on smoothly; a loose wire's steps are noise as well.
    if abs(place.drift_grams) > MOST_DRIFT_GRAMS and not is_noisy:
        yield _said("drifts", grams=f"{place.drift_grams:+.1f}", cure=(cure(CellFault.DRIFTING),))
    elif place.sway_grams > max(MOST_SWAY_GRAMS, MOST_SWAY * (place.noise_grams or 0.0)):
        yield _said("wanders", grams=f"{place.sway_grams:.1f}")
    if place.noise_grams is not None and is_noisy:
        yield _said("noisy", times=f"{place.noise_grams / place.calibrated_noise_grams:.0f}")
    if not place.is_witness:
        yield _said("wild", times=place.restless)


def _hung_once(place: PlaceFindings) -> bool:
    """Return whether a converter stood still in the middle of a word, as some do: a game starts it anew."""
    return place.is_back and place.stops <= 1 and _worst(place) in (CellFault.STUCK_LOW, CellFault.SILENT)


def _worst(place: PlaceFindings) -> CellFault | None:
    return max(place.faults, key=lambda fault: place.faults[fault], default=None)


def _fault(fault: CellFault) -> Phrases:
    return (Message(f"faults.{fault.name}"),)


def _of_weight(place: PlaceFindings, *, is_wired_well: bool) -> Iterator[Message]:
    """Where wires or platforms are wrong no calibration is advised: it would hide that."""
    if _is_off(place):
        grams = f"{place.off_grams:+.2f}"
        command = f"cupsboard calibrate --place {place.place}"
        yield _said("off-anew", grams=grams, command=command) if is_wired_well else _said("off", grams=grams)


def _is_off(place: PlaceFindings) -> bool:
    return place.off_grams is not None and abs(place.off_grams) > MOST_OFF_GRAMS


def _is_changed(place: PlaceFindings) -> bool:
    """Return whether it reads otherwise than when it was calibrated; a cell of a higher rating is quieter."""
    noise = place.noise_grams
    return _is_off(place) or (noise is not None and noise < QUIET_SHARE * place.calibrated_noise_grams)


def _of_touch(place: PlaceFindings, touches: Sequence[float]) -> Iterator[Message]:
    """Return what its touch tells of a place; `touches` are those of all places, in grams."""
    if place.is_unread:
        yield _said("unread")
        return
    if place.felt_at:
        yield _said("crossed" if place.touch_grams is None else "joined", others=_named(place.felt_at))
    elif place.touch_grams is None:
        yield _said("no-touch")
    elif abs(place.touch_grams) < max(TOUCH_GRAMS, _is_changed(place) * FAINT_SHARE * median(touches)):
        yield _said("faint", grams=f"{place.touch_grams:.1f}")
    elif place.touch_grams < 0:
        yield _said("falls", grams=f"{-place.touch_grams:.0f}")
    if abs(place.rest_grams) > MOST_OFF_GRAMS:
        yield _said("sticks", grams=f"{place.rest_grams:+.1f}")
    if place.heard_grams > max(MOST_CROSSTALK * max(touches, default=0.0), 8 * place.calibrated_noise_grams):
        yield _said("hears", grams=f"{place.heard_grams:.1f}")


def _facts(place: PlaceFindings) -> Iterator[Message]:
    if place.cell_serial:
        yield _said("cell", serial=place.cell_serial)
    yield _said("rate", rate=f"{place.readings / place.seconds:.1f}")
    if _hung_once(place):
        yield _said("hung-once")
    if place.noise_grams is not None:
        yield _said("noise", milligrams=f"{1000 * place.noise_grams:.0f}")
    if place.off_grams is not None:
        yield _said("since", milligrams=f"{1000 * place.off_grams:+.0f}")
    if place.touch_grams is not None:
        yield _said("touch", grams=f"{place.touch_grams:.0f}")
    rejects = tuple(
        _said(f"refused-{why}", count=str(count))
        for why, count in place.rejects.items()
        if count >= REJECTS_WORTH_SAYING and Refusal[why] not in OF_THE_LINE
    )
    if rejects:
        yield _said("refused", what=rejects)

"""Why a step of a calibration can't be believed: the place, the value, what is usual, and what to do."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from cupsboard.rules.places import Place
from cupsboard.scales.cell_faults import CellFault
from cupsboard.signs.scene import Message, Phrases
from cupsboard.signs.sentences import say


class Nonsense(Enum):
    """What can be wrong; `signs` has words for each under "rejections."."""

    NOT_STILL = "not-still"
    SILENT = "silent"
    SATURATED = "saturated"
    WRONG_DIRECTION = "wrong-direction"
    SAME_SIGNAL = "same-signal"
    CROSSED = "crossed"
    MOVED_TOO = "moved-too"
    NOTHING_FELT = "nothing-felt"
    TOO_LITTLE_SIGNAL = "too-little-signal"
    SMALL_REFERENCE = "small-reference"
    ODD_REFERENCE = "odd-reference"
    ODD_MASS = "odd-mass"
    UNLIKE_READINGS = "unlike-readings"
    MIXED_RATES = "mixed-rates"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Rejection:
    """One thing that was refused; `place` is None where it concerns the whole board."""

    what: Nonsense
    place: Place | None
    found: Message
    usual: Message
    help: Message
    others: tuple[Place, ...] = ()
    """Further places that it concerns."""

    @property
    def message(self) -> Message:
        """Return the whole rejection as a sentence or two."""
        where = Message("rejections.board") if self.place is None else _named(self.place)
        return Message(
            "rejections.sentence",
            {
                "where": (where,),
                "what": (Message(f"rejections.{self.what.value}"),),
                "found": (self.found,),
                "usual": (self.usual,),
                "help": (self.help,),
            },
        )

    def __str__(self) -> str:
        return say(self.message)

    @property
    def places(self) -> tuple[Place, ...]:
        """Return every place that the rejection concerns."""
        return self.others if self.place is None else (self.place, *self.others)


_SATURATED = (CellFault.SATURATED_LOW, CellFault.SATURATED_HIGH)


def cure(fault: CellFault) -> Message:
    """Return what to do about a cell that gives no weight: a clause that begins in lower case."""
    return Message(f"cures.{fault.name}")


def _named(place: Place) -> Message:
    return Message("place", {"place": place})


def _names(places: Sequence[Place]) -> Phrases:
    return tuple(map(_named, places))


def unreadable(place: Place, fault: CellFault, usual_noise_counts: float) -> Rejection:
    """Return the rejection of a cell that gives no weight."""
    help = Message("rejections.mend", {"cure": (cure(fault),)})
    found = Message(f"faults.{fault.name}")
    if fault is CellFault.RESTLESS:
        usual = Message("rejections.usual-noise", {"counts": f"{usual_noise_counts:.0f}"})
        return Rejection(Nonsense.NOT_STILL, place, Message("rejections.no-rest"), usual, help)
    if fault in _SATURATED:
        return Rejection(Nonsense.SATURATED, place, found, Message("rejections.usual-range"), help)
    return Rejection(Nonsense.SILENT, place, found, Message("rejections.usual-rate"), help)


def wrong_direction(place: Place, change_counts: float) -> Rejection:
    """Return the rejection of a cell whose counts fall under a load: its signal wires are swapped."""
    return Rejection(
        Nonsense.WRONG_DIRECTION,
        place,
        Message("rejections.under-a-finger", {"counts": f"{change_counts:+.0f}"}),
        Message("rejections.a-rise"),
        Message("rejections.help-swapped"),
    )


def same_signal(place: Place, other: Place) -> Rejection:
    """Return the rejection of two places that always read the same: one data line is read twice."""
    return Rejection(
        Nonsense.SAME_SIGNAL,
        place,
        Message("rejections.reads-the-same", {"other": other}),
        Message("rejections.one-alone"),
        Message("rejections.help-joined", {"place": place, "other": other}),
        (other,),
    )


def moved_too(place: Place, moved: Sequence[Place]) -> Rejection:
    """Return the rejection of a touch that the places `moved` felt as well as `place`."""
    others = tuple(each for each in moved if each != place)
    return Rejection(
        Nonsense.MOVED_TOO,
        place,
        Message("rejections.felt-as-well", {"others": _names(others)}),
        Message("rejections.one-alone"),
        Message("rejections.help-coupled", {"others": _names(others)}),
        others,
    )


def crossed(place: Place, seen_at: Place) -> Rejection:
    """Return the rejection of a touch of `place` that only `seen_at` felt: their cables are crossed."""
    return Rejection(
        Nonsense.CROSSED,
        place,
        Message("rejections.felt-as", {"other": seen_at}),
        Message("rejections.as-itself", {"place": place}),
        Message("rejections.help-crossed", {"place": place, "other": seen_at}),
        (seen_at,),
    )


def nothing_felt(place: Place, change_counts: float, least_counts: float) -> Rejection:
    """Return the rejection of a load that changed the reading of `place` by too little."""
    return Rejection(
        Nonsense.NOTHING_FELT,
        place,
        Message("rejections.when-loaded", {"counts": f"{change_counts:+.0f}"}),
        Message("rejections.rise-of-more", {"counts": f"{least_counts:.0f}"}),
        Message("rejections.help-nothing"),
    )


def small_reference(place: Place, error: float, wanted: float, grams: float) -> Rejection:
    """Return the rejection of a known mass that is too small to give the gain well enough."""
    return Rejection(
        Nonsense.SMALL_REFERENCE,
        place,
        Message("rejections.gain-known-to", {"error": f"{error:.1%}"}),
        Message("rejections.or-better", {"error": f"{wanted:.1%}"}),
        Message(
            "rejections.help-small", {"needed": f"{grams * error / wanted:.0f}", "grams": f"{grams:.2f}"}
        ),
    )


def odd_reference(place: Place, ratio: float) -> Rejection:
    """Return the rejection of a gain that is `ratio` times the gain of the other places."""
    return Rejection(
        Nonsense.ODD_REFERENCE,
        place,
        Message("rejections.times-the-middle", {"ratio": f"{ratio:.2f}"}),
        Message("rejections.usual-ratio"),
        Message("rejections.help-odd"),
    )


def odd_mass(mass: Message, ratio: float, usual: tuple[float, float], found: str) -> Rejection:
    """Return the doubt about a mass by which all cells feel `ratio` times what they should.

    `found` is the name of the sentence that says by what they should.
    """
    low, high = usual
    return Rejection(
        Nonsense.ODD_MASS,
        None,
        Message(f"rejections.{found}", {"ratio": f"{ratio:.2f}"}),
        Message("rejections.ratio-within", {"low": f"{low:.2f}", "high": f"{high:.2f}"}),
        Message("rejections.help-mass", {"mass": (mass,)}),
    )


def unlike_readings(place: Place, share: float, most: float) -> Rejection:
    """Return the rejection for a place that reads one mass otherwise each time; `share` is of the first."""
    return Rejection(
        Nonsense.UNLIKE_READINGS,
        place,
        Message("rejections.of-the-first", {"percent": f"{share:.1%}"}),
        Message("rejections.within", {"percent": f"{most:.0%}"}),
        Message("rejections.help-unlike"),
    )


def little_signal(
    place: Place, signal: float, needed: float, bean_counts: float, *, is_sure: bool
) -> Rejection:
    """Return the rejection for a place that feels a bean below the error of a settled weight.

    Other cells or beans are advised if it `is_sure` that nothing shook the place.
    """
    return Rejection(
        Nonsense.TOO_LITTLE_SIGNAL,
        place,
        Message("rejections.a-bean-is", {"counts": f"{bean_counts:.0f}", "signal": f"{signal:.1f}"}),
        Message("rejections.times-or-more", {"needed": f"{needed:.0f}"}),
        Message("rejections.help-little" if is_sure else "rejections.help-shaken"),
    )


def mixed_rates(fast: tuple[Place, ...], slow: tuple[Place, ...]) -> Rejection:
    """Return the rejection of amplifiers of which some convert 10 and some 80 times a second."""
    odd, rate = (fast, 80) if len(fast) <= len(slow) else (slow, 10)
    return Rejection(
        Nonsense.MIXED_RATES,
        odd[0],
        Message(
            "rejections.rates",
            {"rate": rate, "count": len(odd), "of": len(fast) + len(slow), "others": _names(odd)},
        ),
        Message("rejections.one-rate"),
        Message("rejections.help-rates"),
        odd[1:],
    )

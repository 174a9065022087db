"""Why a step of a calibration can't be believed: the place, the value, what is usual, and what to do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from cupsboard.rules.places import Place
from cupsboard.scales.cell_faults import CellFault
from cupsboard.signs.sentences import place_name


class Nonsense(Enum):
    """What can be wrong."""

    NOT_STILL = "does not come to rest"
    SILENT = "gives no readings"
    SATURATED = "is beyond its range"
    WRONG_DIRECTION = "falls under load"
    SAME_SIGNAL = "shows the same as another place"
    CROSSED = "shows what lies on another place"
    MOVED_TOO = "moves with another place"
    NOTHING_FELT = "feels nothing"
    TOO_LITTLE_SIGNAL = "feels a bean too little"
    SMALL_REFERENCE = "was loaded with too little"
    ODD_REFERENCE = "felt another mass than the other places"
    MIXED_RATES = "converts at another rate than the others"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Rejection:
    """One thing that was refused; `place` is None where it concerns the whole board."""

    what: Nonsense
    place: Place | None
    found: str
    usual: str
    help: str
    others: tuple[Place, ...] = ()
    """Further places that it concerns."""

    def __str__(self) -> str:
        where = "the board" if self.place is None else place_name(self.place)
        return f"{where} {self.what.value}: {self.found}; usual is {self.usual}. {self.help}."

    @property
    def places(self) -> tuple[Place, ...]:
        """Every place that it concerns."""
        return self.others if self.place is None else (self.place, *self.others)


_AMPLIFIER = "see that the amplifier has power, ground, clock and its data line"
_BRIDGE = (
    "look for a wire of the cell that is off (E+, E-, A+, A-) or a platform that is clamped or overloaded"
)
CURES: Mapping[CellFault, str] = {
    CellFault.MISSED: "see the cell's data and clock lines, and what else runs on this computer",
    CellFault.STARTING: _AMPLIFIER,
    CellFault.SILENT: _AMPLIFIER,
    CellFault.STUCK_LOW: "see that the amplifier has power, and that its data line touches nothing else",
    CellFault.SATURATED_LOW: _BRIDGE,
    CellFault.SATURATED_HIGH: _BRIDGE,
    CellFault.FROZEN: "power the board off and on; if it stays so, see the amplifier's supply (VCC)",
    CellFault.SLOW_CLOCK: "end what else runs on this computer, see its power supply and its cooling",
    CellFault.RESTLESS: "keep hands off and doors shut, and see that cup and platform touch nothing",
    CellFault.LEAPING: "keep hands off; if it leaps on, see that its plugs sit tight",
    CellFault.DRIFTING: (
        "let the board warm up; if it goes on, see that nothing touches it, then its plugs and what holds it"
    ),
    CellFault.PRESSED: "leave it alone for some seconds",
}
"""What to do about a cell that gives no weight, by its fault: a clause that begins in lower case."""
_SATURATED = (CellFault.SATURATED_LOW, CellFault.SATURATED_HIGH)


def unreadable(place: Place, fault: CellFault, usual_noise_counts: float) -> Rejection:
    """A cell that gives no weight."""
    cure = CURES[fault]
    help = f"{cure[0].upper()}{cure[1:]}, then press to repeat"
    if fault is CellFault.RESTLESS:
        return Rejection(
            Nonsense.NOT_STILL,
            place,
            "no rest for 5 s",
            f"noise of about {usual_noise_counts:.0f} counts",
            help,
        )
    if fault in _SATURATED:
        return Rejection(
            Nonsense.SATURATED,
            place,
            fault.value,
            "within a tenth of the range of +-8 388 607 counts when empty",
            help,
        )
    return Rejection(Nonsense.SILENT, place, fault.value, "10 or 80 readings a second", help)


def wrong_direction(place: Place, change_counts: float) -> Rejection:
    """A cell whose counts fall under a finger, as they did each time a load was asked for."""
    return Rejection(
        Nonsense.WRONG_DIRECTION,
        place,
        f"{change_counts:+.0f} counts under a finger",
        "a rise",
        "Its two signal wires A+ and A- are swapped, or the cell hangs upside down: exchange the wires or "
        "turn it round, then press to repeat",
    )


def same_signal(place: Place, other: Place) -> Rejection:
    """Two places that read the same and move by the same amount."""
    return Rejection(
        Nonsense.SAME_SIGNAL,
        place,
        f"it reads the same as {place_name(other)}, and a touch moves both alike",
        "one place alone",
        f"The data lines of {place_name(place)} and {place_name(other)} are joined, or both carry one "
        "amplifier's signal: separate them, then press to repeat",
        (other,),
    )


def moved_too(place: Place, moved: Sequence[Place]) -> Rejection:
    """A touch that other places felt too, whose readings are not those of this one."""
    others = tuple(each for each in moved if each != place)
    names = " and ".join(map(place_name, others))
    return Rejection(
        Nonsense.MOVED_TOO,
        place,
        f"a touch here was felt at {names} as well",
        "one place alone",
        f"Keep hands off {names}, and see that no cup, platform or cable of one touches the other's, then "
        "press to repeat",
        others,
    )


def crossed(place: Place, seen_at: Place) -> Rejection:
    """A touch that was felt on another place alone, and again or by the word of who pressed the button."""
    return Rejection(
        Nonsense.CROSSED,
        place,
        f"a touch here was felt as {place_name(seen_at)}",
        f"as {place_name(place)}",
        f"If it was {place_name(place)}, the lit place, that was touched, the cables are crossed: plug the "
        f"amplifier of {place_name(place)} where that of {place_name(seen_at)} is plugged now, or exchange "
        "the lines of the two in the profile, then press to repeat",
        (seen_at,),
    )


def nothing_felt(place: Place, change_counts: float, least_counts: float) -> Rejection:
    """A load that made no difference."""
    return Rejection(
        Nonsense.NOTHING_FELT,
        place,
        f"{change_counts:+.0f} counts when loaded",
        f"a rise of more than {least_counts:.0f}",
        "See that the load rests on this platform and that the bar can bend (the arrow on its end points "
        "down), then press to repeat",
    )


def small_reference(place: Place, error: float, wanted: float, grams: float) -> Rejection:
    """A reference that leaves the gain too uncertain."""
    needed = grams * error / wanted
    return Rejection(
        Nonsense.SMALL_REFERENCE,
        place,
        f"its gain is known to {error:.1%}",
        f"{wanted:.1%} or better",
        f"If all of it lay there, take {needed:.0f} g or more instead of {grams:.2f} g, then press to repeat",
    )


def odd_reference(place: Place, ratio: float) -> Rejection:
    """A gain far from the others'."""
    return Rejection(
        Nonsense.ODD_REFERENCE,
        place,
        f"{ratio:.2f} times the counts of the middle one of all places",
        "0.7 to 1.4 for cells of one kind",
        "See that all of the reference lay in this cup and nothing else, and that the cell is of the same "
        "kind as the others, then press to repeat",
    )


def little_signal(place: Place, signal: float, needed: float, bean_counts: float) -> Rejection:
    """Beans that drown in what a settled weight is off by."""
    return Rejection(
        Nonsense.TOO_LITTLE_SIGNAL,
        place,
        f"a bean is {bean_counts:.0f} counts, {signal:.1f} times what a settled weight is off by",
        f"{needed:.0f} times or more",
        "Take heavier beans or cells of a smaller rating, or see why this place is so noisy, then press to "
        "repeat",
    )


def unfelt_beans(place: Place, felt: int, needed: int) -> Rejection:
    """A press before enough beans were felt."""
    return Rejection(
        Nonsense.TOO_LITTLE_SIGNAL,
        place,
        f"{felt} beans were felt in all cups",
        f"{needed} or more",
        "Put in one bean after the other and wait for the light each time; if beans lie there that were not "
        "felt, they are too light for these cells. Then press to repeat",
    )


def mixed_rates(fast: tuple[Place, ...], slow: tuple[Place, ...]) -> Rejection:
    """Amplifiers of which some convert 10 and some 80 times a second."""
    odd, rate = (fast, 80) if len(fast) <= len(slow) else (slow, 10)
    return Rejection(
        Nonsense.MIXED_RATES,
        odd[0],
        f"{rate} SPS, as do {len(odd)} of {len(fast) + len(slow)} places ({', '.join(map(place_name, odd))})",
        "the same rate on the whole board",
        "Solder the RATE pin of these amplifiers like that of the others (low for 10 SPS, high for 80), then "
        "press to repeat",
        odd[1:],
    )

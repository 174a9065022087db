"""What current flows between which pads of the carrier: the copper between them must carry it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cupsboard.profile import Profile

from hardware.carrier.placed import Placed
from hardware.circuit.netlist import FIVE, FIVE_IN, GROUND, THREE
from hardware.circuit.rule_check import LINE_MILLIAMPERES
from hardware.circuit.wiring import currents

BUZZER_AMPERES = 0.1
"""What the buzzer and its transistor take at most: a 2N3904 switches twice that (its data sheet)."""


@dataclass(frozen=True, slots=True)
class Flow:
    """A current that copper of one net carries between pads; a pad is called by its part and number."""

    what: str
    net: str
    pads: tuple[str, ...]
    amperes: float


def strong_flows(profile: Profile) -> tuple[Flow, ...]:
    """Return the ways of the strip's current, as strong as the supply can make it for long."""
    most = currents(profile).supply_amperes
    return (
        Flow("from the jack to the fuse", FIVE_IN, ("X-jack.1", "F1.1"), most),
        Flow("from the fuse to the strip", FIVE, ("F1.2", "X-strip.3"), most),
        Flow("from the strip back to the jack", GROUND, ("X-strip.1", "X-jack.2"), most),
        Flow("through the diode, should the poles be exchanged: 5 V", FIVE, ("F1.2", "D1.1"), most),
        Flow("through the diode, should the poles be exchanged: ground", GROUND, ("X-jack.2", "D1.2"), most),
    )


def weak_flows(profile: Profile, placed: Sequence[Placed]) -> Iterator[Flow]:
    """Yield for every net all its pads, with the most that everything but the strip lets flow in it."""
    needs = currents(profile)
    supply = (needs.chips + needs.bridges) / 1000.0 + BUZZER_AMPERES
    known = {FIVE: supply, GROUND: supply, FIVE_IN: supply, THREE: supply, "buzzer": BUZZER_AMPERES}
    pads: dict[str, dict[str, None]] = {}
    for part in placed:
        for number, net in part.nets.items():
            if net:
                pads.setdefault(net, {})[f"{part.name}.{number}"] = None
    for net, names in pads.items():
        if len(names) > 1:
            yield Flow(f"all of {net}", net, tuple(names), known.get(net, LINE_MILLIAMPERES / 1000.0))

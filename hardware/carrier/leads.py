"""How the ordered parts stand on the carrier: one table of their leads, with the footprint each stands on.

Millimetres. The footprints are KiCad's; a test holds pads, drill files and the ordered numbers against this.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Leads:
    """The leads of an ordered part and the footprint for them."""

    footprint: str
    part: str
    """What the ordered number must hold; empty where it names no part."""
    pitch: tuple[float, float]
    """From a lead to the next: the least and the most, as far as soft leads are bent or spread."""
    hole: tuple[float, float]
    """The least and the widest hole: what the maker asks for, or the thickest lead and 0.1 to 0.6 more."""
    source: str
    order: tuple[str, ...] = ()
    """What the leads from pad 1 on are, by the netlist's names of pins; empty: as the pins are numbered."""
    pieces: int = 1
    """How many of the ordered part a footprint takes."""


def _round(lead: float) -> tuple[float, float]:
    return (lead + 0.1, lead + 0.6)


_STIFF = (2.54, 2.54)
_RESISTOR = Leads(
    "Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P7.62mm_Horizontal",
    "CF14",
    (7.5, 15.0),
    _round(0.63),
    "Stackpole, CF/CFM series, 27 June 2018: body 6.00 ± 0.30, lead 0.55 ± 0.08",
)
_TERMINAL = "TerminalBlock_Phoenix:TerminalBlock_Phoenix_MPT-0,5-{0}-2.54_1x0{0}_P2.54mm_Horizontal"

LEADS: Mapping[str, Leads] = {
    **{f"resistor {value}": _RESISTOR for value in ("100 Ω", "1 kΩ", "10 kΩ")},
    "capacitor 100 nF": Leads(
        "Capacitor_THT:C_Disc_D5.0mm_W2.5mm_P5.00mm",
        "C322C104",
        (4.32, 5.84),
        _round(0.51),
        "KEMET, Goldmax 300 series, X7R: C322 has its leads 0.200 inch apart (the C320 0.100)",
    ),
    "socket": Leads(
        "Package_DIP:DIP-14_W7.62mm_Socket",
        "A 14-LC-TT",
        _STIFF,
        (0.7, 0.9),
        "rows 7.62 apart; KiCad's footprint for sockets of this kind",
    ),
    "signal diode": Leads(
        "Diode_THT:D_DO-35_SOD27_P7.62mm_Horizontal",
        "1N4148",
        (6.3, 15.0),
        _round(0.55),
        "JEDEC DO-204AH, which is DO-35: body 5.08 at most, lead 0.46 to 0.55; the ring is the cathode",
        ("ring", "anode"),
    ),
    "polarity diode": Leads(
        "Diode_THT:D_DO-201AD_P12.70mm_Horizontal",
        "1N5822",
        (12.1, 20.0),
        _round(1.32),
        "Vishay, 1N5820 to 1N5822: body 9.5 at most, lead 1.2 to 1.3; the ring is the cathode",
        ("ring", "anode"),
    ),
    "transistor": Leads(
        "Package_TO_SOT_THT:TO-92_Inline_Wide",
        "2N3904",
        # As the bulk ones come, and spread by fingers.
        (1.27, 2.8),
        _round(0.56),
        "onsemi, 2N3904: flat face towards you, from the left emitter, base, collector",
        ("emitter", "base", "collector"),
    ),
    "fuse clip": Leads(
        "Fuse:Fuseholder_Clip-5x20mm_Littelfuse_111_Inline_P20.00x5.00mm_D1.05mm_Horizontal",
        "01110501Z",
        (5.0, 5.0),
        (1.0, 1.2),
        "Littelfuse, fuse clips 111 and 519: two legs 5.0 apart in holes of 1.05",
        pieces=2,
    ),
    "header": Leads(
        "Connector_PinHeader_2.54mm:PinHeader_2x20_P2.54mm_Vertical",
        "2822",
        _STIFF,
        (1.0, 1.2),
        "pins 0.64 square, so 0.91 across",
    ),
    **{
        f"terminal of {poles}": Leads(
            _TERMINAL.format(poles),
            f"MPT 0,5/ {poles}-2,54",
            _STIFF,
            (1.1, 1.1),
            "Phoenix Contact, 1725672 and its family: holes of 1.1; takes wires of 0.14 to 0.5 mm²",
        )
        for poles in (2, 3, 5)
    },
    "terminal of the jack": Leads(
        "TerminalBlock_Phoenix:TerminalBlock_Phoenix_MKDS-1,5-2-5.08_1x02_P5.08mm_Horizontal",
        "1715721",
        (5.08, 5.08),
        (1.3, 1.3),
        "Phoenix Contact, drawing of 1715721: 5.08 apart in holes of 1.30",
    ),
    "wood screws": Leads(
        "MountingHole:MountingHole_2.7mm_M2.5",
        "",
        (0.0, 0.0),
        (2.6, 3.0),
        "2.5 mm; among the others",
        pieces=0,
    ),
}
"""By the names of the offers."""
TEST_POINT = "TestPoint:TestPoint_THTPad_D1.5mm_Drill0.7mm"
"""For the tip of a meter: no part stands there."""

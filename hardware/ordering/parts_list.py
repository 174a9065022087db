"""The parts of a board in one list: for the whole board, and for a first trial with two cups.

There are three lists of each board, cheap, usual and careful: the same rows with other offers, a row that one
needs and another doesn't, and some spare parts. What they are like to play on: `cupsboard lab budget --list`.
"""

import csv
import io
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from cupsboard.profile import Profile

from hardware.assembly.bodies import POST_SCREWS_MM
from hardware.circuit.chips import chips
from hardware.circuit.netlist import POLARITY_DIODE, REGULATOR, TRANSISTOR, Netlist, counted, netlist
from hardware.circuit.plugs import plugs
from hardware.circuit.wires import SQUARE_MM, wires
from hardware.circuit.wiring import currents, is_spi_pixels
from hardware.drawings.coins import is_for_coins
from hardware.ordering.offers import LOOK_UP, OFFERS, Offer
from hardware.parts.cells import CELLS, LoadCell
from hardware.parts.deck import POT, Deck
from hardware.parts.electronics import CARRIER_SIZE, Electronics
from hardware.parts.mount import SCREWS, Measures, grams, holder, nut_screw_length, parts, printed_cup
from hardware.parts.table import TRAY_MM, Table

_CABLE = 4
"""Poles of a plug for a module's cable, at least."""
TRIAL_CUPS = 2
"""How many places a first trial has."""
SPARE_FUSES, _SPARE_WIRE = 2, 1.15
_LATH_SCREWS = 8
_OFFERED_AMPERES, _OFFERED_FUSE_AMPERES = 4.0, 2.0
"""Of the supply and the fuse among the offers."""
_SMALL_OFFERS = {
    POLARITY_DIODE: "polarity diode",
    REGULATOR: "regulator",
    "active buzzer 5 V": "buzzer",
    TRANSISTOR: "transistor",
    "diode 1N4148": "signal diode",
    "capacitor 1000 µF, 10 V": "capacitor 1000 µF",
    "capacitor 10 µF, 10 V": "capacitor 10 µF",
    f"fuse {_OFFERED_FUSE_AMPERES:g} A, slow, 5 × 20 mm": "fuse",
    **{name: name for name in OFFERS if name.startswith(("resistor ", "capacitor "))},
}
"""The names of the offers by the values of small parts."""


@dataclass(frozen=True, slots=True)
class Row:
    """A part to order: how many of a unit for the board, and for the trial with two cups."""

    part: str
    amount: float
    purpose: str
    trial: float = 0.0
    unit: str = ""
    offer: str = ""
    """Its name among the offers; empty where none is known."""

    @property
    def price_usd(self) -> float | None:
        """Return the price of one, or of a pack; None where it is to be looked up."""
        known = OFFERS.get(self.offer)
        return None if known is None else known.price_usd

    def cost_usd(self, amount: float) -> float | None:
        """Return the price of an amount, in whole pieces and packs; None where it is to be looked up."""
        known = OFFERS.get(self.offer)
        if known is None or known.price_usd is None:
            return None
        return known.price_usd * math.ceil(amount / known.pack)

    @property
    def words(self) -> str:
        """Return the amount with its unit."""
        return f"{self.amount:g} {self.unit}".strip()


USUAL, CHEAP, CAREFUL = "usual", "cheap", "careful"
LIST_CELLS = {CHEAP: "tal220", USUAL: "tal221", CAREFUL: "tal221"}
"""The shape of the load cells of each list, by its name in `hardware.parts.cells`."""
ONE_SUPPLY = frozenset({CHEAP})
"""The lists whose HX711 modules have one supply pin."""
_SPARE = ("load cell", "module", "74AHC125", "74AHCT125")
"""Of these the careful list has one more, to exchange what fails."""


def parts_list(profile: Profile, layout: Deck | Table, which: str = USUAL) -> tuple[Row, ...]:
    """Return all that must be bought or printed for a board; the layout has the list's cells."""
    board = netlist(profile, one_supply=which in ONE_SUPPLY)
    rows = (*_electronics(profile, layout, board), *_mechanics(profile, layout, which), *_for_play(profile))
    named = [replace(row, offer=offer_name(row.offer, which)) for row in rows]
    kept = [row for row in named if row.offer not in OFFERS or OFFERS[row.offer].number]
    if which != CAREFUL:
        return tuple(kept)
    return tuple(
        replace(row, amount=row.amount + 1, purpose=f"{row.purpose}; one to spare")
        if row.offer in _SPARE
        else row
        for row in kept
    )


def offer_name(offer: str, which: str) -> str:
    """Return the name of a list's own offer of a part, or of the usual one."""
    own = f"{offer}, {which}"
    return own if own in OFFERS else offer


def total_usd(rows: tuple[Row, ...], *, of_trial: bool = False) -> tuple[float, int]:
    """Return the sum of the known prices, and how many rows have none and are left out."""
    wanted = [(row, row.trial if of_trial else row.amount) for row in rows]
    missing = sum(row.price_usd is None and amount > 0 for row, amount in wanted)
    return round(sum(row.cost_usd(amount) or 0.0 for row, amount in wanted), 2), missing


def csv_text(rows: tuple[Row, ...]) -> str:
    """Return the list as comma separated values, for a spreadsheet or a shop's basket."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(
        (
            *("part", "amount", "unit", "for two cups first", "what for", "number", "alternative"),
            *("pieces a pack", "price each (USD)", "price in all (USD)", "read", "source"),
        )
    )
    for row in rows:
        offer = OFFERS.get(row.offer, Offer(LOOK_UP, None, "", ""))
        price, cost = row.price_usd, row.cost_usd(row.amount)
        writer.writerow(
            (
                *(row.part, f"{row.amount:g}", row.unit, f"{row.trial:g}", row.purpose),
                *(offer.number, offer.alternative, f"{offer.pack:g}"),
                *((LOOK_UP,) * 2 if price is None else (f"{price:.2f}", f"{cost:.2f}")),
                *(offer.read, offer.source),
            )
        )
    return text.getvalue()


def _electronics(profile: Profile, layout: Deck | Table, board: Netlist) -> Iterator[Row]:
    yield from _computer(profile)
    yield from _weighing(profile, layout)
    metres = math.ceil(profile.strip.pixel_count / 60)
    cut = "3 a cup, 4 a pot" if profile.cups else "3 a spot, 4 a tray"
    pixels = f"{profile.strip.pixel_count} pixels, cut into {cut}"
    yield Row("WS2812B strip, 60 pixels a metre", metres, pixels, 1, "m", "strip")
    cells, chip_names = len(profile.cells), {chip.name for chip in chips(profile)}
    for value, count, purpose in _small_parts(board):
        name = f"{value}, DIP-14" if value in chip_names else value
        offer = value if value in chip_names else _SMALL_OFFERS.get(value, "")
        if value.startswith("fuse "):
            count, purpose = (
                count + SPARE_FUSES,
                f"{purpose}; {SPARE_FUSES} to spare, for one blows while one learns",
            )
        yield Row(name, count, purpose, _for_trial(count, cells), offer=offer)
    yield Row("clip for a fuse of 5 × 20 mm, two legs 5 mm apart", 2, "hold the fuse", 2, offer="fuse clip")
    chip_count = len(chip_names)
    yield Row("socket DIP-14", chip_count, "for both 74 chips", chip_count, offer="socket")
    yield from _supply_and_buttons(profile)
    yield from _carrier()
    yield from _terminals(board)
    yield _wire(board, Electronics(profile, layout))
    yield Row("solder, heat-shrink tube", 1, "all joints", 1, "set", "solder")


def _computer(profile: Profile) -> Iterator[Row]:
    takes_any = is_spi_pixels(profile) and not is_for_coins(profile)
    yield Row("Raspberry Pi", 1, _pis(profile), 1, offer="computer" if takes_any else "")
    of_its_own = "5 V, for your model: the 5 V below don't feed it"
    offer = "supply of the computer" if takes_any else ""
    yield Row("supply of the Raspberry Pi", 1, of_its_own, 1, offer=offer)
    yield Row("microSD card, 16 GB or more", 1, "the Pi's system", 1, offer="card")


def _weighing(profile: Profile, layout: Deck | Table) -> Iterator[Row]:
    cells = len(profile.cells)
    heavy = "" if is_for_coins(profile) else " for stones and gems"
    under = (
        f"one a place; 1 kg under the pots{heavy}, of the same shape"
        if profile.cups
        else f"one a place; {len(profile.owners)} of them, under the trays, 1 kg ones of the same shape"
    )
    if not layout.measures.are_holes_across:
        under = "one a place, for 1 kg"
    yield Row(f"load cell {_cell_of(layout)[1].what}", cells, under, TRIAL_CUPS, offer="load cell")
    fast = ", each set to 80 samples a second" if profile.rate_sps == 80 else ""
    yield Row("HX711 module", cells, f"one a cell{fast}", TRIAL_CUPS, offer="module")


def _supply_and_buttons(profile: Profile) -> Iterator[Row]:
    amperes, players = currents(profile).supply_amperes, len(profile.buttons)
    supply = f"5 V supply, {amperes:g} A, barrel plug 5.5 × 2.1 mm"
    offer = "supply" if amperes <= _OFFERED_AMPERES else ""
    yield Row(supply, 1, "pixels, bridges", 1, offer=offer)
    for_plug = "for that plug; measure which pole is inside"
    yield Row("barrel jack 5.5 × 2.1 mm to solder or screw", 1, for_plug, 1, offer="jack")
    yield Row("push button, normally open", players, "one a player", players, offer="button")


def _carrier() -> Iterator[Row]:
    width, depth = CARRIER_SIZE
    perforated = f"perforated board {width:g} × {depth:g} mm, 2.54 mm"
    yield Row(perforated, 1, "the carrier: chips, resistors, fuse", 1, offer="perforated board")
    ribbon = "ribbon cable with two plugs of 40 pins, 150 mm"
    yield Row(ribbon, 1, "from the Pi to the carrier", 1, offer="ribbon")
    yield Row("pin header 2 × 20, 2.54 mm", 1, "for the ribbon, on the carrier", 1, offer="header")
    yield Row("pin header 2 × 20 for the Pi", 1, "soldered to a Zero 2 W", 1, offer="header of the Pi")


def _wire(board: Netlist, built: Electronics) -> Row:
    """Return the row of the wire by the metre, with a seventh to spare."""
    lengths: dict[str, float] = {}
    for wire in wires(board, built.sites()):
        if wire.colour != "ribbon":
            lengths[wire.colour] = lengths.get(wire.colour, 0.0) + wire.length_mm / 1000 * _SPARE_WIRE
    colours = ", ".join(f"{metres:.0f} m {colour}" for colour, metres in sorted(lengths.items()))
    what = (
        f"AWG 22, a seventh to spare: {colours}; of four colours take black and red as here, the third for "
        "orange and green, the fourth for the rest, its ends marked"
    )
    return Row(f"stranded wire {SQUARE_MM:g} mm²", math.ceil(sum(lengths.values())), what, 8, "m", "wire")


def _terminals(board: Netlist) -> Iterator[Row]:
    """Yield the screw terminals of the carrier's plugs; that of the jack is for thicker wires."""
    names: dict[int, list[str]] = {}
    for plug in plugs(board).values():
        if plug.name != "jack":
            names.setdefault(len(plug.poles), []).append(plug.name)
    for poles, known in sorted(names.items(), reverse=True):
        is_cable = poles >= _CABLE
        purpose = "one a module's cable" if is_cable else ", ".join(known)
        trial = TRIAL_CUPS if is_cable else len(known)
        name = f"screw terminal of {poles} poles, 2.54 mm apart"
        yield Row(name, len(known), purpose, trial, offer=f"terminal of {poles}")
    yield Row("screw terminal of 2 poles, 5.08 mm apart", 1, "from the jack", 1, offer="terminal of the jack")


def _cell_of(layout: Deck | Table) -> tuple[str, LoadCell]:
    """Return the cell of a layout with its name."""
    across = layout.measures.are_holes_across
    return next(each for each in CELLS.items() if each[1].measures.are_holes_across is across)


def _small_parts(board: Netlist) -> Iterator[tuple[str, int, str]]:
    """Yield the parts of carrier and deck by their values: each, how many, and what for."""
    for value, count, purpose in counted(board):
        kind = "resistor " if value.endswith("Ω") else "capacitor " if "F" in value.split(",")[0] else ""
        is_number = value[0].isdigit()
        yield (kind if is_number else "") + value, count, purpose


def _for_trial(count: int, cells: int) -> int:
    """Return how many of a small part two cups need: as many fewer as there are fewer places."""
    return max(1, count - cells + TRIAL_CUPS) if count >= cells else count


def _pis(profile: Profile) -> str:
    if is_for_coins(profile):
        return "a 5: why, and what a smaller one can do, is said below"
    return "Zero 2 W (WH: with its pins), 3, 4 or 5" + (
        "" if is_spi_pixels(profile) else "; the lights of this board want a 5"
    )


def _mechanics(profile: Profile, layout: Deck | Table, which: str) -> Iterator[Row]:
    cells, m = len(profile.cells), layout.measures
    width, depth = layout.size
    posts = len(Electronics(profile, layout).posts())
    board = "" if profile.name == "2x4" else f" --board {profile.name}"
    says = f"`python -m hardware print --list {which}{board}`"
    yield Row("printed foot, spacer and holder", cells, says, TRIAL_CUPS, "sets", "printed")
    if not isinstance(layout, Deck):
        yield Row(
            f"plywood disc Ø {TRAY_MM:g} mm, 6 mm, with a rim of 3 mm",
            len(profile.owners),
            "trays, each screwed on its holder",
        )
    filament = _filament_grams(layout, cells)
    trial = math.ceil(filament * TRIAL_CUPS / cells)
    yield Row("filament PLA or PETG", filament, "all printed parts, were they solid", trial, "g", "filament")
    yield from _screws(m, cells)
    yield Row(
        "wood, cut to size",
        1,
        f"plywood {width:g} × {depth:g} mm, 18 mm thick (base) and 6 mm (deck); two laths 20 × 44 mm, "
        f"{width:g} mm long; {posts} posts 16 × 16 mm, {m.deck_posts:g} mm high",
        unit="set",
        offer="wood",
    )
    deck_screw, base_screw = POST_SCREWS_MM
    yield Row(
        "wood screws",
        1,
        f"{4 * cells} of 4×16, round or pan head (feet); countersunk: {posts} of 3×{base_screw} (base to "
        f"post), {posts} of 3×{deck_screw} (deck to post), {_LATH_SCREWS} of 4×40 (base to laths); 8 of "
        "2.5×16 with spacer tubes of 5 mm (under Pi and carrier)",
        1,
        "set",
        "wood screws",
    )
    yield Row(
        "felt or silicone, 2 mm; double-sided tape; four soft rubber feet",
        1,
        f"{math.ceil(cells * m.cup.foot**2 / 1e4)} dm² lie in the cups, the tape holds modules and strip",
        1,
        "set",
        "felt",
    )
    yield Row("threadlocker", 1, "a drop on each set screw; nail varnish does", 1, "bottle", "threadlocker")


def _filament_grams(layout: Deck | Table, cells: int) -> int:
    measures = layout.measures
    each = sum(grams(part) for part in parts(measures).values())
    pots = 0.0
    if isinstance(layout, Deck):
        pots = 2 * (grams(holder(layout.pot_measures)) - grams(holder(measures)))
        pots += 2 * layout.cups * grams(printed_cup(measures.cup)) + 2 * grams(printed_cup(layout.pot))
    return math.ceil((each * cells + pots) / 10) * 10


def _screws(m: Measures, cells: int) -> Iterator[Row]:
    """For threads in the cell, and where a cell may have plain holes at one end, for those as well."""
    said, through = [], set[str]()
    for name, length, grip, what in (
        (m.fixed_screw, m.fixed_length, m.fixed_grip, "foot to cell, from below"),
        (m.free_screw, m.free_length, m.free_grip, "holder and spacer to cell"),
    ):
        said.append(f"{2 * cells} pan head {name}×{length} ({what})")
        through.add(f"{name}×{nut_screw_length(SCREWS[name], grip, m.cell_height)}")
    if m.are_holes_across:
        longer = " or ".join(sorted(through))
        said.append(
            f"{2 * cells} of {longer} with nuts, in place of the shorter ones at the end of the cell that "
            "has plain holes, as one end of a TAL221 has"
        )
    if m.has_washers:
        said.append(f"{2 * cells} washers {m.free_screw} (under the heads in the holder)")
    said.append(f"{cells} set screws M4×25 with a flat tip, and nuts (overload stop)")
    yield Row("machine screws", 1, "; ".join(said), 1, "set", "machine screws")


def _for_play(profile: Profile) -> Iterator[Row]:
    if profile.cups:
        for name, count in (("cup", 2 * profile.cups), ("pot", 2)):
            measures = Measures().cup if name == "cup" else POT
            says = f"{name}, printed: {measures.foot:g} mm across, {grams(printed_cup(measures)):.0f} g"
            trial = TRIAL_CUPS if name == "cup" else 0
            yield Row(says, count, "or bought: measure it first", trial, offer="printed")
        if is_for_coins(profile):
            yield Row("coins", 1, "the page says which the board tells apart", 1, "set")
        else:
            yield Row(
                "kidney beans",
                20 * profile.cups + 10,
                "ten for each cup, and some to spare; 100 weigh some 55 g",
                30,
                offer="beans",
            )
    else:
        yield Row("cup for the race, printed with its lid", profile.spots, "`python -m hardware cups`")
    yield Row("known mass of 50 to 200 g", 1, "calibration; coins of known mass do too", 1, offer="mass")

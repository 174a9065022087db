"""The page of each ready board: shopping list, wiring tables and pictures, all from its profile."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from cupsboard import profile
from cupsboard.drivers import header_duties
from cupsboard.numbers import COSTS
from cupsboard.procedures.beans.purchase_forecast import RATINGS, Shopping, budget
from cupsboard.profile import Profile
from cupsboard.recognition.suitability import settled_change_grams
from cupsboard.rules.places import Place, is_cup

from hardware.drawings.board_picture import board_picture
from hardware.drawings.chips import CLOCK_RESISTOR, DATA_RESISTOR, chips, small_parts
from hardware.drawings.circuit_picture import circuit_picture
from hardware.drawings.coins import coins_section, is_for_coins
from hardware.drawings.gestures_page import gestures_page
from hardware.drawings.header_picture import header_picture
from hardware.drawings.table_picture import table_picture
from hardware.drawings.wiring import Kind, clock_branches, currents, header, is_spi_pixels, pin_of
from hardware.parts.cells import CELLS, USUAL_CELL
from hardware.parts.deck import POT, Deck, deck_drawing
from hardware.parts.mount import SCREWS, Cup, Measures, nut_screw_length
from hardware.parts.mount_drawing import mount_drawing
from hardware.parts.table import TRAY_MM, Table


def all_pages() -> dict[str, str]:
    """Every generated file by its name in the folder `boards`."""
    measures = CELLS[USUAL_CELL].measures
    files = {"cells.md": cells_page(), "gestures.md": gestures_page()}
    files |= {f"mount-{name}.svg": mount_drawing(load_cell.measures) for name, load_cell in CELLS.items()}
    for name in profile.built_in_names():
        board = profile.load(name)
        files |= {
            f"{name}-header.svg": header_picture(board),
            f"{name}-circuit.svg": circuit_picture(board),
        }
        if board.cups:
            deck = Deck(board.cups, measures, POT)
            files |= {
                f"{name}.md": page(board, deck),
                f"{name}-board.svg": board_picture(board),
                f"{name}-deck.svg": deck_drawing(board, deck),
            }
        else:
            table = Table.of(board, measures)
            files |= {
                f"{name}.md": page(board, table),
                f"{name}-board.svg": table_picture(board, table),
            }
    return files


def page(board: Profile, deck: Deck | Table) -> str:
    """The Markdown page of one board."""
    lines = [
        f"# The {board.name} board",
        "",
        "Made by `python -m hardware draw` from the profile; change that, not this page. How to build: "
        "[hardware/README.md](../README.md).",
        "",
        *_section("What to buy", _table(("part", "how many", "what for"), _shopping(board, deck))),
        *(_section("For coins", coins_section(board)) if is_for_coins(board) else ()),
        *_section("Header", [f"![header of the {board.name} board]({board.name}-header.svg)"]),
        *_section("Cells", _cells_section(board)),
        *_section("Everything else", _table(("what", "GPIO", "pin", "goes to"), _other_lines(board))),
        *_section("The board from above", [f"![plan of the {board.name} board]({board.name}-board.svg)"]),
        *_section("Circuit", [f"![circuit of the {board.name} board]({board.name}-circuit.svg)"]),
        *_section("The two 74 chips", _buffer_pins(board)),
        *_section("Currents from the 5 V supply", _currents(board)),
        *_section("In /boot/firmware/config.txt", _settings(board)),
        *_section(
            "Deck and base board",
            _deck(board, deck) if isinstance(deck, Deck) else _table_places(board, deck),
        ),
    ]
    return "\n".join(lines).rstrip("\n") + "\n"


def _section(heading: str, content: Iterable[str]) -> list[str]:
    return [f"## {heading}", "", *content, ""]


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    return [
        "| " + " | ".join(head) + " |",
        "|" + " --- |" * len(head),
        *("| " + " | ".join(map(str, row)) + " |" for row in rows),
    ]


def _shopping(board: Profile, deck: Deck | Table) -> Iterator[tuple[str, object, str]]:
    cells = len(board.cells)
    m, (width, depth) = deck.measures, deck.size
    has_pots = isinstance(deck, Deck)
    heavy = "" if is_for_coins(board) else " for stones and gems"
    yield (
        "Raspberry Pi with its own supply",
        1,
        _pis(board),
    )
    yield (
        f"load cell {CELLS[USUAL_CELL].what}",
        cells,
        f"one a place; 1 kg under the pots{heavy}, of the same shape"
        if has_pots
        else f"one a place; {len(board.owners)} of them, under the trays, 1 kg ones of the same shape",
    )
    modules = "HX711 module with VDD and VCC apart"
    is_fast = board.rate_sps == 80
    yield modules, cells, "one a cell, each set to 80 samples a second" if is_fast else "one a cell"
    strip = "cut into 3 a cup, 4 a pot" if has_pots else "cut into 3 a spot, 4 a tray"
    yield "WS2812B strip, 60 pixels a metre", f"{board.strip.pixel_count} pixels", strip
    for chip in chips(board):
        yield f"{chip.name}, DIP-14, with a socket", 1, f"{chip.purpose}, at {chip.supply.value}"
    yield from small_parts(board)
    yield "5 V supply", f"{currents(board).supply_amperes:g} A", "pixels and bridges"
    yield "push button", len(board.buttons), "normally open"
    if board.buzzer is not None:
        yield "active buzzer 5 V, NPN transistor, diode 1N4148", "1 each", "the board's voice"
    yield "printed foot, spacer", f"{cells} each", "`python -m hardware print`"
    if has_pots:
        yield "printed holder", f"{cells - 2} for cups, 2 for pots", "the same"
    else:
        yield "printed holder", cells, "the same; a tray is screwed on its holder"
        yield f"plywood disc Ø {TRAY_MM:g} mm, 6 mm, with a rim of 3 mm", len(board.owners), "trays"
    yield from _screws(m, cells)
    yield "set screw M4×25 and nut", cells, "overload stop"
    yield "wood screw 4×16", 4 * cells, "foot to base board"
    yield f"plywood {width:g} × {depth:g} mm", "18 mm and 6 mm", "base board and deck"


def _pis(board: Profile) -> str:
    if is_for_coins(board):
        return "a 5: why, and what a smaller one can do, is said below"
    return "Zero 2 W, 3, 4 or 5" + ("" if is_spi_pixels(board) else "; the lights of this board want a 5")


def _screws(m: Measures, cells: int) -> Iterator[tuple[str, object, str]]:
    """For threads in the cell, and where a cell may have plain holes, for those."""
    for name, length, grip, what in (
        (m.fixed_screw, m.fixed_length, m.fixed_grip, "foot to cell, from below"),
        (m.free_screw, m.free_length, m.free_grip, "holder and spacer to cell"),
    ):
        yield f"pan head screw {name}×{length}", 2 * cells, what
        if m.are_holes_across:
            through = nut_screw_length(SCREWS[name], grip, m.cell_height)
            yield (
                f"or {name}×{through} and nut",
                2 * cells,
                f"{what}, where that end of the cell has no thread: look at yours",
            )
    if m.has_washers:
        yield f"washer {m.free_screw}", 2 * cells, "under the heads in the holder"


def _cells_section(board: Profile) -> list[str]:
    return [
        *_table(("place", "GPIO", "pin", "clock branch", "pixels"), _cells(board)),
        "",
        f"DOUT of each HX711 goes through {DATA_RESISTOR} to its GPIO, its branch of the clock through "
        f"{CLOCK_RESISTOR} to SCK.",
    ]


def _cells(board: Profile) -> Iterator[tuple[object, ...]]:
    branches = clock_branches(board)
    for cell in board.cells:
        branch = next(number for number, places in enumerate(branches, start=1) if cell.place in places)
        span = board.strip.spans[cell.place].pixels
        yield cell.place, cell.line, pin_of(board, cell.line), branch, f"{span[0]} to {span[-1]}"


def _other_lines(board: Profile) -> Iterator[tuple[object, ...]]:
    goals = {
        Kind.CLOCK: "74AHC125, pin 2",
        Kind.PIXELS: "74AHCT125, pin 2",
        Kind.BUTTON: "the button; its other side to ground",
        Kind.BUZZER: f"{DATA_RESISTOR}, then the transistor's base",
        Kind.RESERVED: "nothing",
    }
    pins = sorted(
        (pin for pin in header(board) if pin.kind in goals), key=lambda pin: list(goals).index(pin.kind)
    )
    for pin in pins:
        yield pin.use, pin.gpio, pin.number, goals[pin.kind]
    for kind, use in (
        (Kind.THREE_VOLTS, "VDD of all HX711, 74AHC125"),
        (Kind.GROUND, "ground of the 5 V supply: at least two wires"),
        (Kind.FIVE_VOLTS, "nothing: the Pi has its own supply"),
    ):
        numbers = ", ".join(str(pin.number) for pin in header(board) if pin.kind is kind)
        yield kind.value, "", numbers, use


def _currents(board: Profile) -> list[str]:
    needs = currents(board)
    rows = (
        ("pixels, by the profile's budget", f"{needs.pixels:.0f}"),
        (f"{len(board.cells)} bridges of 350 Ω at 4.3 V (of 1 kΩ: a third)", f"{needs.bridges:.0f}"),
        ("HX711", f"{needs.chips:.0f}"),
        ("together", f"{needs.total:.0f}"),
    )
    return [
        *_table(("what", "mA at most"), rows),
        "",
        f"With a quarter to spare: a supply of {needs.supply_amperes:g} A. The program dims a scene that "
        f"would draw more than {needs.pixels:.0f} mA; a smaller supply needs a smaller `current_budget_ma`.",
    ]


def _settings(board: Profile) -> list[str]:
    rows = [
        (
            setting.models,
            "; ".join((*(f"`{line}`" for line in setting.lines), *filter(None, (setting.remark,)))),
        )
        for setting in header_duties.settings(board)
    ]
    duties = [
        (duty.name, ", ".join(map(str, lines)), duty.off) for duty, lines in header_duties.switched_off(board)
    ]
    return [
        *_table(("Pi", "lines"), rows),
        "",
        "Off must be, because the board uses their lines (`sudo raspi-config`, Interface Options):",
        "",
        *_table(("what", "GPIO", "so in the file"), duties),
    ]


def _buffer_pins(board: Profile) -> Iterator[str]:
    yield (
        "Both are quad buffers '125 in a DIP-14; pin 1 is at the left of the notch. Every pin has an end: an "
        "enable (OE) or input (A) left open lets its gate do as it likes."
    )
    for chip in chips(board):
        yield ""
        yield f"**{chip.name}**: {chip.purpose}, at {chip.supply.value}."
        yield ""
        yield from _table(
            ("chip", "pin", "name", "goes to"),
            ((chip.name, pin.number, pin.name, pin.end.goes_to) for pin in chip.pins),
        )


def _deck(board: Profile, deck: Deck) -> list[str]:
    def row(place: Place) -> tuple[object, ...]:
        x, y = deck.middle(place)
        return place, f"{x:g}", f"{y:g}", f"{deck.hole(place):g}"

    intro = (
        f"For {_cup_words(deck.measures.cup)} and {_cup_words(deck.pot)}, on cells {CELLS[USUAL_CELL].what}; "
        "others: `python -m hardware print --help`. Positions from the middle of the board, in millimetres, "
        "x to south's right, y towards north. The room under the deck is "
        f"{deck.measures.deck_posts:g} mm high."
    )
    places = sorted(board.places, key=lambda place: not is_cup(place))
    return [
        f"![deck of the {board.name} board]({board.name}-deck.svg)",
        "",
        intro,
        "",
        *_table(("place", "x", "y", "hole Ø"), map(row, places)),
    ]


def _table_places(board: Profile, table: Table) -> list[str]:
    def row(place: Place) -> tuple[object, ...]:
        x, y = table.middle(place)
        return place, f"{x:g}", f"{y:g}", f"{table.measures.deck_hole if is_cup(place) else TRAY_MM + 4:g}"

    intro = (
        f"On cells {CELLS[USUAL_CELL].what}. Positions from the middle of the board, in millimetres, x to "
        "the right and y away from seat one; the trays stand on the same feet and holders as the spots, "
        "and their pieces of strip lie on the deck along their rims."
    )
    return [intro, "", *_table(("place", "x", "y", "hole Ø"), map(row, board.places))]


def _cup_words(cup: Cup) -> str:
    return f"{cup.name}s of {cup.foot:g} mm at the foot (5 mm above the bottom) and {cup.top:g} mm at the top"


BEANS: Mapping[str, tuple[float, float]] = {
    "navy beans, 0.20 g": (0.20, 0.12),
    "kidney beans, 0.55 g": (0.55, 0.15),
    "go stones, 5 g": (5.0, 0.03),
}
"""Mean mass in grams and spread as they come (sensing notes, 1.3)."""


def cells_page() -> str:
    """How well cells and beans fit, by the program's own budget."""
    head = ("load cell", "noise at 10 SPS", *BEANS)
    rows = [
        (rating, f"{1000 * RATINGS[rating].noise_grams(10):.0f} mg", *(_fit(rating, bean) for bean in BEANS))
        for rating in RATINGS
    ]
    lines = [
        "# Which load cell",
        "",
        "Made by `python -m hardware draw` from what `cupsboard budget` computes, for 2x4 at 10 samples a "
        "second.",
        "The number says how many times heavier a bean is than what a settled weight is off by; "
        f"{COSTS.suitability.least_signal:.0f} are needed.",
        "",
        *_table(head, rows),
    ]
    return "\n".join(lines) + "\n"


def _fit(rating: str, bean: str) -> str:
    grams, spread = BEANS[bean]
    signal = grams / settled_change_grams(RATINGS[rating].noise_grams(10), 10)
    answer = budget(Shopping(rating, grams, spread, cups=4, sps=10)).answer
    return f"{signal:.0f}: {answer.value.rstrip('.')}"

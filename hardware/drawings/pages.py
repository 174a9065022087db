"""The page of each ready board: shopping list, wiring tables and pictures, all from its profile."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from cupsboard import profile
from cupsboard.drivers import header_duties
from cupsboard.numbers import COSTS
from cupsboard.procedures.beans.forecast import (
    BEANS,
    LISTS,
    RATINGS,
    Shopping,
    asked_about,
    budget,
    shopping_of,
)
from cupsboard.profile import Profile
from cupsboard.recognition.suitability import settled_change_grams
from cupsboard.rules.places import Place, is_cup
from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import say

from hardware.assembly.bodies import STEPS
from hardware.circuit.chips import CLOCK_RESISTOR, DATA_RESISTOR, chips
from hardware.circuit.netlist import CARRIER, netlist
from hardware.circuit.plugs import plugs, pole_of
from hardware.circuit.wires import Joint, Wire, wires
from hardware.circuit.wiring import Kind, clock_branches, currents, header, pin_of
from hardware.drawings.board_picture import board_picture
from hardware.drawings.circuit_picture import circuit_picture
from hardware.drawings.coins import coins_section, is_for_coins
from hardware.drawings.exploded_picture import exploded_picture
from hardware.drawings.gestures_page import gestures_page
from hardware.drawings.header_picture import header_picture
from hardware.drawings.plate_picture import deck_picture
from hardware.drawings.step_pictures import step_pictures
from hardware.drawings.table_picture import table_picture
from hardware.drawings.wiring_poster import wiring_poster
from hardware.ordering.parts_list import LIST_CELLS, USUAL, Row, csv_text, parts_list, total_usd
from hardware.ordering.tools import tools
from hardware.parts.cells import CELLS, USUAL_CELL
from hardware.parts.deck import POT, Deck, deck_drawing
from hardware.parts.electronics import Electronics
from hardware.parts.mount import Cup
from hardware.parts.mount_drawing import mount_drawing
from hardware.parts.table import Table
from hardware.plans import plates
from hardware.plans.dxf import dxf


def all_pages() -> dict[str, str]:
    """Every generated file by its name in the folder `boards`."""
    files = {"cells.md": cells_page(), "gestures.md": gestures_page()}
    files |= {f"mount-{name}.svg": mount_drawing(load_cell.measures) for name, load_cell in CELLS.items()}
    for name in profile.built_in_names():
        board = profile.load(name)
        files |= {f"{name}-header.svg": header_picture(board), f"{name}-circuit.svg": circuit_picture(board)}
        layout = layout_of(board)
        files |= {
            f"{name}.md": page(board, layout),
            f"{name}-exploded.svg": exploded_picture(board, layout),
            **{_list_file(board, which): csv_text(rows) for which, rows in lists_of(board).items()},
            f"{name}-wires.csv": wires_csv(board, layout),
            f"{name}-base.dxf": dxf(plates.base(board, layout)),
            f"{name}-deck.dxf": dxf(plates.deck(board, layout)),
        }
        steps = step_pictures(board, layout)
        files |= {f"{name}-step-{number}.svg": picture for number, picture in steps.items()}
        if isinstance(layout, Deck):
            files[f"{name}-board.svg"] = board_picture(board)
            files[f"{name}-deck.svg"] = deck_drawing(board, layout)
            files[f"{name}-poster.svg"] = wiring_poster(board, layout)
        else:
            files[f"{name}-board.svg"] = table_picture(board, layout)
            files[f"{name}-deck.svg"] = deck_picture(board, layout)
    return files


def layout_of(board: Profile, load_cell: str = USUAL_CELL) -> Deck | Table:
    """Return where everything is on a ready board, with the usual cups and pots."""
    measures = CELLS[load_cell].measures
    return Deck(board.cups, measures, POT) if board.cups else Table.of(board, measures)


def page(board: Profile, deck: Deck | Table) -> str:
    """The Markdown page of one board."""
    lines = [
        f"# The {board.name} board",
        "",
        "Made by `python -m hardware draw` from the profile; change that, not this page. How to build: "
        "[hardware/README.md](../README.md).",
        "",
        *_section("What to buy", _shopping(board, deck)),
        *(_section("For coins", coins_section(board)) if is_for_coins(board) else ()),
        *_section("Header", [f"![header of the {board.name} board]({board.name}-header.svg)"]),
        *_section("Cells", _cells_section(board)),
        *_section("Everything else", _table(("what", "GPIO", "pin", "goes to"), _other_lines(board))),
        *_section("The board from above", [f"![plan of the {board.name} board]({board.name}-board.svg)"]),
        *_section("Taken apart", [f"![the {board.name} board taken apart]({board.name}-exploded.svg)"]),
        *_section("Step by step", _steps(board)),
        *_section("Circuit", [f"![circuit of the {board.name} board]({board.name}-circuit.svg)"]),
        *_section("The two 74 chips", _buffer_pins(board)),
        *_section("Wires", _wires_section(board, deck)),
        *_section("Currents from the 5 V supply", _currents(board)),
        *_section("In /boot/firmware/config.txt", _settings(board)),
        *_section(
            "Deck and base board",
            _deck(board, deck) if isinstance(deck, Deck) else _table_places(board, deck),
        ),
    ]
    return "\n".join(lines).rstrip("\n") + "\n"


def lists_of(board: Profile) -> dict[str, tuple[Row, ...]]:
    """Return the lists of a board by their names."""
    return {
        which: parts_list(board, layout_of(board, load_cell), which)
        for which, load_cell in LIST_CELLS.items()
    }


def _list_file(board: Profile, which: str) -> str:
    return f"{board.name}.csv" if which == USUAL else f"{board.name}-{which}.csv"


def _section(heading: str, content: Iterable[str]) -> list[str]:
    return [f"## {heading}", "", *content, ""]


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    return [
        "| " + " | ".join(head) + " |",
        "|" + " --- |" * len(head),
        *("| " + " | ".join(map(str, row)) + " |" for row in rows),
    ]


def _steps(board: Profile) -> list[str]:
    pictures = (
        f"![step {number}: {step}]({board.name}-step-{number}.svg)"
        for number, step in enumerate(STEPS, start=1)
    )
    return [
        "What each step adds is coloured; how: [hardware/README.md](../README.md#parts-to-print).",
        "",
        *pictures,
    ]


def _shopping(board: Profile, deck: Deck | Table) -> list[str]:
    rows = parts_list(board, deck)
    (whole, missing), (trial, trial_missing) = total_usd(rows), total_usd(rows, of_trial=True)
    return [
        "Three lists, as tables for a spreadsheet with numbers, prices and their sources. *Asked about* is "
        "how often the board will ask honest players, with kidney beans (`cupsboard lab budget --list all`); "
        "rows whose price says *look up* are left out of the sums.",
        "",
        *_table(("list", "known, USD", "look up", "cells", "asked about, moves"), _list_rows(board)),
        "",
        f"Below is the usual one: **{whole:.0f} USD** and {missing} rows to look up for the whole board, "
        f"{trial:.0f} USD and {trial_missing} rows for two cups, which is how to begin.",
        "",
        *_table(
            ("part", "whole board", "two cups first", "what for", "price each"),
            (
                (
                    row.part,
                    row.words,
                    f"{row.trial:g}" if row.trial else "",
                    row.purpose,
                    "look up" if row.price_usd is None else f"{row.price_usd:.2f} USD",
                )
                for row in rows
            ),
        ),
        "",
        "Tools, which the sums leave out as well:",
        "",
        *_table(("tool", "what for"), ((tool.name, tool.purpose) for tool in tools(board, deck))),
    ]


def _list_rows(board: Profile) -> Iterator[tuple[object, ...]]:
    """Yield a row for each list: its file, what it costs, and how its board will play."""
    grams, spread = BEANS["kidney beans"]
    for which, rows in lists_of(board).items():
        cost, missing = total_usd(rows)
        asked = asked_about(shopping_of(which, grams, spread, board.cups or 4, board.rate_sps))
        link = f"[{which}]({_list_file(board, which)})"
        yield (
            link,
            f"{cost:.0f}",
            missing,
            f"{LISTS[which].cell}, {LIST_CELLS[which].upper()}",
            f"{asked:.1%}",
        )


def _wires_section(board: Profile, deck: Deck | Table) -> list[str]:
    drawn = wires(netlist(board), Electronics(board, deck).sites())
    own = [wire for wire in drawn if wire.colour != "ribbon"]
    metres = sum(wire.length_mm for wire in own) / 1000
    poster = [f"![all wires of the {board.name} board]({board.name}-poster.svg)", ""]
    return [
        *(poster if isinstance(deck, Deck) else ()),
        f"Every wire with both its ends, its net, colour, cross section and length: "
        f"[{board.name}-wires.csv]({board.name}-wires.csv), {len(own)} wires, {metres:.0f} m in all, and the "
        "ribbon from the Pi to the carrier. A module's five wires are equally long: bind them as one cable.",
        "",
        *_table(("from the carrier to", "wires, in the plug's order", "mm each"), _cables(board, own)),
    ]


def _cables(board: Profile, drawn: Sequence[Wire]) -> Iterator[tuple[object, ...]]:
    known = plugs(netlist(board))
    for place in board.places:
        length = next(wire.length_mm for wire in drawn if (wire.start_at, wire.end_at) == (CARRIER, place))
        yield f"HX711 {place}", ", ".join(known[place].poles), length


def wires_csv(board: Profile, deck: Deck | Table, *, one_supply: bool = False) -> str:
    """Return the wire list as comma separated values; `one_supply` for modules that have one supply pin."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("net", "from", "plug", "part", "pin", "to", "part", "pin", "colour", "mm2", "length mm"))
    whole = netlist(board, one_supply=one_supply)
    for wire in wires(whole, Electronics(board, deck).sites()):
        start, end = wire.start, wire.end
        plug = " ".join(pole_of(whole, Joint(wire.net, start, end)) or ())
        writer.writerow(
            (
                *(wire.net, wire.start_at, plug, start.part, start.pin, wire.end_at, end.part, end.pin),
                *(wire.colour, f"{wire.square_mm:g}", wire.length_mm),
            )
        )
    return text.getvalue()


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
        return place, f"{x:g}", f"{y:g}", f"{table.hole(place):g}"

    intro = (
        f"On cells {CELLS[USUAL_CELL].what}. Positions from the middle of the board, in millimetres, x to "
        "the right and y away from seat one; the trays stand on the same feet and holders as the spots, "
        "and their pieces of strip lie on the deck along their rims."
    )
    picture = f"![deck of the {board.name} board]({board.name}-deck.svg)"
    return [picture, "", intro, "", *_table(("place", "x", "y", "hole Ø"), map(row, board.places))]


def _cup_words(cup: Cup) -> str:
    return f"{cup.name}s of {cup.foot:g} mm at the foot (5 mm above the bottom) and {cup.top:g} mm at the top"


def cells_page() -> str:
    """How well cells and beans fit, by the program's own budget."""
    head = ("load cell", "noise at 10 SPS", *(f"{name}, {grams:g} g" for name, (grams, _) in BEANS.items()))
    rows = [
        (rating, f"{1000 * RATINGS[rating].noise_grams(10):.0f} mg", *(_fit(rating, bean) for bean in BEANS))
        for rating in RATINGS
    ]
    lines = [
        "# Which load cell",
        "",
        "Made by `python -m hardware draw` from what `cupsboard lab budget` computes, for 2x4 at 10 samples "
        "a second.",
        "The number says how many times heavier a bean is than what a settled weight is off by; "
        f"{COSTS.suitability.least_signal:.0f} are needed.",
        "",
        *_table(head, rows),
    ]
    return "\n".join(lines) + "\n"


def _fit(rating: str, bean: str) -> str:
    grams, spread = BEANS[bean]
    signal = grams / settled_change_grams(RATINGS[rating].noise_grams(10), 10)
    answer = say(Message(budget(Shopping(rating, grams, spread, cups=4, sps=10)).answer.value))
    return f"{signal:.0f}: {answer[0].lower()}{answer[1:].rstrip('.')}"

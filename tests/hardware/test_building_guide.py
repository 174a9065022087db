"""What the building guide says is what the program and the profiles say."""

import math
import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from boards_by_size import layout_of
from cupsboard import profile
from cupsboard.procedures.beans.forecast import asked_about, shopping_of
from cupsboard.storage.paths import homes
from cupsboard.systemd.unit import AT_SERVICE, HOME, unit_file
from help_pages import help_page

from hardware.__main__ import main
from hardware.circuit.netlist import netlist
from hardware.circuit.wires import wires
from hardware.circuit.wiring import clock_branches
from hardware.drawings.pages import lists_of
from hardware.ordering.parts_list import parts_list, total_usd
from hardware.parts.cells import CELLS
from hardware.parts.deck import POT, Deck
from hardware.parts.electronics import Electronics
from hardware.parts.mount import grams, holder, printed_cup
from hardware.parts.overload import MEETS, MOST, SEEN, SET_AT, Overload

HARDWARE = Path(__file__).parents[2] / "hardware"
TEXT = (HARDWARE / "README.md").read_text(encoding="utf-8")
ROOT_TEXT = (HARDWARE.parent / "README.md").read_text(encoding="utf-8")
PROSE = re.sub(r"^```.*?^```$", "", TEXT, flags=re.MULTILINE | re.DOTALL)
COMMANDS = sorted(set(re.findall(r"(?:^|[`/ ])((?:cupsboard|cupsim) [a-z][^`#\n]*)", TEXT, re.MULTILINE)))


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_of_the_guide_are_those_of_the_program(command: str) -> None:
    program, *words = command.split()
    subcommands = []
    for word in words:
        if not re.fullmatch(r"[a-z]+", word) or len(subcommands) == 2:
            break
        subcommands.append(word)
    page = help_page(program, *subcommands)
    assert all(word in page for word in words if word.startswith("--"))


def test_the_table_of_sizes_is_that_of_the_profiles() -> None:
    table = re.search(r"## Other sizes\n\n((?:\|.*\n)+)", TEXT)
    assert table is not None
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in table[1].splitlines()]
    boards = [profile.load(name) for name in rows[0][1:]]
    assert [board.name for board in boards] == list(profile.built_in_names())
    numbers = {row[0]: row[1:] for row in rows[2:]}
    assert numbers["cells, HX711"] == [str(len(board.cells)) for board in boards]
    assert numbers["pixels"] == [str(board.strip.pixel_count) for board in boards]
    assert numbers["clock branches"] == [str(len(clock_branches(board))) for board in boards]
    lines = [len(board.named_lines) for board in boards]
    assert numbers["lines of the header's 26"] == [str(count) for count in lines]


def test_the_extras_that_are_installed_are_those_of_the_project() -> None:
    project = tomllib.loads((HARDWARE.parent / "pyproject.toml").read_text())["project"]
    script = (HARDWARE.parent / "setup").read_text(encoding="utf-8")
    assert {"pi", *re.findall(r"lights=([\w-]+)", script)} == {"pi", "pi-leds", "pi5-leds"}
    assert {"pi", "pi-leds", "pi5-leds"} <= project["optional-dependencies"].keys()


def test_the_service_s_own_files_lie_where_the_guide_says() -> None:
    unit = unit_file(Path("/opt/cupsboard/current/bin/cupsboard"))
    environment = dict(re.findall(r"^Environment=(\w+)=(.*)$", unit, re.MULTILINE))
    assert homes({**environment, "STATE_DIRECTORY": HOME}, Path(environment["HOME"])) == AT_SERVICE
    assert f"whose home is `{HOME}`" in TEXT


def test_the_guide_has_every_step_from_the_first_wire_to_the_service() -> None:
    steps = re.findall(r"^\*\*(\d+)\. ", TEXT, re.MULTILINE)
    assert steps == [str(number) for number in range(1, 11)]
    assert TEXT.count("*See:*") >= 9
    assert TEXT.count("*If not:*") >= 7


PRINTING = re.findall(r"python -m hardware (print [^`\n]*)", TEXT + ROOT_TEXT)


def test_the_guide_says_how_to_print() -> None:
    assert len(PRINTING) >= 3
    assert any("--list cheap" in command for command in PRINTING)
    assert any("--cup-top" in command and "--pot-top" in command for command in PRINTING)


@pytest.mark.parametrize("command", PRINTING)
def test_parts_are_made_as_the_guides_say(command: str, tmp_path: Path) -> None:
    assert main([*command.split(), "--to", str(tmp_path)]) == 0
    assert {path.suffix for path in tmp_path.iterdir()} == {".stl", ".svg", ".dxf", ".pdf", ".csv"}


def test_the_shapes_of_cells_in_the_guide_are_those_of_the_parts() -> None:
    rows = dict(re.findall(r"^\| `(tal\d+)`[^|]*\| ([\d.]+ × [\d.]+ × [\d.]+) mm \|", TEXT, re.MULTILINE))
    assert rows == {
        name: f"{m.cell_length:g} × {m.cell_width:g} × {m.cell_height:g}"
        for name, m in ((name, each.measures) for name, each in CELLS.items())
    }


def test_the_guide_has_the_weights_of_the_holders() -> None:
    weighed = re.search(
        r"holder is (\d+) g on a TAL221, (\d+) g on a TAL220\), each pot below 120 g \((\d+) g and (\d+) g\)",
        " ".join(TEXT.split()),
    )
    assert weighed is not None
    shapes = [CELLS[name].measures for name in ("tal221", "tal220")]
    of_pots = [Deck(4, shape, POT).pot_measures for shape in shapes]
    assert list(map(int, weighed.groups())) == [
        round(grams(holder(measures))) for measures in (*shapes, *of_pots)
    ]


def test_what_the_guide_says_of_cost_and_wires_is_computed() -> None:
    board = profile.load("2x4")
    lists = lists_of(board)
    cells = {
        which: sum(
            row.cost_usd(row.amount) or 0.0 for row in rows if row.part.startswith(("load cell", "HX711"))
        )
        for which, rows in lists.items()
    }
    (cheap, _), (usual, _) = (total_usd(lists[which], of_trial=True) for which in ("cheap", "usual"))
    shopping = {which: shopping_of(which, 0.55, 0.15, 4, 10) for which in lists}
    built = Electronics(board, layout_of(board))
    drawn = [wire for wire in wires(netlist(board), built.sites()) if wire.colour != "ribbon"]
    hours = re.search(
        r"all printed parts of a 2x4 board .* (\d+) hours", (HARDWARE / "CHECKED.md").read_text()
    )
    assert hours is not None
    words = " ".join(TEXT.split())
    for said in (
        *(
            f"| {cost:.0f} | {missing} rows | {100 * asked_about(shopping[which]):.1f} %"
            for which, (cost, missing) in ((which, total_usd(rows)) for which, rows in lists.items())
        ),
        f"come to {math.ceil(cells['cheap'])} USD there, and to {math.ceil(cells['usual'])} on the usual",
        f"begin with: {cheap:.0f} USD of the cheap list, {usual:.0f} of the usual",
        f"one move in {1 / asked_about(replace(shopping['cheap'], excitation_volts=4.3)):.0f}",
        f"one in {1 / asked_about(shopping['cheap']):.0f}, or",
        f"one in {1 / asked_about(replace(shopping['cheap'], bean_grams=0.9)):.0f} with beans of 0.9 g",
        f"and in {1 / asked_about(shopping['usual']):.0f} with 500 g",
        f"{len(drawn)} wires and a ribbon",
        f"about {hours[1]} of them",
    ):
        assert said in words, said


def test_resistors_and_capacitors_of_the_guide_are_those_of_the_list() -> None:
    rows = [row.part for row in parts_list(profile.load("2x4"), layout_of(profile.load("2x4")))]
    kinds = ("resistor ", "capacitor ", "fuse ", "Schottky diode ")
    listed = {part.partition(" ")[2].partition(",")[0] for part in rows if part.startswith(kinds)}
    wiring = TEXT[TEXT.index("\n## Wiring") : TEXT.index("\n### 10 or 80")]
    assert len(listed) == 8
    assert all(value.removeprefix("diode ") in wiring for value in listed if value != "2 A")


def test_the_guide_sets_the_stops_as_they_are_reckoned() -> None:
    words = " ".join(TEXT.split())
    shown, most = [], []
    for name, rated in (("tal221", 500), ("tal220", 1000)):
        measures = CELLS[name].measures
        stop, on = Overload(measures), grams(holder(measures)) + grams(printed_cup(measures.cup))
        assert f"**{SET_AT * rated:.0f} g** if" in words
        assert abs(stop.felt(5000 / rated, MEETS[0])) <= MOST
        shown.append((SET_AT * rated - on) // 10 * 10)
        most.append((MOST * rated - on) // 10 * 10)
    assert "until the page shows {:.0f} or {:.0f} g".format(*shown) in words
    assert "never shows more than {:.0f} or {:.0f} g".format(*most) in words
    assert f"by {SEEN * 500:.0f} at the most ({SEEN * 1000:.0f} on a TAL220)" in words
    assert f"meets at {100 * MEETS[0]:.0f} to {100 * MEETS[1]:.0f} % of" in words
    usual = Overload(CELLS["tal221"].measures)
    assert f"feels at most {-usual.felt(10.0, MEETS[0]):.1f} times its rated load, upside down" in words

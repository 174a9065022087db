"""Every pin of both buffer chips has an end, and table, list and picture say the same."""

import re

import pytest
from boards_by_size import layout_of
from cupsboard import profile
from cupsboard.profile import Profile

from hardware.circuit.chips import Chip, Net, chips
from hardware.circuit.wiring import clock_branches, fuse_amperes
from hardware.drawings.circuit_picture import circuit_picture
from hardware.drawings.pages import page
from hardware.ordering.parts_list import parts_list

PINOUT = ["1OE", "1A", "1Y", "2OE", "2A", "2Y", "GND", "3Y", "3A", "3OE", "4Y", "4A", "4OE", "VCC"]
"""A '125 from pin 1 to 14, as Toshiba's CAD part of the 74HC125 numbers it."""

ROW = re.compile(r"^\| (74\w+) \| (\d+) \| (\w+) \| (.+) \|$", re.MULTILINE)
DRAWN = re.compile(
    r">(\d+)</text>\n<text[^>]*>(\w+)</text>\n<polyline[^>]*>\n<rect[^>]*>\n<text[^>]*>([^<]+)</text>"
)


@pytest.fixture
def both(board: Profile) -> tuple[Chip, Chip]:
    return chips(board)


def test_every_pin_of_both_chips_has_an_end(both: tuple[Chip, Chip]) -> None:
    for chip in both:
        assert [pin.number for pin in chip.pins] == list(range(1, 15))
        assert [pin.name for pin in chip.pins] == PINOUT
        assert all(pin.end.goes_to for pin in chip.pins)


def test_every_gate_is_enabled_and_no_input_is_left_open(both: tuple[Chip, Chip]) -> None:
    for chip in both:
        ends = {pin.name: pin.end.net for pin in chip.pins}
        assert {ends[f"{gate}OE"] for gate in range(1, 5)} == {Net.GROUND}
        assert {name for name, net in ends.items() if net is Net.OPEN} <= {"1Y", "2Y", "3Y", "4Y"}
        assert (ends["GND"], ends["VCC"]) == (Net.GROUND, chip.supply)
        for gate in range(1, 5):
            assert (ends[f"{gate}A"] is Net.GROUND) is (ends[f"{gate}Y"] is Net.OPEN)


def test_each_branch_has_a_gate_of_its_own(board: Profile, both: tuple[Chip, Chip]) -> None:
    outputs = [pin.end.label for pin in both[0].pins if pin.end.net is Net.BRANCH]
    assert sorted(outputs) == [f"branch {number + 1}" for number in range(len(clock_branches(board)))]


def test_the_picture_draws_the_end_of_every_pin(board: Profile, both: tuple[Chip, Chip]) -> None:
    picture = circuit_picture(board)
    drawn = [(int(number), name, label) for number, name, label in DRAWN.findall(picture)]
    assert drawn == [(pin.number, pin.name, pin.end.label) for chip in both for pin in chip.pins]
    for label in {pin.end.label for chip in both for pin in chip.pins if pin.end.net is not Net.OPEN}:
        other_end = label.partition(" ")[0] if label.startswith("branch") else label
        joined = re.findall(rf">{re.escape(other_end)}</text>", picture)
        assert len(joined) >= (1 if label.startswith("branch") else 2), label


@pytest.mark.parametrize("name", profile.built_in_names())
def test_the_page_has_a_row_for_every_pin(name: str) -> None:
    board = profile.load(name)
    rows = [(chip, int(pin), *rest) for chip, pin, *rest in ROW.findall(page(board, layout_of(board)))]
    assert rows == [
        (chip.name, pin.number, pin.name, pin.end.goes_to) for chip in chips(board) for pin in chip.pins
    ]


def test_the_list_counts_what_table_and_picture_show(board: Profile, both: tuple[Chip, Chip]) -> None:
    rows = {row.part: row.amount for row in parts_list(board, layout_of(board))}
    ends = " / ".join(pin.end.goes_to for chip in both for pin in chip.pins)
    cells = len(board.cells)
    assert rows["resistor 10 kΩ"] == ends.count("10 kΩ") == 2
    assert rows["capacitor 100 nF"] == ends.count("100 nF") == 2
    assert rows["resistor 330 Ω"] == ends.count("330 Ω") == 1
    assert rows["resistor 100 Ω"] == sum(map(int, re.findall(r"(\d+) × 100 Ω", ends))) == cells
    buttons, before_shifter = len(board.buttons), 1
    assert rows["resistor 1 kΩ"] == cells + (board.buzzer is not None) + buttons + before_shifter
    picture = circuit_picture(board)
    for value in ("10 kΩ", "100 nF", "330 Ω", "100 Ω", "1 kΩ", "1N5822", f"fuse {fuse_amperes(board):g} A"):
        assert value in picture
    assert f">{cells} times<" in picture

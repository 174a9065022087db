import tomllib
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from cupsboard import profile
from cupsboard.formats.strict_data import to_plain
from cupsboard.profile import LineNumbers, ProfileError
from cupsboard.rules.places import SEAT_NAMES, Place, board_places, table_places
from cupsboard.station.files.new_profile import proposed_for_seats
from hypothesis import given
from hypothesis import strategies as st

ROWS = ("2x3", "2x4", "2x6", "2x9", "2x10", "2x10-coins")
FOR_SEATS = ("3x3-2", "3x3-4")

Tables = dict[str, Any]


def tables_of_2x4() -> Tables:
    return tomllib.loads(files("cupsboard").joinpath("profiles", "2x4.toml").read_text())


def changed(change: Callable[[Tables], object]) -> bytes:
    tables = tables_of_2x4()
    change(tables)
    return tomli_w.dumps(tables).encode()


def test_boards_with_two_sides_and_boards_for_seats_come_with_the_package() -> None:
    assert sorted(profile.built_in_names()) == sorted((*ROWS, *FOR_SEATS))


@pytest.mark.parametrize("name", FOR_SEATS)
def test_a_built_in_board_for_seats_is_the_one_that_is_proposed(name: str) -> None:
    board = profile.load(name)
    assert board == proposed_for_seats(int(name.rpartition("-")[2]))
    assert board.name == name


@pytest.mark.parametrize("name", ROWS)
def test_a_built_in_board_has_every_cup_and_pot_on_a_cell_and_in_the_lights(name: str) -> None:
    board = profile.load(name)
    assert board.name == name
    assert board.places == board_places(board.cups)
    assert set(board.strip.pixels) == set(board.places)
    assert not board.has_stock_trays
    assert board.lines is LineNumbers.GPIO


def test_the_2x4_board_uses_the_lines_of_its_wiring_plan() -> None:
    board = profile.load("2x4")
    assert [cell.line for cell in board.cells] == [4, 5, 6, 16, 17, 21, 22, 23, 24, 25]
    assert (board.clock, board.strip.line, board.buzzer) == (27, 10, 13)
    assert (board.buttons["south"], board.buttons["north"]) == (20, 26)


def test_the_2x10_board_fills_the_header_and_has_no_buzzer() -> None:
    board = profile.load("2x10")
    used = [board.clock, board.strip.line, board.buttons["south"], board.buttons["north"]]
    used += [cell.line for cell in board.cells]
    assert sorted(used) == list(range(2, 28))
    assert board.buzzer is None


def test_the_board_for_coins_is_that_of_twenty_cups_at_eighty_samples_a_second() -> None:
    plain, coins = profile.load("2x10"), profile.load("2x10-coins")
    assert (plain.rate_sps, coins.rate_sps) == (10, 80)
    assert coins.named_lines == plain.named_lines
    assert coins.strip == plain.strip


def test_lights_of_a_place_are_neighbouring_pixels() -> None:
    assert profile.load("2x3").strip.pixels[Place("south-pot")] == range(9, 13)


def test_a_board_can_be_loaded_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(changed(lambda tables: tables.update(name="mine", rate_sps=80)))
    board = profile.load(str(path))
    assert (board.name, board.rate_sps) == ("mine", 80)


def test_an_unknown_board_is_answered_with_the_built_in_ones() -> None:
    with pytest.raises(ProfileError, match="2x3, 2x4, 2x6, 2x9, 2x10, 2x10-coins, 3x3-2, 3x3-4"):
        profile.load("2x5")


@given(cups=st.integers(2, 12), stock_trays=st.booleans())
def test_a_board_of_any_size_can_be_generated_and_reads_back(cups: int, stock_trays: bool) -> None:
    board = profile.generated(cups, stock_trays=stock_trays)
    assert set(board_places(cups)) <= set(board.places)
    assert board.has_stock_trays is stock_trays
    assert profile.from_tables(to_plain(board)) == board


@given(seats=st.integers(2, 6))
def test_a_board_for_seats_has_nine_spots_a_tray_and_a_button_for_each_and_reads_back(seats: int) -> None:
    board = profile.generated_for_seats(seats)
    assert board.owners == SEAT_NAMES[:seats]
    assert board.places == table_places(9, board.owners)
    assert set(board.strip.pixels) == set(board.places)
    assert board.rate_sps == 80
    assert not board.has_stock_trays
    assert profile.from_tables(to_plain(board)) == board


@pytest.mark.parametrize("seats", [1, 7])
def test_no_board_is_generated_for_more_or_fewer_than_can_play(seats: int) -> None:
    with pytest.raises(ProfileError, match=f"seats: {seats} is not between 2 and 6"):
        profile.generated_for_seats(seats)


FOR_THREE = profile.generated_for_seats(3)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"cups": 4}, "spots: 9 beside 4 cups a side; leave out one of them"),
        ({"spots": 8}, "spots: 8 is not between 9 and 9; a board without sides has 9"),
        ({"spots": 0}, "cups: 0 is not between 2 and 12"),
        ({"rate_sps": 10}, "rate_sps: 10 is too slow"),
        ({"buttons": {"one": 2}}, "buttons: 1 is not between 2 and 6; give each player one"),
        ({"buttons": {"one": 2, "two": 3, "four": 30}}, "buttons.four: nobody of that name plays"),
        ({"buttons": {"one": 2, "two": 3, "south": 30}}, "write one, two, three"),
        ({"buttons": {"one": 2, "two": 3}}, "'three-tray' is no place of a board with 9 spots"),
        ({"cells": FOR_THREE.cells[1:]}, "cells: spot-1 missing; every spot and tray needs a cell"),
        ({"cells": FOR_THREE.cells[:-1]}, "cells: three-tray missing"),
        (
            {"cells": (profile.Cell(Place("south-1"), 40), *FOR_THREE.cells)},
            'use names like "spot-1" or "one-tray"',
        ),
    ],
)
def test_a_board_for_seats_that_can_t_be_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ProfileError, match=message):
        profile.check(replace(FOR_THREE, **change))


@pytest.mark.parametrize("cups", [1, 13])
def test_no_board_is_generated_outside_the_game_s_sizes(cups: int) -> None:
    with pytest.raises(ProfileError, match=f"cups: {cups}"):
        profile.generated(cups)


def test_stock_trays_can_be_given_cells() -> None:
    def add_trays(tables: Tables) -> None:
        tables["cells"] += [{"place": "south-stock", "line": 2}, {"place": "north-stock", "line": 3}]
        tables["strip"]["pixel_count"] += 2
        tables["strip"]["spans"]["south-stock"] = {"first": 32, "count": 1}
        tables["strip"]["spans"]["north-stock"] = {"first": 33, "count": 1}

    assert profile.parse(changed(add_trays), "trays.toml").has_stock_trays


def one_tray(tables: Tables) -> None:
    tables["cells"].append({"place": "south-stock", "line": 2})
    tables["strip"]["pixel_count"] += 1
    tables["strip"]["spans"]["south-stock"] = {"first": 32, "count": 1}


FAULTS: dict[str, tuple[Callable[[Tables], object], str]] = {
    "unknown key": (lambda t: t.update(colour="red"), r"^bad\.toml, line 21: colour: unknown key"),
    "unknown key in a cell": (lambda t: t["cells"][2].update(gain=64), r"cells\[2\]\.gain: unknown key"),
    "missing key": (lambda t: t.pop("clock"), "clock: missing"),
    "missing key in the buttons": (lambda t: t["buttons"].pop("north"), r"buttons\.north: missing"),
    "wrong type": (lambda t: t["cells"][0].update(line="4"), r"cells\[0\]\.line: Expected `int`, got `str`"),
    "truth for a number": (lambda t: t.update(clock=True), r"clock: Expected `int \| null`, got `bool`"),
    "number for a table": (lambda t: t.update(strip=3), "strip: expected a table, found 3"),
    "table for a list": (lambda t: t.update(cells={}), "cells: expected a list"),
    "foreign file": (lambda t: t.update(format="recipe"), "format: 'recipe' is not"),
    "newer file": (lambda t: t.update(version=2), "version: 2 is not 1"),
    "odd line numbering": (lambda t: t.update(lines="wiringpi"), "lines: Invalid enum value 'wiringpi'"),
    "empty name": (lambda t: t.update(name=" "), "name: is empty"),
    "bell in the name": (lambda t: t.update(name="my\aboard"), r"name: 'my\\x07board' holds a character"),
    "too many cups": (lambda t: t.update(cups=13), "cups: 13 is not between 2 and 12"),
    "odd rate": (lambda t: t.update(rate_sps=40), "rate_sps: 40 is neither"),
    "line off the header": (
        lambda t: t["cells"][1].update(line=28),
        r"cells\[1\]\.line: 28 is not between 2 and",
    ),
    "line of the ID memory": (lambda t: t.update(clock=1), "clock: 1 is not between 2 and 27"),
    "double line": (lambda t: t.update(buzzer=25), r"buzzer: line 25 is cells\[9\]\.line already"),
    "double place": (
        lambda t: t["cells"][1].update(place="south-1"),
        r"cells\[1\]\.place: south-1 is cells\[0\]",
    ),
    "unknown place": (
        lambda t: t["cells"][0].update(place="east-1"),
        r"cells\[0\]\.place: 'east-1' is no place",
    ),
    "cup of a larger board": (
        lambda t: t["cells"][0].update(place="south-5"),
        "'south-5' is no place of a 2x4",
    ),
    "missing place": (lambda t: t["cells"].pop(), "cells: north-pot missing"),
    "one stock tray": (one_tray, "only south-stock; weigh both"),
    "overlapping spans": (
        lambda t: t["strip"]["spans"]["south-2"].update(first=2),
        r"strip\.spans\.south-2: pixel 2 is south-1's already",
    ),
    "span over the end": (
        lambda t: t["strip"]["spans"]["north-pot"].update(count=5),
        r"strip\.spans\.north-pot\.count: 5 is not between 1 and 4",
    ),
    "span of no pixels": (lambda t: t["strip"]["spans"]["south-1"].update(count=0), "count: 0 is not"),
    "span of nowhere": (
        lambda t: t["strip"]["spans"].update({"south-9": {"first": 0, "count": 1}}),
        r"strip\.spans\.south-9: no such place",
    ),
    "place in the dark": (lambda t: t["strip"]["spans"].pop("south-1"), r"strip\.spans: south-1 missing"),
    "unknown colour order": (
        lambda t: t["strip"].update(order="GRBW"),
        r"strip\.order: 'GRBW' is not one of",
    ),
    "darkness": (lambda t: t["strip"].update(brightness=0.0), r"strip\.brightness: 0.0 is not between"),
    "no number": (lambda t: t["strip"].update(brightness=float("nan")), r"strip\.brightness: nan"),
    "no current": (lambda t: t["strip"].update(current_budget_ma=0.0), r"strip\.current_budget_ma: 0.0"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_profile_is_refused_with_the_place_and_the_value(fault: str) -> None:
    change, message = FAULTS[fault]
    with pytest.raises(ProfileError, match=message):
        profile.parse(changed(change), "bad.toml")


LINES = {
    "number of a cell": (
        '{ place = "south-2", line = 5 }',
        '{ place = "south-2", line = 4 }',
        r"cells\[1\]\.line: line 4",
    ),
    "key of a cell": (
        '{ place = "south-3", line = 6 }',
        '{ place = "south-3", line = 6, gain = 64 }',
        r"cells\[2\]\.gain",
    ),
    "span": (
        "north-1 = { first = 16, count = 3 }",
        "north-1 = { first = 16, count = 30 }",
        r"strip\.spans\.north-1\.count",
    ),
    "button": ("south = 20", "south = 200", r"buttons\.south: 200"),
    "missing in a table": ("[buttons]\nsouth = 20", "[buttons]", r"buttons\.south: missing"),
}


@pytest.mark.parametrize("fault", LINES)
def test_a_fault_is_found_on_its_line_of_the_file(fault: str) -> None:
    right, wrong, place = LINES[fault]
    text = files("cupsboard").joinpath("profiles", "2x4.toml").read_text()
    assert text.count(right) == 1
    line = text.partition(right)[0].count("\n") + 1
    with pytest.raises(ProfileError, match=rf"^mine\.toml, line {line}: {place}"):
        profile.parse(text.replace(right, wrong).encode(), "mine.toml")


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe", b"cups = ", b"[[[", b"\x89PNG\r\n", b"a = " + b"[" * 100_000]
)
def test_what_is_no_profile_at_all_is_refused_in_one_sentence(content: bytes) -> None:
    with pytest.raises(ProfileError, match=r"^odd\.toml: "):
        profile.parse(content, "odd.toml")

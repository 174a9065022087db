"""The list orders all that the netlist and the guide ask for, and no number or price without its source."""

import csv
import io
import re
from collections import Counter
from pathlib import Path

import pytest
from boards_by_size import layout_of
from cupsboard import profile
from cupsboard.profile import Profile

from hardware.assembly.bodies import POST_SCREWS_MM
from hardware.circuit.netlist import JACK, netlist
from hardware.drawings.pages import lists_of
from hardware.ordering.offers import LOOK_UP
from hardware.ordering.parts_list import LIST_CELLS, SPARE_FUSES, csv_text, parts_list, total_usd
from hardware.ordering.tools import tools
from hardware.parts.cells import CELLS
from hardware.plans import plates
from hardware.plans.plates import BASE_MM

GUIDE = (Path(__file__).parents[3] / "hardware" / "README.md").read_text(encoding="utf-8")


def test_every_part_of_the_carrier_is_on_the_list_as_often_as_in_the_netlist(board: Profile) -> None:
    rows = {row.part: row.amount for row in parts_list(board, layout_of(board))}
    parts = [part for part in netlist(board).parts.values() if part.purpose and part.at != JACK]
    for value, count in Counter(part.value for part in parts).items():
        listed = [name for name in rows if value in (*name.split(" ", 1), name.removesuffix(", DIP-14"))]
        spare = SPARE_FUSES if value.startswith("fuse ") else 0
        assert [rows[name] for name in listed] == [count + spare], value


def test_the_csv_has_a_row_for_each_part_and_its_sum_is_that_of_the_page(board: Profile) -> None:
    rows = parts_list(board, layout_of(board))
    read = list(csv.DictReader(io.StringIO(csv_text(rows))))
    assert [row["part"] for row in read] == [row.part for row in rows]
    prices = [row["price in all (USD)"] for row in read]
    known = [float(price) for price in prices if price != LOOK_UP]
    assert (round(sum(known), 2), prices.count(LOOK_UP)) == total_usd(rows)


@pytest.mark.parametrize("which", LIST_CELLS)
def test_a_price_stands_only_with_its_source_and_its_day_and_a_number_or_words_to_search_by(
    which: str,
) -> None:
    for row in csv.DictReader(io.StringIO(csv_text(lists_of(profile.load("2x4"))[which]))):
        if row["price each (USD)"] not in (LOOK_UP, "0.00"):
            assert row["source"].startswith("https://"), row["part"]
            assert row["read"], row["part"]
        assert row["number"] != LOOK_UP or "solder" in row["part"], row["part"]


def test_the_lists_are_of_one_source_and_each_costs_more_than_the_one_before(board: Profile) -> None:
    cheap, usual, careful = (lists_of(board)[which] for which in ("cheap", "usual", "careful"))
    assert total_usd(cheap)[0] < total_usd(usual)[0] < total_usd(careful)[0]
    of_usual = {row.part: row.amount for row in usual}
    assert {row.part for row in careful} == set(of_usual)
    spared = {row.part.split(",")[0] for row in careful if row.amount > of_usual[row.part]}
    assert {"HX711 module", "74AHC125", "74AHCT125"} < spared
    assert [row.part for row in cheap if "regulator" in row.part]
    assert not [row.part for row in (*usual, *careful) if "regulator" in row.part]


def test_a_pack_is_bought_whole() -> None:
    modules = next(row for row in lists_of(profile.load("2x4"))["cheap"] if row.part == "HX711 module")
    assert (modules.amount, modules.cost_usd(10), modules.cost_usd(4)) == (10, 27.0, 9.0)


def test_a_first_trial_needs_two_of_what_a_place_needs_and_no_more_than_the_board(board: Profile) -> None:
    rows = parts_list(board, layout_of(board))
    assert all(row.trial <= max(row.amount, 30) for row in rows)
    by_name = {row.part.split(",")[0].split(" (")[0]: row for row in rows}
    assert by_name["load cell TAL221"].trial == by_name["HX711 module"].trial == 2
    assert total_usd(rows, of_trial=True)[0] < total_usd(rows)[0]


def test_a_board_is_drilled_with_the_drills_of_its_tools(board: Profile) -> None:
    layout = layout_of(board)
    listed = next(tool.name for tool in tools(board, layout) if tool.name.startswith("drills"))
    drills = {float(each) for each in re.findall(r"[\d.]+", listed)}
    bored = {hole.diameter for plate in (plates.base, plates.deck) for hole in plate(board, layout).holes}
    assert {each for each in bored if each < 20} <= drills


def test_what_the_guide_mentions_is_on_the_list() -> None:
    listed = " ".join(row.part for row in parts_list(profile.load("2x4"), layout_of(profile.load("2x4"))))
    section = GUIDE[GUIDE.index("\n## What you need") : GUIDE.index("\n## Which load cell")]
    named = re.findall(r"^\| ([^|]+?) \|", section, re.MULTILINE)[2:]
    assert len(named) > 12
    words = {
        **{
            name: name
            for name in ("Raspberry Pi", "load cell", "HX711 module", "WS2812B strip", "5 V supply")
        },
        "buttons": "push button",
        "cups": "cup,",
        "pots": "pot,",
        "resistors, capacitors": "resistor 330 Ω",
        "fuse, 1N5822": "1N5822",
    }
    for name in named:
        short = name.split(" at ")[0].split(", 500")[0]
        assert words.get(name, words.get(short, short)) in listed, name


THINGS = """\
perforated board, ribbon, jack, fuse, buzzer, socket, header, transistor, diode, capacitor,
spacer tube, lath, post, plywood, felt, rubber f, solder, filament, threadlocker, tape, set screw,
wood screw, washer, veneer, cable tie, card reader, printer, glue, ruler, awl, meter against,
soldering iron, hex key, countersink, jig saw, hole saw, kitchen scale, bottle, calliper, phone,
glasses, tweezers, clamp, screwdriver, known mass, coins of known mass"""
"""Names of things, of which the guide may mention those that are on the list or among the tools."""
NOT_TO_BUY = {
    "washer": "the usual cell has no room for any",
    "cable tie": "an example of how a part is changed",
    "meter against": "meter for volts and ohms",
    "kitchen scale": "where other cells come from",
}
"""Things that the guide mentions and 2x4 doesn't take, or that the list calls otherwise."""


def test_every_thing_and_every_screw_of_the_guide_is_on_the_list_or_among_the_tools() -> None:
    board = profile.load("2x4")
    rows, kit = parts_list(board, layout_of(board)), tools(board, layout_of(board))
    listed = " ".join(
        (*(f"{row.part} {row.purpose}" for row in rows), *(f"{t.name} {t.purpose}" for t in kit))
    )
    guide = GUIDE[: GUIDE.index("\n## Other sizes")].replace("\n", " ").lower()
    mentioned = [thing for thing in re.split(r",\s", THINGS) if thing in guide and thing not in NOT_TO_BUY]
    assert len(mentioned) > 25
    assert [thing for thing in mentioned if thing not in listed] == []
    screws = set(re.findall(r"\b(?:m\d|\d(?:\.\d)?)×\d\d\b", guide))
    assert len(screws) >= 5
    assert [screw for screw in screws if screw not in listed.lower()] == []


@pytest.mark.parametrize("name", CELLS)
def test_the_two_screws_of_a_post_hold_in_it_and_do_not_meet(name: str) -> None:
    from_the_deck, from_the_base = POST_SCREWS_MM
    measures = CELLS[name].measures
    in_post = (from_the_deck - measures.deck, from_the_base - BASE_MM)
    assert min(in_post) >= 9.0
    assert sum(in_post) < measures.deck_posts

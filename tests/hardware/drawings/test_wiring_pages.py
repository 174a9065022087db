"""The wiring pages are those of the profiles, and the pins are those of a real header."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from cupsboard import profile
from cupsboard.profile import CHIPS_PER_BRANCH, Profile
from cupsboard.rules.places import is_cup, side_of
from gpiozero.pins.pi import PiBoardInfo

from hardware.circuit.wiring import GATES, Kind, clock_branches, currents, header, pin_of
from hardware.drawings.pages import all_pages, layout_of
from hardware.drawings.wiring_poster import wiring_poster
from hardware.ordering.parts_list import LIST_CELLS, ONE_SUPPLY
from hardware.parts.cells import CELLS
from hardware.parts.deck import Deck, deck_drawing
from hardware.parts.mount import Cup, Measures
from hardware.parts.mount_drawing import mount_drawing
from hardware.plans import plates

BOARDS = Path(__file__).parents[3] / "hardware" / "boards"
PAGES = all_pages()
SVG = "{http://www.w3.org/2000/svg}"
REVISIONS = {"Zero 2 W": 0x902120, "3B+": 0xA020D3, "4B": 0xC03112, "5": 0xC04170}


@pytest.fixture(params=profile.built_in_names())
def board(request: pytest.FixtureRequest) -> Profile:
    return profile.load(request.param)


def test_the_committed_pages_and_pictures_are_the_generated_ones() -> None:
    committed = {path.name: path.read_bytes().decode() for path in BOARDS.iterdir()}
    stale = {name for name in PAGES.keys() | committed if PAGES.get(name) != committed.get(name)}
    assert stale == set(), "run: python -m hardware draw"


@pytest.mark.parametrize("which", LIST_CELLS)
def test_a_poster_fits_one_sheet_of_paper_and_no_name_is_wider_than_its_module(
    board: Profile, which: str
) -> None:
    layout = layout_of(board, LIST_CELLS[which])
    if not isinstance(layout, Deck):
        return
    drawn = ElementTree.fromstring(wiring_poster(board, layout, one_supply=which in ONE_SUPPLY))
    width, height = float(drawn.get("width", 0)), float(drawn.get("height", 0))
    # A4 within margins of 10 mm; Letter is higher for its width.
    assert width / height >= 277 / 190 - 0.01
    sizes = {each.text: float(each.get("font-size", 0)) for each in drawn.iter(f"{SVG}text")}
    modules = [each for each in drawn.iter(f"{SVG}rect") if each.get("stroke-dasharray")]
    assert len(modules) == len(board.places)
    # The last text of a place is that in its module; the boxes come in the order of the cables.
    least = min(float(each.get("width", 0)) for each in modules)
    assert max(0.6 * sizes[place] * len(place) for place in board.places if is_cup(place)) <= least + 0.1


@pytest.mark.parametrize("model", REVISIONS)
def test_pins_are_where_every_model_has_them(model: str, board: Profile) -> None:
    pins = PiBoardInfo.from_revision(REVISIONS[model]).headers["J8"].pins
    assert {pin.number: pin.gpio for pin in header(board) if pin.gpio is not None} == {
        number: int(str(pin.name).removeprefix("GPIO"))
        for number, pin in pins.items()
        if str(pin.name).startswith("GPIO")
    }


def test_every_line_of_a_profile_is_on_the_header_once_and_nothing_else_is(board: Profile) -> None:
    wired = (Kind.DATA, Kind.CLOCK, Kind.PIXELS, Kind.BUTTON, Kind.BUZZER)
    on_header = sorted(pin.gpio for pin in header(board) if pin.gpio is not None and pin.kind in wired)
    lines = [*(cell.line for cell in board.cells), board.clock, board.strip.line]
    lines += board.buttons.values()
    lines += [] if board.buzzer is None else [board.buzzer]
    assert on_header == sorted(lines)


def test_each_place_is_named_at_the_pin_of_its_line(board: Profile) -> None:
    for cell in board.cells:
        (pin,) = (pin for pin in header(board) if pin.use == cell.place)
        assert (pin.gpio, pin.number, pin.kind) == (cell.line, pin_of(board, cell.line), Kind.DATA)


def test_the_clock_reaches_every_chip_once_from_one_buffer_chip(board: Profile) -> None:
    branches = clock_branches(board)
    assert sorted(place for branch in branches for place in branch) == sorted(board.places)
    assert len(branches) <= GATES
    assert all(len(branch) <= CHIPS_PER_BRANCH for branch in branches)
    assert all(len({side_of(place) for place in branch}) == 1 for branch in branches)


def test_the_supply_leaves_a_quarter_to_spare(board: Profile) -> None:
    needs = currents(board)
    assert needs.pixels == board.strip.current_budget_ma
    assert 1.25 * needs.total <= 1000 * needs.supply_amperes < 1.25 * needs.total + 500


@pytest.mark.long("all pictures", every=4)
@pytest.mark.parametrize("name", [name for name in PAGES if name.endswith(".svg")])
def test_pictures_are_well_formed_and_hold_all_their_words(name: str) -> None:
    picture = ElementTree.fromstring(PAGES[name])
    width, height = float(picture.attrib["width"]), float(picture.attrib["height"])
    words = [element for element in picture.iter() if element.tag.endswith("}text")]
    assert words
    for element in words:
        assert 0 <= float(element.attrib["x"]) <= width, element.text
        assert 0 <= float(element.attrib["y"]) <= height, element.text


@pytest.mark.long("all pictures", every=4)
@pytest.mark.parametrize("name", [name for name in PAGES if name.endswith(".svg")])
def test_words_of_a_picture_run_into_no_others_in_the_widest_font(name: str) -> None:
    check_words(PAGES[name])


def check_words(picture: str) -> None:
    boxes = list(word_boxes(picture))
    width = float(ElementTree.fromstring(picture).attrib["width"])
    for first, (words, left, low, right, high) in enumerate(boxes):
        assert left >= 0, words
        assert right <= width, words
        for other, its_left, its_low, its_right, its_high in boxes[first + 1 :]:
            apart = right <= its_left or its_right <= left or high <= its_low or its_high <= low
            assert apart, (words, other)


def word_boxes(picture: str) -> Iterator[tuple[str, float, float, float, float]]:
    """Where words lie in DejaVu Sans, which stands in where Helvetica and Arial are missing."""
    for element in ElementTree.fromstring(picture).iter():
        if not element.tag.endswith("}text") or not element.text:
            continue
        size = float(element.attrib["font-size"])
        per_letter = 0.65 if element.attrib.get("font-weight") == "bold" else 0.58
        length, x, y = per_letter * size * len(element.text), *map(float, map(element.attrib.get, "xy"))
        before = {"start": 0.0, "middle": length / 2, "end": length}[element.attrib["text-anchor"]]
        if "transform" in element.attrib:
            yield element.text, x - 0.75 * size, y - length / 2, x + 0.1 * size, y + length / 2
        else:
            yield element.text, x - before, y - 0.75 * size, x - before + length, y + 0.1 * size


@pytest.mark.long("all boards", every=3)
def test_pictures_of_a_board_name_each_place_with_its_line(board: Profile) -> None:
    plan = PAGES[f"{board.name}-board.svg"]
    labels = re.findall(r">([a-z]+-(?:\d+|pot|tray))</text>\n<text[^>]*>GPIO (\d+)<", plan)
    assert {place: int(line) for place, line in labels} == {cell.place: cell.line for cell in board.cells}


def test_the_page_of_a_board_that_takes_a_bus_says_what_must_be_off() -> None:
    off = {
        name: re.findall(r"^\| (I2C|1-wire|SPI|the serial console) \|", PAGES[f"{name}.md"], re.MULTILINE)
        for name in profile.built_in_names()
    }
    assert off == {
        "2x3": ["1-wire"],
        "2x4": ["1-wire"],
        "2x6": ["1-wire"],
        "2x9": ["I2C", "1-wire", "the serial console"],
        "2x10": ["I2C", "1-wire", "SPI", "the serial console"],
        "2x10-coins": ["I2C", "1-wire", "SPI", "the serial console"],
        "3x3-2": ["1-wire"],
        "3x3-4": ["I2C", "1-wire"],
    }
    assert "dtoverlay=spi0-0cs,no_miso" in PAGES["2x4.md"]
    assert "spi0-0cs" not in PAGES["2x10.md"]


def test_the_page_of_the_board_for_coins_says_which_kinds_it_tells_apart() -> None:
    page = PAGES["2x10-coins.md"]
    rows = {line.split("`")[1]: line for line in page.splitlines() if line.startswith("| `")}
    assert rows["us-coins"].endswith("| none |")
    assert rows["euro-coins"].endswith("| the five-cent, the fifty-cent |")
    assert "each set to 80 samples a second" in page
    assert "For coins" not in PAGES["2x10.md"]


@pytest.mark.parametrize(
    "shape",
    [
        replace(each.measures, cup=cup)
        for each in CELLS.values()
        for cup in (Cup("cup", 45, 43, 45), Cup("cup", 80, 70, 130), Cup("cup", 110, 106, 200))
    ],
)
def test_words_of_drawings_keep_apart_for_small_and_large_cups(shape: Measures) -> None:
    board = profile.load("2x3")
    check_words(mount_drawing(shape))
    check_words(deck_drawing(board, Deck(board.cups, shape, Cup("pot", 140, 136, 220))))


@pytest.mark.parametrize("size", ["3x3-2", "3x3-4"])
def test_the_deck_of_a_board_of_spots_is_drawn_with_every_hole_that_its_plan_has(size: str) -> None:
    board = profile.load(size)
    plan = plates.deck(board, layout_of(board))
    drawn = PAGES[f"{size}-deck.svg"]
    circles = sorted(float(radius) for radius in re.findall(r'<circle [^>]*\br="([\d.]+)"', drawn))
    assert circles == pytest.approx(sorted(1.35 * hole.diameter / 2 for hole in plan.holes), abs=0.01)
    for place in board.places:
        assert f">{place}<" in drawn

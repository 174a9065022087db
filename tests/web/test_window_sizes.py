"""The page on a desktop, a small laptop and a phone held either way: what is played with is in view."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from audits import CUT
from cupsboard.signs.sentences import ENGLISH, read_language
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from hands_of_a_tester import Mouse
from processes import wait_until
from sitting import NOBODY, Sit, Sitting, Visit

COINS = Setting(4, cups=10, sps=80, game="coin-duel 10 stage 3")
DESKTOPS, PHONES = ((1440, 900), (1024, 768)), ((390, 844), (844, 390))
LAPTOP = (1280, 720)
LEAST_TARGET, LEAST_CUP, LEAST_TEXT = 44, 43.5, 13.9
PLAYED_WITH = (
    *(
        "#say",
        "#scene",
        ".player[data-side=south]",
        ".player[data-side=north]",
        ".palette:not([hidden])",
        ".hand-line",
    ),
    *("#button-south .button-base", "#button-north .button-base"),
)

OF_A_LONG_BOARD = ("#say", "#scene", "#button-south .button-base", "#button-north .button-base")
"""What is in view at once on an upright phone whose board is long: cups for fingers need the height."""

BOXES = """(selectors) => selectors.map((each) => {
  const { left, top, right, bottom } = document.querySelector(each).getBoundingClientRect();
  return [left, top, right, bottom].map(Math.round);
})"""
LEAST_LETTERS = """() => {
  const live = document.querySelector('.live');
  const scale = live.getBoundingClientRect().width / live.viewBox.baseVal.width;
  const texts = [...document.querySelectorAll('.count, .engraved, .row-name')];
  return Math.min(...texts.map((each) => scale * parseFloat(getComputedStyle(each).fontSize)));
}"""
COVERED = """() => {
  const box = (each) => each.getBoundingClientRect();
  const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  const all = (selector) => [...document.querySelectorAll(selector)];
  const plates = all('.plate-back');
  const others = all('.layer-vessels > .vessel, .button-base, .mark-sign, .engraved, .row-name');
  return plates.flatMap((plate, index) => [...plates.slice(index + 1), ...others]
    .filter((other) => meet(box(plate), box(other)))
    .map((other) => `${plate.parentElement.textContent} meets ${other.outerHTML.slice(0, 80)}`));
}"""


def seated(visit: Visit, table: Sitting, size: tuple[int, int], **how: Any) -> Any:
    """A page of this size whose hands may play."""
    is_phone = size in PHONES
    options = {"has_touch": is_phone, "is_mobile": is_phone, "device_scale_factor": 2 if is_phone else 1}
    page = visit(table.address, viewport={"width": size[0], "height": size[1]}, **options, **how)
    page.wait_for_selector(".hand-status:visible")
    return page


SMALLEST = """(selector) => Math.min(...[...document.querySelectorAll(selector)]
  .map((each) => each.getBoundingClientRect())
  .map(({ width, height }) => Math.min(width, height))
  .filter((size) => size > 0))"""


def smallest(page: Any, selector: str) -> float:
    return float(page.evaluate(SMALLEST, selector))


def is_as_large(page: Any, selector: str, least: float) -> None:
    wait_until(
        lambda: smallest(page, selector) >= least, lambda: f"{selector}: {smallest(page, selector)} px"
    )


def resize(page: Any, width: int, height: int) -> None:
    """Give the page another window, and wait until it has laid everything out."""
    page.set_viewport_size({"width": width, "height": height})
    seen: list[Any] = []

    def is_at_rest() -> bool:
        page.wait_for_timeout(50)
        seen.append(page.evaluate(BOXES, PLAYED_WITH))
        return len(seen) >= 6 and all(each == seen[-1] for each in seen[-6:])

    wait_until(is_at_rest, lambda: f"a page at rest in {width}x{height}: {seen[-2:]}")


def nothing_is_cut(page: Any) -> None:
    """A text that has become too long is set smaller in the next frames."""
    wait_until(lambda: page.evaluate(CUT) == [], lambda: f"nothing cut: {page.evaluate(CUT)}")


def is_seen(box: list[int], size: tuple[int, int]) -> bool:
    left, top, right, bottom = box
    return 0 <= left < right <= size[0] and 0 <= top < bottom <= size[1]


def is_in_view(page: Any, size: tuple[int, int], what_counts: Sequence[str] = PLAYED_WITH) -> None:
    """What is played with can be seen whole, as soon as the board has said something."""

    def out_of_view() -> list[tuple[str, list[int]]]:
        boxes = zip(what_counts, page.evaluate(BOXES, what_counts), strict=True)
        return [(what, box) for what, box in boxes if not is_seen(box, size)]

    wait_until(lambda: not out_of_view(), lambda: f"in view in {size}: {out_of_view()}")


BOARDS_IN_WINDOWS = [
    pytest.param(sizes, cups, locale, id=f"{name}-{cups}-{locale}")
    for cups, locale in ((3, "de-DE"), (4, "en-GB"), (10, "fr-FR"), (12, "de-DE"))
    for name, sizes in (("desktops", DESKTOPS), ("phones", PHONES))
]


@pytest.mark.parametrize(
    ("sizes", "cups", "locale"),
    [
        *BOARDS_IN_WINDOWS,
        pytest.param(DESKTOPS, 10, "en-GB", id="desktops-10-en-GB"),
        pytest.param(PHONES, 10, "en-GB", id="phones-10-en-GB", marks=pytest.mark.landing),
    ],
)
def test_board_sentence_and_buttons_are_in_view_and_large_enough(
    sit: Sit, visit: Visit, sizes: Any, cups: int, locale: str
) -> None:
    page = seated(visit, sit(Setting(7, cups=cups)), sizes[0], locale=locale)
    for width, height in sizes:
        resize(page, width, height)
        is_long = cups > 6 and height > width and sizes is PHONES
        is_in_view(page, (width, height), OF_A_LONG_BOARD if is_long else PLAYED_WITH)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        is_as_large(page, ".button-base", LEAST_TARGET)
        if cups < 12:
            is_as_large(page, "circle.target-shape", LEAST_CUP)
        if cups <= 4:
            is_as_large(page, "#place-south-pot .target-shape", LEAST_TARGET)
        wait_until(lambda: page.evaluate(LEAST_LETTERS) >= LEAST_TEXT, lambda: "letters large enough")
        wait_until(lambda: page.evaluate(COVERED) == [], lambda: f"nothing covered: {page.evaluate(COVERED)}")
        nothing_is_cut(page)


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_a_hand_with_coins_is_in_view_below_ten_cups_on_a_small_laptop(
    sit: Sit, visit: Visit, locale: str
) -> None:
    page = seated(visit, sit(COINS), LAPTOP, locale=locale)
    page.wait_for_selector("[data-piece=quarter]:visible")
    is_in_view(page, LAPTOP, (*PLAYED_WITH, ".kinds-palette"))
    nothing_is_cut(page)


@pytest.mark.parametrize("size", PHONES, ids=["upright", "sideways"])
def test_a_hand_with_coins_is_in_view_beside_its_whole_board_on_a_phone(
    sit: Sit, visit: Visit, size: tuple[int, int]
) -> None:
    page = seated(visit, sit(COINS), size, locale="de-DE")
    page.wait_for_selector("[data-piece=quarter]:visible")
    is_in_view(page, size, (*OF_A_LONG_BOARD, ".kinds-palette", ".palette:not(.kinds-palette)", ".hand-line"))
    is_as_large(page, "circle.target-shape", LEAST_CUP)
    nothing_is_cut(page)


@pytest.mark.parametrize(
    "setting", [Setting(7, cups=4), Setting(7, cups=12), COINS], ids=["4 cups", "12 cups", "coins"]
)
def test_a_question_leaves_sentence_and_hand_their_room_on_a_phone_held_sideways(
    sit: Sit, visit: Visit, setting: Setting
) -> None:
    width, height = PHONES[1]
    table = sit(setting)
    first = seated(visit, table, PHONES[1], locale="de-DE")
    assert first.locator("#seat-gift").is_hidden(), "who sits down first has not been given a seat"
    second = visit(table.address, viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    first.select_option("#seat-north", "page 2")
    second.wait_for_selector("#seat-gift:has-text('seat is yours now')")
    is_in_view(second, (width, height), ("#say", "#scene", "#seat-gift-leave", ".hand-line"))
    assert second.locator("#say").bounding_box()["height"] > 20
    third = visit(table.address, viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    third.click("#seat-wish-south")
    first.wait_for_selector("#seat-request:visible")
    is_in_view(first, (width, height), ("#say", "#scene", "#seat-request button", ".hand-line"))


@pytest.mark.landing
def test_a_finger_finds_every_control_of_a_phone(sit: Sit, visit: Visit) -> None:
    page = seated(visit, sit(Setting(7, cups=4), factor=0.0), PHONES[0], locale="de-DE")
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    for width, height in PHONES:
        resize(page, width, height)
        for control in ("button", "select", "summary", "input:not([type=checkbox])", ".check"):
            is_as_large(page, control, LEAST_TARGET)
        nothing_is_cut(page)


def test_the_board_stays_in_view_while_the_panels_scroll(sit: Sit, visit: Visit) -> None:
    page = seated(visit, sit(Setting(7, cups=4)), DESKTOPS[0], locale="de-DE")
    page.evaluate("document.querySelectorAll('.side details').forEach((each) => { each.open = true; })")
    for width, height in DESKTOPS:
        resize(page, width, height)
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        assert page.evaluate("scrollY") > 300
        is_in_view(page, (width, height))
        nothing_is_cut(page)


LONG_ENGLISH = {
    "side": "South",
    "place": "South's cup 10",
    "move": "drop 10",
    "beans": "10 beans",
    "stock": "100",
    "what": "2 beans too many in South's cup 10, 2 beans missing from North's cup 10",
}
LONG_GERMAN = {
    "side": "Nord",
    "place": "Becher 10 von Nord",
    "move": "10 gelegt",
    "beans": "10 Bohnen",
    "stock": "100",
    "what": "2 Bohnen zu viel in Becher 10 von Süd, 2 Bohnen fehlen in Becher 10 von Nord",
}

LONG_FRENCH = {
    "side": "Nord",
    "place": "le godet 10 côté Nord",
    "move": "godet 10 semé",
    "beans": "10 graines",
    "stock": "100",
    "what": "2 graines de trop dans le godet 10 côté Sud, il manque 2 graines dans le godet 10 côté Nord",
}


def longest_sentences(table: Mapping[str, str], names: Mapping[str, str], count: int) -> list[str]:
    """The longest of what a board may say, with long names of places and moves in them."""

    def filled(text: str) -> str:
        return re.sub(r"\{(\w+)\}", lambda found: names.get(found[1], names["place"]), text)

    said = (
        filled(text) for key, text in table.items() if not re.match("events|mishaps|tables|goals|deeds", key)
    )
    return sorted(said, key=len)[-count:]


def played_with(code: str) -> Mapping[str, str]:
    """The sentences of a language but for those of rooms such as the owner's."""
    return {key: text for key, text in read_language(code).sentences.items() if "." not in key}


@pytest.mark.parametrize("sizes", [DESKTOPS, PHONES], ids=["desktops", "phones"])
def test_nothing_shifts_however_long_the_sentence_is(sit: Sit, visit: Visit, sizes: Any) -> None:
    longest = [
        *longest_sentences(ENGLISH.sentences, LONG_ENGLISH, 3),
        *longest_sentences(played_with("de"), LONG_GERMAN, 3),
        *longest_sentences(played_with("fr"), LONG_FRENCH, 3),
    ]
    assert min(map(len, longest)) > 120
    page = seated(visit, sit(Setting(7, cups=4), factor=0.0), sizes[0])
    for width, height in sizes:
        resize(page, width, height)
        before = page.evaluate(BOXES, PLAYED_WITH)
        for sentence in longest:
            page.evaluate("(text) => { document.querySelector('#say').textContent = text; }", sentence)
            nothing_is_cut(page)
            assert page.evaluate(BOXES, PLAYED_WITH)[1:] == before[1:], sentence
            letters = "parseFloat(getComputedStyle(document.querySelector('#say')).fontSize)"
            assert page.evaluate(letters) >= LEAST_TEXT


def test_what_is_in_the_own_hand_is_drawn_in_a_hand_above_the_cup(sit: Sit, visit: Visit) -> None:
    page = seated(visit, sit(Setting(7, cups=4)), DESKTOPS[0])
    mouse = Mouse(page)
    assert page.locator(".own.hand[data-shown]").count() == 0
    mouse.tap("south-stock")
    page.mouse.move(*mouse.at("south-2"))
    page.wait_for_selector(".own.hand[data-shown] .hand-shadow")
    page.wait_for_selector(".layer-air .bean")
    mouse.tap("south-2")
    page.wait_for_selector(".own.hand[data-shown]", state="detached")
    assert page.locator(".layer-air .bean").count() == 0


LABELS_OVER_TRAYS = """() => {
  const box = (each) => each.getBoundingClientRect();
  const scene = box(document.querySelector('#scene'));
  const trays = ['south', 'north']
    .map((side) => box(document.querySelector(`#place-${side}-stock .target-shape`)));
  const isOver = (label) => trays.some((tray) => label.left < tray.right && tray.left < label.right
    && label.top < tray.bottom - 4 && tray.top + 4 < label.bottom);
  const isCut = (label) => label.left < scene.left || label.right > scene.right;
  return [...document.querySelectorAll('.row-name')].map(box)
    .filter((label) => isOver(label) || isCut(label)).length;
}"""


@pytest.mark.parametrize("size", [(1024, 700), (390, 844), (844, 390)], ids=str)
def test_panels_that_come_and_go_never_turn_the_board(sit: Sit, visit: Visit, size: tuple[int, int]) -> None:
    table = sit(Setting(7, cups=2, stock_beans=3), NOBODY, factor=32.0)
    page = visit(table.address, viewport={"width": size[0], "height": size[1]})
    kinds = []

    def look() -> None:
        page.wait_for_timeout(300)
        kinds.append(page.get_attribute("#scene", "data-kind"))
        assert page.evaluate(LABELS_OVER_TRAYS) == 0, kinds

    look()
    wait_until(lambda: table.is_over, lambda: page.inner_text("#say"))
    page.wait_for_selector("#ending:not([hidden])")
    look()
    page.select_option("#seat-south", PERSON)
    page.wait_for_selector("#ending-rematch:not([hidden])")
    look()
    last = page.locator("#ending-copy-link").bounding_box()
    assert last["y"] + last["height"] <= size[1], "the card's last button is not cut"
    page.click("#ending-close")
    page.wait_for_selector(".hand-status:visible")
    look()
    assert len(set(kinds)) == 1, kinds

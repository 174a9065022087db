"""How to play: the rules in pictures, the lights with their meanings, and what may be done in words."""

from collections.abc import Callable
from typing import Any

import pytest
from audits import PALE, UNNAMED
from cupsboard.rules.places import Side
from cupsboard.signs.scene import Meaning
from cupsboard.web.legend import GROUPS
from cupsim.runs.game_world import Setting
from hands_of_a_tester import Mouse
from processes import wait_until
from sitting import NOBODY, Sit, Visit, comes_true

OPEN = "document.getElementById('help-dialog').open"


@pytest.mark.parametrize("is_only_watched", [False, True], ids=["hands", "live view"])
def test_the_rules_are_right_for_the_boards_cups_and_every_light_is_shown(
    sit: Sit, visit: Visit, is_only_watched: bool
) -> None:
    page = visit(sit(Setting(7, cups=3), NOBODY, is_only_watched=is_only_watched, factor=0.0).address)
    page.click("#help")
    page.wait_for_selector(".legend li")
    assert "put 1 to 3 beans of your stock" in page.inner_text(".rules")
    assert "30 beans in stock" in page.inner_text(".rules")
    assert page.locator(".rule .rule-picture").count() == page.locator(".rule").count() > 5
    shown = page.evaluate("[...document.querySelectorAll('.legend li')].map((each) => each.dataset.meaning)")
    elsewhere = {
        *GROUPS["race"],
        *GROUPS["laps"],
        Meaning.KEEP,
        Meaning.THROW_AWAY,
        Meaning.TRIED,
        Meaning.EMBLEM,
    }
    assert sorted(shown) == sorted(meaning.name for meaning in Meaning if meaning not in elsewhere)
    assert "signs." not in page.inner_text(".legend")


@pytest.mark.parametrize(("stage", "panels"), [(1, 6), (2, 7), (3, 8)])
def test_the_rules_of_the_stage_of_coin_duel_that_is_played_are_pictures_with_its_pieces(
    sit: Sit, visit: Visit, stage: int, panels: int
) -> None:
    page = visit(sit(Setting(4, cups=10, sps=80, game=f"coin-duel 10 stage {stage}"), factor=0.0).address)
    page.click("#help")
    page.wait_for_selector(".rule")
    assert page.locator(".rule .rule-picture").count() == page.locator(".rule").count() == panels
    assert ("winning coin" in page.inner_text(".rules").lower()) == (stage == 3)
    assert (page.locator(".rule-picture .piece").count() > 5) == (stage > 1)


def test_the_legends_lights_blink_while_it_is_open(sit: Sit, visit: Visit) -> None:
    page = visit(sit(Setting(7, cups=2)).address)
    page.click("#help")
    light = ".legend [data-meaning=TOO_MANY] .pixel"
    page.wait_for_selector(light, state="attached")
    now = f"document.querySelector('{light}').dataset.rgb"
    seen = set()
    wait_until(lambda: seen.add(page.evaluate(now)) or len(seen) > 1, lambda: f"another picture than {seen}")
    assert "000000" in seen
    assert any(each.startswith("7f") for each in seen), "red, at the strip's own brightness"


def test_the_dialog_closes_by_escape_by_its_button_and_by_a_click_beside_it(sit: Sit, visit: Visit) -> None:
    page = visit(sit(Setting(7, cups=2)).address)
    closings: list[Callable[[], object]] = [
        lambda: page.keyboard.press("Escape"),
        lambda: page.click("#help-close"),
        lambda: page.mouse.click(4, 4),
    ]
    for close in closings:
        page.click("#help")
        assert page.evaluate(OPEN)
        close()
        comes_true(page, f"!{OPEN}")
        assert page.evaluate("document.activeElement.id") == "help"


def test_no_key_reaches_the_table_through_the_dialog(sit: Sit, visit: Visit) -> None:
    table = sit(Setting(7, cups=2))
    page = visit(table.address)
    page.wait_for_selector("body[data-seated]")
    page.keyboard.press("?")
    comes_true(page, OPEN)
    page.mouse.click(*centre(page, ".rule h4"))
    for key in ("1", "s", "b", "e"):
        page.keyboard.press(key)
    page.keyboard.press("Escape")
    comes_true(page, f"!{OPEN}")
    page.keyboard.press("2")
    wait_until(lambda: table.truth["south-2"] == 1, lambda: str(table.truth))
    assert table.truth["south-1"] == 0
    comes_true(page, "document.getElementById('hand-status').innerText === \"South's hand: empty\"")


# Until the page is drawn again the focus is still in the dialog that has closed.
AT_ITS_CLOSING = """(key) => {
  document.getElementById('help-dialog').close();
  const stillHere = document.activeElement;
  for (const name of ['keydown', 'keyup']) {
    stillHere.dispatchEvent(new KeyboardEvent(name, { key, bubbles: true, cancelable: true }));
  }
  return stillHere.closest('dialog') !== null;
}"""


@pytest.mark.parametrize(
    ("key", "comes"),
    [
        ("2", "document.getElementById('place-south-2').ariaLabel.includes('1 bean')"),
        ("ArrowRight", "document.activeElement.matches('.target')"),
        ("?", OPEN),
    ],
)
def test_a_key_in_the_moment_the_dialog_closes_is_not_lost(
    sit: Sit, visit: Visit, key: str, comes: str
) -> None:
    page = visit(sit(Setting(7, cups=2)).address)
    page.keyboard.press("?")
    page.wait_for_selector(".help-body")
    page.focus(".help-body")
    assert page.evaluate(AT_ITS_CLOSING, key), "the focus has left before the key"
    comes_true(page, comes)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_help_has_names_and_contrast(sit: Sit, visit: Visit, scheme: str) -> None:
    page = visit(sit(Setting(7, cups=4)).address, color_scheme=scheme)
    page.click("#help")
    page.wait_for_selector(".legend li")
    assert page.evaluate(UNNAMED) == []
    assert page.evaluate(PALE) == []


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1440, 900)])
def test_the_help_fits_every_window(sit: Sit, visit: Visit, size: tuple[int, int]) -> None:
    table = sit(Setting(7, cups=4))
    page = visit(table.address, viewport={"width": size[0], "height": size[1]}, locale="de-DE")
    page.click("#help")
    page.wait_for_selector(".legend li")
    body = "document.querySelector('.help-body')"
    assert page.evaluate(f"{body}.scrollWidth <= {body}.clientWidth")
    box = page.locator("#help-dialog").bounding_box()
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= size[0]
    assert box["y"] + box["height"] <= size[1]
    close = page.locator("#help-close").bounding_box()
    assert min(close["width"], close["height"]) >= 44


def test_what_may_be_done_is_said_in_both_languages_and_follows_the_move(sit: Sit, visit: Visit) -> None:
    table = sit(Setting(7, cups=2))
    page, german = visit(table.address), visit(table.address, locale="de-DE")
    page.wait_for_selector(".hints:has-text('Whoever begins may: drop 1 to 2 beans')")
    german.wait_for_selector(".hints:has-text('1 bis 2 Bohnen legen')")
    mouse = Mouse(page)
    mouse.drag("south-stock", "south-1")
    page.wait_for_selector(".hints:has-text('South may: go on, up to a drop of 2')")
    mouse.press(Side.SOUTH)
    page.wait_for_selector(".hints:has-text('North may:')")


def test_what_may_be_done_can_be_turned_off_and_stays_so(sit: Sit, visit: Visit) -> None:
    page = visit(sit(Setting(7, cups=2)).address)
    page.wait_for_selector(".hints:has-text('may')")
    page.click("#help")
    page.click("#say-hints")
    page.keyboard.press("Escape")
    assert not page.is_visible("#hints")
    page.reload()
    page.wait_for_selector("#place-south-1")
    assert not page.is_visible("#hints")
    page.click("#help")
    page.click("#say-hints")
    assert page.is_visible("#hints")


def test_the_moves_of_a_simulated_player_are_not_explained(sit: Sit, visit: Visit) -> None:
    page = visit(sit(Setting(7, cups=2), NOBODY).address)
    wait_until(lambda: page.locator(".moves li[data-side]").count() >= 2, lambda: page.inner_text(".play"))
    assert page.inner_text("#hints").strip() == ""


def centre(page: Any, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_many_captures_bear_signs_on_the_board_instead_of_being_listed_in_small_letters(
    sit: Sit, visit: Visit
) -> None:
    table = sit(Setting(7, cups=3))
    page = visit(table.address, viewport={"width": 390, "height": 844})
    mouse = Mouse(page)
    signs = ".badge[data-place^=north] [data-sign=capture]"
    assert page.locator(signs).count() == 0
    for number in (1, 2, 3):
        mouse.drag("north-stock", f"north-{number}")
        wait_until(lambda at=f"north-{number}": table.truth[at] == 1, lambda: str(table.truth))
    mouse.press(Side.NORTH)
    page.wait_for_selector("#hints [data-key='may.capture'] .sign")
    assert page.locator("#hints [data-key='may.capture']").count() == 1
    assert page.locator(signs).count() == 3
    label = page.get_attribute("#place-north-3", "aria-label")
    assert "drop 1: the last bean captures 1 bean of North's cup 3" in label
    assert page.evaluate("parseFloat(getComputedStyle(document.querySelector('#hints')).fontSize)") >= 14
    page.click("#help")
    page.uncheck("#say-hints")
    assert page.locator(signs).count() == 0, "who wants no words gets no signs"


@pytest.mark.parametrize("game", ["cups 3", "kalah 6", "oware 6"])
def test_the_rules_are_printed_as_a_sheet_of_one_page_without_the_page_behind_them(
    sit: Sit, visit: Visit, game: str
) -> None:
    cups = int(game.split()[1])
    page = visit(sit(Setting(7, cups=cups, game=game), NOBODY, factor=0.0).address)
    page.click("#help")
    page.wait_for_selector(".legend li")
    assert [page.pdf(format=each).count(b"/Type /Page\n") for each in ("A4", "Letter")] == [1, 1]
    page.emulate_media(media="print")
    assert page.locator(".rule:visible").count() == page.locator(".rule").count() > 4
    assert page.locator(":is(.play, .legend, .top):visible").count() == 0

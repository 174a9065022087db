"""Names, contrast, languages, themes and motion: the page for everybody."""

import pytest
from audits import FAINT, PALE, UNNAMED
from cupsim.runs.game_world import Setting
from hands_of_a_tester import Keys, Mouse
from sitting import NOBODY, Sit, Visit


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everything_has_a_name_and_enough_contrast(sit: Sit, visit: Visit, scheme: str) -> None:
    page = visit(sit(Setting(7, cups=3)).address, color_scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    Mouse(page).drag("south-stock", "south-1")
    page.wait_for_selector("#place-south-1[aria-label*='1 bean']")
    assert page.evaluate(UNNAMED) == []
    assert page.evaluate(PALE) == []
    assert page.evaluate(FAINT) == []
    assert page.evaluate("new Set([...document.querySelectorAll('[id]')].map((each) => each.id)).size") == (
        page.locator("[id]").count()
    )


def test_two_quick_taps_on_a_button_make_no_page_larger(sit: Sit, visit: Visit) -> None:
    page = visit(sit(Setting(7, cups=2)).address, has_touch=True)
    page.wait_for_selector("body[data-seated]")
    taken = "[...document.querySelectorAll('button')].map((each) => getComputedStyle(each).touchAction)"
    assert set(page.evaluate(taken)) <= {"manipulation", "none"}


@pytest.mark.parametrize(
    ("locale", "code", "connected", "alike"),
    [
        ("de-DE", "de", "verbunden", set[str]()),
        ("fr-CA", "fr", "connecté", {"point", "points", "Notation", "Table"}),
    ],
)
def test_the_page_speaks_another_language_to_the_last_word(
    sit: Sit, visit: Visit, locale: str, code: str, connected: str, alike: set[str]
) -> None:
    page = visit(sit(Setting(7, cups=2)).address, locale=locale)
    page.wait_for_selector(f"#connection:has-text('{connected}')")
    page.select_option("#language", "en")
    page.wait_for_selector("#connection:has-text('connected')")
    english = set(page.inner_text("body").split("\n"))
    page.select_option("#language", code)
    page.wait_for_selector(f"#connection:has-text('{connected}')")
    own = set(page.inner_text("body").split("\n"))
    names = {"Cups", "English", "Deutsch", "français"}
    assert {each for each in english & own if any(map(str.isalpha, each))} <= names | alike


def test_who_wants_no_motion_gets_none(sit: Sit, visit: Visit) -> None:
    page = visit(sit(Setting(7, cups=2), factor=1.0).address, reduced_motion="reduce")
    page.wait_for_selector("body[data-seated]")
    mouse = Mouse(page)
    mouse.drag("south-stock", "south-pot")
    page.wait_for_selector(".plate[data-meaning=TOO_MANY]")
    changes = page.evaluate(
        """() => new Promise((done) => {
          let changes = 0;
          const rings = document.querySelector('.layer-rings');
          new MutationObserver((all) => { changes += all.length; })
            .observe(rings, { subtree: true, attributes: true, attributeFilter: ['style'] });
          setTimeout(() => done(changes), 2000);
        })"""
    )
    assert changes == 0, "a rhythm still blinks"
    assert page.evaluate("document.getAnimations().length") == 0
    mark = page.locator(".plate[data-meaning=TOO_MANY] .mark [data-sign=minus]")
    assert mark.count() == 1, "a mark says it instead"


def test_a_theme_can_be_chosen_and_stays(sit: Sit, visit: Visit) -> None:
    page = visit(sit(Setting(7, cups=2), NOBODY, is_only_watched=True).address, color_scheme="light")
    ink = "getComputedStyle(document.body).color"
    before = page.evaluate(ink)
    page.click("#theme")
    page.click("#theme")
    assert page.evaluate(ink) != before
    page.reload()
    page.wait_for_selector("#place-south-1")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_the_focus_can_be_seen_and_walks_over_the_whole_board(sit: Sit, visit: Visit) -> None:
    table = sit(Setting(7, cups=3))
    page = visit(table.address)
    keys = Keys(page)
    for place in table.truth:
        if place != "off-board":
            keys.go_to(place)
    shape = "getComputedStyle(document.activeElement.querySelector('.target-shape')).strokeWidth"
    assert page.evaluate(shape) == "4px"
    assert page.evaluate("document.activeElement.getAttribute('aria-label')")

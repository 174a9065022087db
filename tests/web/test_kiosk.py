"""The page for a screen at the board: read from afar, without controls; it says when its link is lost."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from audits import CUT, PALE, UNNAMED
from cupsboard.referee.options import Options
from cupsboard.rules.clocks import Clock
from cupsboard.rules.places import Side
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from hands_of_a_tester import Mouse
from processes import PATIENCE_SECONDS, wait_until
from sitting import NOBODY, TWO_PERSONS, Sit, Visit

SCREENS = ((1920, 1080), (1280, 720), (1024, 600), (800, 480), (600, 1024))
CONTROLS = """[...document.querySelectorAll('button, a, select, input, [tabindex]')]
  .filter((each) => each.checkVisibility() && !each.closest('[inert]')).map((each) => each.outerHTML)"""
SCROLLS = """(({ scrollWidth, scrollHeight }) => scrollWidth > innerWidth || scrollHeight > innerHeight)
  (document.documentElement)"""

NAMED = """(name) => {
  for (const each of document.querySelectorAll('.player-name span')) each.textContent = name;
}"""

Screen = Callable[..., Any]


@pytest.fixture
def screen(browser: Any) -> Iterator[Screen]:
    """Opens the page of a screen at a served board."""
    contexts = []

    def opened(
        address: str,
        size: tuple[int, int] = SCREENS[0],
        between: Callable[[Any], None] | None = None,
        **how: Any,
    ) -> Any:
        context = browser.new_context(viewport=dict(zip(("width", "height"), size, strict=True)), **how)
        context.set_default_timeout(1000 * PATIENCE_SECONDS)
        contexts.append(context)
        page = context.new_page()
        if between is not None:
            page.route_web_socket("**/live*", between)
        page.goto(f"{address}kiosk")
        page.wait_for_selector("#place-south-1")
        return page

    yield opened
    for context in contexts:
        context.close()


LONG = "Une phrase qui est aussi longue que les plus longues. " * 4


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "fr-FR"])
def test_everything_has_its_place_on_every_screen_and_nothing_can_be_chosen(
    sit: Sit, screen: Screen, locale: str
) -> None:
    table = sit(Setting(7, cups=6), NOBODY, factor=0.0, is_only_watched=True)
    page = screen(table.address, locale=locale)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        for sentence in (page.inner_text("#say"), LONG):
            page.evaluate("(text) => { document.querySelector('#say').textContent = text; }", sentence)
            wait_until(lambda: page.evaluate(CUT) == [], lambda: str(page.evaluate(CUT)))
            assert not page.evaluate(SCROLLS)
    assert page.evaluate(CONTROLS) == []


@pytest.mark.parametrize("width", [320, 390, 1024])
def test_a_long_name_and_a_clock_have_room_in_the_bar_of_who_is_to_move_and_a_level_is_named(
    sit: Sit, screen: Screen, width: int
) -> None:
    options = Options(starter=Side.SOUTH, clock=Clock(36000.0))
    table = sit(Setting(7, cups=3, options=options), {Side.SOUTH: PERSON, Side.NORTH: "1"}, factor=0.0)
    page = screen(table.address, (width, 844), locale="en-GB")
    page.wait_for_selector(".player[data-turn] .player-clock:not(:empty)")
    for name in ("Maximiliane Wagner-M", 20 * "W"):
        page.evaluate(NAMED, name)
        wait_until(lambda: page.evaluate(CUT) == [], lambda: str(page.evaluate(CUT)))
        assert not page.evaluate(SCROLLS)
    assert page.inner_text(".player[data-side=north] .player-who") == "level 1 (gentle)"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_read_by_day_and_by_night(sit: Sit, screen: Screen, scheme: str) -> None:
    table = sit(Setting(7, cups=3), NOBODY, is_only_watched=True)
    page = screen(table.address, color_scheme=scheme, locale="en-GB")
    page.wait_for_selector(".player[data-turn]")
    assert page.evaluate(PALE) == []
    assert page.evaluate(UNNAMED) == []
    assert page.title() == "Cups, the board"


@pytest.mark.landing
def test_it_follows_a_game_and_takes_no_touch(sit: Sit, visit: Visit, screen: Screen) -> None:
    table = sit(Setting(7, cups=3), TWO_PERSONS)
    watched = screen(table.address, locale="fr-FR", has_touch=True)
    watched.wait_for_selector("#say:has-text('Qui pose le premier commence')")
    watched.touchscreen.tap(900, 700)
    Mouse(visit(table.address)).drag("south-stock", "south-1")
    watched.wait_for_selector("#say:has-text('Sud\N{NO-BREAK SPACE}: pose de 1')")
    assert watched.inner_text(".player[data-side=south] .player-turn") == "à jouer"


def test_a_lost_link_is_said_large_and_ends_by_itself(sit: Sit, screen: Screen) -> None:
    table = sit(Setting(7, cups=3), NOBODY, factor=0.0, is_only_watched=True)
    open_lines: list[Any] = []
    is_cut = False

    def between(line: Any) -> None:
        if is_cut:
            line.close()
        else:
            line.connect_to_server()
            open_lines.append(line)

    page = screen(table.address, between=between, locale="en-GB")
    page.wait_for_selector("html[data-connection=open]")
    assert not page.is_visible("#connection")
    is_cut = True
    open_lines.pop().close()
    page.wait_for_selector("#connection:visible:has-text('Connection lost. Trying again')")
    assert page.evaluate("parseFloat(getComputedStyle(document.querySelector('#connection')).fontSize)") > 30
    is_cut = False
    page.wait_for_selector("html[data-connection=open]")
    assert not page.is_visible("#connection")

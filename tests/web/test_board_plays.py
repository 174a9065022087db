"""The live page of a board that plays a side: who plays, that it thinks, and no hint for it."""

import pytest
from audits import CUT, PALE, UNNAMED
from cupsboard.referee.computer import Computer
from cupsboard.referee.options import Options
from cupsboard.referee.states import Paused
from cupsboard.rules.places import Side
from cupsboard.signs.advice import nobody
from cupsim.runs.game_world import Setting
from processes import wait_until
from sitting import TWO_PERSONS, Sit, Visit, comes_true

LEVELS = ("1", "2", "3", "4", "perfect")
NORTH_BAR = ".player[data-side=north] .player-who"


def playing(level: str, cups: int = 4, starter: Side = Side.NORTH) -> Setting:
    """The board plays North; nobody's engine answers, so it thinks for as long as one looks."""
    options = Options(starter=starter, levels=LEVELS, computer=Computer(Side.NORTH, level))
    return Setting(7, cups=cups, options=options)


def test_the_page_says_which_side_the_board_plays_how_well_and_that_it_thinks(sit: Sit, visit: Visit) -> None:
    page = visit(sit(playing("4"), TWO_PERSONS, is_only_watched=True, adviser=nobody).address)
    page.wait_for_selector("#say:has-text('The board thinks about North')")
    assert page.inner_text(NORTH_BAR) == "the board, level 4"
    assert "Tap North's button" in page.inner_text("#say")
    assert page.locator("#ask-hint").is_hidden()
    assert page.locator("[data-sign=computer]").count() > 0


def test_in_the_players_own_turn_a_hint_may_be_asked_for(sit: Sit, visit: Visit) -> None:
    page = visit(
        sit(playing("perfect", starter=Side.SOUTH), TWO_PERSONS, is_only_watched=True, adviser=nobody).address
    )
    page.wait_for_selector("#ask-hint:visible")
    assert page.inner_text(NORTH_BAR) == "the board, without a flaw"


@pytest.mark.parametrize("size", [(1440, 900), (390, 844), (844, 390)])
def test_nothing_is_cut_pale_or_nameless_in_german_either(
    sit: Sit, visit: Visit, size: tuple[int, int]
) -> None:
    table = sit(playing("perfect"), TWO_PERSONS, is_only_watched=True, adviser=nobody)
    page = visit(table.address, viewport={"width": size[0], "height": size[1]}, locale="de-DE")
    page.wait_for_selector("#say:has-text('Das Brett denkt')")
    assert page.inner_text(NORTH_BAR) == "das Brett, fehlerlos"
    wait_until(lambda: page.evaluate(CUT) == [], lambda: str(page.evaluate(CUT)))
    comes_true(page, f"({PALE})().length === 0")
    assert page.evaluate(UNNAMED) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", [(1440, 900), (390, 844), (844, 390)])
def test_a_pause_says_how_to_change_sides_and_levels_on_every_screen(
    sit: Sit, visit: Visit, size: tuple[int, int]
) -> None:
    table = sit(playing("4"), TWO_PERSONS, is_only_watched=True, adviser=nobody)
    page = visit(table.address, viewport={"width": size[0], "height": size[1]}, locale="de-DE")
    page.wait_for_selector("#say:has-text('Das Brett denkt')")
    world = table.evening.world
    for side in Side:
        world.set_button(side, True, world.now)
    wait_until(lambda: isinstance(world.referee.state, Paused), lambda: page.inner_text("#say"))
    for side in Side:
        world.set_button(side, False, world.now)
    page.wait_for_selector("#say:has-text('um die Seiten zu tauschen')")
    wait_until(lambda: page.evaluate(CUT) == [], lambda: str(page.evaluate(CUT)))
    comes_true(page, f"({PALE})().length === 0")

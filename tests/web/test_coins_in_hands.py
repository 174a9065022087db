"""Coins at the simulated board are chosen by hand from stock and cup, and come down one by one."""

from collections.abc import Callable
from typing import Any

from cupsboard.rules.places import Kind, Place, Side
from cupsim.runs.game_world import Setting, World
from hands_of_a_tester import Mouse
from processes import wait_until
from sitting import TWO_PERSONS, Visit, comes_true

DUEL = Setting(seed=4, cups=10, sps=80, game="coin-duel 10 stage 3")
COUNT_SOUNDS = """sounded = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { sounded += 1; return start.apply(this, when); }; 0"""
CENT, DIME, QUARTER = Kind("cent"), Kind("dime"), Kind("quarter")


def test_coins_are_taken_by_kind_and_fall_in_the_order_that_is_chosen(
    sit: Callable[..., Any], visit: Visit
) -> None:
    sat = sit(DUEL, TWO_PERSONS)
    page = visit(sat.address)
    assert page.title() == "Coin Duel, the board"
    mouse = Mouse(page)
    for kind in (CENT, DIME):
        page.wait_for_selector(f"[data-piece={kind}]:enabled")
        page.mouse.click(*mouse.middle_of(f".piles[data-place='south-stock'] .pile[data-kind='{kind}']"))
        wait_until(
            lambda wanted=f"1 × {kind}": wanted in page.inner_text("#hand-status"),
            lambda: page.inner_text("body"),
        )
    page.click(f"[data-piece={CENT}]")
    mouse.tap("south-1")
    mouse.tap("south-2")
    table = sat.evening.world.table
    wait_until(lambda: table.pieces()[Place("south-2")] == {DIME: 1}, lambda: str(table.pieces()))
    assert table.pieces()[Place("south-1")] == {CENT: 1}
    page.wait_for_selector("#looked [aria-label='1 × dime']")
    # The board for coins has no line left for a buzzer: the page sounds.
    assert page.get_attribute("#sound", "aria-pressed") == "true"
    page.evaluate(COUNT_SOUNDS)
    mouse.press(Side.SOUTH)
    history = lambda: sat.evening.world.referee.history  # noqa: E731
    wait_until(lambda: len(history().entries) == 1, lambda: str(history()))
    page.wait_for_selector(".player[data-side=north][data-turn]")
    comes_true(page, "sounded > 0")
    assert "from stock: cent, dime" in page.inner_text(".moves")
    choose_cups(page)
    page.wait_for_selector("h1:text-is('Cups')")
    assert sat.evening.world.game.name == "cups 10"


def choose_cups(page: Any) -> None:
    """Begin another game by the form, and say that the one under way may end."""
    page.click("#new-game summary")
    assert page.input_value("#new-played") == "coin-duel 3"
    page.select_option("#new-played", "cups")
    page.click("#begin")
    page.click("#begin-anyway")


def test_the_simulated_board_has_weighed_its_coins_and_keeps_what_later_rounds_need() -> None:
    world = World(DUEL)
    assert set(world.calibration.kinds) == set(world.game.kinds)
    lying = world.table.pieces()
    assert lying[Place("off-board")] == {CENT: 18}
    assert lying[Place("north-stock")][QUARTER] == 10


def test_a_helper_lays_coins_out_by_kind() -> None:
    world = World(DUEL)
    dime = world.table.pick(Place("south-stock"), [DIME], 0.0)[0]
    world.table.drop(Place("north-3"), dime, 0.0)
    world.put_up()
    world.run_until(30.0, lambda: not world.table.contents()[Place("north-3")])
    assert world.table.pieces()[Place("north-3")] == {}

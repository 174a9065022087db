"""The end of Coin Duel: losses are told in what is played for, and looking back shows coins."""

import re

import pytest
from cupsboard.rules.history import Called
from cupsboard.rules.places import Side
from cupsim.runs.game_world import Setting
from processes import wait_until
from sitting import Sit, Visit

BEANS = Setting(7, cups=4, sps=80, game="coin-duel 4 stage 1 stock 4")
ROUNDS = Setting(4, cups=4, sps=80, game="coin-duel 4 stage 3 kinds cent=1,dime=10 turns 2")
COINS = Setting(4, cups=4, sps=80, game="coin-duel 4 stage 2 stock 1")
LEVELS = {Side.SOUTH: "1", Side.NORTH: "4"}


@pytest.mark.parametrize(
    ("setting", "locale", "asked", "lost"),
    [
        (BEANS, "en-GB", "Where were beans lost?", r"Beans lost a turn: South"),
        (COINS, "en-GB", "Where were points lost?", r"Points lost a turn: South"),
        (COINS, "de-DE", "Wo gingen Punkte verloren?", r"Verlorene Punkte je Zug: Süd"),
    ],
    ids=["beans", "coins", "coins-German"],
)
def test_the_end_says_where_what_is_played_for_was_lost_and_shows_the_better_play(
    sit: Sit, visit: Visit, setting: Setting, locale: str, asked: str, lost: str
) -> None:
    table = sit(setting, LEVELS, factor=64.0)
    page = visit(table.address, locale=locale)
    wait_until(lambda: table.is_over, lambda: page.inner_text("#say"))
    table.evening.pace = type(table.evening.pace)(0.0)
    page.wait_for_selector("#ending:not([hidden])")
    page.click(f"#ending-analyse:has-text('{asked}')")
    wait_until(lambda: page.inner_text(".ending-turned"), lambda: page.inner_text("#ending"))
    said = page.inner_text("#ending")
    assert re.search(lost, said)
    assert ("bean" in said.lower() or "bohne" in said.lower()) == (setting is BEANS)
    if setting is BEANS:
        page.click("#ending-better")
        page.wait_for_selector(".layer-arrows .arrow")


def test_coins_lie_on_the_board_that_is_looked_back_at_each_of_its_kind(sit: Sit, visit: Visit) -> None:
    table = sit(COINS, LEVELS, factor=64.0)
    page = visit(table.address)
    wait_until(lambda: table.is_over, lambda: page.inner_text("#say"))
    table.evening.pace = type(table.evening.pace)(0.0)
    page.wait_for_selector("#ending-step-through:visible")
    page.click("#ending-step-through")
    page.wait_for_selector("#place-south-stock[aria-label*='1 × cent, 1 × nickel, 1 × dime, 1 × quarter']")
    assert page.locator(".layer-beans .pile").count() == 8
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift")
    page.wait_for_selector(".piles[data-place^='south-'] .pile >> nth=3")
    assert page.locator(".piles[data-place='south-stock'] .pile").count() < 4


def test_what_begins_a_round_is_no_turn(sit: Sit, visit: Visit) -> None:
    table = sit(ROUNDS, LEVELS, factor=64.0)
    page = visit(table.address)
    wait_until(lambda: table.is_over, lambda: page.inner_text("#say"))
    table.evening.pace = type(table.evening.pace)(0.0)
    page.wait_for_selector("#ending:visible")
    entries = table.evening.record.entries
    turns = len([entry for entry in entries if not isinstance(entry, Called)])
    assert turns < len(entries)
    assert page.inner_text(".ending-story").startswith(f"{turns} turns:")

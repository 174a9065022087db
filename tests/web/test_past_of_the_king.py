"""Past games of King of the Cups in the list: looked at with the names at their seats, renamed, deleted."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from cupsboard.referee.events import DiceFell
from cupsboard.rules import games
from cupsboard.rules.king_of_the_cups.cups_and_dice import Seat
from cupsboard.storage.games import KeptGames
from cupsboard.web.server import serving
from cupsim.page.king_of_the_cups.evening import TableEvening
from cupsim.page.king_of_the_cups.stage import TableStage
from cupsim.page.ticking import keep_ticking
from cupsim.runs.memory_store import HeldRows
from processes import PATIENCE_SECONDS

NAMES = ("Anna", "Ben", "Cleo", "")
ROLLED = ("first", "blue-circle, red-square")


@pytest.fixture
def address() -> Iterator[str]:
    """A table of four at which a game of three friends and a guest was begun before."""
    rows = HeldRows()
    kept = KeptGames(rows, lambda: "2026-11-28T20:00", players=lambda: NAMES)
    kept.begin(games.of_any_players("king-of-the-cups 4"), None)
    kept.add([DiceFell(Seat.ONE, outcome) for outcome in ROLLED])
    stage = TableStage(TableEvening(5, 4), is_only_watched=False, rows=lambda: rows)
    is_over = threading.Event()
    with ExitStack() as stack:
        thread = threading.Thread(target=lambda: keep_ticking(stage, is_over.is_set))
        thread.start()
        stack.callback(thread.join)
        stack.callback(is_over.set)
        yield stack.enter_context(serving(stage.app, port=0))


def test_a_game_is_looked_at_renamed_and_deleted_by_keyboard_on_a_phone(browser: Any, address: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    context.set_default_timeout(1000 * PATIENCE_SECONDS)
    page, complaints = context.new_page(), list[str]()
    page.on("pageerror", lambda fault: complaints.append(str(fault)))
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(address)
    page.wait_for_selector("#seat-one[data-own]")
    page.locator("#past > summary").press("Enter")
    played = page.locator(".past-game:has-text('Cleo')")
    played.press("Enter")
    assert "Anna – Ben – Cleo – Player 4" in played.inner_text()
    assert "King of the Cups (4)" in played.inner_text()
    page.locator(".past-look").press("Enter")
    page.wait_for_selector(".review-label:has-text('has rolled')")
    page.wait_for_selector("#seat-three:has-text('Cleo')")
    page.keyboard.press("Escape")
    page.locator(".past-rename").press("Enter")
    page.fill(".naming-fields input >> nth=3", "Dan")
    page.keyboard.press("Enter")
    page.wait_for_selector(".past-game:has-text('Anna – Ben – Cleo – Dan')")
    page.locator(".past-game:has-text('Dan')").press("Enter")
    page.locator(".past-delete").press("Enter")
    page.wait_for_selector(".past-game:has-text('Dan')", state="detached")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()
    assert complaints == []

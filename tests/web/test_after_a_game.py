"""The end of a game on the page: its result, a rematch, a link that opens it again, going on from a move."""

from collections.abc import Callable
from typing import Any

from cupsboard.rules.places import Side
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from processes import wait_until
from sitting import NOBODY, Sitting

SHORT = Setting(7, cups=2, stock_beans=3)


def ended(sit: Callable[..., Sitting], visit: Callable[..., Any], **how: Any) -> tuple[Sitting, Any]:
    """A game of two simulated players that is over, and a page at which somebody has sat down since."""
    table = sit(SHORT, NOBODY, factor=32.0)
    page = visit(table.address, **how)
    wait_until(lambda: table.is_over, lambda: page.inner_text("#say"))
    page.wait_for_selector("#ending:not([hidden])")
    page.select_option("#seat-south", PERSON)
    page.wait_for_selector("#ending-rematch:not([hidden])")
    return table, page


def test_the_end_says_who_won_beside_the_board_and_offers_a_rematch(
    sit: Callable[..., Sitting], visit: Callable[..., Any]
) -> None:
    table, page = ended(sit, visit)
    record = table.evening.record
    score = table.evening.world.game.score(record.history().position)
    more, less = max(score.values()), min(score.values())
    assert f"{more} to {less}" in page.inner_text("#ending-result")
    assert page.inner_text("#ending-result") in page.inner_text("#say")
    page.wait_for_selector("#ending .score-graph")
    board, panel = (page.locator(each).bounding_box() for each in ("#scene", "#ending"))
    assert panel["x"] >= board["x"] + board["width"], "the board stays in sight"
    assert panel["y"] + panel["height"] <= page.viewport_size["height"]
    opener = record.entries[0].player.other
    rematch = page.locator("#ending-rematch")
    assert rematch.inner_text() == f"Rematch: {opener.value.capitalize()} starts"
    rematch.focus()
    page.keyboard.press("Enter")
    wait_until(lambda: not table.is_over, lambda: page.inner_text("#say"))
    assert table.evening.world.referee.history.starter is opener
    assert table.evening.seats[Side.SOUTH] == PERSON
    page.wait_for_selector("#ending", state="hidden")


def test_a_link_opens_a_game_at_its_move_and_it_goes_on_from_there(
    sit: Callable[..., Sitting], visit: Callable[..., Any]
) -> None:
    table, page = ended(sit, visit, permissions=["clipboard-read", "clipboard-write"])
    saved = table.evening.record
    page.click(".moves li[value='4'] .move")
    page.click("#review-copy-link")
    page.wait_for_selector(".notice:not([hidden])")
    link = page.evaluate("navigator.clipboard.readText()")
    other = visit(link, locale="de-DE")
    other.wait_for_selector("#say:has-text('Rückblick. Zug 4, ')")
    page.click("#review-go-on")
    wait_until(lambda: len(table.evening.record.entries) == 4, lambda: page.inner_text("#say"))
    page.click("#put-up")
    wait_until(lambda: not table.evening.world.is_table_wanted, lambda: page.inner_text("#say"))
    # If nobody can play there, the board has passed for them by now, as it did before.
    entries = table.evening.record.entries
    assert entries == saved.entries[: len(entries)]
    page.wait_for_selector("#put-up", state="hidden")


def test_a_damaged_link_is_said_and_shows_the_live_board(
    sit: Callable[..., Sitting], visit: Callable[..., Any]
) -> None:
    table = sit(SHORT)
    visit.expects_refusals = True
    page = visit(f"{table.address}#game=nonsense&move=3")
    page.wait_for_selector(".notice:has-text('this link is damaged or cut off')")
    assert page.locator("#review").is_hidden()
    assert page.evaluate("location.hash") == ""


def test_a_page_that_only_watches_tells_when_the_next_game_begins(
    sit: Callable[..., Sitting], visit: Callable[..., Any]
) -> None:
    table = sit(SHORT, NOBODY, factor=32.0, is_only_watched=True)
    page = visit(table.address)
    page.wait_for_selector(".ending-next:has-text('A new game begins in')")
    assert page.locator("#ending-rematch").count() == 0
    page.click("#ending-step-through")
    page.wait_for_selector("#say:has-text('The empty board')")
    page.keyboard.press("Escape")
    page.click("#ending-close")
    assert page.locator("#ending").is_hidden()
    assert table.is_over

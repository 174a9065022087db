"""The end of a game on the page: its result, a rematch, a link that opens it again, going on from a move."""

import re
from typing import Any

import pytest
from cupsboard.distance.wire import Resigned
from cupsboard.rules.places import Side
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from processes import wait_until
from shared_game import shared_game
from sitting import NOBODY, Sit, Sitting, Visit, comes_true

SHORT = Setting(7, cups=2, stock_beans=3)


def ended(sit: Sit, visit: Visit, **how: Any) -> tuple[Sitting, Any]:
    """A game of two simulated players that is over, and a page at which somebody has sat down since."""
    table = sit(SHORT, NOBODY, factor=32.0)
    page = visit(table.address, **how)
    over(table, page)
    page.select_option("#seat-south", PERSON)
    page.wait_for_selector("#ending-rematch:not([hidden])")
    table.evening.pace = type(table.evening.pace)(32.0)
    return table, page


def over(table: Sitting, page: Any) -> None:
    """Wait for the end of a game of simulated players; time then stands still, and they begin no other."""
    wait_until(lambda: table.is_over, lambda: page.inner_text("#say"))
    table.evening.pace = type(table.evening.pace)(0.0)
    page.wait_for_selector("#ending:not([hidden])")


def test_the_end_says_who_won_beside_the_board_and_offers_a_rematch(sit: Sit, visit: Visit) -> None:
    table, page = ended(sit, visit)
    record = table.evening.record
    score = table.evening.world.game.score(record.history().position)
    own, others = score[Side.SOUTH], score[Side.NORTH]
    more, less = max(own, others), min(own, others)
    said = f"You win {more} to {less}" if own > others else f"You lose {less} to {more}"
    wait_until(lambda: page.inner_text("#ending-result") in (said, f"A tie, {own} to {own}"), lambda: said)
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


@pytest.mark.parametrize("side", Side)
def test_whoever_sits_there_is_told_what_they_did_and_invited_to_the_next_level(
    sit: Sit, visit: Visit, side: Side
) -> None:
    table = sit(SHORT, {side: "random", side.other: "3"}, factor=32.0)
    page = visit(table.address)
    over(table, page)
    assert re.match("(South|North) wins|A tie", page.inner_text("#ending-result")), "who watches is no winner"
    assert page.is_hidden("#ending-next-level")
    page.select_option(f"#seat-{side.value}", PERSON)
    page.wait_for_selector("#ending-next-level:visible")
    score = table.evening.world.game.score(table.evening.record.history().position)
    won = (score[side] > score[side.other]) - (score[side] < score[side.other])
    result = page.inner_text("#ending-result")
    assert result.startswith(("You lose", "A tie", "You win")[won + 1])
    assert page.inner_text("#say") == result
    page.click("#ending-next-level")
    wait_until(lambda: not table.is_over, lambda: page.inner_text("#say"))
    assert table.evening.seats == {side: PERSON, side.other: str(3 + won)}


def test_the_last_move_is_played_again_bean_by_bean_until_a_key_ends_that(sit: Sit, visit: Visit) -> None:
    table = sit(Setting(7, cups=2, stock_beans=3), {Side.SOUTH: PERSON, Side.NORTH: "random"}, factor=1.0)
    page, calm = visit(table.address), visit(table.address, reduced_motion="reduce")
    counts = "[...document.querySelectorAll('.plate .count')].map((each) => each.textContent).join()"
    note = f"""() => {{ window.seen = [];
      new MutationObserver(() => seen.push({counts}))
        .observe(document.querySelector('.layer-plates'), {{ subtree: true, childList: true }}); }}"""
    page.select_option("#seat-south", "greedy")
    for each in (page, calm):
        each.wait_for_selector(".moves li[value='1']")
        each.evaluate(note)
    table.evening.pace = type(table.evening.pace)(16.0)
    wait_until(lambda: table.is_over, lambda: page.inner_text("#say"))
    page.wait_for_selector("#ending .score-graph:visible")
    at_the_end = calm.evaluate(counts)
    came_back = f"(() => {{ const first = seen.indexOf('{at_the_end}');"
    came_back += f" return first >= 0 && seen.slice(first).some((each) => each !== '{at_the_end}'); }})()"
    comes_true(page, came_back)
    page.keyboard.press("Shift")
    comes_true(page, f"{counts} === '{at_the_end}'")
    assert not calm.evaluate(came_back)


def test_a_tap_on_the_board_ends_that_too_and_takes_no_bean(sit: Sit, visit: Visit) -> None:
    table = sit(SHORT, NOBODY, factor=4.0)
    page = visit(table.address, has_touch=True)
    page.evaluate("""() => { const before = setTimeout;
      window.setTimeout = (told, after) => before(told, after === 170 ? 60_000 : after); }""")
    page.wait_for_selector(".moves li[value='1']")
    counts = "[...document.querySelectorAll('.plate .count')].map((each) => each.textContent).join()"
    over(table, page)
    page.select_option("#seat-south", PERSON)
    page.wait_for_selector("body[data-seated]")
    page.wait_for_selector("#ending .score-graph:visible")
    at_first = page.evaluate(counts)
    score = table.evening.world.game.score(table.evening.record.history().position)
    full = f"#place-{max(score, key=score.__getitem__).value}-pot .target-shape"
    page.tap(full)
    comes_true(page, f"{counts} !== '{at_first}'")
    page.tap(full)
    page.wait_for_selector("#hand-status:has-text('1 bean')")


def test_the_frame_of_the_slider_stays_off_the_graph_above_it(sit: Sit, visit: Visit) -> None:
    _, page = ended(sit, visit, viewport={"width": 1280, "height": 720})
    page.click("#ending-step-through")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#review input:focus-visible")
    assert page.evaluate("""() => {
      const slider = document.querySelector('#review input'), style = getComputedStyle(slider);
      const frame = parseFloat(style.outlineOffset) + parseFloat(style.outlineWidth);
      const graph = document.querySelector('#review .score-graph').getBoundingClientRect();
      return slider.getBoundingClientRect().top - frame >= graph.bottom;
    }""")


def test_a_link_opens_a_game_at_its_move_and_it_goes_on_from_there(sit: Sit, visit: Visit) -> None:
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


def test_a_damaged_link_is_said_and_shows_the_live_board(sit: Sit, visit: Visit) -> None:
    table = sit(SHORT)
    visit.expects_refusals = True
    page = visit(f"{table.address}#game=nonsense&move=3")
    page.wait_for_selector(".notice:has-text('this link is damaged or cut off')")
    assert page.locator("#review").is_hidden()
    assert page.evaluate("location.hash") == ""


def test_a_page_that_only_watches_tells_when_the_next_game_begins(sit: Sit, visit: Visit) -> None:
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


def test_the_end_of_a_game_with_another_board_says_why_by_name_and_offers_a_rematch_as_it_is_agreed(
    sit: Sit, visit: Visit
) -> None:
    shared, other = shared_game()
    page = visit(sit(Setting(7, cups=2), shared=shared).address)
    page.wait_for_selector(".player[data-side=north] :text('not connected'), :text('at another board')")
    assert page.locator("#seat-north").is_hidden(), "there is no seat to give away at this board"
    line = "getComputedStyle(document.querySelector('.player-clock')).textDecorationLine"
    other.server.links[0].lose()
    comes_true(page, f"{line} === 'line-through'")
    other.server.links[0].connect()
    comes_true(page, f"{line} === 'none'")
    other.say(Resigned(), "1" * 32)
    page.wait_for_selector("#ending-result:has-text('You win: Ben has given up')")
    page.wait_for_selector("#ending .score-graph:visible, #ending-save")
    page.click("#ending-rematch:has-text('Rematch, sides changed')")
    page.wait_for_selector("#ending-rematch[disabled]:has-text('Asked for a rematch')")

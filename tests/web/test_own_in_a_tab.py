"""What is one's own in a browser tab: a game by one's own rules, a puzzle out of a game."""

from typing import Any

import pytest
from cupsboard.engine import engines
from hands_of_a_tester import Mouse
from processes import wait_until
from sitting import Visit
from tab_site import KEEP, begins, drop_one, has_entries, history_of, is_there, link_at, plans_of

pytestmark = pytest.mark.long("a browser that begins Python: a minute each on a busy computer")

MINE = 'title = "Mine"\ncups = 3\nbeans = 2\ncaptured_counts = [2]\nends_at_repetition = true\n'


def brings(page: Any, rules: str) -> None:
    """Begin a game of one's own with these rules, by the form."""
    page.evaluate("document.getElementById('new-game').open = true")
    page.select_option("#new-played", "own")
    page.set_input_files(
        "#new-rules", files=[{"name": "mine.toml", "mimeType": "text/plain", "buffer": rules.encode()}]
    )
    page.focus("#begin")
    page.keyboard.press("Enter")


def test_a_game_of_one_s_own_is_refused_by_line_or_played_kept_and_opened_from_a_link(
    visit: Visit, tab_address: str
) -> None:
    page = is_there(visit(tab_address, viewport={"width": 390, "height": 844}))
    page.select_option("#seat-north", "person")
    for rules, refused in (
        (
            MINE.replace("3", "33"),
            "mine.toml, line 2: cups: 33 is not to be read; write a whole number from 2 to 12",
        ),
        (MINE.replace("Mine", "Oware"), "Oware ships, with other rules; take another title"),
    ):
        brings(page, rules)
        page.wait_for_selector(f".notice:has-text('{refused}'):visible")
    brings(page, MINE)
    wait_until(lambda: "Mine" in history_of(page).game.name, lambda: page.inner_text("body"))
    page.wait_for_selector("#ask-hint:visible")
    name = history_of(page).game.name
    for number in (1, 2):
        Mouse(page).play(plans_of(history_of(page))[0])
        has_entries(page, number)
    brings(page, MINE.replace("Mine", "Oware"))
    page.wait_for_selector("#begin-asks:visible")
    page.keyboard.press("Escape")
    page.evaluate(KEEP)
    page.reload()
    is_there(page)
    assert (history_of(page).game.name, len(history_of(page).entries)) == (name, 2)
    linked = link_at(page, 1)
    other = page.context.new_page()
    page.close()
    other.goto(linked)
    other.wait_for_selector(".review-label:has-text('Move 1,')")
    assert other.inner_text("h1") == "Mine"


def test_a_position_is_kept_as_a_puzzle_which_is_there_at_the_next_visit(
    visit: Visit, tab_address: str
) -> None:
    page, number = is_there(visit(tab_address)), len(engines.puzzles()) + 1
    begins(page, "cups", "2", north="person")
    page.wait_for_selector("#ask-hint:visible")
    drop_one(page)
    has_entries(page, 1)
    page.click(".moves li[value='1'] .move")
    page.click("#puzzle-keep")
    page.wait_for_selector(f".puzzle-kept:has-text('Kept as puzzle {number}.')")
    page.reload()
    is_there(page)
    page.click("#puzzles > summary")
    page.click(f"#puzzles [data-puzzle='{number}']")
    page.click("#puzzle-anyway")
    page.wait_for_selector(f"#puzzle[data-progress='going on'] h2:has-text('Puzzle {number}: Of your own')")

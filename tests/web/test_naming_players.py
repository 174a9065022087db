"""What players are called, as people write it on the page."""

from typing import Any

from cupsboard.rules.places import Side
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from cupsim.runs.memory_store import HeldRows
from hands_of_a_tester import drop_the_first_bean
from played_games import played
from sitting import Sit, Visit, comes_true


def call(page: Any, name: str, number: int = 0) -> None:
    """Give a name to the player whose name is the one of that number on the page."""
    page.click(f".player-name button:visible >> nth={number}")
    page.fill("#naming-title ~ .naming-fields input", name)
    page.keyboard.press("Enter")
    page.wait_for_selector(".naming-dialog", state="hidden")


def test_a_name_that_nobody_can_have_is_told_in_the_dialog_which_stays_open(sit: Sit, visit: Visit) -> None:
    page = visit(sit().address)
    page.click(".player-name button:visible >> nth=0")
    field = page.locator("#naming-title ~ .naming-fields input")
    for refused in ("level 4", "greedy (simulated)"):
        field.fill(refused)
        page.keyboard.press("Enter")
        page.wait_for_selector(f".naming-said:text('{refused}')")
        assert page.locator(".naming-dialog").is_visible()
    field.fill("Zoë")
    page.keyboard.press("Enter")
    page.wait_for_selector(".naming-dialog", state="hidden")
    comes_true(page, "document.querySelector('.player-name button').textContent.includes('Zoë')")


def test_a_new_name_stands_at_once_wherever_the_old_one_stood(sit: Sit, visit: Visit) -> None:
    table = sit()
    page = visit(table.address)
    drop_the_first_bean(table, page)
    call(page, "Nora")
    call(page, "Zoë", number=1)
    page.wait_for_selector(".moves li[value='1'] .move-side:text-is('Zoë')")
    page.wait_for_selector("#hints strong:has-text('Nora')")


def test_a_game_of_the_past_is_told_with_the_names_of_those_who_played_it(sit: Sit, visit: Visit) -> None:
    rows = HeldRows()
    rows.keep([played(1, ("Anna", "Ben"))])
    page = visit(sit(rows=rows).address)
    call(page, "Nora")
    page.click("#past > summary")
    page.click(".past-game")
    page.click(".past-look")
    page.wait_for_selector(".score-legend:has-text('Anna'):has-text('Ben')")
    said = page.inner_text(".review-label")
    assert "Nora" not in said
    assert "Anna" in said or "Ben" in said.removeprefix("Anna – Ben")


def test_who_would_like_another_game_is_called_as_at_their_side(sit: Sit, visit: Visit) -> None:
    table = sit(Setting(7, cups=2), {Side.SOUTH: PERSON, Side.NORTH: "greedy"})
    first = visit(table.address)
    first.wait_for_selector("body[data-seated]")
    second = visit(table.address)
    second.click("#seat-wish-north")
    first.click("#seat-give")
    second.wait_for_selector("body[data-seated]")
    drop_the_first_bean(table, first)
    call(first, "Zoë")
    first.click("#new-game > summary")
    first.click("#begin")
    first.click("#new-game button:visible:has-text('Begin')")
    second.wait_for_selector("#game-wish:has-text('Zoë would like to begin another game.')")

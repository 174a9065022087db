"""A person chooses a puzzle with the mouse, misses it, solves it, and finds it solved in the list."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from audits import CUT, PALE, UNNAMED
from cupsboard.commands import main
from cupsboard.engine import engines
from cupsboard.referee.states import Asking, Turn
from cupsboard.referee.times import QUESTION_READ_SECONDS
from cupsboard.rules.places import Side
from cupsboard.rules.puzzle import Kind
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from hands_of_a_tester import Mouse
from processes import wait_until
from sitting import Sit, Sitting, Visit

ALONE = {Side.SOUTH: PERSON, Side.NORTH: "greedy"}
FIRST = {each.kind: number for number, each in reversed([*enumerate(engines.puzzles(), 1)])}
LARGEST = next(number for number, each in enumerate(engines.puzzles(), 1) if each.game == "cups 10")
PHONE = {"viewport": {"width": 390, "height": 844}, "locale": "de-DE", "has_touch": True, "is_mobile": True}


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def open_list(page: Any) -> None:
    page.click("#puzzles > summary")
    page.wait_for_selector("#puzzles [data-puzzle='1']")


def ready(page: Any, number: int) -> None:
    """Wait for the puzzle; nobody has to put anything up."""
    page.wait_for_selector(f"#puzzle[data-progress='going on'] h2:has-text('Puzzle {number}:')")
    page.wait_for_selector("#say:has-text('in stock')")
    assert page.is_hidden("#put-up")
    assert page.inner_text("#hints").strip() == "", "what may be done would give the answer away"


def play(table: Sitting, page: Any, label: str) -> None:
    """Play a move as a person does, who presses again when the board asks: haste leaves beans in doubt."""
    before, hand, world = page.locator(".moves li").count(), Mouse(page), table.evening.world
    hand.play(next(plan for plan in table.plans if plan.label == label and plan.side is Side.SOUTH))
    pressed_at = world.now

    def is_played() -> bool:
        nonlocal pressed_at
        state = world.referee.state
        is_asked = isinstance(state, Asking) or (isinstance(state, Turn) and state.is_press_asked)
        if is_asked and world.now > pressed_at + 2 * QUESTION_READ_SECONDS:
            pressed_at = world.now
            hand.press(Side.SOUTH)
        return bool(page.locator(".moves li").count() > before)

    wait_until(is_played, lambda: page.inner_text(".play"))


def test_a_tactic_is_missed_and_then_solved_and_the_list_keeps_it(
    sit: Sit, visit: Visit, capsys: pytest.CaptureFixture[str]
) -> None:
    number = FIRST[Kind.TACTIC]
    solution = engines.puzzles()[number - 1].solution
    table = sit(Setting(7, cups=2), ALONE)
    page = visit(table.address)
    open_list(page)
    page.click(f"#puzzles [data-puzzle='{number}']")
    ready(page, number)
    assert "One move is at least three beans better" in page.inner_text("#puzzle")
    play(table, page, next(plan.label for plan in table.plans if plan.label != solution[0]))
    page.wait_for_selector("#puzzle[data-progress=missed]")
    page.wait_for_selector(".puzzle-why:has-text('loses')")
    assert "The way" not in page.inner_text("#puzzle")
    page.click("#puzzle-again")
    ready(page, number)
    play(table, page, solution[0])
    page.wait_for_selector("#puzzle[data-progress=solved]:has-text('Solved!')")
    page.wait_for_selector(f"#puzzles [data-puzzle='{number}'][data-solved]")
    assert f"1 of {len(engines.puzzles())} solved" in page.inner_text("#puzzles")
    page.click("#puzzle-next")
    ready(page, number + 1)
    assert main.main(["puzzle"]) == 0
    assert capsys.readouterr().out.splitlines()[number - 1].endswith("solved")


def test_who_asks_for_a_hint_has_it_solved_with_a_hint(sit: Sit, visit: Visit) -> None:
    number = FIRST[Kind.TACTIC]
    table = sit(Setting(7, cups=2), ALONE)
    page = visit(table.address)
    open_list(page)
    page.click(f"#puzzles [data-puzzle='{number}']")
    ready(page, number)
    page.click("#ask-hint")
    page.wait_for_selector("#hint:not([hidden]):has-text('Hint for South')")
    page.wait_for_selector("#puzzle:has-text('With a hint')")
    play(table, page, engines.puzzles()[number - 1].solution[0])
    page.wait_for_selector("#puzzle[data-progress=solved]:has-text('Solved, with a hint.')")
    page.wait_for_selector(f"#puzzles [data-puzzle='{number}'][data-solved='with help']")
    assert f"0 of {len(engines.puzzles())} solved, 1 more with a hint" in page.inner_text("#puzzles")


def test_the_way_is_shown_to_who_has_missed_it_and_one_button_leads_from_puzzle_to_puzzle(
    sit: Sit, visit: Visit
) -> None:
    table = sit(Setting(7, cups=2), ALONE)
    page = visit(table.address)
    page.click("#puzzles > summary")
    page.click("#puzzles-unsolved")
    ready(page, 1)
    page.click("#puzzle-next")
    ready(page, 2)
    page.click("#puzzles-daily")
    days = (date.today() - date(1970, 1, 1)).days
    ready(page, 31 * days % len(engines.puzzles()) + 1)
    page.click(f"#puzzles [data-puzzle='{FIRST[Kind.TACTIC]}']")
    ready(page, FIRST[Kind.TACTIC])
    solution = engines.puzzles()[FIRST[Kind.TACTIC] - 1].solution
    play(table, page, next(plan.label for plan in table.plans if plan.label != solution[0]))
    page.click("#puzzle-show-way")
    page.wait_for_selector(".puzzle-way:visible")
    assert page.is_hidden("#puzzle-show-way")


def test_a_transfer_is_solved_by_all_its_moves_at_a_board_that_greedy_hands_play_at_north(
    sit: Sit, visit: Visit
) -> None:
    number = FIRST[Kind.TRANSFER]
    table = sit(Setting(7, cups=2), ALONE)
    page = visit(table.address)
    open_list(page)
    page.click(f"#puzzles [data-puzzle='{number}']")
    ready(page, number)
    for label in engines.puzzles()[number - 1].solution:
        wait_until(lambda: any(plan.side is Side.SOUTH for plan in table.plans), lambda: str(table.plans))
        play(table, page, label)
    page.wait_for_selector("#puzzle[data-progress=solved]")


def test_a_game_under_way_is_not_ended_by_one_press(sit: Sit, visit: Visit) -> None:
    table = sit(Setting(7, cups=2), ALONE)
    page = visit(table.address)
    hand = Mouse(page)
    hand.drag("south-stock", "south-1")
    wait_until(lambda: table.truth["south-1"] == 1, lambda: str(table.truth))
    hand.press(Side.SOUTH)
    page.wait_for_selector(".moves li[value='1']")
    open_list(page)
    page.click("#puzzles [data-puzzle='2']")
    page.wait_for_selector("#puzzle-asks:has-text('The game under way ends.')")
    page.click("#puzzle-play-on")
    assert page.locator("#puzzle").is_hidden()
    page.click(f"#puzzles [data-puzzle='{LARGEST}']")
    page.click("#puzzle-anyway")
    page.wait_for_selector("#place-south-10")
    page.wait_for_selector("#puzzle:not([hidden])")


def test_the_list_and_a_puzzle_can_be_read_on_a_phone(sit: Sit, visit: Visit) -> None:
    page = visit(sit(Setting(7, cups=2), ALONE).address, **PHONE)
    open_list(page)
    page.tap(f"#puzzles [data-puzzle='{LARGEST}']")
    page.wait_for_selector(f"#puzzle:has-text('Rätsel {LARGEST}'):has-text('ab Stufe')")
    page.wait_for_selector("#place-south-10")
    for audit in (CUT, PALE, UNNAMED):
        assert page.evaluate(audit) == []
    board = page.locator("#scene").bounding_box()
    assert board["height"] > 150
    assert board["y"] >= 0, "whoever chose a puzzle sees its board"


def test_a_puzzle_that_ends_without_its_task_says_what_is_missing_and_praises_nobody(
    sit: Sit, visit: Visit
) -> None:
    number = FIRST[Kind.ENDGAME]
    puzzle = engines.puzzles()[number - 1]
    table = sit(Setting(7, cups=int(puzzle.game.split()[1])), ALONE)
    page = visit(table.address)
    open_list(page)
    page.click(f"#puzzles [data-puzzle='{number}']")
    ready(page, number)

    def own() -> list[str]:
        return [plan.label for plan in table.plans if plan.side is Side.SOUTH]

    def is_over() -> bool:
        return page.locator("#say[data-over]").count() > 0

    while not is_over():
        wait_until(lambda: own() or is_over(), lambda: page.inner_text(".play"))
        if labels := own():
            wrong = (each for each in labels if each not in puzzle.solution[:2])
            play(table, page, next(wrong, labels[0]))
    page.wait_for_selector("#puzzle[data-progress=missed]:has-text('Not in your pot')")
    assert page.inner_text("#say") == "That is not the way. Undo, or begin it again."


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_six_puzzles_are_printed_on_one_page_and_their_ways_upside_down(
    sit: Sit, visit: Visit, paper: str
) -> None:
    page = visit(sit(Setting(7, cups=2, stock_beans=2), ALONE, factor=0.0).address)
    page.evaluate("window.print = () => {}")
    open_list(page)
    page.click("#puzzles-print")
    page.wait_for_selector("body[data-sheet]")
    assert page.locator(".puzzle-sheet li .rule-picture").count() == 6
    ways = page.locator(".puzzle-sheet-ways").text_content()
    assert "1: sow 1, sow 3, sow 2, sow 3" in ways
    assert page.pdf(format=paper).count(b"/Type /Page\n") == 1
    page.wait_for_selector("body:not([data-sheet])")


def test_a_position_is_kept_as_a_puzzle_put_up_missed_solved_and_deleted_by_keyboard_on_a_phone(
    sit: Sit, visit: Visit
) -> None:
    table = sit(Setting(7, cups=2, stock_beans=4), ALONE)
    page = visit(table.address, viewport={"width": 390, "height": 844})
    hand, number = Mouse(page), len(engines.puzzles()) + 1
    hand.drag("south-stock", "south-1")
    wait_until(lambda: table.truth["south-1"] == 1, lambda: str(table.truth))
    hand.press(Side.SOUTH)
    page.wait_for_selector(".moves li[value='2']")
    page.click(".moves li[value='2'] .move")
    page.focus("#puzzle-keep")
    page.keyboard.press("Enter")
    page.wait_for_selector(f".puzzle-kept:has-text('Kept as puzzle {number}.')")
    page.keyboard.press("Escape")
    page.focus("#puzzles > summary")
    page.keyboard.press("Enter")
    listed = page.locator(f"#puzzles [data-puzzle='{number}']")
    listed.wait_for()
    assert "Cups 2 × 2: of your own, new" in listed.text_content()
    page.on("dialog", lambda dialog: dialog.accept())
    listed.press("Enter")
    page.locator("#puzzle-anyway:not([aria-disabled])").press("Enter")
    ready(page, number)
    (own,) = table.evening.own_puzzles()
    assert "Play the best move." in page.inner_text("#puzzle")
    labels = [plan.label for plan in table.plans if plan.side is Side.SOUTH]
    play(table, page, next(label for label in labels if label not in own.solution))
    page.wait_for_selector("#puzzle[data-progress=missed]")
    page.locator("#puzzle-again").press("Enter")
    ready(page, number)
    play(table, page, own.solution[0])
    page.wait_for_selector("#puzzle[data-progress=solved]")
    page.wait_for_selector(f"#puzzles [data-puzzle='{number}'][data-solved]")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name=f"Delete puzzle {number}").press("Enter")
    listed.wait_for(state="detached")
    assert table.evening.own_puzzles() == ()

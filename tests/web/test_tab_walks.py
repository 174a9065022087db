"""What the served page can, in a browser tab too: each thing is done there by a person at the page."""

import re
from pathlib import Path
from typing import Any

import pytest
from cupsboard.engine import engines
from cupsboard.engine.puzzles import Kind
from cupsboard.rules import games
from cupsboard.rules.game import Plan
from cupsboard.rules.history import History
from cupsboard.rules.king_of_the_cups.cups_and_dice import parse_dice
from cupsboard.rules.places import Side
from cupsboard.rules.record import parse_record
from hands_of_a_tester import Mouse
from processes import wait_until
from sitting import Visit, comes_true
from tab_site import IS_THERE, has_entries, history_of, is_there, plans_of
from test_speech import VOICE, speaks

pytestmark = pytest.mark.long("a browser that begins Python: a minute each on a busy computer")


def begins(page: Any, game: str, size: str, **seats: str) -> None:
    """Begin another game by the form."""
    for side, who in seats.items():
        page.select_option(f"#seat-{side}", who)
    page.click("#new-game > summary")
    page.select_option("#new-played", game)
    page.select_option("#new-size", size)
    page.click("#begin")
    wait_until(lambda: str(history_of(page).game.name).startswith(f"{game.split()[0]} {size}"), game)


def drop_one(page: Any) -> None:
    page.wait_for_selector("#ask-hint:visible")
    page.keyboard.press("1")
    page.wait_for_selector("#say:has-text('drop 1')")
    page.keyboard.press("e")


def test_a_puzzle_is_solved_and_is_solved_at_the_next_visit(visit: Visit, tab_address: str) -> None:
    number, puzzle = next(
        (number, each) for number, each in enumerate(engines.puzzles(), 1) if each.kind is Kind.TACTIC
    )
    page = is_there(visit(tab_address))
    page.click("#puzzles > summary")
    page.click(f"#puzzles [data-puzzle='{number}']")
    page.wait_for_selector(f"#puzzle[data-progress='going on'] h2:has-text('{number}')")
    page.wait_for_selector("#say:has-text('in stock')")
    solving = next(each for each in plans_of(history_of(page)) if each.label == puzzle.solution[0])
    Mouse(page).play(solving)
    page.wait_for_selector("#puzzle[data-progress=solved]")
    is_there(page)
    page.reload()
    is_there(page)
    page.click("#puzzles > summary")
    page.wait_for_selector(f"#puzzles [data-puzzle='{number}'][data-solved]")


def test_a_hint_comes_from_the_second_python_in_the_reader_s_language(visit: Visit, tab_address: str) -> None:
    page = is_there(visit(tab_address, locale="de-DE"))
    assert page.evaluate("document.documentElement.lang") == "de"
    page.click("#ask-hint:visible")
    page.wait_for_selector("#hint:not([hidden]):has-text('Süd')")
    assert page.locator("[data-hinted]").count() > 0


def ponders_longest(history: History[Any], level: str) -> Plan:
    """Return the move after which who plays at `level` is seen to think for the longest time."""
    game, position = history.game, history.position
    opponent = engines.at_level(game, engines.level_of(game, level))

    def seconds(plan: Plan) -> float:
        assert plan.side is not None
        return opponent.choose(game.play(position, plan.side, plan.label), seed=1).pondering_seconds

    return max(plans_of(history), key=seconds)


def test_a_level_that_thinks_is_told_to_move_now_and_plays_on(visit: Visit, tab_address: str) -> None:
    page = is_there(visit(tab_address))
    begins(page, "oware", "6", north="person")
    page.wait_for_selector("h1:text-is('Oware')")
    page.wait_for_selector("#ask-hint:visible")
    mouse = Mouse(page)
    mouse.play(ponders_longest(history_of(page), "8"))
    has_entries(page, 1)
    # The slowest board thinks for four times as long: on a busy computer too there is time to click.
    page.select_option("#speed", "0.25")
    page.select_option("#seat-north", "8")
    page.click("#deed-move-now:visible")
    page.wait_for_selector("#deed-move-now", state="hidden")
    page.select_option("#speed", "4")
    has_entries(page, 2)
    page.select_option("#seat-north", "2")
    page.wait_for_selector("#ask-hint:visible")
    mouse.play(plans_of(history_of(page))[0])
    has_entries(page, 4)


def test_a_finished_game_is_analysed_saved_linked_and_stepped_through(
    visit: Visit, tab_address: str, tmp_path: Path
) -> None:
    page = is_there(visit(tab_address))
    page.select_option("#speed", "16")
    begins(page, "cups", "2", south="greedy", north="random")
    wait_until(lambda: history_of(page).is_over, lambda: page.inner_text("#say"))
    # Two simulated players begin another game soon, but not while time stands still.
    page.select_option("#speed", "0")
    entries = len(history_of(page).entries)
    page.click("#ending-analyse")
    page.wait_for_selector(f".ending .score-graph[aria-valuemax='{entries}'] .score-value", state="attached")
    wait_until(lambda: page.inner_text(".ending-turned"), lambda: page.inner_text("#ending"))
    page.evaluate("document.querySelectorAll('aside details').forEach((each) => { each.open = true; })")
    saved = {}
    for link in ("#save-record", "#save-trace"):
        with page.expect_download() as download:
            page.click(link)
        saved[link] = tmp_path / download.value.suggested_filename
        download.value.save_as(saved[link])
    record = saved["#save-record"].read_text()
    assert len(parse_record(record, games.named).entries) == entries
    page.click("#look-back")
    page.wait_for_selector(f".review-label:has-text('Move {entries},')")
    page.click("#review-copy-link")
    page.wait_for_selector(".notice:has-text('link')")
    for name in saved.values():
        page.click("text=Back to the live board")
        page.set_input_files("#load", name)
        page.wait_for_selector(".review-label:visible")


def test_a_link_opens_a_game_at_a_move(visit: Visit, tab_address: str) -> None:
    page = is_there(visit(tab_address))
    drop_one(page)
    has_entries(page, 1)
    page.click(".moves li[value='1'] .move")
    page.wait_for_selector(".review-label:has-text('Move 1,')")
    page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('refused')); 0")
    page.click("#review-copy-link")
    # `page.url` is what was last heard of the page, and nothing is heard between looks.
    linked = wait_until(
        lambda: next(iter(re.findall(".*#game=.*", page.evaluate("location.href"))), ""), "a link"
    )
    page.goto("about:blank")
    page.goto(linked)
    page.wait_for_selector(".review-label:has-text('Move 1,')")


@pytest.mark.parametrize(
    ("played", "size", "name"),
    [("kalah", "6", "Kalah"), ("oware", "6", "Oware"), ("coin-duel 1", "4", "Coin Duel")],
)
def test_another_game_is_chosen_and_a_move_of_it_is_played(
    visit: Visit, tab_address: str, played: str, size: str, name: str
) -> None:
    page = is_there(visit(tab_address))
    begins(page, played, size, north="person")
    page.wait_for_selector(f"h1:text-is('{name}')")
    page.wait_for_selector("#ask-hint:visible")
    mouse = Mouse(page)
    if played in ("kalah", "oware"):
        mouse.play(plans_of(history_of(page))[0])
    else:
        mouse.drag("south-stock", "south-1")
        page.wait_for_selector("#say:has-text('done')")
        mouse.press(Side.SOUTH)
    has_entries(page, 1)


def test_the_sentence_is_read_aloud(visit: Visit, tab_address: str) -> None:
    page = visit(tab_address)
    page.context.add_init_script(f"({VOICE})(['en-GB'])")
    page.reload()
    is_there(page)
    page.check("#speech")
    comes_true(page, speaks("en-GB"))


def test_a_first_visit_is_guided(visit: Visit, tab_address: str) -> None:
    page = is_there(visit(tab_address, is_first=True))
    page.click("#guide-yes")
    page.wait_for_selector("#guide:has-text('Step 1 of 5')")
    page.wait_for_selector("#say:has-text('in stock')")
    mouse = Mouse(page)
    mouse.drag("south-stock", "south-1")
    page.wait_for_selector("body[data-guide=press]")
    mouse.press(Side.SOUTH)
    page.wait_for_selector("body[data-guide=score]")


def test_what_only_the_installed_program_has_is_said(visit: Visit, tab_address: str) -> None:
    page = is_there(visit(tab_address))
    page.click("#tab-panel > summary")
    assert "need the installed program" in page.inner_text("#tab-panel")


@pytest.mark.parametrize(
    ("locale", "title", "need"),
    [("en-GB", "Set up", "you need a computer"), ("de-DE", "Einrichten", "brauchst du einen Computer")],
)
def test_a_maker_reads_that_set_up_needs_a_computer_and_by_which_command(
    visit: Visit, tab_address: str, locale: str, title: str, need: str
) -> None:
    page = is_there(visit(tab_address, locale=locale))
    page.click("#makers > summary")
    page.wait_for_selector(f"#makers h2:text-is('{title}'):visible")
    said = page.inner_text("#set-up-elsewhere")
    assert need in said
    assert said.endswith("cupsim setup")


def test_a_game_that_is_unknown_is_named_on_the_page_and_the_usual_one_begins(
    visit: Visit, tab_address: str
) -> None:
    page = visit(f"{tab_address}?game=chess")
    page.wait_for_selector(".notice:has-text('No game here is called “chess”'):visible")
    is_there(page)
    assert str(history_of(page).game.name).startswith("cups 4")


DICE = "[...document.querySelectorAll('#dice[data-lie] .said-die')].map((each) => each.dataset.kind)"
IS_RACE = "document.querySelector('#say').innerText.startsWith('The dice')"


def test_a_cup_is_grabbed_at_king_of_the_cups(visit: Visit, tab_address: str) -> None:
    page = visit(tab_address)
    king = page.context.new_page()
    page.close()
    king.goto(f"{tab_address}king.html")
    wait_until(lambda: king.evaluate(IS_THERE), lambda: king.inner_text("body"))
    assert king.locator("a[href*=middle]").count() == 0
    king.click("#rest")
    wait_until(lambda: len(king.evaluate(DICE)) == 2 and king.evaluate(IS_RACE), "two dice")
    right = parse_dice(", ".join(king.evaluate(DICE))).right_cup.kind
    mouse = Mouse(king)
    king.mouse.move(*mouse.middle_of(f"#cup-{right} .cup-body"))
    king.mouse.down()
    x, y = mouse.middle_of("#button-one .home-cap")
    king.mouse.move(x, y + 40, steps=8)
    king.mouse.up()
    wait_until(
        lambda: re.search("[a-z]", king.inner_text("#dice .dice-answer")), lambda: king.inner_text("#say")
    )

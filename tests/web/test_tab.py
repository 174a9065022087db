"""The board in a browser tab: a site on a plain server, where a person does all that the served page can."""

import re
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from cupsboard.engine import engines
from cupsboard.rules import games
from cupsboard.rules.game import Plan
from cupsboard.rules.history import History
from cupsboard.rules.king_of_the_cups.cups_and_dice import parse_dice
from cupsboard.rules.places import Side
from cupsboard.rules.puzzle import Kind
from cupsboard.rules.record import parse_record
from cupsim.page.evening import PageEvening
from cupsim.page.keeper import Keeper
from cupsim.page.stage import Stage
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing
from hands_of_a_tester import Fingertip, Mouse
from processes import PATIENCE_SECONDS, wait_until
from sitting import Visit, comes_true
from tab_site import (
    IS_THERE,
    KEEP,
    RECORD,
    begins,
    drop_one,
    has_entries,
    history_of,
    is_there,
    link_at,
    plainly_served,
    plans_of,
    written,
)
from test_speech import VOICE, speaks

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
KEEPS_WORKERS = """
const Plain = Worker;
globalThis.workers = [];
globalThis.Worker = class extends Plain {
  constructor(...what) { super(...what); globalThis.workers.push(this); }
};
"""
REFUSES_STORAGE = """\
IDBFactory.prototype.open = () => { throw new DOMException("no storage", "SecurityError"); };
"""

pytestmark = pytest.mark.long("a browser that begins Python: a minute each on a busy computer")


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A small game of two persons as a tab saves what it keeps, made by this Python."""
    pairing = Pairing(Setting(7, cups=2, stock_beans=2), PERSON, PERSON)
    evening = PageEvening(pairing, dict.fromkeys(Side, PERSON), tmp_path / "trace", factor=4.0)
    keeper = Keeper(tmp_path / "kept", lambda _line: None)
    stage = Stage(evening, is_only_watched=False, keeper=keeper)
    for _ in range(50):
        stage.tick(0.1)
    stage.keep()
    evening.close()
    with ZipFile(path := tmp_path / "cups-kept.zip", "w") as archive:
        archive.write(tmp_path / "kept" / "evening.json", "evening.json")
    return path


def plays(page: Any, plan: Plan) -> None:
    """Carry a move out with a finger that drags every bean, and press the button."""
    finger, mouse = Fingertip(page), Mouse(page)
    for each in plan.open:
        for _ in range(each.count):
            finger.down(mouse.at(each.source))
            finger.slide(mouse.at(each.target))
            finger.up()
    assert plan.side is not None
    page.locator(f"#button-{plan.side.value}").tap()


def move_by_move(page: Any) -> int:
    """Play the game that lies there to its end; how many entries its record has."""
    history = history_of(page)
    while not history.is_over:
        plays(page, plans_of(history)[-1])
        has_entries(page, len(history.entries) + 1)
        history = history_of(page)
    return len(history.entries)


def test_a_game_that_was_kept_elsewhere_is_played_with_fingers_and_is_there_without_a_network(
    visit: Visit, tab_address: str, kept: Path
) -> None:
    page = visit(tab_address, **PHONE)
    is_there(page)
    page.evaluate("document.getElementById('tab-panel').open = true")
    page.set_input_files("#take-in", kept)
    page.wait_for_event("load", timeout=1000 * PATIENCE_SECONDS)
    is_there(page)
    assert history_of(page).game.name.startswith("cups 2")
    entries = move_by_move(page)
    comes_true(page, "navigator.serviceWorker.controller !== null")
    # It is kept half a second after a move at the latest, where there is time.
    page.evaluate(KEEP)
    page.context.set_offline(True)
    page.reload()
    is_there(page)
    assert len(history_of(page).entries) == entries
    assert history_of(page).is_over


def test_a_game_that_is_over_stands_in_the_list_of_past_games_also_after_the_page_is_loaded_again(
    visit: Visit, tab_address: str, kept: Path
) -> None:
    page = is_there(visit(tab_address, **PHONE))
    page.evaluate("document.getElementById('tab-panel').open = true")
    page.set_input_files("#take-in", kept)
    page.wait_for_event("load", timeout=1000 * PATIENCE_SECONDS)
    is_there(page)
    page.click(".player-name button:visible >> nth=0")
    page.fill(".naming-fields input", "Zoë")
    page.keyboard.press("Enter")
    page.wait_for_selector(".naming-dialog", state="hidden")
    entries = move_by_move(page)
    score = history_of(page).game.score(history_of(page).position)
    result = f"{score[Side.SOUTH]} : {score[Side.NORTH]}"
    for _ in range(2):
        page.evaluate("document.getElementById('past').open = true")
        listed = page.locator(".past-game >> nth=0")
        listed.wait_for()
        assert listed.locator("b").inner_text() == "South – Zoë"
        assert listed.locator("span").inner_text() == result
        listed.click()
        page.click(".past-deeds .past-look")
        page.wait_for_selector(f".review-label:has-text('Move {entries},')")
        page.evaluate(KEEP)
        page.reload()
        is_there(page)


def test_a_table_that_is_being_set_says_so_and_no_finger_on_it_scrolls(
    browser: Any, tab_address: str
) -> None:
    page = browser.new_context(locale="en-GB", **PHONE).new_page()
    page.goto(tab_address)
    page.wait_for_selector("#scene .live")
    assert page.inner_text("#say") == "The table is being set …"
    finger, mouse = Fingertip(page), Mouse(page)
    finger.down(mouse.at("south-stock"))
    finger.slide((195, 60))
    finger.up()
    assert page.evaluate("scrollY") == 0
    is_there(page)
    assert page.inner_text("#say") != "The table is being set …"


def test_a_second_tab_waits_until_the_first_is_closed(visit: Visit, tab_address: str) -> None:
    page = visit(tab_address)
    is_there(page)
    second = page.context.new_page()
    second.goto(tab_address)
    second.wait_for_selector("#tab-line:has-text('another tab')")
    page.close()
    is_there(second)


def test_a_worker_that_is_gone_is_told_of_and_another_takes_its_place_with_what_was_kept(
    visit: Visit, browser: Any, tab_address: str
) -> None:
    page = visit(tab_address)
    page.context.add_init_script(KEEPS_WORKERS)
    page.reload()
    is_there(page)
    seed = page.evaluate(RECORD).partition("seed = ")[2].split()[0]
    page.evaluate("globalThis.workers[0].terminate()")
    comes_true(page, "document.documentElement.dataset.connection === 'lost'")
    is_there(page)
    assert f"seed = {seed}\n" in page.evaluate(RECORD)


def test_where_the_browser_keeps_nothing_the_page_says_so_and_plays(browser: Any, tab_address: str) -> None:
    def refuse(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=REFUSES_STORAGE + answer.text())

    # A script that a service worker gives out can't be changed here.
    context = browser.new_context(service_workers="block")
    try:
        context.route("**/board_worker.js", refuse)
        page = context.new_page()
        page.goto(tab_address)
        wait_until(lambda: page.evaluate(IS_THERE), lambda: page.inner_text("body"))
        assert "Nothing is kept here" in page.text_content("#tab-kept")
        assert page.evaluate(RECORD).startswith("Game: cups 4")
        page.goto(f"{tab_address}?game=kalah 6")
        wait_until(lambda: page.evaluate(IS_THERE), lambda: page.inner_text("body"))
        page.wait_for_selector("h1:text-is('Kalah')")
        assert page.evaluate(RECORD).startswith("Game: kalah 6")
    finally:
        context.close()


VERSION = "import('./tab/tab.js').then(({ tab }) => tab.version)"
REMEMBERED = "caches.keys().then((names) => names.filter((name) => name.startsWith('cups memory')).length)"
STOPS_PYTHON = "throw new Error('it is told to stop');\n"


KEPT_FILES = """\
caches.keys()
  .then((names) => Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length)))
  .then((counts) => counts.reduce((one, other) => one + other, 0))
"""


def test_what_the_browser_has_given_up_of_the_site_is_kept_again_at_the_next_visit(
    visit: Visit, tab_address: str
) -> None:
    page = is_there(visit(tab_address))
    comes_true(page, "navigator.serviceWorker.controller !== null")
    wait_until(lambda: page.evaluate(REMEMBERED) == 1, "the memory of a Python")
    whole = page.evaluate(KEPT_FILES)
    page.evaluate("caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))")
    page.reload()
    is_there(page)
    wait_until(lambda: page.evaluate(KEPT_FILES) == whole, lambda: f"{page.evaluate(KEPT_FILES)} of {whole}")
    page.context.set_offline(True)
    page.reload()
    is_there(page)


def test_a_browser_that_refuses_to_keep_anything_plays_and_says_so(browser: Any, tab_address: str) -> None:
    context = browser.new_context(service_workers="block", locale="en-GB")
    context.add_init_script(
        "Object.defineProperty(globalThis, 'localStorage', { get() { throw new DOMException('no'); } });"
        "ServiceWorkerContainer.prototype.getRegistration = () => Promise.reject(new DOMException('no'));"
        "LockManager.prototype.request = () => Promise.reject(new DOMException('no'));"
    )
    try:
        page = context.new_page()
        page.goto(tab_address)
        wait_until(lambda: page.evaluate(IS_THERE), lambda: page.inner_text("body"))
        assert page.locator("#forgetful").count() == 1
        assert "Nothing is kept here" in page.text_content("#tab-kept")
    finally:
        context.close()


def test_a_newer_site_takes_the_place_of_an_older_one_and_the_game_lies_as_it_lay(
    visit: Visit, tmp_path: Path
) -> None:
    with plainly_served(written(tmp_path)) as address:
        page = is_there(visit(address))
        older = page.evaluate(VERSION)
        drop_one(page)
        has_entries(page, 1)
        comes_true(page, "navigator.serviceWorker.controller !== null")
        wait_until(lambda: page.evaluate(REMEMBERED) == 1, "the memory of a Python")
        written(tmp_path, newer=b"")
        page.reload()
        is_there(page)
        assert page.evaluate(VERSION) == older, "what has begun goes on"
        comes_true(page, "navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting !== null)")
        with page.expect_event("load"):
            page.reload()
        # It loads itself once more, as the newer one.
        page.wait_for_event("load", timeout=1000 * PATIENCE_SECONDS)
        is_there(page)
        assert page.evaluate(VERSION) != older
        assert history_of(page).entries


def test_what_is_kept_is_saved_as_a_file_and_taken_in_elsewhere(
    visit: Visit, tab_address: str, tmp_path: Path
) -> None:
    page = is_there(visit(tab_address))
    drop_one(page)
    has_entries(page, 1)
    record = page.evaluate(RECORD)
    page.click("#tab-panel > summary")
    with page.expect_download() as download:
        page.click("#bring-home")
    download.value.save_as(tmp_path / download.value.suggested_filename)
    page.context.close()
    other = is_there(visit(tab_address))
    other.click("#tab-panel > summary")
    other.set_input_files("#take-in", tmp_path / "cups-kept.zip")
    other.wait_for_event("load", timeout=1000 * PATIENCE_SECONDS)
    is_there(other)
    assert other.evaluate(RECORD).splitlines()[:6] == record.splitlines()[:6]


def test_a_board_that_can_not_begin_says_why_and_tries_three_times_in_all(
    browser: Any, tab_address: str
) -> None:
    context = browser.new_context(service_workers="block", locale="en-GB")
    try:
        asked: list[str] = []

        def refuse(route: Any) -> None:
            asked.append(route.request.url)
            route.fulfill(content_type="text/javascript", body=STOPS_PYTHON)

        context.route("**/pyodide.mjs", refuse)
        page = context.new_page()
        page.goto(tab_address)
        page.wait_for_selector("#tab-again", timeout=1000 * PATIENCE_SECONDS)
        assert "three times in a row" in page.inner_text("#tab-line")
        assert "it is told to stop" in page.inner_text("#tab-line")
        assert len(asked) == 3
        context.unroute("**/pyodide.mjs")
        page.click("#tab-again")
        wait_until(lambda: page.evaluate(IS_THERE), lambda: page.inner_text("body"))
    finally:
        context.close()


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


def test_a_tutor_says_what_the_move_of_a_lifted_cup_is_worth(visit: Visit, tab_address: str) -> None:
    page = is_there(visit(tab_address))
    begins(page, "cups", "2", north="person")
    page.wait_for_selector("#ask-hint:visible")
    page.select_option("#tutor", "strict")
    page.focus("#place-south-1")
    for said in ("South's cup 1 is lifted", "South: drop 1?"):
        page.keyboard.press("c")
        page.wait_for_selector(f'#say:has-text("{said}")')


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
    linked = link_at(page, 1)
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

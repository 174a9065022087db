"""axe-core on every page and view of the game, light and dark, in every language, in Chromium.

    .venv/bin/python tests/browsers/accessible.py [--view "coins"] [--report]

It goes to each view as a person does, opens all panels, and lists what axe-core finds. axe-core comes by npm,
as for `judge.py` beside this command. `--report` writes the newest findings of all walks into
tests/browsers/ACCESSIBLE.md. Exit code 1 if a view
has a violation.
"""

import argparse
import json
import re
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, redirect_stdout
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [
    *(str(HERE.parent / each) for each in ("web", "distance", "cupsclub", "storage", "station", "drivers")),
    str(HERE.parent),
]

from cupsboard.commands.parsers import program  # noqa: E402
from cupsboard.distance.wire import Resigned  # noqa: E402
from cupsboard.rules.places import Side  # noqa: E402
from cupsboard.signs.sentences import languages  # noqa: E402
from cupsboard.web.owner import COOKIE  # noqa: E402
from cupsboard.web.server import serving  # noqa: E402
from cupsclub.people import People, lock_of  # noqa: E402
from cupsclub.store.members import Role  # noqa: E402
from cupsclub.store.sqlite import SqliteRecords  # noqa: E402
from cupsclub.web import server as club  # noqa: E402
from cupsim.commands import set_up  # noqa: E402
from cupsim.commands.main import main as cupsim  # noqa: E402
from cupsim.page.king_of_the_cups.evening import TableEvening  # noqa: E402
from cupsim.page.king_of_the_cups.stage import TableStage  # noqa: E402
from cupsim.page.ticking import keep_ticking  # noqa: E402
from cupsim.runs.game_world import Setting  # noqa: E402
from cupsim.runs.memory_store import HeldRows  # noqa: E402
from engines import AXE, TOOLS, install  # noqa: E402
from evening_process import playing  # noqa: E402
from hands_of_a_tester import drop_the_first_bean  # noqa: E402
from judge import commit  # noqa: E402
from owners_browser import owner_of  # noqa: E402
from played_games import played  # noqa: E402
from processes import PATIENCE_SECONDS, started, wait_until  # noqa: E402
from shared_game import shared_game  # noqa: E402
from sitting import NOBODY, TWO_PERSONS, Sitting, sitting  # noqa: E402
from studies.page import table  # noqa: E402

REPORT = HERE / "ACCESSIBLE.md"
KEPT = TOOLS
"""Where the findings of each walk are kept."""
LOCALES = languages()
SIZES = ((1280, 800), (390, 844))
ALONE = {Side.SOUTH: "person", Side.NORTH: "1"}
LEVELS = {Side.SOUTH: "1", Side.NORTH: "4"}
HEAD = """\
# axe-core on every page

`tests/browsers/accessible.py` goes to each view, opens all panels, and asks axe-core (WCAG 2.0 to 2.2, A and
AA, and its best practices) at 1280x800 and 390x844, light and dark, in every language.

`.venv/bin/python tests/browsers/accessible.py --report`
"""
AXE_RUN = """async () => (await axe.run(document, {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
})).violations.map(({ id, nodes }) =>
  `${id}: ${nodes.map(({ target }) => target.join(' ')).slice(0, 4).join(', ')}`)"""
OPEN_ALL = "() => { for (const each of document.querySelectorAll('details')) each.open = true; }"

Open = Callable[..., Any]
"""Opens a page at an address in a browser of its own; `is_first` for who was never there."""
View = tuple[str, Any]
"""The name of a view, and the page that shows it."""


def board(open_page: Open, folder: Path) -> Iterator[View]:
    """The board of Cups: at the start, with help, hint, guide, a puzzle, a question, and looked at only."""
    with sitting(folder, Setting(7, cups=3), ALONE) as sat:
        yield "Cups: the offer of a guide", (page := open_page(sat.address, is_first=True))
        page.click("#guide-yes")
        page.wait_for_selector("#guide-leave:visible, #guide [data-step]:visible, #guide:visible")
        yield "Cups: the guide", page
    rows = HeldRows()
    rows.keep([played(number, ("Änna", f"level {1 + number % 3}")) for number in range(1, 9)])
    with sitting(folder, Setting(7, cups=3), ALONE, rows=rows) as sat:
        page = open_page(sat.address)
        yield "Cups: the start", page
        page.click("#ask-hint")
        page.wait_for_selector("#hint:not([hidden])")
        yield "Cups: a hint", page
        page.evaluate(OPEN_ALL)
        page.wait_for_selector("#past[open]")
        page.click(".player-name button:visible")
        yield "Cups: games of the past, and who plays", page
        page.keyboard.press("Escape")
        page.click(".past-career")
        page.wait_for_selector(".career-mistakes .career-table")
        yield "How a player plays", page
        page.keyboard.press("Escape")
        page.click("#help")
        page.wait_for_selector("#help-dialog[open]")
        yield "Cups: how to play", page
        page.keyboard.press("Escape")
        page.evaluate(OPEN_ALL)
        page.click("#puzzles [data-puzzle='1']")
        page.wait_for_selector("#puzzle[data-progress='going on']")
        yield "Cups: a puzzle", page
    with sitting(folder, Setting(7, cups=3, stock_beans=6), ALONE) as sat:
        page = open_page(sat.address)
        drop_the_first_bean(sat, page)
        page.wait_for_selector(".moves li[value='2']")
        yield "Cups: a game under way", page
    with sitting(folder, Setting(7, cups=4), TWO_PERSONS) as sat:
        page, other = open_page(sat.address), open_page(sat.address)
        other.click("#seat-wish-north")
        page.wait_for_selector("#seat-request:visible")
        yield "Cups: a question about a seat", page
        yield "Cups: who watches", other
    with sitting(folder, Setting(7, cups=3), NOBODY, is_only_watched=True) as sat:
        yield "Cups: looked at only", open_page(sat.address)
        yield "Cups: a screen at the board", open_page(f"{sat.address}kiosk")
    with sitting(folder, Setting(7, cups=2), ALONE, has_set_up=True) as sat:
        page, other = open_page(sat.address), open_page(sat.address)
        page.evaluate(OPEN_ALL)
        page.wait_for_selector("#set-up")
        yield "Cups: the fold for makers with Set up", page
        page.click("#set-up button[type=submit]")
        page.wait_for_selector("#hands")
        yield "Set up: a board that lends itself", page
        other.wait_for_selector("#end-set-up:visible")
        yield "Cups: while it is set up", other
        page.click("#to-opponents")
        page.wait_for_selector("#place-south-1")


def other_games(open_page: Open, folder: Path) -> Iterator[View]:
    """The boards of the other sowing games, and of coins."""
    for name in ("kalah 6", "oware 6", "coin-duel 10 stage 1", "coin-duel 10 stage 3"):
        sps = 80 if name.startswith("coin") else 10
        cups = int(name.split()[1])
        with sitting(folder, Setting(4, cups=cups, sps=sps, game=name), ALONE) as sat:
            page = open_page(sat.address)
            yield f"{name}: the start", page
            page.click("#help")
            page.wait_for_selector("#help-dialog[open]")
            yield f"{name}: how to play", page


def ends(open_page: Open, folder: Path) -> Iterator[View]:
    """The end of a game, its analysis, the better move, and looking back."""
    coins = Setting(4, cups=4, sps=80, game="coin-duel 4 stage 2 stock 1")
    duel = Setting(7, cups=4, sps=80, game="coin-duel 4 stage 1 stock 4")
    for name, setting, seats in (
        ("Cups", Setting(7, cups=2, stock_beans=3), NOBODY),
        ("coins", coins, LEVELS),
        ("beans of Coin Duel", duel, LEVELS),
    ):
        with sitting(folder, setting, seats, factor=64.0) as sat:
            page = open_page(sat.address)
            _over(sat, page)
            yield f"{name}: the end", page
            page.click("#ending-analyse")
            wait_until(lambda page=page: page.inner_text(".ending-turned"), lambda: "the turning point")
            yield f"{name}: the turning point", page
            if setting is duel:
                page.click("#ending-better")
                page.wait_for_selector(".layer-arrows .arrow")
                yield f"{name}: the better play, looking back", page
                continue
            page.click("#ending-step-through")
            page.wait_for_selector("#analysis:visible")
            page.keyboard.press("ArrowRight")
            yield f"{name}: looking back", page


def _over(sat: Sitting, page: Any) -> None:
    wait_until(lambda: sat.is_over, lambda: str(page.inner_text("#say")))
    sat.evening.pace = type(sat.evening.pace)(0.0)
    page.wait_for_selector("#ending:not([hidden])")


@contextmanager
def _table(factor: float) -> Iterator[tuple[TableEvening, str]]:
    """A table of King of the Cups, and the address of its page."""
    evening, is_over = TableEvening(5, 3, factor=factor), threading.Event()
    stage = TableStage(evening, is_only_watched=False)
    with ExitStack() as stack:
        thread = Thread(target=lambda: keep_ticking(stage, is_over.is_set))
        thread.start()
        stack.callback(thread.join)
        stack.callback(is_over.set)
        yield evening, stack.enter_context(serving(stage.app, port=0))


def king(open_page: Open, _: Path) -> Iterator[View]:
    """King of the Cups: both pages, its rules, and the end."""
    with _table(4.0) as (_evening, address):
        page = open_page(address)
        page.wait_for_selector("#tools:not([hidden])")
        yield "King: the table", page
        page.click("#help")
        page.wait_for_selector("dialog[open]")
        yield "King: how to play", page
        yield "King: the middle", open_page(f"{address}kiosk")
        yield "King: who watches", open_page(address)
    with _table(16.0) as (evening, address):
        page, middle = open_page(address), open_page(f"{address}king/middle.html")
        page.click("#rest")
        wait_until(lambda: evening.state()["game"]["isOver"], lambda: str(page.inner_text("#say")))
        page.wait_for_selector("#ending #rematch")
        yield "King: the end, with standings and a rematch", page
        yield "King: the middle at the end", middle


def owner(open_page: Open, folder: Path) -> Iterator[View]:
    """The owner's page: before and after somebody owns the board, while it is calibrated, and in a game."""
    parser = program("a command", "", "")
    set_up.define(parser)
    board = ("--cups", "2", "--seed", "7", "--sps", "10", "--beans", "kidney", "--cells", "500g")
    asked = parser.parse_args([*board, "--listen", "127.0.0.1", "--port", "0", "--pace", "20"])
    is_over, said = Event(), StringIO()
    running = Thread(target=lambda: set_up.run(asked, folder, is_over.is_set))
    try:
        with redirect_stdout(said):
            running.start()
            found = wait_until(lambda: re.search(r"the board's page: (\S+)", said.getvalue()), "the page")[1]
        page = open_page(f"{found}setup.html")
        hold = page.get_by_role("button", name=re.compile("^(Hold for|4 s halten)"))
        press = page.get_by_role("button", name=re.compile("^(South's button|Knopf von Süd)$"))
        hold.wait_for()
        yield "Owner: a new board", page
        hold.click()
        press.click()
        hold.click()
        page.get_by_role("button", name=re.compile("^(Become an owner|Besitzer werden)$")).click()
        page.wait_for_selector(".number")
        yield "Owner: a phone asks", page
        for number, part in enumerate(page.inner_text(".number").split(" – ")):
            for _ in range(int(part)):
                press.click()
            if number < 2:
                page.wait_for_selector(
                    f"#say:has-text('{number + 1} of 3'), #say:has-text('{number + 1} von 3')"
                )
        page.wait_for_selector("h2 >> nth=5")
        yield "Owner: the owner's", page
        yield "Owner: another's board", open_page(f"{found}setup.html")
        page.click("section.choice:has(label:only-of-type > select[name=place]) button[type=submit]")
        page.wait_for_selector("#cell dl div:nth-child(2)")
        yield "Owner: one cell", page
        page.click("#answers button >> nth=-1")
        page.click("section.choice:has(select[name=reference]) button[type=submit]")
        page.wait_for_selector("#answers button:nth-child(3)")
        yield "Owner: a step of a calibration", page
        page.get_by_role("button", name=re.compile("Simulated hands|Simulierte Hände")).click()
        page.wait_for_selector(".result")
        yield "Owner: what a calibration came to", page
        page.click("#answers button.primary")
        page.wait_for_selector("form:has(input[name=south])")
        page.get_by_text(re.compile("being played|Es wird gespielt")).wait_for()
        page.evaluate(OPEN_ALL)
        page.click("#looks .answers button >> nth=0")
        page.wait_for_selector('#looks .said button[aria-pressed="true"]')
        page.wait_for_selector("#scope .sparks button:nth-child(6)")
        yield "Owner: a game with its weights and looks", page
    finally:
        is_over.set()
        running.join()


def paper(open_page: Open, folder: Path) -> Iterator[View]:
    """What is printed: puzzles, the rules, the report of a calibration."""
    with sitting(folder, Setting(7, cups=3), ALONE) as sat:
        page = open_page(sat.address)
        page.evaluate("window.print = () => {}")
        page.evaluate(OPEN_ALL)
        page.click("#puzzles-print")
        page.wait_for_selector("body[data-sheet]")
        page.emulate_media(media="print")
        yield "Puzzles on paper", page
        page = open_page(sat.address)
        page.click("#help")
        page.wait_for_selector("#help-dialog[open]")
        page.emulate_media(media="print")
        yield "Rules on paper", page
    with redirect_stdout(StringIO()):
        cupsim(["calibrate", "--cups", "2", "--directory", str(folder)])
    yield "Report of a calibration", open_page((folder / "calibration.html").as_uri())


def far(open_page: Open, folder: Path) -> Iterator[View]:
    """The page of a seat at a distance: before sitting down, and at a game."""
    with club.serving(folder / "club.sqlite", "127.0.0.1", 0) as at:
        anna = open_page(at.address)
        anna.wait_for_selector("#open:enabled")
        yield "Far: the first page", anna
        anna.fill("#name", "Anna")
        anna.click("#open")
        anna.wait_for_selector("#invitation:visible")
        yield "Far: waiting for a friend", anna
        ben = open_page(anna.url)
        ben.wait_for_selector("#sit:enabled")
        yield "Far: the door", ben
        ben.fill("#name", "Ben")
        ben.click("#sit")
        ben.wait_for_selector("#scene .live")
        yield "Far: the game", ben
        for page in (anna, ben):
            page.evaluate("document.querySelector('#more-wishes').open = true")
        ben.click("#more-wishes button >> nth=0")
        anna.wait_for_selector("#question:visible")
        yield "Far: a question", anna
        for _ in range(2):
            anna.click("#more-wishes button >> nth=-1")
        ben.wait_for_selector("#ending:visible")
        yield "Far: the end", ben
    shared, other = shared_game()
    with sitting(folder, Setting(7, cups=2), shared=shared) as sat:
        page = open_page(sat.address)
        yield "Far: the game at a simulated board", page
        other.say(Resigned(), "1" * 32)
        page.wait_for_selector("#ending:visible")
        yield "Far: its end", page


def _phone(open_page: Open, folder: Path, address: str, name: str, role: Role) -> Any:
    """Open the link of an invitation to a club whose records are in a folder."""
    with closing(SqliteRecords(folder / "members.sqlite")) as records, records.transaction():
        people = People(records, records.served_seconds())
        people.invite(name, role, lock_of(f"{name.upper():X<8}", people.salt))
    page = open_page(f"{address}club#{name.upper():X<8}")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_selector("#enter")
    return page


def _own_code(page: Any) -> str:
    """Have a member's own page give a code for another device or for a board, and go back to the lobby."""
    page.click("a[href='#me']")
    page.click("#device-code")
    code: str = page.locator("#new-code .secret").inner_text()
    page.click("a[href='#lobby']")
    page.wait_for_selector("#people")
    return code


def club_evening(open_page: Open, folder: Path) -> Iterator[View]:
    """Two members at one board, on two phones and the board's pages, from joining the club to the ratings."""
    house = folder / "hall"
    (house / "state").mkdir(parents=True)
    token = owner_of(house / "state")
    with club.serving(folder / "members.sqlite", "127.0.0.1", 0) as at, playing(house) as board:
        anna = _phone(open_page, folder, at.address, "Anna", "director")
        ben = _phone(open_page, folder, at.address, "Ben", "member")
        for page in (anna, ben):
            page.click("#enter")
            page.wait_for_selector("#people")
        address = board.address()
        owner = open_page(address)
        owner.context.add_cookies([{"name": COOKIE, "value": token, "url": address}])
        owner.goto(f"{address}setup.html")
        owner.wait_for_selector("#club [name=code]")
        yield "Evening: a board that is in no club", owner
        owner.fill("#club [name=server]", at.address)
        owner.fill("#club [name=code]", "WRONGONE")
        owner.fill("#club [name=name]", "Hall")
        owner.click("#club button[type=submit]")
        owner.wait_for_selector("#trouble:not(:empty), .trouble:not(:empty)")
        owner.fill("#club [name=code]", _own_code(anna))
        owner.click("#club button[type=submit]")
        owner.wait_for_selector("#club [name=south]")
        yield "Evening: a board in a club", owner
        ben.reload()
        ben.wait_for_selector("#where-field:not([hidden])")
        ben.select_option("#whom", "1")
        ben.select_option("#where", index=1)
        ben.select_option("#game", "cups 3")
        ben.check("#rated")
        ben.click("#send")
        anna.wait_for_selector("#calls .primary")
        yield "Evening: asked to play at a board", anna
        anna.click("#calls .primary")
        at_board = open_page(address)
        at_board.wait_for_selector("#called:not([hidden])")
        yield "Evening: the board calls two members", at_board
        at_board.fill("#called [name=code]", _own_code(ben))
        at_board.click("#called button[type=submit]")
        ben.click("#calls a[href^='/g/']")
        ben.wait_for_selector("#scene .live")
        yield "Evening: the game at the board, on a phone", ben
        ben.evaluate("document.querySelector('#more-wishes').open = true")
        for _ in range(2):
            ben.click("#more-wishes button >> nth=-1")
        ben.wait_for_selector("#new-ratings p")
        yield "Evening: the new ratings on a phone", ben
        at_board.wait_for_selector("text=1262")
        yield "Evening: the new ratings at the board", at_board


def members(open_page: Open, folder: Path) -> Iterator[View]:
    """A club: door, lobby with a seek, end of a rated game, games of the past, what is a director's own."""
    with club.serving(folder / "members.sqlite", "127.0.0.1", 0) as at:
        pages = []
        roles: tuple[tuple[str, Role], ...] = (("Anna", "director"), ("Ben", "member"), ("Cleo", "member"))
        for name, role in roles:
            page = _phone(open_page, folder, at.address, name, role)
            if role == "director":
                yield "Club: the door", page
            page.click("#enter")
            page.wait_for_selector("#people")
            pages.append(page)
        anna, ben, _ = pages
        anna.check("#rated")
        anna.click("#send")
        ben.wait_for_selector("#sought .primary")
        yield "Club: the lobby", ben
        ben.click("#sought .primary")
        ben.wait_for_selector("#more-wishes")
        ben.evaluate("document.querySelector('#more-wishes').open = true")
        for _ in range(2):
            ben.click("#more-wishes button >> nth=-1")
        ben.wait_for_selector("#new-ratings p")
        yield "Club: the end of a rated game", ben
        anna.goto(f"{at.address}club#games")
        anna.wait_for_selector("#past details")
        yield "Club: games of the past", anna
        anna.click("a[href='#me']")
        anna.wait_for_selector("#devices li")
        yield "Club: what is a director's own", anna
        yield from cup(anna, at.address, ben)


def _twice(page: Any, button: str) -> None:
    """Tap what counts once it is tapped again, when its question was there to be read."""
    for _ in range(2):
        page.click(button)


def cup(page: Any, address: str, member: Any) -> Iterator[View]:
    """A tournament of each form as its director sees it: opened, in its first round, ruled, and over."""
    for form in ("round-robin", "knock-out", "swiss", "league"):
        page.goto(f"{address}t")
        page.fill("#tournament-name", "Autumn Cup")
        page.select_option("#form", form)
        yield f"Tournament, {form}: opening one", page
        page.click("#open-tournament")
        # One more than meet each other, so one has no opponent.
        for count in (1, 2, 3):
            page.click("#let-in")
            page.wait_for_selector(f"#table-0 tbody tr:nth-child({count})")
        yield f"Tournament, {form}: before its first round", page
        member.goto(f"{address}club")
        member.wait_for_selector("#cups li")
        yield f"Tournament, {form}: in the lobby", member
        _twice(page, "#begin-round")
        page.wait_for_selector(".ruling")
        page.evaluate("for (const each of document.querySelectorAll('main details')) each.open = true")
        yield f"Tournament, {form}: a round, and what it is ruled by", page
        member.goto(page.url)
        member.wait_for_selector("#withdraw")
        yield f"Tournament, {form}: what a member is to do", member
        _twice(page, ".ruling button")
        page.wait_for_selector(".ruling:not([open])")
        page.evaluate("for (const each of document.querySelectorAll('main details')) each.open = true")
        yield f"Tournament, {form}: ruled", page
        # Who is ruled out of a knock-out has nothing to withdraw from.
        if form != "knock-out":
            _twice(member, "#withdraw")
        member.wait_for_selector("#withdraw", state="detached")
        yield f"Tournament, {form}: out", member
        # What a director is about to end is drawn anew once it is told of who went out.
        page.reload()
        page.wait_for_selector("#finish")
        _twice(page, "#finish")
        page.wait_for_selector("#resume")
        yield f"Tournament, {form}: over", page


def school(open_page: Open, folder: Path) -> Iterator[View]:
    """A class: its start page without and with results, its leader's, and a table."""
    ended = {"table": 1, "seed": 3, "score": {"south": 9, "north": 4}}
    players = {side: {"name": name, "level": ""} for side, name in (("south", "Ada"), ("north", "Ben"))}
    where = ("--evening", folder, "--port", "0")
    for named, results in (("a new class", []), ("a class with results", [{**ended, "players": players}])):
        (folder / "results.json").write_text(json.dumps(results), "utf-8")
        with started(sys.executable, "-m", "cupsim", "--tables", "2", "--cups", "3", *where) as run:
            link = run.until(re.compile(r"leader opens (\S+)"))[1]
            page = open_page(link.partition("#")[0])
            page.wait_for_selector("#table-2")
            yield f"Class: {named}", page
            page = open_page(link)
            page.wait_for_selector("#seat-2-north")
            yield f"Class: {named}, its leader's", page
            page.emulate_media(media="print")
            yield f"Class: {named}, on paper", page
            page.emulate_media(media="screen")
            page.fill("#name", "Ada")
            page.click("#table-1")
            page.wait_for_selector("#place-south-1")
            yield f"Class: a table of {named}", page


WALKS: Mapping[str, Callable[[Open, Path], Iterator[View]]] = {
    "board": board,
    "games": other_games,
    "ends": ends,
    "king": king,
    "owner": owner,
    "paper": paper,
    "far": far,
    "club": members,
    "evening": club_evening,
    "class": school,
}


@contextmanager
def browsing(locale: str) -> Iterator[Open]:
    """Give the way to open pages in this language, until all of them are closed."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=which("chromium"), args=["--no-sandbox"])

        def opened(address: str, *, is_first: bool = False) -> Any:
            width, height = SIZES[0]
            context = browser.new_context(
                viewport={"width": width, "height": height}, locale=locale, bypass_csp=True
            )
            if not is_first:
                said_no = "for (const it of ['cups-guide', 'coin-duel-guide']) localStorage.setItem(it, 'no')"
                context.add_init_script(f"try {{ {said_no} }} catch {{}}")
            context.set_default_timeout(1000 * PATIENCE_SECONDS)
            page = context.new_page()
            page.goto(address)
            page.wait_for_selector(
                "body[data-seated], #watching:not([hidden]), body:not([data-hands]), body[data-door]"
            )
            return page

        yield opened
        browser.close()


def violations(page: Any) -> list[str]:
    """What axe-core finds in every size and colour, each once."""
    page.wait_for_timeout(300)
    if not page.locator("dialog[open]").count():
        page.evaluate(OPEN_ALL)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.wait_for_timeout(400)
            found += [f"{each} ({width}, {scheme})" for each in page.evaluate(AXE_RUN)]
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(dict(zip(("width", "height"), SIZES[0], strict=True)))
    return found


def walked(name: str) -> Iterator[tuple[str, str, list[str]]]:
    """Yield each view of a walk with its language and what is wrong there."""
    for locale in LOCALES:
        with browsing(locale) as open_page, TemporaryDirectory() as folder:
            for view, page in WALKS[name](open_page, Path(folder)):
                yield view, locale, violations(page)


def report() -> str:
    """The newest findings of every walk, with its day and commit."""
    kept = [json.loads(path.read_text("utf-8")) for path in sorted(KEPT.glob("accessible-*.json"))]
    rows = [
        (view, locale, "; ".join(found) or "none", each["day"], each["commit"])
        for each in kept
        for view, locale, found in each["views"]
    ]
    heads = ("view", "language", "violations", "day", "commit")
    return "\n".join([HEAD, *table(heads, rows), ""])


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--view", choices=WALKS, action="append", help="these views alone (again for more)")
    parser.add_argument("--report", action="store_true", help=f"write {REPORT.name} beside this script")
    asked = parser.parse_args()
    install(["chromium"])
    count = faults = 0
    for name in asked.view or WALKS:
        views = []
        for view, locale, found in walked(name):
            print(f"{view}, {locale}:", *(found or ["well"]), sep="\n    ", flush=True)
            views.append((view, locale, found))
        count, faults = count + len(views), faults + sum(bool(found) for *_, found in views)
        told = {"day": f"{datetime.now(UTC):%Y-%m-%d}", "commit": commit(), "views": views}
        (KEPT / f"accessible-{name}.json").write_text(json.dumps(told, indent=1), "utf-8")
    if asked.report:
        REPORT.write_text(report(), "utf-8")
    print(f"{count} views, {faults} with violations")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

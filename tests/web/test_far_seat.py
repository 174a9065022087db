"""A seat without a board: two browsers play a whole game on the page of a server, whose sockets are cut."""

import re
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from audits import TOLD_TO_PLAYERS
from cupsboard.distance.link import take_seat
from cupsboard.distance.shared_game import ALONE_SECONDS, SharedGame
from cupsboard.distance.wire import VERSION, Follow, Hello, Invite, written
from cupsboard.rules.clocks import Clock
from cupsclub.store.sqlite import SqliteRecords
from cupsclub.web.server import serving, serving_records
from english_words import english_in
from hands_of_a_tester import Fingertip, Mouse
from playwright.sync_api import Browser, Page, expect
from processes import wait_until
from websockets.sync.client import connect

MOST_LOOKS = 1000
"""A game of 2 x 3 takes some 60 moves, and a look at both pages hardly ever finds a move on its way."""
NAMES_ON_THE_WOOD = """() => {
  const [wood, ...names] = [...document.querySelectorAll('#scene, .row-name')]
    .map((each) => each.getBoundingClientRect());
  return names.length === 2 && names.every(({ left, right }) => left >= wood.left && right <= wood.right);
}"""
FINGER = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@pytest.fixture
def club(tmp_path: Path) -> Iterator[str]:
    with serving(tmp_path / "club.sqlite", "127.0.0.1", 0) as club:
        yield club.address


def seated(browser: Browser, address: str, name: str, **looks: object) -> Page:
    # What the other side did is not played out, so that no tap goes to that.
    context = browser.new_context(locale="en-GB", reduced_motion="reduce", **looks)  # type: ignore[arg-type]
    # The page's sockets are within reach, to be cut.
    context.add_init_script(
        "const Real = WebSocket; window.sockets = [];"
        "window.WebSocket = class extends Real"
        " { constructor(...a) { super(...a); window.sockets.push(this); } };"
    )
    page = context.new_page()
    page.goto(address)
    page.fill("#name", name)
    return page


def opened(browser: Browser, address: str, game: str = "cups 4", clock: str = "0", **looks: object) -> Page:
    """Anna's page, which waits for a friend."""
    anna = seated(browser, address, "Anna", **looks)
    anna.select_option("#game", game)
    anna.select_option("#clock", clock)
    anna.click("#open")
    expect(anna.locator("#invitation")).to_be_visible()
    return anna


def at_a_table(browser: Browser, address: str, game: str, clock: str = "0") -> tuple[Page, Page]:
    """Two pages at one game: Anna's with a mouse, and Ben's on a phone."""
    anna = opened(browser, address, game, clock)
    ben = seated(browser, anna.url, "Ben", **FINGER)
    ben.click("#sit")
    expect(ben.locator("#scene .live")).to_be_visible()
    wait_until(lambda: is_to_move(anna) or is_to_move(ben), "a turn")
    return anna, ben


def is_to_move(page: Page) -> bool:
    return page.locator(".offer").count() > 0


def play_any(page: Page) -> None:
    page.locator(".offer").first.click()
    page.click("#end-turn")


def moves_of(page: Page) -> list[dict[str, Any]]:
    """The moves that the server tells, with where pieces are dragged from and to."""
    address = page.evaluate("location.pathname").replace("/g/", "/games/") + "/table"
    return list(page.evaluate("async (address) => (await (await fetch(address)).json()).moves", address))


def test_a_phone_plays_a_whole_game_by_dragging_while_its_socket_is_cut_ten_times(
    browser: Browser, club: str, tmp_path: Path
) -> None:
    anna, ben = at_a_table(browser, club, "cups 3")
    finger, aim = Fingertip(ben), Mouse(ben)
    cuts = dragged = 0
    for _ in range(MOST_LOOKS):
        over = anna.locator("#ending").is_visible()
        if over:
            break
        if is_to_move(anna):
            anna.evaluate(
                "() => ['.offer', '#end-turn'].forEach((each) => document.querySelector(each)?.click())"
            )
        if is_to_move(ben):
            # The page may be an answer behind the record, whose turn may be Anna's by then.
            move = next((each for each in moves_of(ben) if each["from"][0].startswith(mine(ben))), None)
            if move is not None:
                ways = aim.at(move["from"][0]), aim.at(move["flow"][-1]["to"])
                finger.down(ways[0])
                finger.slide(ways[1])
                finger.up()
                ben.evaluate(
                    "() => { document.querySelector('.offer')?.click();"
                    " document.querySelector('#end-turn')?.click(); }"
                )
                dragged += 1
                if cuts < 10:
                    ben.evaluate("() => window.sockets.at(-1).close()")
                    cuts += 1
        anna.wait_for_timeout(20)
    assert over, f"no end after {MOST_LOOKS} looks: {[each.inner_text('body') for each in (anna, ben)]}"
    assert cuts == 10
    assert dragged >= 10
    expect(ben.locator("#ending")).to_be_visible()
    with closing(SqliteRecords(tmp_path / "club.sqlite", is_read_only=True)) as records:
        shared = SharedGame.of(records.entries(records.codes()[0], 0))
    assert shared.end is not None
    assert shared.end.why == "played"


def mine(page: Page) -> str:
    return str(page.locator(".player", has_text="you").get_attribute("data-side"))


@pytest.mark.parametrize("has_finger", [True, False])
def test_a_bean_is_dragged_where_a_move_brings_it_and_a_button_ends_the_turn(
    browser: Browser, club: str, has_finger: bool
) -> None:
    anna, ben = at_a_table(browser, club, "cups 4", clock="1")
    page, other = (ben, anna) if has_finger else (anna, ben)
    if is_to_move(other):
        play_any(other)
    expect(page.locator(".offer").first).to_be_visible()
    own, far, aim = mine(page), mine(other), Mouse(page)
    for target, is_played in ((f"{far}-2", False), (f"{own}-2", True)):
        source, there = aim.at(f"{own}-stock"), aim.at(target)
        if has_finger:
            finger = Fingertip(page)
            finger.down(source)
            finger.slide(there)
            assert page.locator("#carried .bean").count() == 1
            finger.up()
        else:
            page.mouse.move(*source)
            page.mouse.down()
            page.mouse.move(*there, steps=4)
            assert page.locator("#carried .bean").count() == 1
            page.mouse.up()
        assert page.locator("#carried .bean").count() == 0
        assert page.evaluate("scrollY") == 0
        if not is_played:
            assert is_to_move(page)
    # The whole move is shown, and is none yet.
    expect(page.locator("#end-turn")).to_have_text("End the turn: drop 2")
    expect(page.locator("#say")).to_have_text(
        "Your move lies ready: press your button to end the turn, or put it back."
    )
    expect(page.locator(f".plate[data-place='{own}-1'] .count")).not_to_have_text("0")
    assert not is_to_move(other)
    page.click("#put-back")
    expect(page.locator(".offer").first).to_be_visible()
    expect(page.locator("#say")).to_contain_text("Your turn")
    page.locator(f"#place-{own}-2 .target-shape").click()
    page.locator(f"#button-{own}").click()
    expect(other.locator(".offer").first).to_be_visible()
    expect(page.locator(".offer")).to_have_count(0)
    expect(other.locator("#say")).to_contain_text("drop 2. Your turn.")
    expect(other.locator(".layer-arrows[data-trail] .arrow").first).to_be_visible()
    expect(other.locator(".moves .move").first).to_contain_text("drop 2")
    assert other.title() == "Your turn – Cups, the board"
    moved = other.locator(f".plate[data-place='{own}-2'] .count")
    expect(moved).not_to_have_text("0")
    for each in (page, other):
        expect(each.locator(".player", has_text="you").locator(".player-clock")).to_have_text(
            re.compile(r"\d+:\d\d")
        )


def test_a_question_and_its_answers_are_one_card_and_a_phrase_is_a_bubble_at_the_name(
    browser: Browser, club: str
) -> None:
    anna, ben = at_a_table(browser, club, "cups 4")
    first, second = (anna, ben) if is_to_move(anna) else (ben, anna)
    play_any(first)
    expect(second.locator(".offer").first).to_be_visible()
    wish(first, "Take back")
    # A finger that was on its way already.
    yes = second.get_by_role("button", name="Yes", exact=True)
    yes.click(force=True, no_wait_after=True)
    expect(second.locator("#question")).to_contain_text("asks to take back.")
    yes.click()
    expect(first.locator(".offer").first).to_be_visible()
    second.click("#say-something summary")
    second.get_by_role("button", name="Well played!").click()
    said = first.locator(".player-bubble", has_text="Well played!")
    expect(said).to_be_visible()
    box = said.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 844
    for page in (anna, ben):
        small = page.evaluate(
            "() => [...document.querySelectorAll('.target[data-legal] .target-shape, .play button')].filter("
            "e => e.checkVisibility() && e.getBoundingClientRect().height < 37.5).length"
        )
        assert small == 0


def wish(page: Page, name: str) -> None:
    page.evaluate("document.getElementById('more-wishes').open = true")
    page.get_by_role("button", name=name).click()


def test_a_no_is_said_and_calling_off_takes_two_taps_on_both_sides(browser: Browser, club: str) -> None:
    anna, ben = at_a_table(browser, club, "cups 3")
    wish(anna, "Call it off")
    ben.get_by_role("button", name="No", exact=True).click()
    expect(anna.locator("#say")).to_have_text("Ben says no. Ask again after a move, if you like.")
    expect(anna.locator("#more-wishes").get_by_text("Call it off")).to_have_count(0)
    wish(ben, "Call it off")
    anna.get_by_role("button", name="Yes", exact=True).dblclick()
    sure = anna.get_by_role("button", name="Call the game off? Tap again.")
    expect(sure).to_be_visible()
    expect(ben.locator("#ending")).to_be_hidden()
    sure.click()
    expect(ben.locator("#ending-result")).to_have_text("The game was called off")


def test_a_cup_of_kalah_is_dragged_to_where_its_last_bean_goes(browser: Browser, club: str) -> None:
    anna, ben = at_a_table(browser, club, "kalah 6")
    page = anna if is_to_move(anna) else ben
    aim, own = Mouse(page), mine(page)
    expect(page.locator(".offer").first).to_be_visible()
    page.mouse.move(*aim.at(f"{own}-1"))
    page.mouse.down()
    # The board may have found another size since: it is looked for where it stands now.
    page.mouse.move(*aim.at(f"{own}-5"), steps=4)
    expect(page.locator("#carried .bean")).to_have_count(4)
    expect(page.locator(f"#place-{own}-5[data-over]")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(f".plate[data-place='{own}-1'] .count")).to_have_text("0")
    expect(page.locator(f".plate[data-place='{own}-5'] .count")).to_have_text("5")


def test_a_finger_scrolls_beside_the_places_and_moves_upon_them(browser: Browser, club: str) -> None:
    anna, ben = at_a_table(browser, club, "cups 4")
    if is_to_move(anna):
        play_any(anna)
    expect(ben.locator(".offer").first).to_be_visible()
    ben.set_viewport_size({"width": 390, "height": 500})
    finger, aim, own = Fingertip(ben), Mouse(ben), mine(ben)
    finger.down(aim.at(f"{own}-stock"))
    finger.slide((195, 60))
    finger.up()
    assert ben.evaluate("scrollY") == 0
    # A finger that goes down on a name, or between the places, is a swipe.
    name = ben.locator(".player", has_text="you").bounding_box()
    assert name is not None
    finger.down((195, name["y"] + name["height"] / 2))
    finger.slide((195, 20))
    finger.up()
    wait_until(
        lambda: ben.evaluate("scrollY") > 0, "the page to scroll", pause=lambda _: ben.wait_for_timeout(20)
    )


def test_time_that_is_over_is_claimed_on_the_page(browser: Browser, club: str) -> None:
    wish = Invite("1" * 32, "cups 3", "Anna", "south", "south", Clock(1.0))
    code = take_seat(club, "a" * 64, wish).game
    ben = seated(browser, f"{club}g/{code}", "Ben", **FINGER)
    ben.click("#sit")
    expect(ben.locator("#say")).to_contain_text("Anna is to move. The clocks stand until both sides are")
    with connect(f"{club.replace('http', 'ws')}v1") as anna:
        for said in (Hello(VERSION, "a" * 64), Follow(code)):
            anna.send(written(said))
        ben.get_by_role("button", name="End the game and win").click()
    ben.get_by_role("button", name="End the game and win by time? Tap again.").click()
    expect(ben.locator("#ending-result")).to_have_text("You win: Anna has no time left")


def test_who_owes_a_move_for_a_week_can_be_left_and_the_page_says_so(
    browser: Browser, tmp_path: Path
) -> None:
    leapt = [0.0]
    with (
        closing(SqliteRecords(tmp_path / "club.sqlite")) as records,
        serving_records(
            records,
            lambda: closing(SqliteRecords(tmp_path / "club.sqlite", is_read_only=True)),
            *("127.0.0.1", 0),
            clock=lambda: time.monotonic() + leapt[0],
        ) as club,
    ):
        code = take_seat(club.address, "a" * 64, Invite("1" * 32, "cups 3", "Anna", "south", "south")).game
        ben = seated(browser, f"{club.address}g/{code}", "Ben")
        ben.click("#sit")
        expect(ben.locator("#say")).to_contain_text("If no move comes for 7 more days, you can call")
        leapt[0] = ALONE_SECONDS
        ben.reload()
        expect(ben.locator("#say")).to_contain_text("has not moved for a week: you can call")
        ben.locator("#question").get_by_role("button", name="Call it off").click()
        ben.get_by_role("button", name="Call the game off? Tap again.").click()
        expect(ben.locator("#ending-result")).to_have_text("The game was called off")


@pytest.mark.parametrize(
    ("locale", "no_game", "back"),
    [
        ("en-GB", "There is no game with this code.", "To the first page"),
        ("de-DE", "Zu diesem Code gibt es kein Spiel.", "Zur ersten Seite"),
    ],
)
def test_an_address_that_is_no_code_is_answered(
    browser: Browser, club: str, locale: str, no_game: str, back: str
) -> None:
    page = browser.new_context(locale=locale).new_page()
    page.goto(f"{club}g/%E0%A4%A")
    expect(page.locator("#door")).to_contain_text(no_game)
    page.get_by_role("link", name=back).click()
    expect(page.locator("#open")).to_be_enabled()


def test_a_name_that_is_refused_can_be_typed_again_and_a_long_one_stays_on_the_wood(
    browser: Browser, club: str
) -> None:
    anna = seated(browser, club, "Anna\u202e", **FINGER)
    anna.click("#open")
    expect(anna.locator("#said")).to_have_text("A name has 1 to 40 letters that can be seen.")
    expect(anna.locator("#open")).to_be_enabled()
    name = "Anna-Maximiliane of the Seven Valleys"
    anna.fill("#name", name)
    anna.click("#open")
    expect(anna.locator("#invitation")).to_be_visible()
    ben = seated(browser, anna.url, "Benedictus", **FINGER)
    ben.click("#sit")
    expect(ben.locator("#scene .live")).to_be_visible()
    expect(ben.locator("main")).to_contain_text(name)
    wait_until(lambda: ben.evaluate(NAMES_ON_THE_WOOD), "both names on the wood")


def test_a_friend_gets_there_by_a_code_however_it_is_written_or_from_the_list_and_the_invitation_ends(
    browser: Browser, club: str
) -> None:
    anna = seated(browser, club, "Anna")
    anna.check("#listed")
    anna.click("#open")
    code = anna.locator(".invitation-code").inner_text()
    assert re.fullmatch("[A-Z2-9]{4} [A-Z2-9]{4}", code)
    link = anna.locator(".invitation-link").inner_text()
    assert link == f"{club}g/{code.replace(' ', '')}"
    assert anna.locator(".invitation-qr path").get_attribute("d")
    # The name is asked for at the door.
    ben = seated(browser, club, "", **FINGER)
    wide = code.translate({each: each + 0xFEE0 for each in range(ord("0"), ord("Z") + 1)})
    for typed in (f" {code.lower()} ", code.replace(" ", "-"), wide, f"see {link}?x=1"):
        ben.fill("#code", typed)
        ben.click("#join")
        expect(ben.locator("#door h2")).to_have_text("Anna invites you to Cups 2 × 4")
        ben.go_back()
    ben.fill("#code", "ABC")
    ben.click("#join")
    expect(ben.locator("#said")).to_have_text("A code has 8 letters and digits; look at it again.")
    ben.fill("#name", "Ben")
    ben.locator("#found").get_by_role("button", name="Sit down").click()
    ben.click("#door-rules")
    assert ben.locator(".rule-picture").count() == 7
    ben.keyboard.press("Escape")
    anna.click("#invitation-take-back")
    expect(anna.locator("#open")).to_be_enabled()
    expect(ben.locator("#door")).to_contain_text("There is no game with this code.")


def test_who_gives_up_has_lost_for_that_reason_and_both_play_on_with_their_sides_changed(
    browser: Browser, club: str
) -> None:
    anna, ben = at_a_table(browser, club, "kalah 6")
    side = mine(anna)
    play_any(anna if is_to_move(anna) else ben)
    wish(ben, "Give up")
    ben.get_by_role("button", name="Give up? Tap again.").click()
    expect(anna.locator("#ending-result")).to_have_text("You win: Ben has given up")
    expect(ben.locator("#ending-result")).to_have_text("Anna wins: you have given up")
    ben.click("#ending-analyse")
    # An engine begins in a process of its own.
    expect(ben.locator(".ending-turned")).to_contain_text("Ben", timeout=60_000)
    ben.click("#ending-rematch")
    expect(anna.locator("#say")).to_have_text("Ben would like another game.")
    before = anna.url
    anna.click("#ending-rematch")
    for page in (anna, ben):
        expect(page).not_to_have_url(before)
        wait_until(lambda page=page: page.locator(".player", has_text="you").count(), "a seat")
    assert anna.url == ben.url
    assert mine(anna) != side
    assert mine(ben) == side


def test_a_line_that_is_gone_is_said_at_once_where_the_browser_knows_and_after_eight_seconds_of_silence(
    browser: Browser, club: str
) -> None:
    anna, ben = at_a_table(browser, club, "cups 3", clock="1")
    page = anna if is_to_move(anna) else ben
    page.context.set_offline(True)
    expect(page.locator("#say")).to_have_text("No connection; it is tried again and again.")
    page.locator(".offer").first.click()
    page.click("#end-turn")
    expect(page.locator("#say")).to_contain_text("is sent when the connection is back")
    page.context.set_offline(False)
    other = ben if page is anna else anna
    expect(other.locator(".offer").first).to_be_visible()
    # Nothing comes any more, though the socket stays open.
    other.evaluate("() => { window.sockets.at(-1).onmessage = () => {}; window.heard = performance.now(); }")
    # It is said of the page whose line is gone, and nothing of who may well be there.
    own, far = (
        other.locator(f".player[data-side='{mine(other)}']"),
        other.locator(f".player[data-side='{mine(page)}']"),
    )
    expect(own.locator(".player-who")).to_contain_text("no link for", timeout=15_000)
    expect(far.locator(".player-who")).to_have_text("")
    silent = other.evaluate("performance.now() - window.heard")
    assert silent < 11_000
    lined = "getComputedStyle(document.querySelector('.player-clock')).textDecorationLine"
    assert other.evaluate(lined) == "line-through"
    expect(other.locator("#say")).to_contain_text("Your turn", timeout=15_000)


@pytest.mark.parametrize("game", ["cups 4", "wari 6"])
def test_a_reader_of_german_meets_no_english_from_the_invitation_to_the_end(
    browser: Browser, club: str, game: str
) -> None:
    german = {"locale": "de-DE", "reduced_motion": "reduce"}
    anna, ben = (browser.new_context(**german, **looks).new_page() for looks in ({}, FINGER))
    told = list[str]()

    def read(*pages: Page) -> None:
        for page in pages:
            told.extend(page.evaluate(TOLD_TO_PLAYERS))

    anna.goto(f"{club}?game={game}")
    expect(anna.locator("#open")).to_be_enabled()
    anna.fill("#name", "Anna")
    read(anna)
    anna.check("#listed")
    anna.click("#open")
    expect(anna.locator("#invitation")).to_be_visible()
    ben.goto(anna.url)
    expect(ben.locator("#sit")).to_be_enabled()
    expect(ben.locator("#door")).to_contain_text("ist ein Bohnenspiel für zwei")
    ben.click("#door-rules")
    expect(ben.locator(".rule-picture").nth(2)).to_be_visible()
    read(anna, ben)
    ben.keyboard.press("Escape")
    ben.fill("#name", "Ben")
    ben.click("#sit")
    wait_until(lambda: is_to_move(anna) or is_to_move(ben), "a turn")
    mover, other = (anna, ben) if is_to_move(anna) else (ben, anna)
    mover.locator(".offer").first.click()
    read(mover)
    mover.click("#end-turn")
    expect(other.locator(".offer").first).to_be_visible()
    wish(mover, "Zurücknehmen")
    expect(other.locator("#question")).to_be_visible()
    read(anna, ben)
    wish(mover, "Aufgeben")
    mover.get_by_role("button", name="Aufgeben? Noch einmal tippen.").click()
    expect(other.locator("#ending")).to_be_visible()
    read(anna, ben)
    known = {"Anna", "Ben", "Cups", "Wari", "English"}
    # The titles of books that rules are from stand in the books' own language.
    said = [text.partition("Quelle:")[0] for text in told if text not in known]
    assert [text for text in said if english_in(text)] == []
    assert sum(len(text) > 12 for text in told) > 100

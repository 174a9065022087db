"""A first evening of a club on two phones, from an invitation to a rated game, and what is left of it."""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from audits import CUT, FAINT, PALE, UNNAMED
from cupsboard.distance.wire import Invite, Join, Move, Say, plain
from cupsboard.rules.places import Side
from cupsclub.archive import faults
from cupsclub.people import People, lock_of
from cupsclub.store.members import Role
from cupsclub.store.offers import Offers
from cupsclub.store.sqlite import SqliteRecords
from cupsclub.web.server import serving
from cupsclub.writer import Came, Heard, Writer
from english_words import english_in
from playwright.sync_api import Browser, Page, expect

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "reduced_motion": "reduce"}
SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class House:
    """A club that is served, and its file."""

    def __init__(self, path: Path, address: str) -> None:
        self.path, self.address = path, address.replace("127.0.0.1", "localhost").rstrip("/")

    def invited(self, name: str, role: Role = "member") -> str:
        """Return the link of an invitation."""
        code = f"CODE{name.upper():A<4}"[:8]
        with closing(SqliteRecords(self.path)) as records, records.transaction():
            people = People(records, records.served_seconds())
            people.invite(name, role, lock_of(code, people.salt))
        return f"{self.address}/club#{code}"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with serving(tmp_path / "club.sqlite", "127.0.0.1", 0) as club:
        yield House(tmp_path / "club.sqlite", club.address)


@pytest.fixture
def phone(browser: Browser) -> Iterator[Any]:
    """Opens a page on a phone of its own; what pages complain of is a fault."""
    contexts, complaints = [], list[str]()

    def opened(address: str, locale: str = "en-GB", **how: Any) -> Page:
        context = browser.new_context(locale=locale, **{**PHONE, **how})
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda fault: complaints.append(str(fault)))
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


def come_in(page: Page) -> Page:
    page.click("#enter")
    expect(page.locator("#people")).to_be_visible()
    return page


def with_passkeys(page: Page) -> None:
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})


def test_two_strangers_come_in_play_a_rated_game_and_see_their_new_ratings(house: House, phone: Any) -> None:
    anna = phone(house.invited("Anna", "director"))
    # Who comes for the first time is told what is played here, and how to come in again.
    anna.click("#door-rules")
    expect(anna.locator("#help-dialog")).to_be_visible()
    # As many beans as the board has that is played on.
    expect(anna.locator("#help-dialog")).to_contain_text("40 beans")
    anna.keyboard.press("Escape")
    come_in(anna)
    expect(anna.locator("#said[data-good]")).to_contain_text("You are in.")
    expect(anna.locator("#rated")).not_to_be_checked()
    expect(anna.locator("#first-panel")).to_contain_text("Everybody begins at 1200")
    anna.click("a[href='#me']")
    anna.fill("#club-name-field", "Bean Club")
    anna.get_by_role("button", name="Call it so").click()
    expect(anna).to_have_title("Bean Club")
    anna.fill("#guest-name", "Ben")
    anna.click("#invite")
    code = anna.locator("#invited .secret").inner_text()
    ben = phone(f"{house.address}/club", "de-DE")
    expect(ben.locator("main h2")).to_have_text("Bean Club")
    ben.fill("#code", code.lower())
    come_in(ben)
    anna.click("a[href='#lobby']")
    expect(anna.locator("#people .here")).to_have_text(re.compile("Ben"))
    anna.get_by_role("button", name="Ask Ben for a game").click()
    anna.select_option("#game", "cups 3")
    anna.check("#rated")
    anna.click("#send")
    expect(anna.locator("#sought")).to_contain_text("You have asked Ben")
    expect(ben.locator("#sought")).to_contain_text("Anna bittet dich um ein Spiel")
    ben.get_by_role("button", name="Spielen", exact=True).click()
    # Who waits in the lobby is taken to the game, too.
    for page in (anna, ben):
        expect(page.locator("#scene .live")).to_be_visible()
        expect(page.locator("#of-club")).to_contain_text("Cups 2 × 3")
    ben.locator("#more-wishes summary").click()
    expect(ben.get_by_role("button", name="Aufgeben")).to_be_in_viewport()
    for _ in range(2):
        ben.get_by_role("button", name=re.compile("Aufgeben")).click()
    expect(anna.locator("#new-ratings")).to_contain_text("Anna: 1200? → 1263?")
    expect(anna.locator("#new-ratings")).to_contain_text("1200 + 125 × (1 − 0.5) = 1262.5")
    expect(ben.locator("#new-ratings")).to_contain_text("1200 + 125 × (0 − 0,5) = 1137,5")
    ben.click("#ending-another")
    expect(ben.locator("#people")).to_contain_text("Cups 2 × 3: 1263?")
    expect(ben.locator("#first-panel")).to_be_hidden()
    ben.click("a[href='#games']")
    expect(ben.locator("#past")).to_contain_text("Anna hat gewonnen")
    for page in (anna, ben):
        assert not page.evaluate(SIDEWAYS)
    with closing(SqliteRecords(house.path, is_read_only=True)) as records:
        assert list(faults(records)) == []


@pytest.mark.parametrize(("listens", "reached"), [("0.0.0.0", "198.51.100.7"), ("127.0.0.1", "127.0.0.1")])
def test_what_is_sent_to_another_device_names_the_server_as_that_reaches_it_or_the_page_says_that_none_does(
    tmp_path: Path, phone: Any, monkeypatch: pytest.MonkeyPatch, listens: str, reached: str
) -> None:
    monkeypatch.setattr("cupsclub.web.server.address_outside", lambda: reached)
    with serving(tmp_path / "club.sqlite", listens, 0) as club:
        port = urlsplit(club.address).port
        house = House(tmp_path / "club.sqlite", f"http://127.0.0.1:{port}/")
        house.address = f"http://127.0.0.1:{port}"
        anna = come_in(phone(house.invited("Anna", "director")))
        anna.click("a[href='#me']")
        anna.fill("#guest-name", "Ben")
        anna.click("#invite")
        expect(anna.locator("#invited")).to_contain_text(f"http://{reached}:{port}/club#")
        anna.click("#device-code")
        expect(anna.locator("#new-code")).to_contain_text(f"Type it at {reached}:{port}/club")
        for said in ("#invited", "#new-code"):
            warns = "Only this computer reaches this address." in anna.locator(said).inner_text()
            assert warns == (listens == "127.0.0.1")


def test_a_page_whose_device_was_taken_away_plays_no_more_and_says_why(house: House, phone: Any) -> None:
    anna, ben = come_in(phone(house.invited("Anna", "director"))), come_in(phone(house.invited("Ben")))
    anna.click("a[href='#me']")
    anna.click("#device-code")
    code = anna.locator("#new-code .secret").inner_text()
    second = come_in(phone(f"{house.address}/club#{code}"))
    second.click("button[aria-label='Ask Ben for a game']")
    second.click("#send")
    ben.get_by_role("button", name="Play", exact=True).click()
    expect(second.locator("#scene .live")).to_be_visible()
    expect(ben.locator("#scene .live")).to_be_visible()
    expect(second.locator(".player", has_text="you")).to_be_visible()
    expect(second.locator(".player[data-turn]")).to_be_visible()
    if not second.locator(".player[data-turn]", has_text="you").count():
        ben.locator(".offer").first.click()
        ben.click("#end-turn")
    expect(second.locator(".offer").first).to_be_visible()
    # The other device is at the game, too, by now.
    expect(anna.locator("#scene .live")).to_be_visible()
    anna.goto(f"{house.address}/club#me")
    anna.get_by_role("button", name="Take away").click()
    expect(anna.locator("#devices li")).to_have_count(1)
    second.locator(".offer").first.click()
    second.click("#end-turn")
    expect(second.locator("#say")).to_contain_text("this device was taken away from yours")
    expect(second.locator(".offer")).to_have_count(0)
    expect(second.locator(".player", has_text="you")).to_have_count(0)


def leave(page: Page) -> None:
    """Sign out on the page of what is a member's own."""
    for _ in range(2):
        page.click("#leave")
    expect(page.locator("#code")).to_be_visible()


def test_a_passkey_lets_a_member_in_again_who_has_signed_out(house: House, phone: Any) -> None:
    pytest.importorskip("webauthn")
    page = phone(house.invited("Anna"))
    with_passkeys(page)
    come_in(page)
    page.click("a[href='#me']")
    page.click("#make-passkey")
    expect(page.locator("#passkeys")).to_contain_text("since")
    leave(page)
    page.click("#passkey")
    expect(page.locator("#people")).to_be_visible()
    page.click("a[href='#me']")
    expect(page.locator("#devices li")).to_have_count(1)
    # A passkey that was taken away lets nobody in, and the page says so.
    page.locator("#passkeys button").click()
    expect(page.locator("#passkeys")).to_contain_text("None yet")
    leave(page)
    page.click("#passkey")
    expect(page.locator("#said:not([data-good])")).to_contain_text("Come in with a code")


def test_a_seek_is_joined_from_the_lobby_on_any_device_and_watched_by_a_guest(
    house: House, phone: Any
) -> None:
    anna, ben = come_in(phone(house.invited("Anna"))), come_in(phone(house.invited("Ben")))
    anna.select_option("#clock", "3")
    anna.check("#rated")
    anna.click("#send")
    expect(ben.locator("#sought")).to_contain_text("a day a move · rated")
    ben.get_by_role("button", name="Play", exact=True).click()
    expect(ben.locator("#scene .live")).to_be_visible()
    # A game of days takes nobody away from the lobby.
    expect(anna.locator("#turns")).to_contain_text("Against Ben")
    expect(anna.locator("#turns")).to_contain_text("Cups 2 × 4 · a day a move · rated · ")
    guest = come_in(phone(house.invited("Gus", "guest")))
    expect(guest.locator("#seek-panel")).to_be_hidden()
    guest.get_by_role("link", name="Watch").click()
    expect(guest.locator("#say")).to_contain_text("You are watching")
    # The seat is Anna's on another device as well, which has never seen the game.
    anna.click("a[href='#me']")
    anna.click("#device-code")
    computer = phone(
        f"{house.address}/club#{anna.locator('#new-code .secret').inner_text()}",
        viewport={"width": 1280, "height": 800},
    )
    expect(computer.locator("#who")).to_contain_text("one of your devices")
    come_in(computer)
    computer.get_by_role("link", name="Go on").click()
    expect(computer.locator(".player", has_text="you")).to_have_count(1)


def test_who_comes_by_a_code_that_was_used_is_told_so_and_a_member_leaves_by_two_taps(
    house: House, phone: Any
) -> None:
    link = house.invited("Anna")
    anna = come_in(phone(link))
    late = phone(link)
    expect(late.locator("#said")).to_contain_text("was used")
    late.click("#enter")
    expect(late.locator("#said")).to_contain_text("was used")
    anna.click("a[href='#me']")
    anna.click("#delete")
    expect(anna.locator("#delete")).to_contain_text("Tap again")
    anna.click("#delete")
    expect(anna.locator("#code")).to_be_visible()
    expect(anna.locator("#code")).to_have_value("")


def test_a_director_keeps_a_member_out_who_is_a_stranger_from_then_on(house: House, phone: Any) -> None:
    anna, ben = come_in(phone(house.invited("Anna", "director"))), come_in(phone(house.invited("Ben")))
    more = anna.locator("#people details")
    more.locator("summary").click()
    more.get_by_role("button", name="Keep out of the club").click()
    expect(anna.locator("#people")).to_contain_text("kept out")
    expect(ben.locator("#code")).to_be_visible()


def put_back(path: Path) -> tuple[str, int]:
    """A file that was put back, and a board's offer; return the game and how many entries it had."""
    with closing(SqliteRecords(path)) as records:
        writer = Writer(records, lambda: 5.0, lambda: "GAME2345", lambda: Side.SOUTH)
        writer.handle([Came(1, "a" * 64), Heard(1, Invite("0" * 32, "cups 4", "Anna", "south", "south"))])
        writer.handle([Came(2, "b" * 64), Heard(2, Join("GAME2345", "Ben"))])
        for number, (client, label) in enumerate(((1, "drop 1"), (2, "drop 2")), 1):
            say = Say("GAME2345", f"{number:032x}", number, plain(Move(label)))
            writer.handle([Heard(client, say)])
        known = records.entries("GAME2345", 0)
        with records.transaction():
            records.write("delete from entry where n > ?", [(1,)])
            Offers(records).keep_restored(records.served_seconds())
            Offers(records).add("GAME2345", "north", known[1:])
    return "GAME2345", len(known)


@pytest.mark.parametrize(
    ("locale", "button"), [("en-GB", "Take them"), ("de-DE", "Verwerfen"), ("fr-FR", "Les reprendre")]
)
def test_a_director_decides_of_what_boards_know_beyond_a_server_that_was_put_back(
    tmp_path: Path, phone: Any, locale: str, button: str
) -> None:
    path = tmp_path / "club.sqlite"
    code, count = put_back(path)
    with serving(path, "127.0.0.1", 0) as club:
        page = come_in(phone(House(path, club.address).invited("Dora", "director"), locale))
        page.click("a[href='#me']")
        expect(page.locator("#newer")).to_contain_text(code)
        expect(page.locator("#newer")).to_contain_text("Ben")
        assert not page.evaluate(SIDEWAYS)
        assert [page.evaluate(audit) for audit in (UNNAMED, PALE, FAINT, CUT)] == [[]] * 4
        if locale != "en-GB":
            assert english_in(page.locator("#newer-panel").inner_text()) == set()
        page.get_by_role("button", name=button).click()
        expect(page.locator("#newer-panel")).to_be_hidden()
    with closing(SqliteRecords(path, is_read_only=True)) as records:
        assert len(records.entries(code, 0)) == (1 if button == "Verwerfen" else count)
        assert list(faults(records)) == []


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "fr-FR"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_view_of_the_club_is_named_readable_and_fits_a_phone(
    house: House, phone: Any, locale: str, scheme: str
) -> None:
    anna = phone(house.invited("Anna", "director"), locale, color_scheme=scheme)
    expect(anna.locator("#who")).to_contain_text("Anna")
    for view in ("door", "lobby", "games", "me"):
        if view == "lobby":
            come_in(anna)
            come_in(phone(house.invited("Ben"), locale))
            expect(anna.locator("#people details")).to_have_count(1)
        elif view != "door":
            anna.click(f"a[href='#{view}']")
        anna.evaluate("() => { for (const each of document.querySelectorAll('details')) each.open = true; }")
        for audit in (UNNAMED, PALE, FAINT, CUT):
            assert anna.evaluate(audit) == [], (view, audit[:60])
        assert not anna.evaluate(SIDEWAYS), view
        if locale != "en-GB":
            assert english_in(anna.locator("main").inner_text()) == set(), view


def test_a_director_takes_an_invitation_back_by_two_taps(house: House, phone: Any) -> None:
    anna = come_in(phone(house.invited("Anna", "director")))
    anna.click("a[href='#me']")
    for _ in range(2):
        anna.fill("#guest-name", "Tom")
        anna.click("#invite")
        expect(anna.locator("#invitations li")).to_contain_text("Tom")
        expect(anna.locator("#invited")).to_contain_text("For Tom")
    expect(anna.locator("#said")).to_contain_text("is invited already")
    expect(anna.locator("#invitations li")).to_contain_text(re.compile("Tom.*member · until"))
    back = anna.locator("#take-back-0")
    back.click()
    expect(back).to_contain_text("Take the invitation of Tom back?")
    anna.wait_for_timeout(1000)
    back.click()
    expect(anna.locator("#invitations li")).to_have_text("None.")
    expect(anna.locator("#invited")).to_be_empty()
    assert not anna.evaluate(SIDEWAYS)


def test_a_name_that_a_member_has_and_one_that_is_invited_are_told_apart(house: House, phone: Any) -> None:
    anna = come_in(phone(house.invited("Anna", "director"), "de-DE"))
    anna.click("a[href='#me']")
    house.invited("Ben")
    for name, said in (("Anna", "hat schon ein Mitglied"), ("Ben", "nimm die Einladung")):
        anna.fill("#guest-name", name)
        anna.click("#invite")
        expect(anna.locator("#said")).to_contain_text(re.compile(said, re.IGNORECASE))
    anna.fill("#own-name", "Ben")
    anna.locator("#my-name-panel button").click()
    expect(anna.locator("#said")).to_contain_text("ist jemand eingeladen")


def test_the_lobby_says_which_of_the_computer_s_levels_is_easy(tmp_path: Path, phone: Any) -> None:
    with serving(tmp_path / "club.sqlite", "127.0.0.1", 0, has_levels=True) as club:
        house = House(tmp_path / "club.sqlite", club.address)
        anna = come_in(phone(house.invited("Anna")))
        expect(anna.locator("#people li", has_text="Computer 1")).to_contain_text("the easiest")
        expect(anna.locator("#people li", has_text="Computer 8")).to_contain_text("the strongest")
        expect(anna.locator("#whom")).to_contain_text("Computer 1 – the easiest")


def test_who_is_kept_away_is_told_so_and_who_deletes_the_own_data_is_told_that_it_is_done(
    house: House, phone: Any
) -> None:
    anna = come_in(phone(house.invited("Anna", "director"), "fr-FR"))
    ben = come_in(phone(house.invited("Ben")))
    expect(ben.locator("#people")).to_contain_text("Anna")
    ben.locator("#people summary").click()
    ben.get_by_role("button", name="Keep away from me").click()
    expect(ben.locator("#people")).to_contain_text("kept away by you")
    anna.select_option("#whom", label="Ben")
    anna.click("#send")
    expect(anna.locator("#said")).to_have_text("Vous deux ne jouez pas ensemble.")
    ben.click("a[href='#me']")
    for _ in range(2):
        ben.click("#delete")
    expect(ben.locator("#said")).to_contain_text("Your name, devices and passkeys are deleted.")
    expect(ben.locator("#code")).to_be_visible()

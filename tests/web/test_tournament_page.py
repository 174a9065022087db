"""Tournaments on phones: a director opens one, members play it, and everybody may watch who is let."""

import re
from contextlib import closing
from typing import Any

import pytest
from audits import CUT, FAINT, PALE, UNNAMED
from board_club import ClubBoard
from cupsclub.archive import faults
from cupsclub.store.sqlite import SqliteRecords
from english_words import english_in
from playwright.sync_api import Page, expect
from test_club_over_http import Visitor
from test_club_page import SIDEWAYS, House, come_in, house, phone

__all__ = ["house", "phone"]


def twice(page: Page, button: str) -> None:
    """Tap what counts once it is tapped again."""
    for _ in range(2):
        page.click(button)


def opened(page: Page, address: str, form: str = "round-robin", *, is_public: bool = False) -> str:
    """Open a tournament on the page of a director, and return its address."""
    page.goto(f"{address}/t")
    page.fill("#tournament-name", "Autumn Cup")
    page.select_option("#form", form)
    page.select_option("#game", "cups 3")
    if is_public:
        page.check("#is-public")
    # A second press opens no second one.
    page.dblclick("#open-tournament")
    expect(page.locator("#name")).to_have_text("Autumn Cup")
    return page.url


def give_up(page: Page, number: int) -> None:
    """Go to a game that is to be played, give it up, and come back by the link at its end."""
    page.locator("#mine a").nth(number).click()
    expect(page.locator("#scene .live")).to_be_visible()
    page.locator("#more-wishes summary").click()
    for _ in range(2):
        page.get_by_role("button", name=re.compile("Give up|Aufgeben")).click()
    expect(page.locator("#rematch")).to_be_hidden()
    page.click("#ending-another")
    expect(page.locator("#name")).to_have_text("Autumn Cup")


@pytest.mark.parametrize("form", ["round-robin", "knock-out"])
def test_two_members_play_a_tournament_from_its_opening_to_its_table(
    house: House, phone: Any, form: str
) -> None:
    anna = come_in(phone(house.invited("Anna", "director")))
    ben = come_in(phone(house.invited("Ben"), "de-DE"))
    where = opened(anna, house.address, form)
    anna.click("#enter")
    expect(anna.locator("#now")).to_contain_text("You take part")
    expect(anna.locator("#no-round")).to_contain_text("at least two")
    ben.goto(f"{house.address}/t")
    ben.get_by_role("link", name="Autumn Cup").click()
    ben.click("#enter")
    expect(ben.locator("#now")).to_contain_text("Du machst mit")
    expect(anna.locator("#next")).to_contain_text("Anna – Ben")
    twice(anna, "#begin-round")
    expect(anna.locator("#mine a")).to_have_count(2)
    for page, texts in (
        (anna, ["Game 1 against Ben", "Game 2 against Ben"]),
        (ben, ["Spiel 1 gegen Anna", "Spiel 2 gegen Anna"]),
    ):
        expect(page.locator("#mine li")).to_contain_text(texts)
    ben.goto(f"{house.address}/club")
    # Anna sits at the tournament's page.
    expect(ben.locator("#people-panel h2")).to_contain_text("(1 da)")
    expect(ben.locator("#people .here")).to_contain_text("Anna")
    for number in (1, 2):
        expect(ben.locator("#turns li", has_text=f"Autumn Cup, Spiel {number} ·")).to_have_count(1)
    ben.goto(where)
    give_up(ben, 0)
    expect(ben.locator("#mine a")).to_have_count(1)
    give_up(ben, 0)
    expect(ben.locator("#mine a")).to_have_count(0)
    expect(anna.locator("#rounds .score")).to_have_text("2 : 0")
    expect(anna.locator("#no-round")).to_contain_text("All rounds")
    twice(anna, "#finish")
    expect(anna.locator("#now")).to_contain_text("Your place: 1.")
    expect(ben.locator("#now")).to_contain_text("Dein Platz: 2.")
    if form == "round-robin":
        anna.click("#sums-0 summary")
        expect(anna.locator("#sums-0")).to_contain_text("Sonneborn-Berger: 0 × 2 (Ben) = 0")
    for page in (anna, ben):
        assert not page.evaluate(SIDEWAYS)
    assert anna.url == where
    with closing(SqliteRecords(house.path, is_read_only=True)) as records:
        assert list(faults(records)) == []


def test_a_member_learns_of_a_tournament_in_the_lobby_of_a_rival_who_waits_and_of_who_has_withdrawn(
    house: House, phone: Any
) -> None:
    anna = come_in(phone(house.invited("Anna", "director")))
    ben = come_in(phone(house.invited("Ben"), "de-DE"))
    expect(ben.locator("#cups-panel")).to_be_hidden()
    opened(anna, house.address)
    expect(ben.locator("#cups")).to_contain_text("Autumn Cup")
    expect(ben.locator("#cups")).to_contain_text("Anmeldung offen")
    ben.get_by_role("link", name="Autumn Cup ansehen").click()
    for page in (anna, ben):
        page.click("#enter")
    expect(anna.locator("#next")).to_contain_text("Ben")
    twice(anna, "#begin-round")
    expect(ben.locator("#mine")).to_contain_text("noch nicht begonnen")
    anna.locator("#mine a").nth(0).click()
    expect(anna.locator("#scene .live")).to_be_visible()
    expect(ben.locator("#mine")).to_contain_text("Anna ist da")
    watching = phone(f"{anna.url}", "fr-FR")
    expect(watching.locator("#scene .live")).to_be_visible()
    ben.goto(f"{house.address}/club")
    expect(ben.locator("#turns")).to_contain_text("Anna ist da")
    ben.go_back()
    twice(ben, "#withdraw")
    expect(anna.locator("#ending-result")).to_have_text(
        "Ben has withdrawn from the tournament: the game is over"
    )
    expect(watching.locator("#ending-result")).to_contain_text("Ben ne participe plus au tournoi")
    anna.goto(f"{house.address}/club#games")
    expect(anna.locator("#past")).to_contain_text("Ben has withdrawn from the tournament")


def test_a_director_rules_lets_a_late_one_in_and_takes_one_out_on_the_page(house: House, phone: Any) -> None:
    anna = come_in(phone(house.invited("Anna", "director")))
    come_in(phone(house.invited("Ben")))
    come_in(phone(house.invited("Cleo")))
    opened(anna, house.address)
    for member in ("Ben", "Anna"):
        anna.select_option("#let-in-member", label=member)
        anna.click("#let-in")
        expect(anna.locator("#table-0")).to_contain_text(member)
    anna.click("#close-entry")
    expect(anna.locator("#facts")).to_contain_text("entry is closed")
    anna.select_option("#let-in-member", label="Cleo")
    anna.click("#let-in")
    expect(anna.locator("#table-0")).to_contain_text("Cleo")
    twice(anna, "#begin-round")
    expect(anna.locator("#rounds")).to_contain_text("no opponent")
    # The next round and the end name what is not decided. Looking away takes the first tap back.
    anna.click("#begin-round")
    expect(anna.locator("#begin-round")).to_contain_text(
        re.compile("Not decided: .* – .*Begin round 2.*Tap again")
    )
    anna.locator("#begin-round").blur()
    anna.dblclick("#finish")
    expect(anna.locator("#finish")).to_contain_text(
        re.compile("begun: 1 of 3.* Not decided: .* – .*only points.*Tap again")
    )
    anna.locator("#finish").blur()
    expect(anna.locator("#finish")).to_have_text("End the tournament")
    anna.locator(".ruling summary").click()
    ruling = anna.locator(".ruling")
    ruling.locator("select").nth(0).select_option("0")
    ruling.locator("select").nth(1).select_option("unfair")
    for _ in range(2):
        ruling.get_by_role("button").click()
    loser = anna.locator("#rounds .told > span").inner_text().split(" – ")[1].split()[0]
    expect(anna.locator("#rounds")).to_contain_text(f"ruled: against the rules ({loser})")
    expect(anna.locator("#rounds .score")).to_have_text("2 : 0")
    # What was called off by a ruling begins anew once it is taken back; after an end that is taken back, too.
    first = anna.locator(".pairing a").nth(0).get_attribute("href")
    anna.locator(".ruling summary").click()
    ruling.locator("select").nth(0).select_option("")
    expect(ruling.locator("select").nth(1)).to_be_hidden()
    for _ in range(2):
        ruling.get_by_role("button").click()
    expect(anna.locator("#rounds .score")).to_have_text("0 : 0")
    assert anna.locator(".pairing a").nth(0).get_attribute("href") != first
    twice(anna, "#finish")
    twice(anna, "#resume")
    expect(anna.locator("#rounds")).to_contain_text("begin anew if a director wishes")
    anna.select_option("#take-out-member", label="Cleo")
    twice(anna, "#take-out")
    expect(anna.locator("#table-0")).to_contain_text("Cleo out")
    expect(anna.locator("#next")).not_to_contain_text(re.compile("Cleo – |– Cleo|Cleo: no"))
    anna.click("#cross-0 summary")
    expect(anna.locator("#cross-0")).not_to_contain_text("Cleo")
    # Who comes late is told what may still be, and the director why a drawn table takes nobody more.
    dora = come_in(phone(house.invited("Dora")))
    dora.goto(anna.url)
    expect(dora.locator("#now")).to_contain_text("If a place is left, a director can still let you in.")
    anna.select_option("#let-in-member", label="Dora")
    anna.click("#let-in")
    expect(anna.locator("#table-0")).to_contain_text("Dora")
    come_in(phone(house.invited("Elsa")))
    anna.reload()
    anna.select_option("#let-in-member", label="Elsa")
    anna.click("#let-in")
    expect(anna.locator("#said")).to_contain_text("who withdraws keeps a number in it")
    # Taken out by mistake, Cleo is let in again.
    anna.select_option("#let-in-member", label="Cleo")
    anna.click("#let-in")
    expect(anna.locator("#cross-0")).to_contain_text("Cleo")


def test_strangers_watch_a_public_tournament_alone(house: House, phone: Any) -> None:
    anna = come_in(phone(house.invited("Anna", "director")))
    closed = opened(anna, house.address)
    public = opened(anna, house.address, "swiss", is_public=True)
    stranger = phone(f"{house.address}/t")
    expect(stranger.locator("#tournaments li")).to_have_count(1)
    stranger.goto(closed)
    expect(stranger.locator("#view")).to_contain_text("Members come in first")
    stranger.goto(public)
    expect(stranger.locator("#name")).to_have_text("Autumn Cup")
    expect(stranger.locator("#director")).to_be_hidden()
    expect(stranger.locator("#enter")).to_have_count(0)


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "fr-FR"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_view_of_a_tournament_is_named_readable_and_fits_a_phone(
    house: House, phone: Any, locale: str, scheme: str
) -> None:
    anna = phone(house.invited("Anna", "director"), locale, color_scheme=scheme)
    come_in(anna)
    come_in(phone(house.invited("Ben"), locale))
    come_in(phone(house.invited("Cleo"), locale))
    opened(anna, house.address)
    views = ["open", "begun", "ruled", "over"]
    for view in views:
        if view == "open":
            for name in ("Anna", "Ben", "Cleo"):
                anna.select_option("#let-in-member", label=name)
                anna.click("#let-in")
                expect(anna.locator("#table-0")).to_contain_text(name)
        elif view == "begun":
            twice(anna, "#begin-round")
            expect(anna.locator("#rounds")).to_be_visible()
        elif view == "ruled":
            for _ in range(2):
                anna.locator(".ruling button").click()
            expect(anna.locator("#rounds .score")).to_have_text("2 : 0")
        else:
            twice(anna, "#finish")
            expect(anna.locator("#resume")).to_be_visible()
        anna.evaluate("() => { for (const each of document.querySelectorAll('details')) each.open = true; }")
        for audit in (UNNAMED, PALE, FAINT, CUT):
            assert anna.evaluate(audit) == [], (view, audit[:60])
        assert not anna.evaluate(SIDEWAYS), view
        if locale != "en-GB":
            assert english_in(anna.locator("main").inner_text()) == set(), view
    anna.goto(f"{house.address}/t")
    expect(anna.locator("#open-panel")).to_be_visible()
    for form in ("round-robin", "swiss", "league"):
        anna.select_option("#form", form)
        for audit in (UNNAMED, PALE, FAINT, CUT):
            assert anna.evaluate(audit) == [], (form, audit[:60])
        assert not anna.evaluate(SIDEWAYS), form


def test_on_paper_stand_the_table_all_sums_and_the_next_pairings_and_no_button(
    house: House, phone: Any
) -> None:
    anna = come_in(phone(house.invited("Anna", "director")))
    come_in(phone(house.invited("Ben")))
    opened(anna, house.address)
    for member in ("Ben", "Anna"):
        anna.select_option("#let-in-member", label=member)
        anna.click("#let-in")
        expect(anna.locator("#table-0")).to_contain_text(member)
    anna.evaluate("dispatchEvent(new Event('beforeprint'))")
    anna.emulate_media(media="print")
    expect(anna.locator("#paper-next")).to_contain_text("Ben – Anna")
    expect(anna.locator("#paper-head")).to_contain_text(re.compile(r"\d{4} at .*/t/1"))
    for seen in ("#table-0", "#cross-0 table", "#sums-0 .sum-of >> nth=0"):
        expect(anna.locator(seen)).to_be_visible()
    expect(anna.locator("button:visible")).to_have_count(0)


def test_a_director_calls_a_pairing_to_a_board_and_takes_it_back_on_the_page(
    house: House, phone: Any
) -> None:
    anna, ben = (
        come_in(phone(house.invited("Anna", "director"))),
        come_in(phone(house.invited("Ben"), "fr-FR")),
    )
    phone_of_anna = Visitor(house.address)
    phone_of_anna.cookie = "; ".join(f"{each['name']}={each['value']}" for each in anna.context.cookies())
    board = ClubBoard(house.address, phone_of_anna)
    assert "call" not in board.told()
    where = opened(anna, house.address)
    for page in (anna, ben):
        page.goto(where)
        page.click("#enter")
    twice(anna, "#begin-round")
    anna.get_by_role("button", name="Call Anna and Ben to a board").click()
    expect(anna.locator("#rounds")).to_contain_text("called to the board Table 1")
    expect(ben.locator("#rounds")).to_contain_text("appelés au plateau Table 1")
    assert board.told()["call"]["pairing"]["number"] == 1
    ben.goto(f"{house.address}/club")
    expect(ben.locator("#calls")).to_contain_text("partie 1 de la ronde 1, Autumn Cup")
    for page in (anna, ben):
        assert not page.evaluate(SIDEWAYS)
    anna.get_by_role("button", name="Take Anna and Ben from their board").click()
    expect(anna.locator("#rounds")).not_to_contain_text("called to the board")
    assert "call" not in board.told()
    # By phone all goes as ever.
    expect(anna.locator("#mine a")).to_have_count(2)

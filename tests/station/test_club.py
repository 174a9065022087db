"""The place of a board in a club: what it says where it can't join, call or confirm, and what it keeps."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from board_club import Evening
from cupsboard import profile
from cupsboard.distance import membership
from cupsboard.drivers.files import Files
from cupsboard.session import orders
from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import languages, read_language, say
from cupsboard.station import club as clubs
from cupsboard.station.club import Club, club_plan, in_club
from cupsclub.web.server import serving
from processes import wait_until
from test_two_at_a_club_board import code_of

BOARD = profile.load("2x3")


@pytest.fixture(autouse=True)
def looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clubs, "LOOK_SECONDS", 0.05)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with serving(tmp_path / "club.sqlite", "127.0.0.1", 0) as served:
        yield Evening(served.address.rstrip("/"), tmp_path)


@pytest.fixture
def store(tmp_path: Path) -> Files:
    folder = tmp_path / "state"
    folder.mkdir()
    return Files(folder)


@pytest.fixture
def club(store: Files) -> Iterator[Club]:
    found = Club(store)
    yield found
    found.close()


def joined(club: Club, evening: Evening, name: str = "Hall") -> Club:
    in_club(club, orders.JoinClub(f"{evening.address}/", code_of(evening.anna), f" {name} "))
    return club


def refused(club: Club, order: clubs.InClub) -> str:
    """Return why an order is refused, which every language can say."""
    with pytest.raises(orders.OrderRefused) as why:
        in_club(club, order)
    for code in languages():
        assert say(why.value.message, read_language(code))
    return why.value.message.key.removeprefix("refused.")


def test_why_a_board_is_in_no_club_is_said_in_every_language_and_nothing_is_kept(
    club: Club, evening: Evening, store: Files
) -> None:
    here, ben = evening.address, code_of(evening.ben)
    for order, why in (
        (orders.JoinClub("http://127.0.0.1:1", "ABCDEFGH", "Hall"), "club-no-net"),
        (orders.JoinClub("club.example", "ABCDEFGH", "Hall"), "club-no-net"),
        (orders.JoinClub(f"{here}/g", "ABCDEFGH", "Hall"), "club-too-old"),
        (orders.JoinClub(here, "WRONGONE", "Hall"), "club-code"),
        (orders.JoinClub(here, ben, "table 1"), "club-name-taken"),
        (orders.JoinClub(here, ben, " "), "club-name"),
        (orders.CallMembers(1, 2, "cups 3", is_rated=True), "no-club"),
    ):
        assert refused(club, order) == why
        assert membership.read(store) is None


def test_a_code_is_used_once_and_what_calls_and_confirms_nothing_says_why(
    club: Club, evening: Evening
) -> None:
    code = code_of(evening.anna)
    in_club(club, orders.JoinClub(evening.address, code, "Hall"))
    assert refused(club, orders.JoinClub(evening.address, code, "Hall")) == "club-code"
    assert club.membership is not None
    assert refused(club, orders.ConfirmHere("ABCDEFGH")) == "no-call"
    assert refused(club, orders.CallMembers(1, 1, "cups 3", is_rated=True)) == "club-cant-call"
    in_club(club, orders.CallMembers(1, 2, "cups 3", is_rated=True))
    assert club.call is not None
    assert refused(club, orders.ConfirmHere("WRONGONE")) == "club-code-here"
    assert refused(club, orders.ConfirmHere(code_of(evening.cleo))) == "club-not-called"
    assert {each["name"] for each in club.members()} == {"Anna", "Ben", "Cleo"}


def test_a_board_that_is_switched_on_again_is_in_its_club_and_begins_the_game_once_both_came(
    club: Club, evening: Evening, store: Files
) -> None:
    joined(club, evening).close()
    again = Club(store)
    code = evening.called("Hall", starter="north")
    wait_until(lambda: again.call, lambda: "the call")
    assert club_plan(again, BOARD, lambda work: work()) is None
    for each in (evening.anna, evening.ben):
        each.act("confirm", game=code)
    wait_until(lambda: again.call and again.call["isBegun"], lambda: "both")
    plan = club_plan(again, BOARD, lambda work: work())
    assert plan is not None
    assert plan.sitting is not None
    assert (plan.sitting.code, plan.sitting.south, plan.sitting.starter) == (code, "Anna", "north")
    again.sit(plan.sitting)
    again.close()
    once_more = Club(store)
    assert once_more.sitting == plan.sitting
    assert (once_more.section() or {})["isPlaying"]
    once_more.rise(Message("club-name", {"player": "Anna"}))
    assert once_more.call is None
    assert not (once_more.section() or {})["isPlaying"]
    once_more.close()


def test_a_game_that_this_board_can_t_play_is_given_up_and_its_page_says_so(
    club: Club, evening: Evening
) -> None:
    joined(club, evening)
    evening.called("Hall", game="cups 4")
    wait_until(lambda: club.call, lambda: "the call")
    assert club_plan(club, BOARD, lambda work: work()) is None
    wait_until(lambda: "call" not in (club.section() or {}), lambda: "no call")
    section = club.section()
    assert section is not None
    assert section["trouble"]["key"] == "club-unplayable"


def test_a_board_that_was_taken_away_says_so_and_one_that_leaves_is_known_no_more(
    club: Club, evening: Evening, store: Files
) -> None:
    joined(club, evening)
    number = evening.numbers()["Hall"]
    evening.anna.act("forget-device", number=number)
    wait_until(lambda: club.trouble, lambda: "the trouble")
    assert club.trouble is not None
    assert club.trouble.key == "club-taken-away"
    joined(club, evening)
    assert "Hall" in evening.numbers()
    in_club(club, orders.LeaveClub())
    assert "Hall" not in evening.numbers()
    assert (club.section(), membership.read(store)) == (None, None)

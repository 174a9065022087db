"""Who finds a place before a board that many look at, and what those are told who find none."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

import pytest
from cupsboard.rules.places import Side
from cupsboard.web.app import (
    FULL,
    FULL_HERE,
    MOST_OF_A_PLAYER,
    MOST_VIEWERS,
    TRY_AGAIN_LATER,
    Places,
    Visitor,
    application,
)
from cupsboard.web.hub import Hub
from cupsboard.web.server import served
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from hypothesis import given
from hypothesis import strategies as st
from processes import PATIENCE_SECONDS
from sitting import Sit, comes_true
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from wire import wire_page

OF_THE_FIRST = MOST_VIEWERS // 3
"""Pages of one address where no other has any."""
ALONE = {Side.SOUTH: PERSON, Side.NORTH: "greedy"}
PLAYER, INTRUDER = "a" * 32, "b" * 32
HERE, ELSEWHERE = "127.0.0.1", "127.0.0.2"

visitors = st.builds(Visitor, st.sampled_from("uvwxyz"), st.sampled_from([None, None, None, "p", "q"]))


@given(st.lists(st.tuples(visitors, st.booleans()), max_size=200))
def test_no_address_has_more_than_its_part_and_no_crowd_keeps_a_player_out(
    steps: list[tuple[Visitor, bool]],
) -> None:
    places, there = Places(), Counter[Visitor]()
    for visitor, comes in steps:
        if not comes:
            if there[visitor]:
                places.leave(visitor)
                there[visitor] -= 1
        elif places.refusal(visitor) is None:
            places.take(visitor)
            there[visitor] += 1
        elif visitor.player is not None:
            of_the_player = (n for each, n in there.items() if each.player == visitor.player)
            assert sum(of_the_player) == MOST_OF_A_PLAYER
        looking = Counter({each.address: n for each, n in there.items() if each.player is None})
        assert max(looking.values(), default=0) <= OF_THE_FIRST
        assert looking.total() <= MOST_VIEWERS
        if len(looking) <= 6:
            assert places.refusal(Visitor("another")) is None


def test_whoever_is_turned_away_is_told_whether_their_own_pages_are_too_many() -> None:
    places = Places()
    crowds = list[int]()
    while places.refusal(Visitor("another")) is None:
        crowd = Visitor(str(len(crowds)))
        crowds.append(0)
        while places.refusal(crowd) is None:
            places.take(crowd)
            crowds[-1] += 1
        assert places.refusal(crowd) == FULL_HERE
    assert crowds == [8, 6, 4, 2, 2, 1, 1]
    assert places.refusal(Visitor("another")) == FULL
    places.leave(Visitor("0"))
    assert places.refusal(Visitor("another")) is None


@contextmanager
def silent(
    address: str, source: str = HERE, browser: str = "", cookie: str = ""
) -> Iterator[ClientConnection]:
    """A socket that says nothing."""
    parts = urlsplit(address)
    asked = f"ws://{parts.netloc}/live" + (f"?browser={browser}" if browser else "")
    origin: Any = f"http://{parts.netloc}"
    headers = {"Cookie": cookie} if cookie else {}
    with connect(asked, origin=origin, source_address=(source, 0), additional_headers=headers) as viewer:
        yield viewer


def heard(viewer: ClientConnection) -> str | None:
    """Hear the greeting and the first state; why there is none if the board turns us away."""
    assert "hello" in json.loads(viewer.recv(PATIENCE_SECONDS))
    with suppress(ConnectionClosed):
        assert "state" in json.loads(viewer.recv(PATIENCE_SECONDS))
        return None
    assert viewer.close_code == TRY_AGAIN_LATER
    return viewer.close_reason


@contextmanager
def crowd(address: str, count: int) -> Iterator[list[ClientConnection]]:
    with ExitStack() as stack:
        yield [stack.enter_context(silent(address)) for _ in range(count)]


@pytest.fixture
def real_board() -> Iterator[str]:
    hub = Hub()
    hub.publish({"time": 0})
    with served(application(hub, Hub()), HERE, 0) as server:
        yield server.address


@pytest.mark.parametrize("count", [24, 100])
def test_silent_sockets_of_one_address_leave_room_for_others_before_a_real_board(
    real_board: str, count: int
) -> None:
    with crowd(real_board, count) as sockets:
        said = [heard(each) for each in sockets[:24]]
        assert said.count(None) == OF_THE_FIRST
        assert set(said) == {None, FULL_HERE}
        with silent(real_board, ELSEWHERE) as other:
            assert heard(other) is None
        with silent(real_board, browser=PLAYER) as boaster:
            assert heard(boaster) == FULL_HERE


def test_an_owner_comes_in_by_its_cookie_through_any_crowd() -> None:
    hub = Hub()
    hub.publish({"time": 0})
    app = application(hub, Hub(), is_player=PLAYER.__eq__, cookie="own")
    with served(app, HERE, 0) as server, crowd(server.address, MOST_VIEWERS):
        for token, why in ((PLAYER, None), (INTRUDER, FULL_HERE)):
            with silent(server.address, cookie=f"own={token}") as page:
                assert heard(page) == why


@pytest.mark.parametrize("count", [24, 100])
def test_whoever_holds_a_seat_comes_back_to_it_through_any_crowd(sit: Sit, count: int) -> None:
    table = sit(Setting(7, cups=2, stock_beans=2), ALONE)
    with wire_page(table.address, PLAYER) as page:
        assert page.number == 1
    with crowd(table.address, OF_THE_FIRST - 1), wire_page(table.address, INTRUDER) as intruder:
        intruder.does("seat", side="south", who=PERSON)
        assert intruder.of("refused") == [{"reason": "taken", "side": "south"}]
        with crowd(table.address, count), wire_page(table.address, PLAYER) as page:
            page.hears(lambda: page.state["people"]["holders"] == {"south": 1})
            page.does("take", side="south", place="south-stock")
            assert page.of("refused") == []


@pytest.mark.parametrize(
    ("locale", "said"), [("en-GB", "From your device so many"), ("de-DE", "Von deinem Gerät aus")]
)
def test_a_page_without_a_place_says_why_and_comes_in_as_soon_as_there_is_one(
    browser: Any, sit: Sit, locale: str, said: str
) -> None:
    table = sit(Setting(7, cups=2, stock_beans=2), ALONE)
    context = browser.new_context(locale=locale)
    context.set_default_timeout(1000 * PATIENCE_SECONDS)
    try:
        page = context.new_page()
        with crowd(table.address, OF_THE_FIRST) as sockets:
            assert {heard(each) for each in sockets} == {None}
            page.goto(table.address)
            comes_true(page, f"document.querySelector('#say').textContent.startsWith({said!r})")
            assert not page.is_visible("#place-south-1")
            assert page.locator(":is(button, select):empty:visible").count() == 0
        page.wait_for_selector("#place-south-1")
        comes_true(page, "document.documentElement.dataset.connection === 'open'")
        assert said not in page.inner_text("#say")
    finally:
        context.close()

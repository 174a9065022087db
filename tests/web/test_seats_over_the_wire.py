"""Two pages at the two seats and a third that watches, over real connections and without a browser."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from cupsboard.rules.places import Side
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from sitting import Sit, Sitting
from wire import WirePage, wire_page

ALONE = {Side.SOUTH: PERSON, Side.NORTH: "greedy"}
A, B, C = ("a" * 32, "b" * 32, "c" * 32)


@pytest.fixture
def table(sit: Sit) -> Sitting:
    return sit(Setting(7, cups=2, stock_beans=4), ALONE, factor=0.0)


@pytest.fixture
def pages(table: Sitting) -> Iterator[tuple[WirePage, WirePage, WirePage]]:
    """South, North, and one that watches."""
    with ExitStack() as stack:
        south, north, third = (stack.enter_context(wire_page(table.address, token)) for token in (A, B, C))
        north.does("ask", side="north")
        south.hears(lambda: south.state["people"]["asks"] == {"north": north.number})
        south.does("hand over", side="north", to=north.number)
        yield south, north, third


def test_all_see_who_holds_what(pages: tuple[WirePage, WirePage, WirePage]) -> None:
    for page in pages:
        page.hears(lambda page=page: len(page.state["people"]["holders"]) == 2)
        assert page.state["people"]["holders"] == {"south": 1, "north": 2}
        assert page.state["people"]["here"] == [1, 2, 3]
        assert page.state["evening"]["seats"] == {"south": PERSON, "north": PERSON}


def test_a_hand_moves_for_its_holder_only_and_who_is_refused_is_told_alone(
    pages: tuple[WirePage, WirePage, WirePage], table: Sitting
) -> None:
    south, north, third = pages
    for page in (north, third):
        page.does("take", side="south", place="south-stock")
        assert page.of("refused") == [{"reason": "not-yours", "side": "south"}]
    assert not table.evening.world.hands[Side.SOUTH].is_busy
    south.does("take", side="south", place="south-stock")
    assert table.evening.world.hands[Side.SOUTH].is_busy
    assert south.of("refused") == []


def test_a_seat_handed_over_takes_the_fingers_off_its_button(
    pages: tuple[WirePage, WirePage, WirePage], table: Sitting
) -> None:
    _, north, third = pages
    north.does("speed", factor=4.0)
    north.does("button", sides=["north"], down=True)
    north.hears(lambda: north.state["buttons"]["north"])
    north.does("hand over", side="north", to=third.number)
    third.hears(lambda: not third.state["buttons"]["north"])
    north.does("take", side="north", place="north-stock")
    assert north.of("refused") == [{"reason": "not-yours", "side": "north"}]


def test_who_watches_changes_nothing_that_all_see(
    pages: tuple[WirePage, WirePage, WirePage], table: Sitting
) -> None:
    *_, third = pages
    third.does("speed", factor=32.0)
    third.does("new game", cups=3, beans="kidney", cells="500g")
    third.does("power", on=False)
    third.does("seat", side="south", who="random")
    assert {each["reason"] for each in third.of("refused")} == {"only-players"}
    assert table.evening.pace.factor == 0.0
    assert table.evening.world.is_powered
    assert table.evening.world.setting.cups == 2


def test_a_page_loaded_again_keeps_its_seat_and_its_orders_are_remembered(table: Sitting) -> None:
    with wire_page(table.address, A) as page:
        page.does("take", side="south", place="south-stock")
        page.does("bump", side="south")
    with wire_page(table.address, B) as other, wire_page(table.address, A) as again:
        assert again.of("you") == [{"number": 1, "arrived": 2}]
        other.does("take", side="south", place="south-stock")
        assert other.of("refused") == [{"reason": "not-yours", "side": "south"}]
    with wire_page(table.address, A, visit="1" * 32) as reloaded:
        assert reloaded.of("you") == [{"number": 1, "arrived": 0}]

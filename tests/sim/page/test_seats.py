"""Seats: a hand belongs to one browser at a time, a page loaded again keeps it, and a seat left is free."""

from collections.abc import Mapping

import pytest
from cupsboard.rules.places import Side
from cupsim.page.seats import FREE_AFTER_SECONDS, MOST_BROWSERS, SeatRefused, Seats
from cupsim.people.move_choice import PERSON, PLAYERS
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

SOUTH, NORTH = Side.SOUTH, Side.NORTH
ALONE = {SOUTH: PERSON, NORTH: "greedy"}
TWO_PERSONS = {SOUTH: PERSON, NORTH: PERSON}
NOBODY = {SOUTH: "random", NORTH: "greedy"}
VISIT = "0" * 32


def seats(players: Mapping[Side, str] = ALONE) -> Seats:
    return Seats(players, PLAYERS)


def refused(reason: str) -> "pytest.RaisesExc[SeatRefused]":
    return pytest.raises(SeatRefused, match=f"^{reason}$")


def test_a_lone_browser_plays_south_at_once_against_the_simulated_player() -> None:
    table = seats()
    table.greet(1, "a", VISIT, 0.0)
    assert table.holders == {SOUTH: 1}
    assert table.players == ALONE


@pytest.mark.parametrize("who", ["engine:rm x", "engine:", "9", "person", "Greedy", ""])
def test_a_page_seats_no_program_that_no_option_names(who: str) -> None:
    table = Seats({SOUTH: PERSON, NORTH: "engine:greedy.py"}, (*PLAYERS, "engine:greedy.py"))
    table.greet(1, "a", VISIT, 0.0)
    with refused("unknown-player"):
        table.seat_player(1, NORTH, who)
    table.seat_player(1, NORTH, "engine:greedy.py")


def test_who_plays_a_simulated_player_changes_sides_with_them_at_once() -> None:
    table = seats({SOUTH: PERSON, NORTH: "4"})
    table.greet(1, "a", VISIT, 0.0)
    table.greet(2, "b", VISIT, 1.0)
    with refused("only-players"):
        table.change_sides(2)
    table.change_sides(1)
    assert table.players == {SOUTH: "4", NORTH: PERSON}
    assert table.holders == {NORTH: 1}
    table.change_sides(1)
    assert table.players == {SOUTH: PERSON, NORTH: "4"}
    assert table.holders == {SOUTH: 1}


def test_nobody_is_made_to_change_sides_by_another_person() -> None:
    table = seats(TWO_PERSONS)
    table.greet(1, "a", VISIT, 0.0)
    table.greet(2, "b", VISIT, 1.0)
    table.hand_over(1, NORTH, 2)
    for connection in (1, 2):
        with refused("not-yours"):
            table.change_sides(connection)
    assert table.holders == {SOUTH: 1, NORTH: 2}


def test_two_people_at_one_laptop_hold_both_seats() -> None:
    table = seats(TWO_PERSONS)
    table.greet(1, "a", VISIT, 0.0)
    assert table.holders == {SOUTH: 1, NORTH: 1}


def test_who_comes_later_watches_and_disturbs_nothing() -> None:
    table = seats()
    table.greet(1, "a", VISIT, 0.0)
    table.greet(2, "b", VISIT, 1.0)
    assert table.holders == {SOUTH: 1}
    with refused("not-yours"):
        table.check_hand(2, SOUTH)
    for deed in (
        lambda: table.check_buttons(2, [NORTH]),
        lambda: table.check_shared(2),
        lambda: table.sit(2, NORTH),
        lambda: table.seat_player(2, NORTH, "random"),
        lambda: table.hand_over(2, NORTH, 2),
    ):
        with refused("only-players"):
            deed()
    with refused("taken"):
        table.sit(2, SOUTH)


def test_a_page_loaded_again_within_a_minute_finds_its_seat() -> None:
    table = seats()
    table.greet(1, "a", VISIT, 0.0)
    table.leave(1, 10.0)
    table.greet(2, "b", VISIT, 11.0)
    table.pass_time(10.0 + FREE_AFTER_SECONDS - 0.1)
    table.greet(3, "a", VISIT, 10.0 + FREE_AFTER_SECONDS - 0.1)
    table.pass_time(1000.0)
    assert table.holds(3, SOUTH)


def test_a_seat_left_is_free_after_a_minute_for_who_is_here() -> None:
    table = seats()
    table.greet(1, "a", VISIT, 0.0)
    table.greet(2, "b", VISIT, 0.0)
    table.leave(1, 10.0)
    table.pass_time(10.0 + FREE_AFTER_SECONDS - 0.1)
    with refused("taken"):
        table.sit(2, SOUTH)
    table.pass_time(10.0 + FREE_AFTER_SECONDS)
    assert table.is_free(SOUTH)
    table.sit(2, SOUTH)
    assert table.holds(2, SOUTH)


def test_the_seat_of_somebody_who_is_gone_goes_to_who_asked_for_it_first() -> None:
    table = seats()
    for connection, token in enumerate("abc", start=1):
        table.greet(connection, token, VISIT, 0.0)
    table.leave(1, 10.0)
    table.ask(2, SOUTH)
    with refused("asked-already"):
        table.ask(3, SOUTH)
    assert table.kept_seconds(30.0) == {SOUTH: FREE_AFTER_SECONDS - 20.0}
    table.pass_time(10.0 + FREE_AFTER_SECONDS)
    assert table.holds(2, SOUTH)
    assert (table.asks, table.kept_seconds(1000.0)) == ({}, {})


def test_who_stands_up_leaves_the_seat_to_who_asked_for_it() -> None:
    table = seats()
    table.greet(1, "a", VISIT, 0.0)
    table.greet(2, "b", VISIT, 0.0)
    table.ask(2, SOUTH)
    table.stand_up(1, SOUTH)
    assert table.holders == {SOUTH: 2}


def test_a_simulated_player_s_seat_is_made_free_by_who_plays_and_by_nobody_else() -> None:
    table = seats()
    table.greet(1, "a", VISIT, 0.0)
    table.greet(2, "b", VISIT, 0.0)
    with refused("only-players"):
        table.stand_up(2, NORTH)
    table.stand_up(1, NORTH)
    assert table.is_free(NORTH)
    table.sit(2, NORTH)
    with refused("not-yours"):
        table.stand_up(1, NORTH)
    assert table.holders == {SOUTH: 1, NORTH: 2}


def test_two_pages_of_one_browser_are_one_person_until_both_are_closed() -> None:
    table = seats()
    table.greet(1, "a", VISIT, 0.0)
    table.greet(2, "a", VISIT, 0.0)
    table.leave(1, 0.0)
    table.pass_time(1000.0)
    assert table.holds(2, SOUTH)
    assert table.here == [1]


def test_a_seat_is_handed_over_only_by_who_holds_it() -> None:
    table = seats()
    for connection, token in enumerate("abc", start=1):
        table.greet(connection, token, VISIT, 0.0)
    table.hand_over(1, NORTH, 2)
    with refused("not-yours"):
        table.hand_over(1, NORTH, 3)
    table.hand_over(2, NORTH, 3)
    assert table.holders == {SOUTH: 1, NORTH: 3}
    table.leave(2, 0.0)
    with refused("gone"):
        table.hand_over(3, NORTH, 2)


def test_who_asks_for_a_seat_gets_it_from_its_holder_or_not_at_all() -> None:
    table = seats()
    table.greet(1, "a", VISIT, 0.0)
    table.greet(2, "b", VISIT, 0.0)
    table.ask(2, SOUTH)
    assert table.asks == {SOUTH: 2}
    table.decline(1, SOUTH)
    assert table.asks == {}
    table.ask(2, NORTH)
    table.hand_over(1, NORTH, 2)
    assert (table.asks, table.holders) == ({}, {SOUTH: 1, NORTH: 2})


def test_who_asks_and_goes_asks_no_more() -> None:
    table = seats()
    table.greet(1, "a", VISIT, 0.0)
    table.greet(2, "b", VISIT, 0.0)
    table.ask(2, NORTH)
    table.leave(2, 0.0)
    assert table.asks == {}


def test_where_nobody_plays_whoever_sits_down_may() -> None:
    table = seats(NOBODY)
    table.greet(1, "a", VISIT, 0.0)
    table.greet(2, "b", VISIT, 0.0)
    table.sit(2, NORTH)
    table.check_shared(2)
    assert table.players == {SOUTH: "random", NORTH: PERSON}


def test_simulated_players_are_hurried_by_who_looked_first_until_somebody_sits_down() -> None:
    table = seats(NOBODY)
    table.greet(1, "a", VISIT, 0.0)
    table.greet(2, "b", VISIT, 0.0)
    table.check_shared(1)
    with refused("only-players"):
        table.check_shared(2)
    with refused("only-players"):
        table.check_buttons(1, [SOUTH])
    table.sit(2, NORTH)
    with refused("only-players"):
        table.check_shared(1)


def test_a_simulated_players_button_is_pressed_only_together_with_ones_own_and_a_persons_not_at_all() -> None:
    table = seats()
    table.greet(1, "a", VISIT, 0.0)
    table.greet(2, "b", VISIT, 0.0)
    table.check_buttons(1, Side)
    with refused("simulated-button"):
        table.check_buttons(1, [NORTH])
    table.hand_over(1, NORTH, 2)
    with refused("not-your-button"):
        table.check_buttons(1, Side)
    table.check_buttons(1, [SOUTH])


def test_the_button_of_a_free_seat_is_anybodys_who_plays() -> None:
    table = seats()
    table.greet(1, "a", VISIT, 0.0)
    table.stand_up(1, NORTH)
    table.check_buttons(1, [NORTH])


def test_orders_that_arrived_are_remembered_by_visit() -> None:
    table = seats()
    table.greet(1, "a", "first", 0.0)
    assert table.note_arrival(1, 7)
    table.leave(1, 1.0)
    assert table.greet(2, "a", "second", 2.0).arrived.get("second", 0) == 0
    assert table.greet(3, "a", "first", 3.0).arrived["first"] == 7
    assert not table.note_arrival(99, 1)


def test_strangers_that_come_and_go_are_forgotten_but_no_seat_of_anybody() -> None:
    table = seats()
    table.greet(1, "a", VISIT, 0.0)
    table.leave(1, 0.0)
    for number in range(3 * MOST_BROWSERS):
        table.greet(2, f"stranger {number}", VISIT, 1.0 + number / 1000)
        table.leave(2, 1.0 + number / 1000)
    assert table.greet(3, "a", VISIT, 2.0).number == 1
    assert table.holds(3, SOUTH)


class AnyEvening(RuleBasedStateMachine):
    """Whatever pages do in whatever order."""

    @initialize(players=st.sampled_from([ALONE, TWO_PERSONS, NOBODY]))
    def begin(self, players: Mapping[Side, str]) -> None:
        self.seats = seats(players)
        self.now = 0.0
        self.token_of: dict[int, str] = {}
        self.gone_since: dict[str, float] = {}
        self.connections = 0

    @rule(token=st.sampled_from("abcd"))
    def comes(self, token: str) -> None:
        before = self.holding()
        self.connections += 1
        browser = self.seats.greet(self.connections, token, VISIT, self.now)
        self.token_of[self.connections] = token
        if self.now < self.gone_since.pop(token, -1000.0) + FREE_AFTER_SECONDS:
            kept = {side for side, number in before.items() if number == browser.number}
            assert kept <= {side for side in Side if self.seats.holds(self.connections, side)}

    @rule(data=st.data())
    def goes(self, data: st.DataObject) -> None:
        if self.token_of:
            connection = data.draw(st.sampled_from(sorted(self.token_of)))
            self.seats.leave(connection, self.now)
            token = self.token_of.pop(connection)
            if token not in self.token_of.values():
                self.gone_since[token] = self.now

    @rule(seconds=st.sampled_from([0.0, 1.0, 30.0, 59.0, 60.0, 100.0]))
    def waits(self, seconds: float) -> None:
        self.now += seconds
        before, asking = self.holding(), dict(self.seats.asks)
        self.seats.pass_time(self.now)
        for side, number in before.items():
            if (holder := self.holding().get(side)) != number:
                assert holder == asking.get(side)
                assert side not in self.seats.asks
        long_gone = {
            token for token, since in self.gone_since.items() if self.now >= since + FREE_AFTER_SECONDS
        }
        here = set(self.seats.here)
        if long_gone and long_gone == self.gone_since.keys():
            assert set(self.seats.holders.values()) <= here

    @rule(
        data=st.data(),
        side=st.sampled_from(list(Side)),
        deed=st.sampled_from(["sit", "stand_up", "ask", "decline", "hand_over", "seat_player"]),
        number=st.integers(1, 4),
    )
    def wants(self, data: st.DataObject, side: Side, deed: str, number: int) -> None:
        if not self.token_of:
            return
        connection = data.draw(st.sampled_from(sorted(self.token_of)))
        before = self.holding()
        me = self.number_of(connection)
        rest = {"hand_over": (number,), "seat_player": ("random",)}.get(deed, ())
        try:
            getattr(self.seats, deed)(connection, side, *rest)
        except SeatRefused:
            assert self.holding() == before
            return
        if deed != "ask" and before.get(side, me) != me and not (deed == "decline"):
            raise AssertionError(f"{me} did {deed} to {side}, which {before[side]} held")
        asks = self.seats.asks
        assert all(not self.seats.is_free(each) and asks[each] in self.seats.here for each in asks)
        other = side.other
        assert self.holding().get(other) == before.get(other)

    @rule(data=st.data())
    def changes_sides(self, data: st.DataObject) -> None:
        if not self.token_of:
            return
        connection = data.draw(st.sampled_from(sorted(self.token_of)))
        before, players = self.holding(), self.seats.players
        try:
            self.seats.change_sides(connection)
        except SeatRefused:
            assert self.holding() == before
            return
        assert set(before.values()) <= {self.number_of(connection)}
        assert self.holding() == {side.other: number for side, number in before.items()}
        assert self.seats.players == {side.other: who for side, who in players.items()}

    def holding(self) -> dict[Side, int]:
        return dict(self.seats.holders)

    def number_of(self, connection: int) -> int:
        (number,) = {
            self.seats.holders.get(side, 0) for side in Side if self.seats.holds(connection, side)
        } or {-1}
        return number

    @invariant()
    def a_hand_has_one_holder_and_no_simulated_player(self) -> None:
        if not hasattr(self, "seats"):
            return
        for side in Side:
            holding = {
                token for connection, token in self.token_of.items() if self.seats.holds(connection, side)
            }
            assert len(holding) <= 1
            if self.seats.players[side] != PERSON:
                assert side not in self.seats.holders


TestAnyEvening = AnyEvening.TestCase
TestAnyEvening.settings = settings(stateful_step_count=30)

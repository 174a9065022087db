"""Hands move beans in human time, whatever asked them to."""

import json
import re
from dataclasses import replace
from importlib.resources import files
from math import inf
from random import Random

import pytest
from cupsboard.rules.places import OFF_BOARD, Place, Side, cup, pot, stock
from cupsim.table.hand_actions import Act, Bump, Drop, Lift, Pour, PressButton, PutBack, Rest, Take, Wait
from cupsim.table.handling import UNIFORM, USUAL, Handling
from cupsim.table.hands import Hands
from cupsim.table.load_cell import PLATFORM_GRAMS
from cupsim.table.pieces import Piece
from cupsim.table.table import FALL_METRES, Table
from hypothesis import given
from hypothesis import strategies as st

SOUTH_1, SOUTH_2 = cup(Side.SOUTH, 1), cup(Side.SOUTH, 2)
GERMAN = files("cupsim").joinpath("page", "static", "words", "de.json")
REFUSALS_IN_GERMAN = json.loads(GERMAN.read_text("utf-8"))["refusals"]
STOCK, POT = stock(Side.SOUTH), pot(Side.SOUTH)


class Player:
    """South at a table of 2x4, with a record of the button."""

    def __init__(self, seed: int = 1, tempo: float = 1.0) -> None:
        self.table = Table(4, Random(seed))
        self.edges: list[tuple[Side, bool, float]] = []
        self.hands = Hands(Side.SOUTH, self.table, self._set_button, Random(seed), tempo=tempo)
        self.now = 0.0

    def does(self, *acts: Act) -> float:
        """Let the hands do these acts to the end; the seconds it took."""
        start = self.now
        self.hands.do(*acts, now=start)
        while self.hands.is_busy:
            self.now = self.hands.next_time
            self.hands.advance(self.now)
        return self.now - start

    def sees(self, place: Place) -> int:
        return self.table.contents()[place]

    def _set_button(self, side: Side, is_down: bool, time: float) -> None:
        self.edges.append((side, is_down, time))


@pytest.fixture
def south() -> Player:
    return Player()


def test_a_handful_is_dropped_one_by_one_in_about_half_a_second_each(south: Player) -> None:
    taking = south.does(Take(STOCK, 2))
    assert (len(south.hands.beans), south.sees(STOCK)) == (2, 38)
    dropping = south.does(Drop(SOUTH_1), Drop(SOUTH_2))
    assert (south.sees(SOUTH_1), south.sees(SOUTH_2)) == (1, 1)
    assert 0.3 < taking < 2.0
    assert 0.4 < dropping < 2.5


def test_beans_lie_in_the_cup_only_when_the_hand_has_reached_it(south: Player) -> None:
    south.does(Take(STOCK))
    south.hands.do(Drop(SOUTH_1), now=south.now)
    south.hands.advance(south.now + 0.05)
    assert south.sees(SOUTH_1) == 0
    south.hands.advance(south.now + 3.0)
    assert south.sees(SOUTH_1) == 1


def test_a_cup_is_lifted_poured_and_put_back(south: Player) -> None:
    south.does(Take(STOCK, 5), Drop(SOUTH_1, 5))
    south.does(Lift(SOUTH_1))
    assert not south.table.has_cup(SOUTH_1)
    south.does(Pour(POT), PutBack(SOUTH_1))
    assert (south.sees(SOUTH_1), south.sees(POT)) == (0, 5)
    assert south.table.has_cup(SOUTH_1)


def test_pouring_takes_longer_with_more_beans() -> None:
    def pouring(beans: int) -> float:
        player = Player()
        player.does(Take(STOCK, beans), Drop(SOUTH_1, beans), Lift(SOUTH_1))
        return player.does(Pour(POT))

    assert pouring(40) > pouring(1) + 0.5


def test_a_faster_hand_takes_less_time() -> None:
    slow, fast = Player(tempo=1.0), Player(tempo=4.0)
    assert fast.does(Take(STOCK), Drop(SOUTH_1)) < slow.does(Take(STOCK), Drop(SOUTH_1)) / 2


def test_a_press_goes_down_once_and_up_once_after_its_bounces(south: Player) -> None:
    south.does(PressButton(0.5))
    levels = [is_down for _, is_down, _ in south.edges]
    ups = [time for _, is_down, time in south.edges if not is_down]
    assert levels[0] is True
    assert levels[-1] is False
    assert ups[-1] - south.edges[0][2] == pytest.approx(0.5, abs=0.02)


def test_contacts_bounce_within_some_milliseconds() -> None:
    edges = []
    for seed in range(30):
        player = Player(seed)
        player.does(PressButton(1.0))
        edges.append(player.edges)
    assert any(len(edge) > 2 for edge in edges)
    for bounced in edges:
        first, last = bounced[0][2], bounced[-1][2]
        assert all(time < first + 0.01 or time > last - 0.01 for _, _, time in bounced)


def test_leaning_bumping_and_waiting_leave_the_beans_where_they_are(south: Player) -> None:
    before, load = south.table.contents(), south.table.cells[SOUTH_1].load_grams
    took = south.does(Rest(SOUTH_1, 40.0, 0.7), Bump(), Wait(2.0))
    assert south.table.contents() == before
    assert south.table.cells[SOUTH_1].load_grams == pytest.approx(load)
    assert took > 2.7


def test_a_bean_dropped_beside_can_be_picked_up(south: Player) -> None:
    south.does(Take(STOCK), Drop(OFF_BOARD))
    assert south.sees(OFF_BOARD) == 1
    south.does(Take(OFF_BOARD), Drop(SOUTH_1))
    assert (south.sees(OFF_BOARD), south.sees(SOUTH_1)) == (0, 1)


def test_idle_hands_want_no_time(south: Player) -> None:
    assert south.hands.next_time == inf
    assert not south.hands.is_busy


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (Take(SOUTH_1), "nothing lies in south-1"),
        (Drop(SOUTH_1, 2), "the hand holds 0 of 2 beans for south-1: take some first"),
        (Pour(POT), "no cup to pour into south-pot: lift one"),
        (PutBack(SOUTH_1), "no cup in the hand to put on south-1"),
    ],
)
def test_what_hands_cannot_do_they_say_and_let_the_rest_be(south: Player, act: Act, reason: str) -> None:
    assert south.hands.objection(act) == reason
    south.does(act, Take(STOCK))
    assert south.hands.refused is not None
    assert (south.hands.refused.act, south.hands.refused.reason) == (act, reason)
    assert sum(re.fullmatch(each, reason) is not None for each in REFUSALS_IN_GERMAN) == 1
    assert south.hands.beans == []


def test_a_second_cup_is_not_lifted_and_a_full_platform_not_used(south: Player) -> None:
    south.does(Lift(SOUTH_1))
    assert south.hands.objection(Lift(SOUTH_2)) == "a cup is in the hand already: put it back"
    assert south.hands.objection(PutBack(SOUTH_2)) == "a cup stands on south-2 already"
    assert south.hands.objection(Pour(SOUTH_1)) == "no cup stands on south-1"


def test_the_same_seed_moves_the_same_beans_at_the_same_times() -> None:
    def evening(seed: int) -> tuple[float, list[float]]:
        player = Player(seed)
        time = player.does(Take(STOCK, 3), Drop(SOUTH_1), Drop(SOUTH_2, 2), PressButton())
        return time, [player.table.load_grams(place) for place in player.table.cells]

    assert evening(3) == evening(3)
    assert evening(3) != evening(4)


class FeltTable(Table):
    """A table that notes how far each bean fell, and how hard fingers pressed in one cup."""

    def __init__(self, seed: int) -> None:
        super().__init__(4, Random(seed))
        self.falls_metres: list[float] = []
        self.pressed_grams: list[float] = [0.0]

    def drop(self, place: Place, bean: Piece, time: float, *, fall_metres: float = FALL_METRES) -> None:
        self.falls_metres.append(fall_metres)
        super().drop(place, bean, time, fall_metres=fall_metres)

    def push(self, place: Place, grams: float, time: float) -> None:
        if place == SOUTH_1:
            self.pressed_grams.append(self.pressed_grams[-1] + grams)
        super().push(place, grams, time)


def moved_about(handling: Handling, seed: int, beans: int = 40) -> FeltTable:
    """The table once so many beans were dropped into a cup and taken out again, one by one."""
    table = FeltTable(seed)
    hands = Hands(Side.SOUTH, table, lambda *_, **__: None, Random(seed), touches=0.0, handling=handling)
    hands.do(*([Take(STOCK), Drop(SOUTH_1)] * beans), now=0.0)
    hands.do(*([Take(SOUTH_1), Drop(STOCK)] * beans), now=0.0)
    while hands.is_busy:
        hands.advance(hands.next_time)
    return table


@given(seed=st.integers(0, 2**32), laid_share=st.sampled_from([0.0, 0.08, 1.0]))
def test_fingers_leave_nothing_behind_but_beans(seed: int, laid_share: float) -> None:
    table = moved_about(replace(USUAL, laid_share=laid_share), seed, beans=4)
    assert table.cells[SOUTH_1].load_grams == pytest.approx(PLATFORM_GRAMS + table.load_grams(SOUTH_1))
    assert table.pressed_grams[-1] == pytest.approx(0.0)
    assert max(table.pressed_grams) < 20.0 + 1e-6
    assert min(table.pressed_grams) > -1e-6


def test_usual_people_let_each_bean_fall_from_its_own_height_or_lay_it_down() -> None:
    falls = moved_about(USUAL, 3).falls_metres
    fallen = [metres for metres in falls if metres > 0.0]
    assert 0.0 < 1.0 - len(fallen) / len(falls) < 0.25
    assert max(fallen) > 0.07
    assert min(fallen) < 0.01
    assert len(set(fallen)) == len(fallen)


def test_uniform_people_let_every_bean_fall_alike() -> None:
    table = moved_about(UNIFORM, 3)
    assert set(table.falls_metres) == {0.04}
    assert max(table.pressed_grams) < 15.0 + 1e-6


def test_some_fingers_take_a_bean_with_a_touch_that_is_hardly_one() -> None:
    def hardest(seed: int) -> float:
        return max(moved_about(replace(USUAL, laid_share=0.0), seed, beans=1).pressed_grams)

    hardest_grams = [hardest(seed) for seed in range(60)]
    assert min(hardest_grams) < 1.0
    assert max(hardest_grams) > 15.0

"""The page's opponent waits for a person's press, and no reply of a person is too quick for it."""

from pathlib import Path

import pytest
from cupsboard.referee.events import Ending
from cupsboard.rules.places import cup, stock
from cupsboard.signs.scene import Meaning
from cupsim.page import requests
from cupsim.page.evening import PERSON
from visitor import ME, NORTH, SOUTH, Visitor

BEGINS_WITHIN_SECONDS = 10.0


@pytest.mark.long("every speed", but=["1-0.5"])
@pytest.mark.parametrize("delay", [0.2, 0.5, 1.0, 1.6, 2.0, 3.0])
@pytest.mark.parametrize("seed", [1, 3, 4])
def test_after_a_reply_at_any_speed_the_opponent_begins_within_ten_seconds(
    delay: float, seed: int, tmp_path: Path
) -> None:
    visitor = Visitor(tmp_path, seed)
    visitor.waits_until(lambda: visitor.has_turn, 10.0)
    for _ in range(3):
        visitor.moves(visitor.plans()[0])
        visitor.presses()
        visitor.waits_until(lambda: NORTH in visitor.movers, 5.0)
        visitor.waits_until(lambda: visitor.world.hands[NORTH].is_reaching, BEGINS_WITHIN_SECONDS)
        visitor.waits_until(lambda: visitor.has_turn, 60.0)
        visitor.waits(delay)
    assert all(event.how is Ending.PRESSED for _, event in visitor.ended)


@pytest.mark.long("half a game")
@pytest.mark.parametrize("seed", [1, 2])
def test_a_person_who_reads_for_a_minute_between_two_beans_keeps_the_turn(seed: int, tmp_path: Path) -> None:
    visitor = Visitor(tmp_path, seed)
    visitor.waits_until(lambda: visitor.has_turn, 10.0)
    one, two = visitor.plans()[:2]
    visitor.moves(one)
    visitor.waits(60.0)
    assert visitor.ended == []
    assert not visitor.world.hands[NORTH].is_busy
    rest = two.open[len(one.open) :]
    visitor.moves(type(two)(SOUTH, two.label, rest))
    visitor.waits(60.0)
    assert visitor.ended == []
    visitor.presses()
    visitor.waits(2.0)
    (ended,) = (event for _, event in visitor.ended)
    assert (ended.side, ended.label, ended.how) == (SOUTH, two.label, Ending.PRESSED)


@pytest.mark.long("half a game")
def test_a_person_who_takes_a_seat_in_mid_game_is_waited_for_too(tmp_path: Path) -> None:
    visitor = Visitor(tmp_path, 4)
    visitor.evening.seat(SOUTH, "random")
    visitor.waits_until(lambda: len(visitor.ended) >= 4, 120.0)
    visitor.waits_until(lambda: visitor.has_turn, 60.0)
    visitor.evening.seat(SOUTH, PERSON)
    visitor.waits_until(lambda: not visitor.world.hands[SOUTH].is_busy, 10.0)
    assert not visitor.world.hands[SOUTH].beans
    turns = len(visitor.ended)
    visitor.moves(visitor.plans()[0])
    visitor.waits(120.0)
    assert len(visitor.ended) == turns
    assert not visitor.world.hands[NORTH].is_busy


def test_the_board_asks_a_person_for_the_press_they_forgot(tmp_path: Path) -> None:
    visitor = Visitor(tmp_path, 5)
    visitor.waits_until(lambda: visitor.has_turn, 10.0)
    visitor.moves(visitor.plans()[0])
    visitor.waits_until(lambda: Meaning.PRESS in visitor.said, 16.0)
    visitor.presses()
    visitor.waits_until(lambda: len(visitor.ended) == 1, 3.0)


@pytest.mark.parametrize("seconds", [0.7, 1.5, 2.5])
def test_who_goes_on_with_a_move_after_the_press_is_told_and_takes_it_back(
    seconds: float, tmp_path: Path
) -> None:
    visitor = Visitor(tmp_path, 5)
    visitor.waits_until(lambda: visitor.has_turn, 10.0)
    one, two = visitor.plans()[:2]
    visitor.moves(one)
    visitor.presses()
    visitor.waits(seconds)
    visitor.moves(type(two)(SOUTH, two.label, two.open[len(one.open) :]))
    visitor.waits_until(lambda: visitor.message == "wrong-ended", 3.0)
    for down in (True, False):
        visitor.evening.obey(ME, requests.Button((SOUTH, NORTH), down))
        visitor.waits(1.0)
    assert visitor.message == "restore-undo"
    assert visitor.world.referee.history.entries == ()


@pytest.mark.parametrize("factor", [1.0, 8.0, 32.0])
def test_a_click_is_a_press_and_no_hold_however_fast_the_evening_runs(factor: float, tmp_path: Path) -> None:
    visitor = Visitor(tmp_path, 6)
    visitor.waits_until(lambda: visitor.has_turn, 10.0)
    visitor.moves(visitor.plans()[0])
    visitor.waits(1.0)
    visitor.evening.obey(ME, requests.Speed(factor))
    visitor.presses(real_seconds=0.2)
    visitor.evening.obey(ME, requests.Speed(1.0))
    visitor.waits_until(lambda: len(visitor.ended) == 1, 3.0)
    ((_, ended),) = visitor.ended
    assert ended.how is Ending.PRESSED


def taps_both(visitor: Visitor) -> None:
    visitor.evening.obey(ME, requests.Button((SOUTH, NORTH), True))
    visitor.waits(0.12)
    visitor.evening.obey(ME, requests.Button((SOUTH, NORTH), False))


@pytest.mark.long("many turns of an evening")
def test_after_a_correction_of_the_table_the_opponent_plays_on_from_it(tmp_path: Path) -> None:
    visitor = Visitor(tmp_path, seed=3)
    visitor.waits_until(lambda: visitor.has_turn, 30.0)
    first, second = cup(SOUTH, 1), cup(SOUTH, 2)
    drop_2 = next(plan for plan in visitor.plans() if plan.label == "drop 2")
    visitor.moves(drop_2)
    visitor.waits(1.5)
    visitor.presses()
    visitor.waits_until(lambda: visitor.has_turn, 60.0)
    lost = first if visitor.world.table.contents()[first] else second
    visitor.evening.obey(ME, requests.Take(SOUTH, str(lost), 1))
    visitor.evening.obey(ME, requests.Drop(SOUTH, str(stock(SOUTH)), 1))
    visitor.waits_until(lambda: visitor.message.startswith("wrong"), 10.0)
    taps_both(visitor)
    visitor.waits_until(lambda: visitor.message == "table-right", 5.0)
    visitor.waits(1.2)
    taps_both(visitor)
    visitor.waits_until(lambda: visitor.has_turn, 5.0)
    visitor.moves(next(plan for plan in visitor.plans() if plan.label == "drop 1"))
    visitor.waits(1.5)
    visitor.presses()
    visitor.waits_until(lambda: len(visitor.ended) == 3, 20.0)
    visitor.waits_until(lambda: visitor.has_turn, 60.0)
    assert [event.side for _, event in visitor.ended] == [SOUTH, NORTH, SOUTH, NORTH]

"""Every turn is judged by what its player meant, impatient fingers or not; nobody is left waiting."""

from random import Random

import pytest
from counting_referee import Evening
from cupsboard.referee import referee
from cupsboard.rules.places import Side
from cupsim.people import player
from cupsim.people.character import Traits
from cupsim.runs import seated
from cupsim.table.hands import Hands
from studies.people.evening import PAGE, Match, watched
from studies.people.impatience import ImpatientFingers


@pytest.mark.long("whole games", every=2)
@pytest.mark.parametrize("kind", ["quick replier", "impatient fingers"])
def test_at_the_page_nobody_loses_a_turn_and_the_opponent_never_keeps_them_waiting(kind: str) -> None:
    found = watched(Match(kind, PAGE, seed=1, cups=2, most_turns=6))
    assert (found.lost, found.stuck) == ([], [])
    assert found.turns == 6
    assert 0.0 < found.longest_wait_seconds < 10.0


@pytest.mark.long("a whole game")
def test_people_at_one_table_end_each_others_turns_only_when_the_other_has_drawn_back() -> None:
    found = [
        watched(Match("quick replier", "impatient fingers", seed, cups=2, most_turns=8)) for seed in (1, 2)
    ]
    assert [each.lost + each.stuck for each in found] == [[], []]
    assert sum(each.pressed + each.begun_politely for each in found) == sum(each.turns for each in found)


@pytest.mark.long("a whole game")
def test_a_slow_reader_keeps_every_turn_at_the_page() -> None:
    found = watched(Match("slow reader", PAGE, seed=1, cups=2, most_turns=4))
    assert (found.lost, found.stuck) == ([], [])
    assert found.pressed == 4


def test_both_buttons_at_once_are_the_movers_press_though_their_finger_stays_down() -> None:
    found = watched(Match("impatient fingers", PAGE, seed=5002, cups=2, most_turns=4))
    assert (found.lost, found.stuck) == ([], [])


@pytest.mark.long("a whole game")
def test_hands_that_begin_before_the_other_has_finished_are_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(seated.EyesOf, "has_drawn_back", lambda _eyes, _side: True)
    found = watched(Match("slow reader", PAGE, seed=2, cups=2, most_turns=6))
    assert any("before its press (opponent began)" in fault for fault in found.lost)


@pytest.mark.long("a whole game")
def test_a_board_that_takes_a_pause_for_the_end_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    has_lain = referee.has_lain
    monkeypatch.setattr(referee, "has_lain", lambda since, now, _seconds: has_lain(since, now, 5.0))
    found = watched(Match("slow reader", PAGE, seed=1, cups=2, most_turns=6))
    assert any("stillness" in fault for fault in found.lost)


@pytest.mark.long("a whole game")
def test_an_opponent_that_misses_a_quick_reply_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "has_reply", lambda *_of: False)
    found = watched(Match("quick replier", PAGE, seed=1, cups=2, most_turns=12))
    assert any("north has the turn and does nothing" in fault for fault in found.stuck)
    assert found.longest_wait_seconds > 10.0


@pytest.mark.long("half a game")
def test_a_board_that_hears_no_button_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cupsboard.referee.referee.Referee._judge_presses", lambda *_of: iter(()))
    monkeypatch.setattr("studies.people.evening.PATIENCE_SECONDS", 60.0)
    found = watched(Match("impatient fingers", PAGE, seed=1, cups=2, most_turns=6))
    assert any("has moved and pressed, and nothing follows" in fault for fault in found.stuck)


def fidgeting(share: float) -> tuple[int, list[tuple[Side, bool]]]:
    """What the fingers of South do in the first minutes of a game."""
    # In this game they meet both occasions often enough: while hands are busy, and out of turn.
    evening = Evening(3, 3, Traits(forgets=0.0))
    contacts: list[tuple[Side, bool]] = []

    def touch(side: Side, is_down: bool, _time: float) -> None:
        contacts.append((side, is_down))

    fingers = {side: Hands(side, evening.table, touch, Random(2), tempo=20.0) for side in Side}
    fidget = ImpatientFingers(evening.people[Side.SOUTH], fingers, Random(3), share)
    for until in range(1, 1200):
        evening.play(until / 10)
        fidget.step(evening.now)
    return fidget.presses, contacts


@pytest.mark.long("a whole game")
def test_who_is_never_tempted_never_presses() -> None:
    assert fidgeting(0.0) == (0, [])


@pytest.mark.long("a whole game")
def test_tempted_fingers_press_both_buttons_and_leave_none_down() -> None:
    presses, contacts = fidgeting(1.0)
    assert presses > 10
    for side in Side:
        levels = [is_down for of, is_down in contacts if of is side]
        assert True in levels
        assert levels[-1] is False

"""The clock of a game at one board, in scenarios of the referee: whose time runs, and until when."""

import pytest
from cupsboard.referee import events
from cupsboard.referee.computer import Computer
from cupsboard.referee.states import Over, Paused, Turn
from cupsboard.rules.clocks import Clock, Clocks
from cupsboard.rules.history import TimedOut
from cupsboard.rules.places import Side, cup
from cupsboard.signs.sentences import say
from evening import NORTH, SOUTH, Evening, Options, from_position
from hypothesis import given
from hypothesis import strategies as st
from situations import A_MINUTE, BOTH_CAN_SOW, REACH, Situation

MINUTES = Clock(600.0)


def begun(clock: Clock = MINUTES, **options: object) -> Evening:
    """North's turn, after a first move of South."""
    evening = from_position(BOTH_CAN_SOW, clock=clock, **options)
    evening.drop(SOUTH, 1)
    evening.press(SOUTH)
    return evening


def left(evening: Evening, side: Side) -> float:
    clock = evening.referee.turn_clock
    assert clock is not None
    return clock.clocks.left(side, evening.now)


def used(evening: Evening, side: Side) -> float:
    return MINUTES.seconds - left(evening, side)


def test_the_first_turn_costs_nobody_anything_and_then_the_other_s_time_runs() -> None:
    evening = from_position(BOTH_CAN_SOW, clock=MINUTES)
    evening.wait(60)
    evening.drop(SOUTH, 1)
    evening.press(SOUTH)
    assert used(evening, SOUTH) == 0.0
    before = used(evening, NORTH)
    evening.wait(20)
    assert used(evening, NORTH) - before == pytest.approx(20.0)
    assert used(evening, SOUTH) == 0.0


def test_a_turn_ends_with_the_press_however_long_the_scales_take_to_judge_it() -> None:
    evening = begun()
    evening.wait(10)
    evening.drop(NORTH, 1)
    before = used(evening, NORTH)
    evening.press_unjudged(NORTH)
    shown = used(evening, NORTH)
    assert shown == pytest.approx(before)
    evening.press(SOUTH)
    assert evening.happened(events.TurnEnded)
    assert used(evening, NORTH) == pytest.approx(shown)


def test_a_press_that_is_refused_has_stopped_no_time() -> None:
    evening = begun()
    before = used(evening, NORTH)
    for _ in range(5):
        evening.press(NORTH)
        evening.wait(3)
    assert used(evening, NORTH) - before == pytest.approx(5 * (0.1 + 1.0 + 3.0), abs=0.2)


def test_a_turn_that_the_other_s_first_bean_ends_lasted_until_the_last_touch_of_its_own_player() -> None:
    evening = begun()
    evening.drop(NORTH, 1)
    touched = used(evening, NORTH)
    evening.wait(30)
    evening.drop(SOUTH, 1)
    assert evening.happened(events.TurnEnded)[-1] == events.TurnEnded(
        NORTH, "drop 1", events.Ending.OPPONENT_BEGAN
    )
    assert used(evening, NORTH) == pytest.approx(touched, abs=0.7)


def test_the_other_s_hands_that_are_seen_before_they_show_in_a_move_cost_this_player_nothing() -> None:
    evening = begun()
    evening.drop(NORTH, 1)
    touched = used(evening, NORTH)
    evening.wait(30)
    evening.lift(cup(SOUTH, 1))
    evening.put_down(cup(SOUTH, 1))
    evening.settle()
    evening.drop(SOUTH, 1)
    assert evening.happened(events.TurnEnded)[-1].how is events.Ending.OPPONENT_BEGAN  # type: ignore[attr-defined]
    assert used(evening, NORTH) == pytest.approx(touched, abs=0.7)


def test_who_goes_on_after_a_whole_move_is_timed_until_the_longer_one_lies_there() -> None:
    evening = begun()
    evening.drop(NORTH, 1)
    evening.wait(10)
    evening.drop(NORTH, 2)
    touched = used(evening, NORTH)
    assert touched > 10.0
    evening.wait(30)
    evening.drop(SOUTH, 1)
    assert evening.happened(events.TurnEnded)[-1] == events.TurnEnded(
        NORTH, "drop 2", events.Ending.OPPONENT_BEGAN
    )
    assert used(evening, NORTH) == pytest.approx(touched, abs=0.7)


STANDING = [
    *(Situation.WRONG, Situation.TABLE_ASKED, Situation.TAKING_BACK, Situation.UNDOING, Situation.BURDENED),
    *(Situation.ASKED, Situation.BLIND, Situation.CHOOSING, Situation.VOUCHING, Situation.WENT_ON),
    *(Situation.OVER, Situation.OFFERED, Situation.PAUSED, Situation.STOCK_ASKED, Situation.BOARDS_TURN),
    *(Situation.SETTING_UP, Situation.RESUMING, Situation.POWER_OFF_ASKED, Situation.CLOCK_WAITS),
]
RUNNING = [
    *(Situation.TO_MOVE, Situation.UNDER_WAY, Situation.COMPLETE, Situation.OWED, Situation.LIFTED),
    *(Situation.STOCK_LOW, Situation.STOCK_FULL, Situation.SCORE),
]


def runs_in(where: Situation, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether time goes on in a situation, in a game that has a clock."""
    monkeypatch.setattr(Options, "__init__", with_a_clock)
    evening = REACH[where]()
    clock = evening.referee.turn_clock
    assert clock is not None
    before = [left(evening, side) for side in Side]
    evening.wait(0.9)
    return [left(evening, side) for side in Side] != before


_of_options = Options.__init__


def with_a_clock(self: Options, **values: object) -> None:
    _of_options(self, **{"clock": A_MINUTE, **{name: each for name, each in values.items() if each}})  # type: ignore[arg-type]


@pytest.mark.parametrize("where", RUNNING)
def test_time_runs_while_a_player_may_act(where: Situation, monkeypatch: pytest.MonkeyPatch) -> None:
    assert runs_in(where, monkeypatch)


@pytest.mark.parametrize("where", [each for each in STANDING if each is not Situation.RESUMING])
def test_time_stands_while_the_board_asks_or_leads(where: Situation, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not runs_in(where, monkeypatch)


def test_the_time_of_the_side_that_the_board_plays_never_runs() -> None:
    evening = begun(levels=("1",), computer=Computer(NORTH, "1"))
    evening.wait(30)
    evening.drop(NORTH, 1)
    evening.press(NORTH)
    assert (used(evening, NORTH), used(evening, SOUTH)) == (0.0, pytest.approx(0.0, abs=1.0))
    evening.wait(10)
    assert used(evening, SOUTH) == pytest.approx(10.0, abs=1.0)


def test_a_tap_of_the_other_claims_the_game_once_the_time_is_over_and_could_be_seen_to_be() -> None:
    evening = begun(Clock(30.0))
    evening.wait(left(evening, NORTH) - 0.2)
    evening.press(SOUTH)
    assert evening.happened(events.ScoreShown)
    assert not evening.happened(events.TimedOut)
    evening.wait(1)
    assert say(evening.scene.message).endswith("North may play on, and South may tap to win by it.")
    evening.press(SOUTH)
    assert evening.happened(events.TimedOut) == [events.TimedOut(NORTH)]
    assert evening.referee.state == Over(SOUTH, {SOUTH: 0, NORTH: 0}, timed_out=NORTH)
    assert evening.referee.history.entries[-1] == TimedOut(NORTH)
    assert say(evening.scene.message) == "North's time is over: South wins on time, at 0 to 0."


def test_against_a_level_who_has_no_time_left_is_told_to_play_on_and_its_button_claims_nothing() -> None:
    evening = begun(Clock(30.0), levels=("1",), computer=Computer(NORTH, "1"))
    evening.drop(NORTH, 1)
    evening.press(NORTH)
    evening.wait(60)
    assert say(evening.scene.message).startswith("South's turn")
    assert say(evening.scene.message).endswith("The time is over: South may play on all the same.")
    evening.press(NORTH)
    assert not evening.happened(events.TimedOut)
    evening.drop(SOUTH, 1)
    evening.press(SOUTH)
    assert evening.happened(events.TurnEnded)[-1].side is SOUTH


def test_nothing_ends_by_itself_and_who_moves_late_goes_on_with_nothing_left() -> None:
    evening = begun(Clock(30.0, 5.0))
    evening.wait(60)
    assert [type(each) for each in evening.happened(events.TimeIsShort, events.TimeIsUp)] == [
        events.TimeIsShort,
        events.TimeIsUp,
    ]
    evening.drop(NORTH, 1)
    evening.press(NORTH)
    assert left(evening, NORTH) == 5.0
    assert evening.referee.state == Turn()


def test_a_claim_is_undone_like_a_move() -> None:
    evening = REACH[Situation.TIME_OVER]()
    evening.press(SOUTH)
    assert isinstance(evening.referee.state, Over)
    entries = evening.referee.history.entries
    evening.hold_both()
    evening.settle()
    assert evening.referee.history.entries == entries[:-1]
    assert evening.referee.state == Turn()


def test_a_move_that_lies_complete_is_not_lost_by_the_clock() -> None:
    evening = begun(Clock(30.0))
    evening.drop(NORTH, 1)
    evening.wait(60)
    evening.press(SOUTH)
    assert not evening.happened(events.TimedOut)
    evening.press(NORTH)
    assert evening.referee.history.entries[-1] == evening.referee.history.steps[-1].entry
    assert evening.referee.position.to_move is SOUTH


def after_a_cut(evening: Evening) -> Evening:
    """The same table at a board that is switched on again with what was kept."""
    clock = evening.referee.turn_clock
    assert clock is not None
    kept = Clocks.from_text(clock.clocks.stopped(evening.now).text)
    again = Evening(evening.game, evening.options, evening.referee.history, clocks=kept)
    again.table = dict(evening.table)
    again.settle()
    return again


def test_after_a_power_cut_the_clocks_stand_until_both_are_back() -> None:
    evening = begun()
    evening.wait(30)
    before = left(evening, NORTH)
    again = after_a_cut(evening)
    again.wait(60)
    assert left(again, NORTH) == pytest.approx(before, abs=0.01)
    assert say(again.scene.message).endswith("The clocks stand until both of you have tapped your buttons.")
    again.press(SOUTH)
    again.wait(20)
    assert left(again, NORTH) == pytest.approx(before, abs=0.01)
    assert "until North taps" in say(again.scene.message)
    again.press(NORTH)
    again.wait(10)
    assert before - left(again, NORTH) == pytest.approx(11.0, abs=0.5)


def test_after_a_power_cut_nobody_waits_for_the_side_that_the_board_plays() -> None:
    evening = begun(levels=("1",), computer=Computer(SOUTH, "1"))
    again = after_a_cut(evening)
    assert say(again.scene.message).endswith("The clocks stand until North taps the button.")
    again.press(NORTH)
    before = left(again, NORTH)
    again.wait(10)
    assert before - left(again, NORTH) == pytest.approx(10.0, abs=0.5)


def test_who_moves_a_bean_is_back_without_a_tap() -> None:
    again = after_a_cut(begun())
    again.press(SOUTH)
    again.carry(cup(NORTH, 3), cup(NORTH, 4), 1)
    again.wait(10)
    assert used(again, NORTH) > 10.0


@pytest.mark.parametrize("where", [each for each in Situation if each is not Situation.RESUMING])
def test_a_power_cut_in_any_situation_costs_no_time_and_leaves_the_claim(
    where: Situation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Options, "__init__", with_a_clock)
    evening = REACH[where]()
    before = {side: max(0.0, left(evening, side)) for side in Side}
    again = after_a_cut(evening)
    again.wait(70)
    assert {side: left(again, side) for side in Side} == pytest.approx(before, abs=0.01)
    contents = again.game.contents(again.referee.position)
    again.table = {place: contents[place] for place in again.table}
    again.settle()
    for side in Side:
        again.press(side)
    again.wait(5)
    movers = again.game.movers(again.referee.position)
    if again.referee.history.has_moved and len(movers) == 1 and again.options.computer is None:
        again.wait(left(again, movers[0]) + 2)
        again.press(movers[0].other)
        assert again.happened(events.TimedOut) == [events.TimedOut(movers[0])]


def test_who_comes_back_to_no_time_loses_by_no_tap_that_came_before_anybody_could_read_it() -> None:
    again = after_a_cut(REACH[Situation.TIME_OVER]())
    again.press(SOUTH)
    again.press_unjudged(NORTH)
    again.press(SOUTH)
    assert not again.happened(events.TimedOut)
    again.press(SOUTH)
    assert again.happened(events.TimedOut) == [events.TimedOut(NORTH)]


HANDS = st.sampled_from(["wait", "drop", "press", "other", "slip", "mend", "undo", "pause", "cut"])


@given(
    st.sampled_from(
        [Clock(60.0), Clock(60.0, 5.0), Clock(20.0, is_for_each_move=True), Clock(60.0, is_hourglass=True)]
    ),
    st.lists(HANDS, max_size=12),
)
def test_whatever_hands_do_no_time_comes_from_nowhere(clock: Clock, deeds: list[str]) -> None:
    evening = begun(clock)
    whole = sum(map(clock.seconds_of, Side))
    for deed in deeds:
        before, turns = {side: max(0.0, left(evening, side)) for side in Side}, len(evening.events)
        evening = act(evening, deed)
        new = evening.events[turns:] if deed != "cut" else []
        for side in Side:
            ended = sum(isinstance(each, events.TurnEnded) and each.side is side for each in new)
            gain = left(evening, side) - before[side]
            if clock.is_hourglass:
                assert gain <= before[side.other] + 1e-6
            elif not clock.is_for_each_move:
                # A press that is judged, and hands that are done, take what the scales took off again.
                assert gain <= ended * clock.increment + 2.0
        if clock.is_hourglass:
            assert sum(left(evening, side) for side in Side) == pytest.approx(whole, abs=0.1)


def act(evening: Evening, deed: str) -> Evening:
    side = next(iter(evening.game.movers(evening.referee.position)), SOUTH)
    match deed:
        case "wait":
            evening.wait(7)
        case "drop":
            evening.drop(side, 1)
        case "press":
            evening.press(side)
        case "other":
            evening.press(side.other)
        case "slip":
            evening.drop(side.other, 3)
        case "mend":
            contents = evening.game.contents(evening.referee.position)
            evening.table = {place: contents[place] for place in evening.table}
            evening.settle()
        case "undo":
            evening.hold_both()
        case "pause":
            evening.hold_both_long()
            assert isinstance(evening.referee.state, Paused) or evening.referee.state is not None
            evening.press(side)
        case "cut":
            return after_a_cut(evening)
    return evening

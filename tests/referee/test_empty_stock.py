"""A stock that is empty although beans are believed in it, and tables that players count by hand."""

from collections.abc import Sequence

import pytest
from cupsboard.recognition.outcome import Blind, Burdened, Lifted, Outcome, Recognition, Unchanged
from cupsboard.referee import events
from cupsboard.referee.edges import Edge
from cupsboard.referee.events import QuestionAnswered, TableCorrected, TurnEnded
from cupsboard.referee.gesture_overview import Situation
from cupsboard.referee.gestures import Gestures
from cupsboard.referee.inputs import Hold, NeverMind, Press, Sight
from cupsboard.referee.move_progress import stock_if_empty, stock_left
from cupsboard.referee.states import Asking, AskingStock, Goal, Refusal, Restoring, Turn, WrongTable
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.game import Standing
from cupsboard.rules.places import Side, cup, stock
from cupsboard.scales.cell_faults import CellFault
from cupsboard.signs.scene import Meaning
from cupsboard.signs.sentences import say
from evening import NORTH, SOUTH, Evening, fresh, from_position
from hypothesis import given
from hypothesis import strategies as st
from situations import BOTH_CAN_SOW, REACH, mover, table_asked

ONLY_DROPS = "1 1 1 0 pot 0 stock {} / 1 0 0 0 pot 0 stock 9 / south"
NO_CUP_FILLED = "0 0 0 0 pot 0 stock {} / 1 0 0 0 pot 0 stock 9 / south"


def asked(evening: Evening) -> bool:
    return isinstance(evening.referee.notice, AskingStock)


class TestFewBelievedLeft:
    @pytest.mark.parametrize("left", [1, 4])
    def test_a_hold_asks_and_a_press_corrects(self, left: int) -> None:
        evening = from_position(ONLY_DROPS.format(left))
        assert evening.hold(SOUTH) == (events.StockQuestioned(SOUTH, left),)
        evening.press(SOUTH)
        assert evening.happened(events.StockCorrected, events.Passed) == [
            events.StockCorrected(SOUTH, 0),
            events.Passed(SOUTH),
        ]
        assert evening.scene.turn is NORTH

    def test_in_a_drop_that_lacks_a_bean_the_stock_is_corrected_to_what_was_dropped(self) -> None:
        evening = from_position("0 0 0 1 pot 0 stock 4 / 1 0 0 0 pot 0 stock 9 / south")
        evening.drop(SOUTH, 2)
        assert evening.hold(SOUTH) == (events.StockQuestioned(SOUTH, 3),)
        evening.press(SOUTH)
        assert evening.happened(events.StockCorrected) == [events.StockCorrected(SOUTH, 1)]
        assert isinstance(evening.referee.state, WrongTable)
        evening.carry(cup(SOUTH, 2), cup(SOUTH, 1), 1)
        evening.press(SOUTH)
        assert evening.happened(events.TurnEnded) == [
            events.TurnEnded(SOUTH, "drop 1", events.Ending.PRESSED)
        ]

    def test_a_move_that_was_pressed_for_is_asked_about_in_the_same_way(self) -> None:
        evening = from_position(NO_CUP_FILLED.format(4))
        evening.drop(SOUTH, 2)
        evening.press(SOUTH)
        assert evening.hold(SOUTH) == (events.StockQuestioned(SOUTH, 3),)

    def test_a_correction_can_be_undone(self) -> None:
        evening = from_position(ONLY_DROPS.format(2))
        evening.hold(SOUTH)
        evening.press(SOUTH)
        evening.hold_both()
        assert evening.referee.history.entries == ()
        assert evening.happened(events.Restored) == [events.Restored(Goal.UNDO)]
        assert evening.scene.turn is SOUTH

    def test_the_light_is_at_the_pot_of_who_is_asked_over_the_glow_of_their_row(self) -> None:
        evening = REACH[Situation.STOCK_ASKED]()
        assert evening.lights == {"south-pot": {Meaning.STOCK_EMPTY}}
        assert evening.scene.turn is SOUTH


class TestMoreBelievedLeft:
    @pytest.mark.parametrize("left", [5, 39])
    def test_a_hold_says_how_many_and_only_another_one_asks(self, left: int) -> None:
        evening = from_position(ONLY_DROPS.format(left))
        assert evening.hold(SOUTH) == (events.StockCounted(SOUTH, left),)
        assert evening.hold(SOUTH) == (events.StockQuestioned(SOUTH, left),)
        evening.press(SOUTH)
        assert evening.happened(events.StockCorrected) == [events.StockCorrected(SOUTH, 0)]

    def test_after_ten_seconds_a_hold_says_it_again(self) -> None:
        evening = from_position(ONLY_DROPS.format(39))
        evening.hold(SOUTH)
        evening.wait(9.2)
        assert evening.hold(SOUTH) == (events.StockCounted(SOUTH, 39),)

    def test_what_north_was_told_lets_no_hold_of_south_ask(self) -> None:
        evening = fresh()
        evening.hold(NORTH)
        assert evening.hold(SOUTH) == (events.StockCounted(SOUTH, 40),)

    def test_with_a_move_begun_the_way_back_comes_first_and_leads_to_the_question(self) -> None:
        evening = from_position(NO_CUP_FILLED.format(39))
        evening.drop(SOUTH, 2)
        evening.hold(SOUTH)
        assert evening.lights == {cup(SOUTH, 2): {Meaning.TOO_MANY}}
        evening.lay(south_2=0)
        evening.hold(SOUTH)
        evening.hold(SOUTH)
        assert evening.happened(events.StockQuestioned) == [events.StockQuestioned(SOUTH, 39)]

    def test_the_number_of_cups_is_that_of_the_board(self) -> None:
        evening = fresh(cups=2, starter=SOUTH)
        evening.drop(SOUTH, 2)
        assert evening.hold(SOUTH) != (events.StockQuestioned(SOUTH, 19),)


class TestAllElseIsNo:
    def test_a_bean_that_comes_answers_for_itself(self) -> None:
        evening = REACH[Situation.STOCK_ASKED]()
        evening.drop(SOUTH, 1)
        assert not asked(evening)
        evening.press(SOUTH)
        assert evening.happened(events.StockCorrected) == []

    def test_a_bean_dropped_right_after_the_press_takes_the_yes_back_and_ends_no_turn(self) -> None:
        evening = REACH[Situation.STOCK_ASKED]()
        before = len(evening.happened(events.TurnEnded))
        evening.does(Press(SOUTH, evening.now))
        evening.drop(SOUTH, 1)
        evening.wait(5)
        assert evening.happened(events.StockCorrected) == []
        assert len(evening.happened(events.TurnEnded)) == before

    def test_a_knock_that_moves_no_bean_lets_the_question_stand(self) -> None:
        evening = REACH[Situation.STOCK_ASKED]()
        evening.settle()
        assert asked(evening)
        evening.press(SOUTH)
        assert evening.happened(events.StockCorrected) == [events.StockCorrected(SOUTH, 0)]

    def test_only_the_asked_player_says_yes(self) -> None:
        evening = REACH[Situation.STOCK_ASKED]()
        evening.press(NORTH)
        evening.press(SOUTH)
        assert evening.happened(events.StockCorrected) == []

    @pytest.mark.parametrize("press", [NeverMind(99.0), Hold(SOUTH, 99.0), Hold(NORTH, 99.0)])
    def test_any_other_gesture_ends_it(self, press: NeverMind | Hold) -> None:
        evening = REACH[Situation.STOCK_ASKED]()
        evening.does(press)
        assert not asked(evening)
        assert evening.happened(events.StockCorrected) == []


def stepped(evening: Evening, filled: set[str], *gestures: Press | Hold) -> list[events.Event]:
    """A second in which a scale sees beans in these stocks."""
    told: list[events.Event] = []
    recognition = Recognition(Unchanged(), dict(evening.table), 1.0, None)
    for step, due in enumerate((gestures, (), (), ())):
        sight = Sight(recognition, False, frozenset(), filled=frozenset(filled))
        told += evening.referee.step(evening.now + 0.3 * step, sight, due).events
    evening.now += 1.2
    return told


@pytest.mark.parametrize(
    ("filled", "told"),
    [
        ({stock(SOUTH)}, events.HintAsked(SOUTH)),
        ({stock(NORTH)}, events.StockQuestioned(SOUTH, 2)),
        (set(), events.StockQuestioned(SOUTH, 2)),
    ],
)
def test_nothing_is_asked_while_the_stock_s_own_scale_sees_beans(
    filled: set[str], told: events.Event
) -> None:
    evening = REACH[Situation.STOCK_LOW]()
    assert stepped(evening, filled, Hold(SOUTH, evening.now)) == [told]


def test_beans_that_come_onto_the_stock_s_scale_before_the_press_make_it_no_answer() -> None:
    evening = REACH[Situation.STOCK_LOW]()
    stepped(evening, set(), Hold(SOUTH, evening.now))
    told = stepped(evening, {stock(SOUTH)}, Press(SOUTH, evening.now))
    assert told == [events.NotNow(SOUTH, Refusal.NOTHING_TO_HELP)]


@given(st.integers(2, 4), st.lists(st.integers(0, 50), max_size=40))
def test_where_a_bean_of_the_stock_is_asked_for_one_is_believed_left(cups: int, choices: list[int]) -> None:
    game = Cups(cups)
    position = game.start(SOUTH)
    for choice in choices:
        if game.standing(position) is not Standing.TO_MOVE:
            break
        (side,) = game.movers(position)
        if stock_if_empty(game, position, side, []) is not None:
            assert stock_left(game, position, side, [], None) >= 1
        plans = game.plans(position, side)
        position = game.play(position, side, plans[choice % len(plans)].label)


# A slip of a finger, from anywhere

MAY_HAPPEN = (events.Undone, events.Redone)
PRECIOUS = (events.StockCorrected, events.GameClosed, events.PowerOffWanted)
SECONDS = st.floats(0.05, 7.0)


def done_by_one_touch(evening: Evening, fingers: Sequence[tuple[Side, float, float]]) -> list[events.Event]:
    """What the board does while each finger goes down and comes up once, and in the three seconds after."""
    edges = [
        Edge(side.value, is_down, evening.now + time)
        for side, start, lasts in fingers
        for is_down, time in ((True, start), (False, start + lasts))
    ]
    end = max(edge.time for edge in edges) + 3.0
    gestures, before = Gestures(), len(evening.events)
    while evening.now < end:
        due = [edge for edge in edges if edge.time <= evening.now]
        edges = [edge for edge in edges if edge.time > evening.now]
        told = gestures.step(due, evening.now)
        for gesture in told:
            evening.does(gesture)
        if not told:
            evening.wait(0.1)
    return evening.events[before:]


@pytest.mark.long("every situation", every=3)
@pytest.mark.parametrize("where", [where for where in Situation if where is not Situation.GOODBYE])
@given(fingers=st.lists(st.tuples(st.sampled_from(Side), st.floats(0, 1), SECONDS), min_size=1, max_size=2))
def test_no_single_touch_of_any_length_costs_a_stock_a_game_or_the_power(
    where: Situation, fingers: list[tuple[Side, float, float]]
) -> None:
    if len({side for side, _, _ in fingers}) < len(fingers):
        fingers = fingers[:1]
    is_asked = where in (
        *(Situation.STOCK_ASKED, Situation.POWER_OFF_ASKED),
        *(Situation.OFFERED, Situation.GAMES_OFFERED),
    )
    # What is drawn to be as long as the shortest hold may be a press by the rounding of its two times.
    is_hold = all(lasts > 0.8 + 1e-6 for _, _, lasts in fingers) and len(fingers) == 1
    evening = REACH[where]()
    before = evening.referee.history.entries
    told = done_by_one_touch(evening, fingers)
    if not is_asked or is_hold:
        assert not [event for event in told if isinstance(event, PRECIOUS)]
    if is_hold:
        assert evening.referee.history.entries == before


S3, N1, N2, N4 = cup(SOUTH, 3), cup(NORTH, 1), cup(NORTH, 2), cup(NORTH, 4)


def counting(evening: Evening) -> Asking:
    """What the board asks to count."""
    asked = evening.referee.state
    assert isinstance(asked, Asking)
    return asked


@pytest.mark.parametrize(
    ("where", "places"),
    [
        (Situation.ASKED, {N1, N2}),
        (Situation.BLIND, {S3}),
        (Situation.BURDENED, {S3}),
        (Situation.CHOOSING, {N1, N2}),
        (Situation.VOUCHING, {N1, N2}),
    ],
)
def test_both_tap_where_the_scales_do_not_tell_and_the_board_says_what_belongs_there(
    where: Situation, places: set[str]
) -> None:
    evening = REACH[where]()
    recorded = evening.game.contents(evening.referee.position)
    evening.tap_both()
    assert counting(evening).by_hand == {place: recorded[place] for place in places}
    assert "count by hand" in say(evening.scene.message)


def test_at_a_wrong_table_a_hold_says_that_the_record_is_right() -> None:
    evening = table_asked()
    recorded = evening.game.contents(evening.referee.position)
    evening.hold(mover(evening))
    assert counting(evening).by_hand == {N1: recorded[N1], N4: recorded[N4]}


def test_a_yes_agrees_to_the_record_and_the_game_goes_on() -> None:
    evening = table_asked()
    before = evening.referee.history.entries
    evening.hold(mover(evening))
    evening.wait(1)
    evening.press(NORTH)
    assert len(evening.happened(QuestionAnswered)) == 1
    assert evening.happened(TableCorrected) == []
    assert evening.referee.history.entries == before
    recorded = evening.game.contents(evening.referee.position)
    evening.lay(north_1=recorded[N1], north_4=recorded[N4])
    assert evening.referee.state == Turn()
    evening.drop(NORTH, 1)
    evening.press(NORTH)
    assert evening.happened(TurnEnded)[-1].label == "drop 1"


def test_who_changes_their_mind_is_led_back_instead() -> None:
    evening = table_asked()
    evening.hold(mover(evening))
    assert counting(evening).confirmed.plan.label == Goal.TAKE_BACK.value
    recorded = evening.game.contents(evening.referee.position)
    evening.lay(north_1=recorded[N1], north_4=recorded[N4])
    evening.wait(1)
    evening.press(NORTH)
    assert evening.referee.state == Turn()


@pytest.mark.parametrize("goal", [None, Goal.TAKE_BACK, Goal.UNDO])
@pytest.mark.parametrize("between", [Unchanged(), Burdened({N1: 0.7}), Lifted(frozenset({N2}))])
def test_players_are_asked_to_count_soon_after_blindness_began_whatever_flickers_meanwhile(
    between: Outcome, goal: Goal | None
) -> None:
    evening, blind = from_position(BOTH_CAN_SOW), Blind({S3: CellFault.RESTLESS})
    if goal is not None:
        evening.drop(SOUTH, 1)
        if goal is Goal.UNDO:
            evening.press(SOUTH)
        # What lies in a place that can be read is not as wanted, either.
        evening.hold_both()
        assert evening.referee.state == Restoring(goal)
    evening.numbers = {place: frozenset({count}) for place, count in evening.table.items()}
    began = evening.now
    while not isinstance(evening.referee.state, Asking):
        evening.strange = between if evening.strange is blind else blind
        evening.unreadable = blind.places if evening.strange is blind else {}
        evening.look_again()
        evening.wait(1.0)
        assert evening.now < began + 10.0
    assert counting(evening).confirmed.plan.label == (goal or Goal.TAKE_BACK).value
    assert counting(evening).by_hand[S3] == evening.game.contents(evening.referee.position)[S3]

"""Every gesture in every situation: what the board does, says, shows and draws, against the one table."""

from collections.abc import Callable, Mapping

import pytest
from cupsboard import profile
from cupsboard.referee import inputs
from cupsboard.referee.events import (
    ComputerSeated,
    GameClosed,
    GoodbyeSaid,
    HintAsked,
    LookedInVain,
    MoveHurried,
    NewGameOffered,
    NotNow,
    OwnershipOpened,
    PlayPaused,
    PlayResumed,
    PowerOffOffered,
    QuestionAnswered,
    Redone,
    ScoreShown,
    StillOwed,
    StockCorrected,
    StockCounted,
    StockQuestioned,
    TableCorrected,
    TableQuestioned,
    TakingBack,
    TimedOut,
    TurnEnded,
    Undone,
)
from cupsboard.referee.gesture_overview import GESTURES, Deed, Fingers, Situation, gestures_in
from cupsboard.referee.states import Restoring
from cupsboard.rules.places import Side, pot
from cupsboard.signs.light_patterns import PERIOD_SECONDS, SLOT_SECONDS, draw_milliamperes, render
from cupsboard.signs.scene import Meaning
from cupsboard.signs.sentences import ENGLISH, say
from evening import Evening, Options
from situations import REACH, mover, situation

BOARD = profile.load("2x4")
PAIRS = [(where, fingers) for where in Situation for fingers in Fingers]

TOLD: Mapping[Deed, set[type]] = {
    Deed.NOTHING: set(),
    Deed.NOT_NOW: {NotNow},
    Deed.WAITS: set(),
    Deed.WAITS_OR_LOOKED: set(),
    Deed.END_TURN: {TurnEnded},
    Deed.OWE: {StillOwed},
    Deed.SCORE: {ScoreShown},
    Deed.ASK_STOCK: {StockQuestioned},
    Deed.ASK: set(),
    Deed.PUT_BACK: {TakingBack},
    Deed.TAKE_BACK: {TakingBack},
    Deed.PLAY_ON: set(),
    Deed.ASK_TABLE: {TableQuestioned},
    Deed.COUNT_TABLE: {TakingBack},
    Deed.STEPS: set(),
    Deed.LOOKED: {LookedInVain},
    Deed.NEW_GAME: {NewGameOffered},
    Deed.NEXT_GAME: set(),
    Deed.UNDO: {Undone},
    Deed.REDO: {Redone},
    Deed.PAUSE: {PlayPaused},
    Deed.GO_ON: {PlayResumed},
    Deed.POWER_OFF: {PowerOffOffered},
    Deed.OPEN_OWNERSHIP: {OwnershipOpened},
    Deed.HINT: {HintAsked},
    Deed.HURRY: {MoveHurried},
    Deed.CLAIM: {TimedOut},
    Deed.HERE: set(),
    Deed.SEAT: {ComputerSeated},
    Deed.LEVEL: {ComputerSeated},
}
SAID_YES = {
    Situation.STOCK_ASKED: {StockCorrected},
    Situation.TABLE_ASKED: {TableCorrected},
    Situation.ASKED: {QuestionAnswered, TurnEnded},
    Situation.VOUCHING: {QuestionAnswered, TurnEnded},
    Situation.OFFERED: {GameClosed},
    Situation.GAMES_OFFERED: {GameClosed},
    Situation.POWER_OFF_ASKED: {GoodbyeSaid},
}
SAID_NO: Mapping[Situation, set[type]] = {
    Situation.STOCK_ASKED: set(),
    Situation.TABLE_ASKED: set(),
    Situation.OFFERED: set(),
    Situation.GAMES_OFFERED: set(),
    Situation.POWER_OFF_ASKED: {PlayPaused},
    Situation.GOODBYE: {PlayPaused},
}
ENDED_BY_TIME = (
    *(Situation.OFFERED, Situation.GAMES_OFFERED),
    *(Situation.POWER_OFF_ASKED, Situation.GOODBYE),
)
TELLING = set().union(*TOLD.values(), *SAID_YES.values())


def done(evening: Evening, fingers: Fingers) -> set[type]:
    """Do it, and say what kinds of things happened."""
    side = mover(evening)
    gestures: Mapping[Fingers, Callable[[], tuple[object, ...]]] = {
        Fingers.TAP: lambda: evening.press(side),
        Fingers.OTHERS_TAP: lambda: evening.press(side.other),
        Fingers.HOLD: lambda: evening.hold(side),
        Fingers.LONG_HOLD: lambda: evening.hold_long(side),
        Fingers.BOTH_TAP: evening.tap_both,
        Fingers.BOTH_HOLD: evening.hold_both,
        Fingers.LONG_BOTH_HOLD: evening.hold_both_long,
        Fingers.NEVER_MIND: evening.never_mind,
    }
    return {type(event) for event in gestures[fingers]()} & TELLING


def expected(where: Situation, deed: Deed) -> set[type]:
    match deed:
        case Deed.YES:
            return SAID_YES[where]
        case Deed.NO:
            return SAID_NO[where]
        case Deed.COUNT_TABLE if where is Situation.SETTING_UP:
            # Before the first move nothing is to be taken back.
            return set()
        case _:
            return TOLD[deed]


def put_right(evening: Evening) -> None:
    """Lay the table that belongs to the record, with every cup and cell in order."""
    evening.strange, evening.unreadable = None, {}
    evening.lifted.clear()
    contents = evening.game.contents(evening.referee.position)
    evening.table = {place: contents[place] for place in evening.table}
    evening.settle()
    evening.wait(1)


def is_stepwise(evening: Evening) -> bool:
    state = evening.referee.state
    return isinstance(state, Restoring) and state.is_stepwise


@pytest.mark.parametrize("where", Situation)
def test_a_situation_can_be_reached_and_shows_and_says_something(where: Situation) -> None:
    evening = REACH[where]()
    assert situation(evening) is where
    assert evening.scene.signs
    assert say(evening.scene.message)


@pytest.mark.parametrize(("where", "fingers"), PAIRS)
def test_a_gesture_does_what_the_table_says_and_leads_where_it_says(
    where: Situation, fingers: Fingers
) -> None:
    then, evening = GESTURES[where][fingers], REACH[where]()
    was_stepwise = is_stepwise(evening)
    assert done(evening, fingers) == expected(where, then.deed)
    assert situation(evening) is (then.to or where)
    match then.deed:
        case Deed.STEPS:
            assert is_stepwise(evening) is not was_stepwise
        case Deed.PUT_BACK | Deed.TAKE_BACK if then.to is Situation.TAKING_BACK:
            assert is_stepwise(evening) is (then.deed is Deed.PUT_BACK)
        case _:
            pass


@pytest.mark.long("every gesture in every situation", every=3)
@pytest.mark.parametrize(("where", "fingers"), PAIRS)
def test_from_wherever_a_gesture_leads_known_gestures_and_the_right_table_lead_back_to_play(
    where: Situation, fingers: Fingers
) -> None:
    evening = REACH[where]()
    done(evening, fingers)
    put_right(evening)
    if situation(evening) in ENDED_BY_TIME:
        done(evening, Fingers.BOTH_HOLD)
    if situation(evening) is Situation.PAUSED:
        done(evening, Fingers.TAP)
    playing = (
        Situation.TO_MOVE,
        Situation.CLOCK_WAITS,
        Situation.TIME_OVER,
        Situation.BOARDS_TURN,
        Situation.BOARDS_STOCK,
        Situation.STOCK_LOW,
        Situation.STOCK_FULL,
        Situation.STOCK_COUNTED,
        Situation.STOCK_ASKED,
        Situation.SCORE,
        Situation.OVER,
    )
    put_right(evening)
    assert situation(evening) in playing


@pytest.mark.parametrize("where", [where for where in Situation if where is not Situation.GOODBYE])
def test_a_new_game_can_be_had_from_anywhere(where: Situation) -> None:
    evening = REACH[where]()
    if situation(evening) is Situation.POWER_OFF_ASKED:
        done(evening, Fingers.HOLD)
    if situation(evening) is Situation.PAUSED:
        done(evening, Fingers.TAP)
    if situation(evening) in (Situation.STOCK_ASKED, Situation.TABLE_ASKED):
        done(evening, Fingers.HOLD)
    if situation(evening) not in (Situation.OFFERED, Situation.GAMES_OFFERED):
        done(evening, Fingers.LONG_HOLD)
    done(evening, Fingers.TAP)
    put_right(evening)
    assert evening.referee.history.entries == ()
    assert situation(evening) in (Situation.TO_MOVE, Situation.BOARDS_TURN, Situation.STOCK_FULL)


@pytest.mark.parametrize("where", [Situation.LIFTED, Situation.BURDENED])
def test_a_tap_that_waits_for_the_hands_counts_when_they_are_off(where: Situation) -> None:
    evening = REACH[where]()
    done(evening, Fingers.TAP)
    put_right(evening)
    assert len(evening.happened(NotNow)) == 1


TOLD_WHILE_HELD = [
    (inputs.Held(None, inputs.BothPress, inputs.BothHold), Fingers.BOTH_TAP, Fingers.BOTH_HOLD),
    (inputs.Held(None, inputs.BothHold, inputs.LongBothHold), Fingers.BOTH_HOLD, Fingers.LONG_BOTH_HOLD),
    *((inputs.Held(side, inputs.Press, inputs.Hold), Fingers.TAP, Fingers.HOLD) for side in Side),
    *((inputs.Held(side, inputs.Hold, inputs.LongHold), Fingers.HOLD, Fingers.LONG_HOLD) for side in Side),
]


@pytest.mark.parametrize("where", Situation)
def test_while_fingers_are_down_the_words_say_what_letting_go_does_and_what_holding_on_will(
    where: Situation,
) -> None:
    evening = REACH[where]()
    for held, short, long in TOLD_WHILE_HELD:
        if held.side not in (None, mover(evening)):
            continue
        scene = evening.scene_while_held(held)
        now, later = (told(evening, GESTURES[where][fingers].deed) for fingers in (short, long))
        assert scene.message.values == {"now": f"deeds.{now}", "later": f"deeds.{later}"}
        assert say(scene.message).startswith(f"Let go: {ENGLISH.sentences[f'deeds.{now}']}. Hold on: ")
        assert "deeds" not in say(scene.message)
        lit = {sign.place for sign in scene.signs if sign.meaning is Meaning.HELD}
        is_held = held.released in (inputs.Hold, inputs.BothHold)
        assert lit == {pot(side) for side in ([held.side] if held.side else Side) if is_held}
        assert ("press" in say(scene.message).partition("Neither")[2]) is is_held


def told(evening: Evening, deed: Deed) -> str:
    """The word for a deed: where the board plays a side, undo leads further back."""
    is_further = deed is Deed.UNDO and evening.referee.seats.computer is not None
    return "undo-to-player" if is_further else deed.value


WITHOUT_ENGINE = [
    (Situation.TO_MOVE, Fingers.HOLD, {NotNow}),
    (Situation.SCORE, Fingers.HOLD, {NotNow}),
    (Situation.STOCK_FULL, Fingers.HOLD, {StockCounted}),
    (Situation.PAUSED, Fingers.HOLD, {NotNow}),
    (Situation.PAUSED, Fingers.BOTH_TAP, {NotNow}),
]


@pytest.mark.parametrize(("where", "fingers", "events"), WITHOUT_ENGINE)
def test_a_board_that_can_t_play_promises_and_gives_no_hint_and_takes_no_side(
    where: Situation, fingers: Fingers, events: set[type]
) -> None:
    before = REACH[where]()
    evening = Evening(
        before.game, Options(can_power_off=True, may_have_owner=True), before.referee.history, before.now
    )
    evening.table = before.table
    evening.settle()
    match where:
        case Situation.SCORE:
            evening.press(mover(evening).other)
        case Situation.PAUSED:
            evening.hold_both_long()
        case _:
            pass
    assert situation(evening) is where
    assert gestures_in(where, can_play=False)[fingers].deed not in (Deed.HINT, Deed.SEAT, Deed.LEVEL)
    happened = evening.hold(mover(evening)) if fingers is Fingers.HOLD else evening.tap_both()
    assert {type(event) for event in happened} == events


WEAK_SUPPLY_MILLIAMPERES = 100.0


@pytest.mark.long("every gesture in every situation", every=7)
@pytest.mark.parametrize("budget", [BOARD.strip.current_budget_ma, WEAK_SUPPLY_MILLIAMPERES])
@pytest.mark.parametrize(("where", "fingers"), PAIRS)
def test_every_scene_stays_within_the_current_budget(
    where: Situation, fingers: Fingers, budget: float
) -> None:
    evening = REACH[where]()
    held = evening.scene_while_held(inputs.Held(None, inputs.BothHold, inputs.LongBothHold))
    before = evening.scene
    done(evening, fingers)
    for scene in (held, before, evening.scene):
        for slot in range(round(PERIOD_SECONDS / SLOT_SECONDS)):
            pixels = render(
                scene,
                BOARD.strip.pixels,
                BOARD.strip.pixel_count,
                slot * SLOT_SECONDS,
                brightness=1.0,
                budget_milliamperes=budget,
            )
            assert draw_milliamperes(pixels) <= budget

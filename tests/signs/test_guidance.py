"""What the board shows and says: one sentence, a sign at each place that matters, and whose turn it is."""

from collections.abc import Mapping
from itertools import combinations, product

import pytest
from cupsboard.recognition.outcome import Blind, Recognition
from cupsboard.referee.gesture_overview import Situation
from cupsboard.referee.inputs import BothHold, Held, Hold, LongBothHold, LongHold, Sight
from cupsboard.rules.places import Place, Side, board_places, cup, is_cup, pot, stock
from cupsboard.scales.cell_faults import CellFault
from cupsboard.signs.guidance import scene_of
from cupsboard.signs.light_patterns import shown
from cupsboard.signs.possibilities import NOTHING_BEGUN
from cupsboard.signs.scene import Meaning
from cupsboard.signs.sentences import say
from evening import NORTH, SOUTH, Evening, fresh, from_position
from situations import REACH, THEN_ONLY_DROPS

SOUTH_POT, NORTH_POT = pot(SOUTH), pot(NORTH)
POTS = {SOUTH_POT, NORTH_POT}
S1, S2, S3, S4 = (cup(SOUTH, number) for number in (1, 2, 3, 4))
N1, N2, N3, N4 = (cup(NORTH, number) for number in (1, 2, 3, 4))
SOUTH_ROW = {S1, S2, S3, S4, SOUTH_POT}

OR_RIGHT = "Or is the table right as it lies? Tap both buttons."
Lights = Mapping[Place, Meaning]


def lit(meaning: Meaning, *places: Place) -> Lights:
    return dict.fromkeys(places, meaning)


SHOWN: Mapping[Situation, tuple[str, Lights, Side | None]] = {
    Situation.SETTING_UP: ("A new game: empty all cups and pots.", lit(Meaning.TOO_MANY, S1, S2), None),
    Situation.RESUMING: (
        "The game goes on from here. First put 1 bean into South's cup 2, then go on as shown. One button "
        "held long begins another game.",
        lit(Meaning.TOO_FEW, S2),
        SOUTH,
    ),
    Situation.TO_MOVE: ("North's turn; 9 in stock.", {}, NORTH),
    Situation.BOARDS_TURN: ("North's turn; 9 in stock.", {}, NORTH),
    Situation.BOARDS_STOCK: ("South's turn; 2 in stock.", {}, SOUTH),
    Situation.BEAN_LACKING: (
        "South: one bean into South's cup 1, or take one out of South's cup 2 again.",
        lit(Meaning.MUST_NEXT, S1),
        SOUTH,
    ),
    Situation.STOCK_LOW: ("South's turn; 2 in stock.", {}, SOUTH),
    Situation.STOCK_FULL: ("South's turn; 39 in stock.", {}, SOUTH),
    Situation.STOCK_COUNTED: ("South's turn; 39 in stock.", {}, SOUTH),
    Situation.STOCK_ASKED: (
        "Is South's stock empty? The board counts 2 beans there. Press to say yes; all else is no.",
        lit(Meaning.STOCK_EMPTY, SOUTH_POT),
        SOUTH,
    ),
    Situation.UNDER_WAY: (
        "North: one bean of North's cup 3 into North's pot.",
        lit(Meaning.MUST_NEXT, NORTH_POT),
        NORTH,
    ),
    Situation.COMPLETE: (
        "North: drop 1. Press your button, or go on with North's cup 2; 8 in stock.",
        lit(Meaning.MAY_NEXT, N2),
        NORTH,
    ),
    Situation.OWED: (
        "North, to finish sow 3: 1 bean of North's cup 3 into North's pot.",
        lit(Meaning.MUST_NEXT, NORTH_POT),
        NORTH,
    ),
    Situation.WRONG: (
        "No move leads here: 4 beans too many in North's cup 1, 2 beans too many in North's cup 4.",
        lit(Meaning.TOO_MANY, N1, N4),
        NORTH,
    ),
    Situation.WENT_ON: (
        "South's press ended the turn with drop 1. Now take 1 bean out of South's cup 2, or hold both "
        "buttons to take drop 1 back.",
        lit(Meaning.TOO_MANY, S2),
        NORTH,
    ),
    Situation.TABLE_ASKED: (
        "North's cup 1 holds 6 beans, the record says 1, North's cup 4 holds 3 beans, the record says 0: "
        "8 beans from off the board. Is the table right? Tap both buttons again to say yes. "
        "Does all of it lie there as recorded? Hold one. All else is no.",
        {N1: Meaning.TOO_MANY, N4: Meaning.TOO_MANY, **lit(Meaning.TABLE_RIGHT, *POTS)},
        NORTH,
    ),
    Situation.TAKING_BACK: (
        "Put the beans back as shown; hold to go on instead.",
        {N3: Meaning.TOO_FEW, N4: Meaning.TOO_MANY},
        NORTH,
    ),
    Situation.UNDOING: ("Undone: put the beans back as shown.", lit(Meaning.TOO_MANY, N1), NORTH),
    Situation.LIFTED: ("North's cup 1 is lifted.", {}, NORTH),
    Situation.BURDENED: (
        "Something lies or presses on South's cup 3; take it away. Nothing there? Press twice, slowly.",
        lit(Meaning.LOOK, S3),
        NORTH,
    ),
    Situation.ASKED: (
        "Look at North's cup 2: drop 2? If so, press your button; if not, put it right, or hold for the way "
        "back.",
        lit(Meaning.LOOK, N2),
        NORTH,
    ),
    Situation.BLIND: (
        "South's cup 3 can't be weighed: no conversions: unplugged or unpowered.",
        lit(Meaning.DEAD, S3),
        NORTH,
    ),
    Situation.CHOOSING: (
        "North's cup 2 can't be weighed: no conversions: unplugged or unpowered. "
        "Hold your button to say which move is done.",
        lit(Meaning.DEAD, N2),
        NORTH,
    ),
    Situation.VOUCHING: (
        "North's cup 2 can't be weighed: no conversions: unplugged or unpowered. "
        "Is this done, all of it: drop 2? Then press.",
        lit(Meaning.LOOK, N2),
        NORTH,
    ),
    Situation.CLOCK_WAITS: (
        "North's turn; 9 in stock. The clocks stand until both of you have tapped your buttons.",
        {},
        NORTH,
    ),
    Situation.TIME_OVER: (
        "North's turn; 9 in stock. The time is over: North may play on, and South may tap to win by it.",
        lit(Meaning.TIME_SHORT, NORTH_POT),
        NORTH,
    ),
    Situation.TIME_OVER_BEGUN: (
        "North: one bean of North's cup 3 into North's pot. "
        "The time is over: North may play on, and South may tap to win by it.",
        {NORTH_POT: {Meaning.TIME_SHORT, Meaning.MUST_NEXT}},
        NORTH,
    ),
    Situation.SCORE: ("In the pots: South 0, North 0.", {}, NORTH),
    Situation.OVER: (
        "Neither can move: the game is over. South wins 16 to 3.",
        dict.fromkeys(SOUTH_ROW, Meaning.WINNER),
        None,
    ),
    Situation.OFFERED: (
        "A new game? Press to say yes, hold to say no.",
        dict.fromkeys(POTS, Meaning.NEW_GAME),
        None,
    ),
    Situation.GAMES_OFFERED: (
        "A new game: Cups? Press to say yes, hold for another game, tap both to say no.",
        {S1: Meaning.ONES, N1: Meaning.ONES, **dict.fromkeys(POTS, Meaning.NEW_GAME)},
        None,
    ),
    Situation.PAUSED: (
        "A pause. The board plays South, level 2. Hold South's button to play it yourself, the other to "
        "change sides; tap both for the next level. Press to go on.",
        {S1: Meaning.ONES, **dict.fromkeys(POTS, Meaning.PAUSED)},
        None,
    ),
    Situation.POWER_OFF_ASKED: (
        "Switch the board off? Press to say yes, hold to say no.",
        dict.fromkeys(POTS, Meaning.POWER_OFF),
        None,
    ),
    Situation.GOODBYE: (
        "Goodbye. Everything is kept; hold a button to stay after all.",
        dict.fromkeys(board_places(4), Meaning.GOODBYE),
        None,
    ),
}


def test_a_board_without_an_engine_says_how_many_beans_it_counts_in_a_stock() -> None:
    evening = from_position(THEN_ONLY_DROPS.format(stock=39))
    evening.drop(NORTH, 1)
    evening.press(NORTH)
    evening.hold(SOUTH)
    counted = "The board counts 39 beans in South's stock: drop one. Is it empty after all? Hold again."
    assert say(evening.scene.message) == counted
    assert evening.lights == {SOUTH_POT: {Meaning.NOT_NOW}}


def test_a_pause_at_a_board_that_plays_no_side_says_how_to_give_it_one() -> None:
    evening = REACH[Situation.TO_MOVE]()
    evening.hold_both_long()
    assert say(evening.scene.message) == (
        "A pause. Press to go on; hold a button, and the board plays that side. "
        "Both buttons held long switch the board off."
    )


@pytest.mark.parametrize("where", Situation)
def test_in_every_situation_the_board_says_what_to_do_and_shows_where(where: Situation) -> None:
    evening = REACH[where]()
    sentence, lights, turn = SHOWN[where]
    assert say(evening.scene.message) == sentence
    assert evening.lights == {
        place: said if isinstance(said, set) else {said} for place, said in lights.items()
    }
    assert evening.scene.turn is turn


def row_that_glows(evening: Evening) -> set[Place]:
    return {sign.place for sign in evening.scene.signs if sign.meaning is Meaning.YOUR_TURN}


@pytest.mark.parametrize(
    ("cups", "sentence"),
    [
        ((1,), "Finished, South? Press your button, or go on with South's cup 2; 39 in stock."),
        ((1, 2, 3, 4), "Finished, South? Press your button to end the turn with drop 4; 36 in stock."),
    ],
)
def test_a_forgotten_press_is_asked_for_by_name_with_what_may_be_done_instead(
    cups: tuple[int, ...], sentence: str
) -> None:
    evening = fresh(starter=SOUTH)
    evening.drop(SOUTH, *cups)
    evening.wait(13)
    assert say(evening.scene.message) == sentence
    assert evening.scene.turn is SOUTH


def test_the_row_of_whose_turn_it_is_glows_also_while_something_is_to_be_put_right() -> None:
    north_row = {N1, N2, N3, N4, NORTH_POT}
    for where in (Situation.TO_MOVE, Situation.WRONG, Situation.LIFTED, Situation.BLIND, Situation.OWED):
        assert row_that_glows(REACH[where]()) == north_row
    for where in (Situation.SETTING_UP, Situation.OVER, Situation.PAUSED, Situation.GOODBYE):
        assert row_that_glows(REACH[where]()) == set()


def seen_without(evening: Evening, *places: Place) -> dict[Place, set[Meaning]]:
    """What the places say while some can't be weighed but the others decide."""
    recognition = Recognition(Blind({}), dict(evening.table), 1.0, None, dict.fromkeys(places, "silent"))
    scene = scene_of(evening.referee, Sight(recognition, False, frozenset()), evening.now)
    said: dict[Place, set[Meaning]] = {}
    for sign in scene.signs:
        said.setdefault(sign.place, set()).add(sign.meaning)
    return said


def test_a_place_that_cannot_be_weighed_shows_that_and_nothing_else() -> None:
    evening = REACH[Situation.COMPLETE]()
    assert evening.lights == {N2: {Meaning.MAY_NEXT}}
    said = seen_without(evening, N2, S1)
    assert said[N2] == said[S1] == {Meaning.DEAD}
    assert said[N1] == {Meaning.YOUR_TURN}


def test_a_place_that_cannot_be_weighed_still_asks_for_a_look() -> None:
    assert seen_without(REACH[Situation.VOUCHING](), N2)[N2] == {Meaning.LOOK}


CAPTURE_DUE = "1 1 0 1 pot 0 stock 9 / 1 5 6 1 pot 0 stock 9 / south"
CAN_SOW = "4 0 0 0 pot 0 stock 9 / 1 1 1 1 pot 0 stock 9 / south"
NORTH_CAN_SOW = "1 0 2 0 pot 0 stock 9 / 0 0 2 0 pot 0 stock 9 / north"


def said(evening: Evening) -> str:
    return say(evening.scene.message)


class TestATurn:
    def test_before_anybody_starts_both_rows_glow_and_it_is_nobodys_turn(self) -> None:
        evening = fresh()
        assert evening.scene.turn is None
        assert row_that_glows(evening) == set(board_places(4))
        assert said(evening) == "Whoever drops first starts."

    def test_who_drops_first_has_the_turn_and_one_glowing_row(self) -> None:
        evening = fresh()
        evening.drop(NORTH, 1)
        assert evening.scene.turn is NORTH
        assert row_that_glows(evening) == {N1, N2, N3, N4, NORTH_POT}
        assert said(evening) == (
            "North: drop 1. Press your button, or go on with North's cup 2; 39 in stock."
        )

    def test_a_cup_lifted_before_anybody_starts_is_nobodys_turn_yet(self) -> None:
        evening = fresh()
        evening.lift(S1)
        assert evening.scene.turn is None
        evening.put_down(S1)
        evening.drop(NORTH, 1)
        evening.lift(N1)
        assert evening.scene.turn is NORTH

    def test_the_longest_drop_leaves_only_the_press(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, 1, 2, 3, 4)
        assert said(evening) == "South: drop 4. Press your button to end the turn; 36 in stock."

    def test_a_bean_of_the_stock_that_is_missing_is_asked_for_without_a_source(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, 2)
        evening.press(SOUTH)
        assert said(evening) == "South, to finish drop 2: 1 bean into South's cup 1."
        assert evening.lights == {S1: {Meaning.MUST_NEXT}}

    def test_a_bean_alone_in_a_later_cup_may_be_taken_out_again(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, 4)
        wanted = "South: one bean into South's cup 1"
        assert said(evening) == f"{wanted}, or take one out of South's cup 4 again."
        evening.drop(SOUTH, 3)
        assert said(evening) == f"{wanted}."

    @pytest.mark.parametrize(
        "line", [CAN_SOW, pytest.param(NORTH_CAN_SOW, marks=pytest.mark.long("the same for the other side"))]
    )
    def test_where_one_may_be_taken_out_again_nothing_is_wrong_once_it_is_out(self, line: str) -> None:
        agreed = from_position(line)
        before, found = dict(agreed.table), 0
        cups = [place for place in before if is_cup(place)]
        for changes in product((-1, 0, 1), repeat=3):
            for three in combinations(cups, 3):
                evening = from_position(line)
                laid = {place: before[place] + change for place, change in zip(three, changes, strict=True)}
                if min(laid.values()) < 0:
                    continue
                evening.table.update(laid)
                evening.settle()
                message = evening.scene.message
                if message.key != "go-on-or-take-out":
                    continue
                found += 1
                place = Place(str(message.values["place"]))
                evening.table[place] -= 1
                assert evening.table[place] >= before[place], laid
                evening.settle()
                assert evening.scene.message.key in {*NOTHING_BEGUN, "done", "done-or-go-on"}, laid
        assert found

    def test_of_a_bean_that_a_sowing_has_in_the_hand_nothing_is_to_be_taken_out(self) -> None:
        evening = from_position(CAN_SOW)
        evening.lay(south_1=1)
        assert said(evening) == "South: one bean into South's cup 2."

    def test_the_next_bean_of_a_sowing_is_named_with_the_cup_it_lies_in(self) -> None:
        evening = from_position(CAN_SOW)
        evening.carry(S1, S2, 1)
        assert said(evening) == "South: one bean of South's cup 1 into South's cup 3."

    def test_beans_in_the_hand_are_of_no_cup(self) -> None:
        evening = from_position(CAN_SOW)
        evening.lay(south_1=0, south_2=1)
        assert said(evening) == "South: one bean into South's cup 3."

    def test_a_capture_is_named_beside_the_next_cup_then_alone_and_then_only_the_pot(self) -> None:
        evening = from_position(CAPTURE_DUE)
        evening.drop(SOUTH, 1, 2, 3)
        assert said(evening) == ("South: capture North's cup 2, or go on with South's cup 4; 6 in stock.")
        evening.carry(N2, SOUTH_POT, 2)
        assert said(evening) == "South: North's cup 2 is captured; move its beans to your pot."
        evening.lay(north_2=0)
        assert said(evening) == "South: the captured beans go into your pot."

    def test_a_capture_taken_too_early_is_ordered_with_the_bean_that_is_missing(self) -> None:
        evening = from_position(CAPTURE_DUE)
        evening.drop(SOUTH, 1, 2)
        evening.carry(N2, SOUTH_POT, 2)
        assert said(evening) == (
            "South: capture North's cup 2, and put a bean into South's cup 3; 7 in stock."
        )

    def test_a_press_before_the_capture_asks_for_its_beans(self) -> None:
        evening = from_position(CAPTURE_DUE)
        evening.drop(SOUTH, 1, 2, 3)
        evening.press(SOUTH)
        assert said(evening) == (
            "South, to finish drop 3: 5 beans of the capture still to move, see North's cup 2."
        )
        assert evening.scene.turn is SOUTH

    def test_blocked_cups_have_a_sign_of_their_own_in_the_row_of_whose_turn_it_is(self) -> None:
        evening = from_position("5 0 0 2 pot 0 stock 9 / 9 0 0 0 pot 0 stock 9 / south")
        signs = {sign.place: sign.meaning for sign in evening.scene.signs}
        assert signs == {**lit(Meaning.BLOCKED, S1, S4), **lit(Meaning.YOUR_TURN, S2, S3, SOUTH_POT)}


class TestMending:
    def test_one_sign_at_a_time_takes_out_before_it_puts_in_and_says_how_many(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, 1)
        evening.press(SOUTH)
        evening.lay(south_1=0, south_3=2, north_3=3)
        evening.hold(NORTH)
        assert evening.lights == {S3: {Meaning.TOO_MANY}}
        assert said(evening) == f"Take 2 beans out of South's cup 3. {OR_RIGHT}"
        evening.lay(south_3=0)
        assert said(evening) == f"Take 3 beans out of North's cup 3. {OR_RIGHT}"
        evening.lay(north_3=0)
        assert evening.lights == {S1: {Meaning.TOO_FEW}}
        assert said(evening) == f"Put 1 bean into South's cup 1. {OR_RIGHT}"

    def test_even_a_single_bean_too_many_is_taken_out_before_one_is_put_in(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, 1)
        evening.press(SOUTH)
        evening.lay(south_1=0, south_3=1)
        evening.hold(NORTH)
        assert said(evening) == f"Take 1 bean out of South's cup 3. {OR_RIGHT}"
        evening.lay(south_3=0)
        assert said(evening) == f"Put 1 bean into South's cup 1. {OR_RIGHT}"

    def test_a_wrong_table_is_shown_step_by_step_after_a_while_with_its_row_glowing(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.lay(south_1=2, north_3=1)
        assert said(evening).startswith("No move leads here")
        evening.wait(5)
        assert evening.lights == {S1: {Meaning.TOO_MANY}}
        assert said(evening) == f"Take 1 bean out of South's cup 1. {OR_RIGHT}"
        assert row_that_glows(evening) == SOUTH_ROW

    @pytest.mark.parametrize("cups", [(1, 1), (1, 2, 2), (1, 2, 3, 3)])
    def test_the_way_that_was_said_first_stays_the_way(self, cups: tuple[int, ...]) -> None:
        evening = fresh(starter=SOUTH)
        evening.drop(SOUTH, *cups)
        last = cups[-1]
        assert said(evening) == f"No move leads here: 1 bean too many in South's cup {last}."
        evening.wait(5)
        assert evening.lights == {cup(SOUTH, last): {Meaning.TOO_MANY}}
        assert said(evening) == f"Take 1 bean out of South's cup {last}. {OR_RIGHT}"
        evening.lay(**{f"south_{last}": 1})
        assert said(evening).startswith(f"South: drop {last}.")

    def test_a_cup_in_the_air_is_shown_after_three_seconds_and_at_once_while_beans_are_put_back(self) -> None:
        evening = REACH[Situation.LIFTED]()
        evening.wait(2.8)
        assert evening.lights == {}
        evening.wait(0.2)
        assert evening.lights == {N1: {Meaning.LIFTED}}
        evening = REACH[Situation.UNDOING]()
        evening.lift(N4)
        assert evening.lights == {N4: {Meaning.LIFTED}}

    def test_of_several_cups_in_the_air_all_are_shown_and_one_is_named(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.lifted |= {N4, N2}
        evening.settle()
        evening.wait(3)
        assert evening.lights == {N2: {Meaning.LIFTED}, N4: {Meaning.LIFTED}}
        assert said(evening) == "North's cup 2 is lifted."

    def test_a_cup_lifted_for_a_sowing_asks_for_its_first_bean(self) -> None:
        evening = from_position(CAN_SOW)
        evening.lift(S1)
        assert evening.lights == {S2: {Meaning.MUST_NEXT}}
        evening.wait(3)
        assert evening.lights == {S1: {Meaning.LIFTED}, S2: {Meaning.MUST_NEXT}}


class TestAMoment:
    """What is shown over the rest for a while."""

    def test_a_refusal_is_shown_at_the_pot_of_who_pressed_and_says_why(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.press(SOUTH)
        assert evening.lights == {SOUTH_POT: {Meaning.NOT_NOW}}
        assert said(evening) == "Nothing has moved yet."
        assert row_that_glows(evening) == SOUTH_ROW
        evening.wait(2)
        assert (evening.lights, said(evening)) == ({}, "South's turn; 40 in stock.")

    def test_a_refusal_of_both_buttons_is_shown_at_both_pots(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.hold_both()
        assert evening.lights == {place: {Meaning.NOT_NOW} for place in POTS}
        assert said(evening) == "There is nothing to undo."

    def test_a_refusal_says_why_and_covers_no_order_at_the_same_pot(self) -> None:
        evening = fresh(starter=SOUTH)
        evening.lay(south_pot=1)
        evening.hold(SOUTH)
        evening.press(SOUTH)
        assert evening.lights == {SOUTH_POT: {Meaning.TOO_MANY, Meaning.NOT_NOW}}
        assert shown(evening.scene.signs)[SOUTH_POT] is Meaning.TOO_MANY
        assert said(evening) == "First put the beans as shown."

    def test_a_pass_is_shown_at_the_pot_of_who_passes(self) -> None:
        evening = from_position("1 1 1 0 pot 0 stock 2 / 1 0 0 0 pot 0 stock 9 / south")
        evening.hold(SOUTH)
        evening.press(SOUTH)
        assert evening.lights == {SOUTH_POT: {Meaning.PASSED}}
        assert said(evening) == "South has no move and passes; North goes on."
        assert evening.scene.turn is NORTH

    def test_the_score_lies_over_the_row_of_whose_turn_it_is(self) -> None:
        evening = from_position("1 1 2 0 pot 24 stock 9 / 1 1 2 0 pot 7 stock 9 / south")
        evening.press(NORTH)
        assert evening.lights == {S1: {Meaning.TENS}}
        assert said(evening) == "In the pots: South 24, North 7."

    def test_a_tie_is_shown_at_both_pots(self) -> None:
        evening = from_position("0 0 0 1 pot 3 stock 0 / 9 9 9 9 pot 4 stock 0 / south")
        evening.sow(SOUTH, 4)
        evening.press(SOUTH)
        assert evening.lights == {place: {Meaning.TIE} for place in POTS}
        assert said(evening) == "Neither can move: the game is over. A tie, 4 to 4."

    def test_a_board_that_is_being_switched_off_says_so(self) -> None:
        evening = REACH[Situation.GOODBYE]()
        evening.wait(3)
        assert said(evening) == "The board is being switched off."
        assert set(evening.lights) == set(board_places(4))


class TestFingersThatHold:
    def held(self, evening: Evening, side: Side | None) -> tuple[str, set[Place]]:
        both = Held(None, BothHold, LongBothHold)
        scene = evening.scene_while_held(Held(side, Hold, LongHold) if side else both)
        return say(scene.message), {sign.place for sign in scene.signs if sign.meaning is Meaning.HELD}

    def test_one_finger_is_answered_at_its_own_pot(self) -> None:
        words = (
            "Let go: the way back, one sign at a time. Hold on: a new game is offered. "
            "Neither: press the other button."
        )
        evening = REACH[Situation.COMPLETE]()
        assert self.held(evening, NORTH) == (words, {NORTH_POT})
        assert self.held(evening, SOUTH) == (words, {SOUTH_POT})

    def test_both_are_answered_at_both(self) -> None:
        words = (
            "Let go: the begun move is taken back. Hold on: a pause. Neither: lift one and press it again."
        )
        assert self.held(REACH[Situation.COMPLETE](), None) == (words, POTS)

    def test_while_one_table_is_wanted_both_undo_a_move_as_they_say_though_a_place_cant_be_weighed(
        self,
    ) -> None:
        evening = REACH[Situation.UNDOING]()
        evening.strange = Blind({S3: CellFault.SILENT})
        evening.look_again()
        assert self.held(evening, None)[0].startswith("Let go: undo. Hold on: a pause.")
        moves = len(evening.referee.history.entries)
        evening.hold_both()
        assert len(evening.referee.history.entries) == moves - 1

    def test_only_who_has_the_turn_says_that_the_stock_is_empty(self) -> None:
        evening = REACH[Situation.STOCK_LOW]()
        assert self.held(evening, SOUTH)[0].startswith("Let go: the board asks whether your stock is empty.")
        assert self.held(evening, NORTH)[0].startswith("Let go: not now.")

    def test_only_who_has_the_turn_gets_a_hint(self) -> None:
        evening = REACH[Situation.TO_MOVE]()
        assert self.held(evening, NORTH)[0].startswith("Let go: a hint where to play.")
        assert self.held(evening, SOUTH)[0].startswith("Let go: not now.")

    def test_a_stock_is_not_said_to_be_empty_while_its_scale_sees_beans(self) -> None:
        evening = REACH[Situation.STOCK_LOW]()
        held = Held(SOUTH, Hold, LongHold)
        sight = Sight(None, False, frozenset(), held=held, filled=frozenset({stock(SOUTH)}))
        scene = scene_of(evening.referee, sight, evening.now)
        assert say(scene.message).startswith("Let go: a hint where to play.")


NORTHS_ROW = (*(cup(Side.NORTH, number) for number in range(1, 5)), pot(Side.NORTH))


def test_the_row_of_whose_turn_it_is_glows_beside_what_the_board_asks_for() -> None:
    for where in (Situation.ASKED, Situation.BURDENED, Situation.VOUCHING, Situation.UNDER_WAY):
        signs = REACH[where]().scene.signs
        glowing = {sign.place for sign in signs if sign.meaning is Meaning.YOUR_TURN}
        asked = {sign.place for sign in signs if sign.meaning is Meaning.LOOK}
        # A cup that can't be weighed does not glow.
        assert len(glowing) >= 4
        assert {place for place in glowing | asked if place.startswith("north")} == set(NORTHS_ROW)
        assert glowing <= set(NORTHS_ROW)

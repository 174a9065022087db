"""The side that the board plays: when it thinks, what it orders and says, and what it leaves alone."""

from collections.abc import Sequence
from random import Random

import pytest
from answered import Answered, at, at_a_game
from cupsboard.engine.greedy import greedily, potted
from cupsboard.referee.inputs import Held, Hold, LongHold
from cupsboard.referee.states import Turn
from cupsboard.rules.game import Plan, Standing
from cupsboard.rules.places import Side, cup, is_cup, pot
from cupsboard.signs.advice import Advice
from cupsboard.signs.light_patterns import shown
from cupsboard.signs.scene import Meaning, Scene
from cupsboard.signs.sentences import say
from evening import NORTH, SOUTH

SOW_OR_DROP = "4 0 0 0 pot 0 stock 9 / 1 1 1 1 pot 0 stock 9 / south"


def thinks(scene: Scene) -> bool:
    return any(sign.meaning is Meaning.THINKING for sign in scene.signs)


def test_from_the_first_moment_of_its_turn_the_board_says_that_it_thinks() -> None:
    table = at_a_game()
    scene = table.look()
    assert scene.message.key == "computer-thinks"
    assert {sign.place for sign in scene.signs if sign.meaning is Meaning.THINKING} == {pot(NORTH)}
    question = table.question
    assert (question.side, question.level, question.is_hurried) == (NORTH, "4", False)
    assert question.position == table.evening.referee.position


def test_until_it_has_an_answer_it_thinks_and_orders_nothing_however_long_that_takes() -> None:
    table = at_a_game()
    for _ in range(20):
        table.evening.wait(60.0)
        scene = table.look()
        assert thinks(scene)
        assert not any(sign.meaning is Meaning.MUST_NEXT for sign in scene.signs)
    assert table.evening.game.movers(table.evening.referee.position) == (NORTH,)


def test_an_answer_that_came_at_once_is_shown_after_the_time_that_its_choice_deserves() -> None:
    table = at_a_game()
    assert thinks(table.answer("drop 1", pondering_seconds=2.0))
    table.evening.wait(1.8)
    assert thinks(table.look())
    table.evening.wait(0.3)
    assert table.look().message.key == "computer-next"


def test_a_tap_of_its_own_button_ends_its_thinking() -> None:
    table = at_a_game()
    table.look()
    table.evening.press(NORTH)
    table.look()
    assert table.question.is_hurried
    assert table.answer("drop 1", pondering_seconds=60.0).message.key == "computer-next"


def test_a_tap_also_ends_the_time_that_it_only_seems_to_think() -> None:
    table = at_a_game()
    assert thinks(table.answer("drop 1", pondering_seconds=60.0))
    table.evening.press(NORTH)
    assert table.look().message.key == "computer-next"


def test_the_next_bean_of_one_move_is_ordered_in_the_place_of_all_that_may_be_done() -> None:
    table = at_a_game()
    scene = table.answer("drop 2")
    assert [sign.place for sign in scene.signs if sign.meaning is Meaning.MUST_NEXT] == [cup(NORTH, 1)]
    assert scene.message.key == "computer-next"
    assert not any(sign.meaning is Meaning.MAY_NEXT for sign in scene.signs)
    assert table.player.question is None


def test_the_row_of_the_side_that_the_board_plays_glows_as_in_any_turn() -> None:
    table = at_a_game()
    offered = table.evening.scene.signs
    ordered = table.answer("drop 1").signs
    glowing = [sign for sign in offered if sign.meaning is Meaning.YOUR_TURN]
    assert {sign.place for sign in glowing} == {*(cup(NORTH, number) for number in (1, 2, 3)), pot(NORTH)}
    assert [sign for sign in ordered if sign.meaning is Meaning.YOUR_TURN] == glowing


def test_a_bean_that_every_move_needs_next_is_ordered_once() -> None:
    table = at_a_game()
    first = next(sign for sign in table.answer("drop 2").signs if sign.meaning is Meaning.MUST_NEXT)
    table.evening.lay(north_2=1)
    offered = [sign for sign in table.evening.scene.signs if sign.meaning is Meaning.MUST_NEXT]
    assert [sign.place for sign in offered] == [first.place]
    again = table.look()
    assert again.message.key == "computer-next"
    assert [sign for sign in again.signs if sign.meaning is Meaning.MUST_NEXT] == [first]


def test_captured_beans_that_every_move_needs_in_the_pot_are_ordered_once() -> None:
    table = at("1 1 0 1 pot 0 stock 9 / 1 5 6 1 pot 0 stock 9 / south", SOUTH)
    table.answer("drop 3")
    table.evening.drop(SOUTH, 1, 2, 3)
    table.evening.carry(cup(NORTH, 2), pot(SOUTH), 2)
    ordered = [(sign.place, sign.meaning) for sign in table.look().signs]
    assert ordered.count((cup(NORTH, 2), Meaning.MUST_CAPTURE)) == 1
    assert ordered.count((pot(SOUTH), Meaning.INTO_POT)) == 1


def test_a_cup_to_be_captured_shows_that_and_not_a_bean_to_take_out() -> None:
    table = at("1 1 0 1 pot 0 stock 9 / 1 5 6 1 pot 0 stock 9 / south", SOUTH)
    table.answer("drop 3")
    table.evening.drop(SOUTH, 1, 2, 3)
    assert shown(table.look().signs)[cup(NORTH, 2)] is Meaning.MUST_CAPTURE


def test_once_all_lies_there_the_press_is_ordered_by_light_too() -> None:
    table = at("1 1 0 1 pot 0 stock 9 / 1 5 6 1 pot 0 stock 9 / south", SOUTH)
    table.answer("drop 2")
    table.evening.drop(SOUTH, 1, 2)
    scene = table.look()
    assert scene.message.key == "computer-press"
    assert shown(scene.signs)[pot(SOUTH)] is Meaning.PRESS


def test_the_player_s_own_turn_is_left_alone() -> None:
    table = at(SOW_OR_DROP, NORTH)
    scene = table.look()
    assert scene == table.evening.scene
    assert scene.message.key == "your-turn"
    assert table.player.question is None


def test_the_choice_does_not_change_while_it_is_carried_out() -> None:
    table = at_a_game()
    table.answer("drop 2")
    assert {table.look().message.values["move"] for _ in range(20)} == {"drop 2"}
    table.evening.drop(NORTH, 1)
    assert table.look().message.values["move"] == "drop 2"


def test_hands_that_move_for_it_while_it_thinks_are_free_to() -> None:
    table = at_a_game()
    table.look()
    table.evening.drop(NORTH, 1)
    assert table.look() == table.evening.scene
    table.evening.press(NORTH)
    assert table.evening.referee.history.entries[-1].player is NORTH
    table.look()
    assert table.player.question is None


def test_with_an_undo_it_stops_thinking_and_an_answer_that_comes_after_it_is_of_no_interest() -> None:
    table = at_a_game()
    table.look()
    number = table.question.number
    table.evening.hold_both()
    scene = table.look(Advice(number, "drop 1"))
    assert table.player.question is None
    assert scene == table.evening.scene
    table.evening.lay(south_1=0)
    table.evening.drop(SOUTH, 1, 2)
    table.evening.press(SOUTH)
    assert thinks(table.look(Advice(number, "drop 1")))
    assert table.question.number > number


def test_a_new_game_ends_its_thinking() -> None:
    table = at_a_game()
    table.look()
    table.evening.hold_long(SOUTH)
    table.look()
    assert table.player.question is not None
    table.evening.press(SOUTH)
    table.look()
    assert table.player.question is None


def test_a_pause_leaves_its_thinking_alone_and_another_level_begins_it_anew() -> None:
    table = at_a_game()
    table.look()
    number = table.question.number
    table.evening.hold_both_long()
    assert table.look().message.key == "paused-computer"
    assert table.question.number == number
    table.evening.tap_both()
    table.evening.press(SOUTH)
    table.evening.settle()
    table.look()
    assert (table.question.number, table.question.level) == (number + 1, "perfect")


def test_where_the_sides_are_changed_it_thinks_about_the_other() -> None:
    table = at_a_game()
    table.look()
    table.evening.hold_both_long()
    table.evening.hold(SOUTH)
    table.evening.press(SOUTH)
    table.evening.settle()
    assert table.look().message.key == "your-turn"
    assert table.player.question is None
    table.evening.drop(NORTH, 1)
    table.evening.press(NORTH)
    assert thinks(table.look())
    assert table.question.side is SOUTH


def test_what_fingers_ask_for_comes_before_what_the_board_orders() -> None:
    table = at_a_game()
    table.answer("drop 1")
    held = Held(SOUTH, Hold, LongHold)
    assert table.look(held=held) == table.evening.scene_while_held(held)
    table.evening.wait(2.0)
    table.evening.press(SOUTH)
    assert table.look().message.key == "score"
    table.evening.hold_both_long()
    assert table.look().message.key == "paused-computer"


def test_an_engine_that_fails_is_told_of_and_a_simple_move_is_made() -> None:
    table = at("1 1 0 1 pot 0 stock 9 / 1 5 6 1 pot 0 stock 9 / south", SOUTH)
    scene = table.answer(None)
    assert say(scene.message) == (
        "The board plays South, drop 3: now a bean into South's cup 1. "
        "(The engine has failed: this move is only a simple one.)"
    )
    assert [sign.place for sign in scene.signs if sign.meaning is Meaning.MUST_NEXT] == [cup(SOUTH, 1)]


def test_a_move_that_is_none_counts_as_a_failure() -> None:
    table = at("1 1 0 1 pot 0 stock 9 / 1 5 6 1 pot 0 stock 9 / south", SOUTH)
    assert table.answer("sow 9").message.key == "computer-simple"


def test_before_an_open_start_the_board_waits_for_whoever_begins() -> None:
    table = at_a_game()
    table.evening.hold_both()
    table.evening.lay(south_1=0)
    scene = table.look()
    assert scene.message.key == "who-starts"
    assert table.player.question is None


@pytest.mark.parametrize("seed", range(3))
def test_hands_that_do_what_is_ordered_play_whole_games(seed: int) -> None:
    random = Random(seed)
    table = at_a_game()
    evening = table.evening
    for _ in range(600):
        if evening.game.standing(evening.referee.position) is Standing.OVER:
            break
        if evening.game.movers(evening.referee.position) == (NORTH,):
            obey(table, random)
        else:
            move(table, greedily(plans(table, SOUTH), random, potted))
    assert evening.game.standing(evening.referee.position) is Standing.OVER


def plans(table: Answered, side: Side) -> Sequence[Plan]:
    return table.evening.game.plans(table.evening.referee.position, side)


def move(table: Answered, plan: Plan) -> None:
    """The whole move and its press, by South's own hands."""
    for transfer in plan.open:
        if is_cup(transfer.source):
            table.evening.table[transfer.source] -= transfer.count
        table.evening.table[transfer.target] += transfer.count
    table.evening.settle()
    table.evening.press(SOUTH)
    table.evening.wait(3.0)


def obey(table: Answered, random: Random) -> None:
    """Move one bean, or what is captured, or press, as the lights say."""
    evening = table.evening
    assert isinstance(evening.referee.state, Turn)
    scene = table.look()
    signs = {sign.meaning: sign for sign in reversed(scene.signs)}
    match scene.message.key:
        case "computer-thinks":
            table.answer(greedily(plans(table, NORTH), random, potted).label)
        case "computer-press":
            evening.press(NORTH)
        case "computer-capture":
            evening.carry(signs[Meaning.MUST_CAPTURE].place, signs[Meaning.INTO_POT].place)
        case "computer-next":
            target = signs[Meaning.MUST_NEXT].place
            if Meaning.TOO_MANY in signs:
                assert is_cup(signs[Meaning.TOO_MANY].place)
                evening.carry(signs[Meaning.TOO_MANY].place, target, 1)
            else:
                evening.lay(**{target.replace("-", "_"): evening.table[target] + 1})
        case "passed" | "put-back":
            evening.wait(3.0)
        case key:
            raise AssertionError(key)


def choosing(line: str, label: str) -> Answered:
    """The board plays South there, and has chosen this move."""
    table = at(line, SOUTH)
    table.answer(label)
    return table


def told(table: Answered) -> tuple[str, dict]:
    """The sentence, and the signs that are more than a glow."""
    scene = table.look()
    signs = {sign.place: sign.meaning for sign in scene.signs if sign.meaning is not Meaning.YOUR_TURN}
    return say(scene.message), signs


def test_a_drop_with_its_capture_is_ordered_to_the_press() -> None:
    table = choosing("1 1 0 1 pot 0 stock 9 / 1 5 6 1 pot 0 stock 9 / south", "drop 3")
    evening = table.evening
    for number in (1, 2, 3):
        ordered = f"The board plays South, drop 3: now a bean into South's cup {number}."
        assert told(table) == (ordered, {cup(SOUTH, number): Meaning.MUST_NEXT})
        evening.drop(SOUTH, number)
    assert told(table) == (
        "The board plays South, drop 3: now move the beans of North's cup 2 to its pot.",
        {cup(NORTH, 2): Meaning.MUST_CAPTURE, pot(SOUTH): Meaning.INTO_POT},
    )
    evening.capture(SOUTH, 2)
    assert told(table) == (
        "The board has played South, drop 3: press South's button for it.",
        {pot(SOUTH): Meaning.PRESS},
    )


def test_a_sowing_names_the_next_cup_and_lights_where_the_bean_lies() -> None:
    table = choosing("4 0 0 0 pot 0 stock 9 / 1 1 1 1 pot 0 stock 9 / south", "sow 1")
    evening = table.evening
    assert told(table) == (
        "The board plays South, sow 1: now a bean into South's cup 2.",
        {cup(SOUTH, 1): Meaning.TOO_MANY, cup(SOUTH, 2): Meaning.MUST_NEXT},
    )
    evening.lay(south_1=0, south_2=1)
    assert told(table) == (
        "The board plays South, sow 1: now a bean into South's cup 3.",
        {cup(SOUTH, 3): Meaning.MUST_NEXT},
    )


def test_a_press_that_came_too_early_leaves_the_order_as_it_is() -> None:
    table = choosing("1 1 0 1 pot 0 stock 9 / 1 5 6 1 pot 0 stock 9 / south", "drop 2")
    evening = table.evening
    told(table)
    evening.drop(SOUTH, 2)
    evening.press(SOUTH)
    assert told(table)[0] == "The board plays South, drop 2: now a bean into South's cup 1."


def test_hands_that_make_another_move_are_left_to_it() -> None:
    table = choosing("4 0 0 0 pot 0 stock 9 / 1 1 1 1 pot 0 stock 9 / south", "drop 2")
    evening = table.evening
    told(table)
    evening.carry(cup(SOUTH, 1), cup(SOUTH, 2), 1)
    assert told(table)[0] == "South: one bean of South's cup 1 into South's cup 3."


def test_captured_beans_in_the_hand_go_into_the_pot_and_those_that_lie_there_still_are_named() -> None:
    table = choosing("1 1 0 1 pot 0 stock 9 / 1 5 6 1 pot 0 stock 9 / south", "drop 3")
    evening = table.evening
    told(table)
    evening.drop(SOUTH, 1, 2)
    evening.carry(cup(NORTH, 2), pot(SOUTH), 2)
    the_rest = "The board plays South, drop 3: now move the beans of North's cup 2 to its pot."
    assert told(table) == (
        the_rest,
        {cup(SOUTH, 3): Meaning.MUST_NEXT, cup(NORTH, 2): Meaning.MUST_CAPTURE, pot(SOUTH): Meaning.INTO_POT},
    )
    evening.drop(SOUTH, 3)
    evening.lay(north_2=1)
    assert told(table)[0] == the_rest
    evening.lay(north_2=0)
    assert told(table) == (
        "The board plays South, drop 3: now the captured beans go into its pot.",
        {pot(SOUTH): Meaning.INTO_POT},
    )

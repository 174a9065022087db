from random import Random

from cupsboard.engine.greedy import greedily, potted
from cupsboard.referee.inputs import Held, Hold, LongHold, Sight
from cupsboard.referee.states import Turn
from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.game import Standing
from cupsboard.rules.places import Side, cup, is_cup, pot
from cupsboard.signs.computer_player import Dictation
from cupsboard.signs.guidance import scene_of
from cupsboard.signs.scene import Meaning, Scene
from evening import NORTH, SOUTH, Evening, from_position


def dictating(side: Side = NORTH, seed: int = 1) -> Dictation[Position]:
    random = Random(seed)
    return Dictation(side, lambda plans: greedily(plans, random, potted))


def shown(evening: Evening, dictation: Dictation[Position]) -> Scene:
    sight = Sight(None, False, frozenset())
    return dictation.dictated(scene_of(evening.referee, sight, evening.now), evening.referee)


def begun() -> Evening:
    evening = Evening(Cups(3))
    evening.settle()
    evening.drop(SOUTH, 1)
    evening.press(SOUTH)
    return evening


def test_the_next_bean_of_one_move_is_ordered_in_the_place_of_all_that_may_be_done() -> None:
    evening, dictation = begun(), dictating()
    scene = shown(evening, dictation)
    ordered = [sign for sign in scene.signs if sign.meaning is Meaning.MUST_NEXT]
    assert len(ordered) == 1
    assert scene.message.key == "computer-next"
    assert not any(sign.meaning is Meaning.MAY_NEXT for sign in scene.signs)


def test_the_row_of_the_side_that_the_board_plays_glows_as_in_any_turn() -> None:
    evening = begun()
    offered = evening.scene.signs
    ordered = shown(evening, dictating()).signs
    glowing = [sign for sign in offered if sign.meaning is Meaning.YOUR_TURN]
    assert {sign.place for sign in glowing} == {*(cup(NORTH, number) for number in (1, 2, 3)), pot(NORTH)}
    assert [sign for sign in ordered if sign.meaning is Meaning.YOUR_TURN] == glowing


def test_a_bean_that_every_move_needs_next_is_ordered_once() -> None:
    evening, dictation = begun(), dictating()
    first = next(sign for sign in shown(evening, dictation).signs if sign.meaning is Meaning.MUST_NEXT)
    evening.lay(north_2=1)
    assert [sign.place for sign in evening.scene.signs if sign.meaning is Meaning.MUST_NEXT] == [first.place]
    again = shown(evening, dictation)
    assert again.message.key == "computer-next"
    assert [sign for sign in again.signs if sign.meaning is Meaning.MUST_NEXT] == [first]


def test_captured_beans_that_every_move_needs_in_the_pot_are_ordered_once() -> None:
    evening = from_position("1 1 0 1 pot 0 stock 9 / 1 5 6 1 pot 0 stock 9 / south")
    evening.drop(SOUTH, 1, 2, 3)
    evening.carry(cup(NORTH, 2), pot(SOUTH), 2)
    dictation = Dictation(SOUTH, lambda plans: next(plan for plan in plans if plan.label == "drop 3"))
    ordered = [(sign.place, sign.meaning) for sign in shown(evening, dictation).signs]
    assert ordered.count((cup(NORTH, 2), Meaning.MUST_CAPTURE)) == 1
    assert ordered.count((pot(SOUTH), Meaning.INTO_POT)) == 1


def test_the_player_s_own_turn_is_left_alone() -> None:
    evening, dictation = begun(), dictating(SOUTH)
    assert shown(evening, dictation) == shown(evening, dictating(SOUTH, seed=9))
    assert shown(evening, dictation).message.key == "your-turn"


def test_the_choice_does_not_change_while_it_is_carried_out() -> None:
    evening, dictation = begun(), dictating()
    assert len({shown(evening, dictation).message.values["move"] for _ in range(20)}) == 1


def test_what_fingers_ask_for_comes_before_what_the_board_orders() -> None:
    evening, dictation = begun(), dictating()
    held = evening.scene_while_held(Held(SOUTH, Hold, LongHold))
    assert dictation.dictated(held, evening.referee) == held
    evening.wait(2.0)
    evening.press(SOUTH)
    assert shown(evening, dictation).message.key == "score"
    evening.hold_both_long()
    assert shown(evening, dictation).message.key == "paused"


def test_hands_that_do_what_is_ordered_play_whole_games() -> None:
    for seed in range(3):
        evening, north, south = begun(), dictating(NORTH, seed), dictating(SOUTH, seed)
        for _ in range(500):
            if evening.game.standing(evening.referee.position) is Standing.OVER:
                break
            obey(evening, north if evening.game.movers(evening.referee.position) == (NORTH,) else south)
        assert evening.game.standing(evening.referee.position) is Standing.OVER


def obey(evening: Evening, dictation: Dictation[Position]) -> None:
    """Move one bean, or what is captured, or press, as the lights say."""
    assert isinstance(evening.referee.state, Turn)
    scene = shown(evening, dictation)
    signs = {sign.meaning: sign for sign in reversed(scene.signs)}
    match scene.message.key:
        case "computer-press":
            evening.press(dictation.side)
        case "computer-capture":
            evening.carry(signs[Meaning.MUST_CAPTURE].place, signs[Meaning.INTO_POT].place)
        case "computer-next":
            target = signs[Meaning.MUST_NEXT].place
            if Meaning.TOO_MANY in signs:
                assert is_cup(signs[Meaning.TOO_MANY].place)
                evening.carry(signs[Meaning.TOO_MANY].place, target, 1)
            else:
                evening.lay(**{target.replace("-", "_"): evening.table[target] + 1})
        case "passed":
            evening.wait(3.0)
        case key:
            raise AssertionError(key)

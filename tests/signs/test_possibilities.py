"""What may be done is said in whole moves: when a turn begins, and while a move is under way."""

from random import Random

import pytest
from cupsboard.rules import games
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.history import History
from cupsboard.rules.places import cup, pot
from cupsboard.signs.possibilities import BEGUN, NOTHING_BEGUN, possibilities
from cupsboard.signs.scene import Message, Scene
from cupsboard.signs.sentences import ENGLISH, say
from evening import SOUTH, Evening, fresh, from_position

RICH = "0 3 0 0 pot 0 stock 9 / 2 5 0 1 pot 0 stock 9 / south"
"""Cup 2 can be sown; a drop of 1, of 3 and of 4 would capture."""
TAKE_BACK = "put back what has been moved, and move otherwise"


def may(evening: Evening) -> list[str]:
    referee = evening.referee
    phrases = possibilities(referee.history.game, referee.position, evening.scene, evening.outcome)
    return [say(phrase) for phrase in phrases]


def test_whoever_begins_may_drop_a_bean_for_each_cup() -> None:
    assert may(fresh(3)) == ["drop 1 to 3 beans, one each from cup 1 on"]


def test_a_turn_says_each_capture_and_each_cup_that_can_be_sown() -> None:
    assert may(from_position(RICH)) == [
        "drop 1 to 4 beans, one each from cup 1 on",
        "drop 1: the last bean captures 1 bean of North's cup 4",
        "drop 3: the last bean captures 5 beans of North's cup 2",
        "drop 4: the last bean captures 2 beans of North's cup 1",
        "sow South's cup 2: exactly enough beans to reach the pot",
    ]


def test_no_more_beans_may_be_dropped_than_are_left() -> None:
    line = "1 0 0 0 pot 0 stock {} / 0 0 0 0 pot 0 stock 9 / south"
    assert may(from_position(line.format(2))) == ["drop 1 to 2 beans, one each from cup 1 on"]
    assert may(from_position(line.format(1))) == ["drop 1 bean, into cup 1"]
    assert may(from_position("0 0 0 1 pot 0 stock 0 / 0 0 0 0 pot 0 stock 9 / south")) == [
        "sow South's cup 4: exactly enough beans to reach the pot"
    ]


def test_of_a_game_of_sowing_the_cups_that_reach_the_pot_are_named_and_the_others_together() -> None:
    kalah, oware = (History(games.named(name), SOUTH) for name in ("kalah 6", "oware 6"))
    scene = Scene((), SOUTH, Message("your-turn"), {})
    said = {
        played.game.name: [say(each) for each in possibilities(played.game, played.position, scene, None)]
        for played in (kalah, oware)
    }
    reaching = "sow South's cup 3: exactly enough beans to reach the pot"
    assert said == {
        "kalah 6": ["sow one of their own cups", reaching],
        "oware 6": ["sow one of their own cups"],
    }


def test_a_begun_drop_may_go_on_or_be_put_back() -> None:
    evening = from_position(RICH)
    evening.drop(SOUTH, 1)
    evening.capture(SOUTH, 4)
    evening = fresh(4, starter=SOUTH)
    evening.drop(SOUTH, 1)
    assert may(evening) == ["go on, up to a drop of 4", TAKE_BACK]
    evening.drop(SOUTH, 2, 3, 4)
    assert may(evening) == [TAKE_BACK]


def test_while_a_drop_goes_on_each_capture_is_still_said() -> None:
    evening = from_position(RICH)
    evening.drop(SOUTH, 1, 2)
    assert may(evening) == [
        "go on, up to a drop of 4",
        "drop 3: the last bean captures 5 beans of North's cup 2",
        "drop 4: the last bean captures 2 beans of North's cup 1",
        TAKE_BACK,
    ]


def test_a_begun_sowing_can_only_be_finished_or_put_back() -> None:
    evening = from_position(RICH)
    evening.carry(cup(SOUTH, 2), cup(SOUTH, 3), 1)
    assert may(evening) == [TAKE_BACK]


def test_nothing_is_offered_while_the_board_asks_for_something_else() -> None:
    evening = fresh(4, starter=SOUTH)
    evening.lay(south_pot=1)
    assert evening.scene.message.key == "wrong"
    assert may(evening) == []
    evening = fresh(4, starter=SOUTH)
    evening.drop(SOUTH, 2)
    evening.press(SOUTH)
    assert evening.scene.message.key == "owed-bean"
    assert may(evening) == []


def test_every_sentence_after_which_something_may_be_done_is_one_of_the_boards() -> None:
    assert ENGLISH.sentences.keys() >= NOTHING_BEGUN | BEGUN


@pytest.mark.parametrize("cups", [2, 3, 4, 7])
def test_through_whole_games_the_words_name_exactly_the_legal_moves(cups: int) -> None:
    game, random = Cups(cups, 8), Random(cups)
    position = game.start(SOUTH)
    while game.movers(position):
        (side,) = game.movers(position)
        plans = game.plans(position, side)
        scene = Scene((), side, Message("your-turn"))
        phrases = possibilities(game, position, scene, None)
        said = [phrase.values.get("place") for phrase in phrases if phrase.key == "may.sow"]
        assert said == [plan.open[0].source for plan in plans if plan.label.startswith("sow")]
        drops = [plan for plan in plans if plan.label.startswith("drop")]
        assert [phrase.values.get("most", 1) for phrase in phrases if phrase.key.startswith("may.drop")] == (
            [len(drops)] if drops else []
        )
        captures = {
            f"drop {each.values['count']}": each.values for each in phrases if each.key == "may.capture"
        }
        for plan in drops:
            reached = game.play(position, side, plan.label)
            gained = reached.row(side).pot - position.row(side).pot
            assert gained == (captures[plan.label]["beans"] if plan.label in captures else 0)
        plan = random.choice(plans)
        assert plan.open[-1].target == pot(side) or not plan.label.startswith("sow")
        position = game.play(position, side, plan.label)
        while game.standing(position).value == "must pass":
            position = game.pass_turn(position)

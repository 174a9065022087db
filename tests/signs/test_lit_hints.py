"""A hint: where the beans of a good move go, and why not elsewhere."""

from answered import Answered, at
from cupsboard.engine.analysis import Reason
from cupsboard.engine.hints import Hint
from cupsboard.referee.events import HintAsked, StockQuestioned
from cupsboard.rules.places import cup, pot
from cupsboard.signs.advice import Advice
from cupsboard.signs.scene import Meaning, Scene
from cupsboard.signs.sentences import say
from evening import NORTH, SOUTH

SOW_OR_DROP = "4 0 0 0 pot 0 stock 9 / 1 1 1 1 pot 0 stock 9 / south"
BOTH_FILLED = "4 1 0 0 pot 0 stock 9 / 1 1 1 1 pot 0 stock 9 / south"
ONLY_DROPS = "1 1 0 1 pot 0 stock 9 / 1 5 6 1 pot 0 stock 9 / south"
AT_STOCK = "1 1 0 0 pot 0 stock 9 / 1 5 6 1 pot 0 stock 9 / south"


def asked(line: str = SOW_OR_DROP) -> Answered:
    table = at(line, NORTH)
    table.look()
    table.evening.hold(SOUTH)
    table.look()
    return table


def answered(table: Answered, move: str | None, instead: str = "") -> Scene:
    why = (Reason("reply-captures", NORTH, cup(SOUTH, 1), beans=5, move="drop 4"),)
    hint = None if move is None else Hint(SOUTH, move, (), instead=instead, loss_beans=2.6, reasons=why)
    return table.look(Advice(table.question.number, move, hint=hint))


def lit(scene: Scene) -> dict:
    return {sign.place: sign.meaning for sign in scene.signs if sign.meaning is not Meaning.YOUR_TURN}


def test_who_holds_their_button_with_nothing_begun_asks_for_a_hint() -> None:
    table = asked()
    assert HintAsked(SOUTH) in table.evening.events
    assert (table.question.side, table.question.level) == (SOUTH, None)
    scene = table.look()
    assert say(scene.message) == "The board looks for a good move for South."
    assert lit(scene) == {pot(SOUTH): Meaning.THINKING}


def test_a_hint_says_what_to_play_and_why_not_the_tempting_move() -> None:
    scene = answered(asked(), "drop 2", "sow 1")
    assert say(scene.message) == (
        "Hint for South: drop 2. Not sow cup 1: it would lose about 3 beans in the end (lets North capture 5 "
        "beans of South's cup 1 with drop 4)."
    )


def test_the_whole_move_is_offered_at_once_and_nothing_is_ordered() -> None:
    scene = answered(asked(BOTH_FILLED), "drop 2")
    assert lit(scene) == dict.fromkeys([cup(SOUTH, 1), cup(SOUTH, 2)], Meaning.MAY_NEXT)


def test_of_a_sowing_the_cup_that_it_empties_shows_too() -> None:
    scene = answered(asked(), "sow 1")
    assert lit(scene) == {
        cup(SOUTH, 1): Meaning.TOO_MANY,
        **{cup(SOUTH, number): Meaning.MAY_NEXT for number in (2, 3, 4)},
        pot(SOUTH): Meaning.MAY_NEXT,
    }


def test_of_a_capture_what_is_captured_shows_too() -> None:
    table = asked(ONLY_DROPS)
    hint = Hint(SOUTH, "drop 3", (), cup(NORTH, 2), 5)
    scene = table.look(Advice(table.question.number, "drop 3", hint=hint))
    assert "Hint for South: drop 3. It captures 5 beans of North's cup 2." in say(scene.message)
    assert lit(scene) == {
        **{cup(SOUTH, number): Meaning.MAY_NEXT for number in (1, 2, 3)},
        cup(NORTH, 2): Meaning.MAY_CAPTURE,
        pot(SOUTH): Meaning.INTO_POT,
    }


def test_a_hint_stays_until_a_bean_moves_for_nobody_is_hurried() -> None:
    table = asked()
    answered(table, "drop 2")
    table.evening.wait(600.0)
    assert cup(SOUTH, 2) in lit(table.look())
    table.evening.drop(SOUTH, 1)
    assert table.look() == table.evening.scene


def test_where_only_drops_are_left_the_hint_says_how_to_say_that_the_stock_is_empty() -> None:
    table = asked(AT_STOCK)
    said = say(answered(table, "drop 2").message)
    assert said.endswith("No bean left in South's stock, where the board counts 9 beans? Hold again.")
    table.evening.hold(SOUTH)
    assert StockQuestioned(SOUTH, 9) in table.evening.events


def test_an_engine_that_fails_is_told_of_and_can_be_asked_again() -> None:
    table = asked()
    number = table.question.number
    assert say(answered(table, None).message).startswith("No hint now: the engine has failed.")
    table.evening.hold(SOUTH)
    table.look()
    assert table.question.number > number

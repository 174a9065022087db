"""Recognition by itself: calibration, agreed table, position and settled weights in, a named outcome out."""

from random import Random

import pytest
from cupsboard.ports import CellFault
from cupsboard.rules.cups import Cups
from cupsboard.rules.game import Standing
from cupsboard.rules.places import Side, cup
from cupsboard.sensing.errors import SensingError
from cupsboard.sensing.knowledge import Settled
from cupsboard.sensing.outcome import Burdened, Complete, NotLegal, Unchanged
from cupsboard.sensing.recogniser import Recogniser, recognised
from cupsim.beans import bean_kind
from cupsim.cells import cell_model
from cupsim.settled import SettledTable

GAME = Cups(4)


def a_table(seed: int = 3) -> SettledTable:
    return SettledTable(GAME.places, bean_kind("kidney sorted"), cell_model("500g"), Random(seed))


def test_a_whole_game_is_followed_move_by_move() -> None:
    table, random = a_table(), Random(5)
    position = GAME.start(Side.SOUTH)
    recogniser = Recogniser(table.calibration, table.contents(), table.weigh())
    while (standing := GAME.standing(position)) is not Standing.OVER:
        if standing is Standing.PASS:
            position = GAME.pass_turn(position)
            continue
        (side,) = GAME.movers(position)
        plan = random.choice(GAME.plans(position, side))
        table.carry_out(plan.open)
        seen = recogniser.look(GAME, position, table.weigh())
        assert isinstance(seen.outcome, Complete)
        assert seen.found == table.contents()
        recogniser.agree(table.contents())
        position = GAME.play(position, side, seen.outcome.plan.label)
    assert GAME.standing(position) is Standing.OVER


def test_a_row_of_settled_tables_ends_in_one_outcome() -> None:
    table, position = a_table(), GAME.start(Side.SOUTH)
    row = [table.weigh(), table.weigh(), table.weigh()]
    before = table.contents()
    assert recognised(table.calibration, before, GAME, position, row).outcome == Unchanged()
    plan = next(plan for plan in GAME.plans(position, Side.SOUTH) if plan.label == "drop 2")
    table.carry_out(plan.open)
    seen = recognised(table.calibration, before, GAME, position, [*row, table.weigh()])
    assert isinstance(seen.outcome, Complete)
    assert seen.outcome.plan.label == "drop 2"
    table.carry_out(plan.open[:1])
    wrong = recognised(table.calibration, before, GAME, position, [*row, table.weigh()])
    assert isinstance(wrong.outcome, NotLegal)
    pushed = recognised(
        table.calibration, before, GAME, position, [*row, table.weigh({cup(Side.NORTH, 2): 40.0})]
    )
    assert isinstance(pushed.outcome, Burdened | NotLegal)


def test_what_does_not_fit_is_refused_with_the_place() -> None:
    table, position = a_table(), GAME.start(Side.SOUTH)
    row = [table.weigh()]
    with pytest.raises(SensingError, match="1 settled tables"):
        recognised(table.calibration, table.contents(), GAME, position, row)
    gone = {place: weight for place, weight in row[0].weights.items() if place != "south-1"}
    with pytest.raises(SensingError, match=r"south-1: the settled table has no weight"):
        Recogniser(table.calibration, table.contents(), Settled(0.0, gone))
    with pytest.raises(SensingError, match=r"south-1: the agreed table does not say"):
        Recogniser(table.calibration, {"south-2": 0, **dict.fromkeys(GAME.places[1:], 0)}, row[0])
    with pytest.raises(SensingError, match="look before agreeing"):
        Recogniser(table.calibration, table.contents(), row[0]).agree(table.contents())


def test_a_place_that_cannot_be_read_is_left_out_while_the_rest_decides() -> None:
    table, position = a_table(), GAME.start(Side.SOUTH)
    before = table.weigh()
    contents = table.contents()
    plan = next(plan for plan in GAME.plans(position, Side.SOUTH) if plan.label == "drop 2")
    table.carry_out(plan.open)
    after = table.weigh()
    blind = Settled(0.0, {**after.weights, cup(Side.NORTH, 3): CellFault.MISSED})
    seen = recognised(table.calibration, contents, GAME, position, [before, blind])
    assert isinstance(seen.outcome, Complete)
    assert set(seen.unreadable) == {cup(Side.NORTH, 3)}

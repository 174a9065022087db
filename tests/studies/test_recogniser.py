"""Recognition by itself: calibration, agreed table, position and settled weights in, a named outcome out."""

import math
from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest
from cupsboard.recognition.outcome import Burdened, Complete, NotLegal, Unchanged, UnderWay
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.game import Standing, Transfer
from cupsboard.rules.places import OFF_BOARD, Place, Side, cup, pot
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.errors import SensingError
from cupsboard.scales.readings import Settled, Weight
from cupsim.table.beans import bean_kind
from cupsim.table.load_cell import cell_model
from cupsim.table.settled_table import SettledTable
from studies.recogniser import Recogniser, recognised

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


@pytest.mark.parametrize(
    ("grams", "variance", "said"),
    [
        (math.nan, 1e-4, "south-2: nan g is no weight"),
        (math.inf, 1e-4, "south-2: inf g is no weight"),
        (25.0, 0.0, "south-2: a variance of 0"),
        (25.0, -1.0, "south-2: a variance of -1"),
        (25.0, math.nan, "south-2: a variance of nan"),
    ],
)
def test_a_weight_that_cannot_be_is_refused_with_its_place_and_value(
    grams: float, variance: float, said: str
) -> None:
    table, position = a_table(), GAME.start(Side.SOUTH)
    row = [table.weigh()]
    odd = Settled(1.0, {**row[0].weights, cup(Side.SOUTH, 2): Weight(grams, variance)})
    with pytest.raises(SensingError, match=said):
        recognised(table.calibration, table.contents(), GAME, position, [*row, odd])
    with pytest.raises(SensingError, match=said):
        Recogniser(table.calibration, table.contents(), odd)


def test_a_table_that_is_not_the_positions_and_a_board_of_another_size_are_refused() -> None:
    table, position = a_table(), GAME.start(Side.SOUTH)
    rows = [table.weigh(), table.weigh()]
    contents = table.contents()
    with pytest.raises(SensingError, match=r"south-1: 1 beans agreed, 0 in the position"):
        recognised(table.calibration, {**contents, cup(Side.SOUTH, 1): 1}, GAME, position, rows)
    with pytest.raises(SensingError, match=r"north-1: -1 beans"):
        recognised(table.calibration, {**contents, cup(Side.NORTH, 1): -1}, GAME, position, rows)
    for cups, said in ((3, "has a scale for this place"), (5, "has no scale for it")):
        game = Cups(cups)
        with pytest.raises(SensingError, match=said):
            recognised(table.calibration, contents, game, game.start(Side.SOUTH), rows)
    weightless = replace(table.calibration, beans=replace(table.calibration.beans, mean_grams=0.0))
    with pytest.raises(SensingError, match=r"beans of 0\.0 g"):
        recognised(weightless, contents, GAME, position, rows)


def test_cups_seen_in_the_air_together_are_thought_exchanged_until_the_next_agreed_table() -> None:
    for seed in range(12):
        table, position = a_table(seed), GAME.start(Side.SOUTH)
        recogniser = Recogniser(table.calibration, table.contents(), table.weigh())
        plan = next(plan for plan in GAME.plans(position, Side.SOUTH) if plan.label == "drop 2")
        table.carry_out(plan.open)
        assert isinstance(recogniser.look(GAME, position, table.weigh()).outcome, Complete)
        recogniser.agree(table.contents())
        position = GAME.play(position, Side.SOUTH, plan.label)
        weights = table.weigh().weights
        swapped = (cup(Side.SOUTH, 1), cup(Side.SOUTH, 3))
        in_the_air = {place: Weight(0.0, 1e-4) for place in swapped}
        recogniser.look(GAME, position, Settled(1.0, {**weights, **in_the_air}))
        seen = recogniser.look(GAME, position, Settled(2.0, exchanged(weights, *swapped)))
        assert not isinstance(seen.outcome, Unchanged | Complete | UnderWay)


def exchanged(
    weights: Mapping[Place, Weight | CellFault], one: Place, other: Place
) -> dict[Place, Weight | CellFault]:
    return {**weights, one: weights[other], other: weights[one]}


@pytest.mark.parametrize("beans", ["kidney sorted", "kidney"])
def test_beans_that_come_and_go_one_by_one_are_counted_look_by_look(beans: str) -> None:
    stray, position, lost_by_weight = cup(Side.NORTH, 2), GAME.start(Side.SOUTH), 0
    for seed in range(20):
        table, random = (
            SettledTable(GAME.places, bean_kind(beans), cell_model("500g"), Random(seed)),
            Random(seed),
        )
        before, row = table.contents(), [table.weigh()]
        for _ in range(9):
            inside = table.contents()[stray]
            goes = inside == 3 or (inside > 0 and random.random() < 0.4)
            table.carry_out([Transfer(stray, OFF_BOARD) if goes else Transfer(OFF_BOARD, stray)])
            row.append(table.weigh())
        seen = recognised(table.calibration, before, GAME, position, row)
        assert seen.found == table.contents()
        at_once = recognised(table.calibration, before, GAME, position, [row[0], row[-1]])
        lost_by_weight += at_once.found != table.contents()
    assert lost_by_weight


def test_a_stray_bean_beside_a_capture_half_done_is_no_reply() -> None:
    table, position = a_table(), GAME.start(Side.SOUTH)
    one, mine = cup(Side.SOUTH, 1), pot(Side.NORTH)
    for label in ("drop 1", "drop 1", "drop 1"):
        (side,) = GAME.movers(position)
        (plan,) = (plan for plan in GAME.plans(position, side) if plan.label == label)
        table.carry_out(plan.open)
        position = GAME.play(position, side, label)
    (capture,) = (plan for plan in GAME.plans(position, Side.NORTH) if plan.label == "drop 4")
    assert capture.owed == (Transfer(one, mine, 2),)
    recogniser = Recogniser(table.calibration, table.contents(), table.weigh())
    table.carry_out([unit for unit in capture.open if unit not in capture.owed])
    table.carry_out([Transfer(one, mine)])
    assert isinstance(recogniser.look(GAME, position, table.weigh()).outcome, UnderWay)
    table.carry_out([Transfer(OFF_BOARD, mine)])
    assert isinstance(recogniser.look(GAME, position, table.weigh()).outcome, NotLegal)


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

"""What a reader by counts can't carry is refused before a look: other kinds of pieces, and relays."""

from dataclasses import replace
from random import Random

import pytest
from cupsboard.recognition.agreement import agreed
from cupsboard.recognition.knowledge import Knowledge, from_calibration
from cupsboard.recognition.outcome import Complete, Unchanged
from cupsboard.recognition.population import Population
from cupsboard.recognition.recognise import recognise
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.game import Plan, Transfer, of_beans
from cupsboard.rules.places import BEAN, Kind, Side, cup, stock
from cupsboard.rules.turn_plans import expected_plans
from cupsboard.scales.errors import SensingError
from cupsim.table.beans import bean_kind
from cupsim.table.load_cell import cell_model
from cupsim.table.settled_table import SettledTable

GAME = Cups(4)
SOUTH = Side.SOUTH
S1, S2, S3 = (cup(SOUTH, number) for number in (1, 2, 3))
STOCK = stock(SOUTH)
DIME, PENNY = Kind("dime"), Kind("penny")


def lying(*transfers: Transfer) -> tuple[SettledTable, Knowledge]:
    """A table on which these were carried out, and what is known of it."""
    table = SettledTable(GAME.places, bean_kind("kidney sorted"), cell_model("500g"), Random(5))
    table.carry_out(transfers)
    return table, agreed(from_calibration(table.calibration, {}), of_beans(table.contents()), table.weigh())


def move(*transfers: Transfer, settled: tuple[Transfer, ...] = ()) -> Plan:
    if not settled:
        return Plan(SOUTH, "drop 1", transfers)
    return Plan(SOUTH, "drop 1", transfers, settled=settled, settled_label="drop 2", settled_side=SOUTH.other)


def refusal(knowledge: Knowledge, table: SettledTable, plan: Plan) -> str:
    with pytest.raises(SensingError) as refused:
        recognise(knowledge, [plan], table.weigh())
    return str(refused.value)


def test_a_plan_with_another_kind_of_piece_is_refused_by_its_name() -> None:
    table, knowledge = lying()
    said = refusal(knowledge, table, move(Transfer(STOCK, S1, kind=PENNY)))
    assert said == "drop 1: moves a penny, and tables are told by numbers alone; play with beans only"
    bean = Transfer(STOCK, S1)
    said = refusal(knowledge, table, move(bean, settled=(replace(bean, kind=DIME),)))
    assert said.startswith("drop 2: moves a dime")


def test_a_board_that_knows_several_kinds_of_pieces_is_refused_though_the_moves_name_none() -> None:
    table, knowledge = lying()
    penny = Population(2.5, 1e-6, 4e-4, 50)
    coins = replace(knowledge, pieces={**knowledge.pieces, PENNY: penny})
    said = refusal(coins, table, move(Transfer(STOCK, S1)))
    assert said.startswith("penny: in play beside beans, and tables")
    assert list(knowledge.pieces) == [BEAN]


def test_a_relay_is_refused_with_its_place_whether_it_gives_more_than_it_held_or_not() -> None:
    table, knowledge = lying(*[Transfer(STOCK, S1)] * 2)
    for count in (1, 3):
        relay = move(Transfer(STOCK, S1), Transfer(S1, S2, count))
        said = refusal(knowledge, table, relay)
        assert said.startswith(f"drop 1: {S1} is to be filled and to give {count} in the same move")


def test_a_plan_of_another_table_is_refused_with_what_lies_there() -> None:
    table, knowledge = lying(Transfer(STOCK, S1))
    said = refusal(knowledge, table, move(Transfer(S1, S2, 2)))
    assert said == f"drop 1: {S1} is to give 2 and holds 1; give the plans of the agreed table"


def test_a_relay_in_a_reply_is_named_with_the_move_before_it() -> None:
    table, knowledge = lying()
    reply = move(Transfer(STOCK, S1), Transfer(S1, S2), settled=(Transfer(STOCK, S3),))
    assert refusal(knowledge, table, reply).startswith(f"drop 2, drop 1: {S1} is to be filled")


def test_what_a_move_brings_its_reply_may_take() -> None:
    table, knowledge = lying()
    answer = move(Transfer(S1, S3), settled=(Transfer(STOCK, S1), Transfer(STOCK, S2)))
    assert isinstance(recognise(knowledge, [answer], table.weigh()).outcome, Unchanged)


def test_every_plan_of_cups_is_read() -> None:
    table, knowledge = lying()
    plans = expected_plans(GAME, GAME.start(SOUTH))
    table.carry_out(plans[0].open)
    outcome = recognise(knowledge, plans, table.weigh()).outcome
    assert isinstance(outcome, Complete)
    assert outcome.plan == plans[0]

"""A capture that takes the piece which has just landed: every table on its way is read as what it is."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest
from cupsboard.recognition.agreement import agreed
from cupsboard.recognition.knowledge import from_calibration
from cupsboard.recognition.outcome import Complete, Outcome, UnderWay
from cupsboard.recognition.recognise import recognise
from cupsboard.rules.game import Plan, Transfer, carried_out, of_beans
from cupsboard.rules.places import OFF_BOARD, Place, Side, pot
from cupsboard.rules.plan_bounds import PlanBounds
from cupsboard.rules.sowing import shelf
from cupsboard.rules.sowing.game import SowingGame
from cupsboard.rules.sowing.position import Position
from cupsboard.rules.table_legality import judge
from cupsboard.rules.turn_plans import expected_plans
from cupsim.table.beans import bean_kind
from cupsim.table.load_cell import cell_model
from cupsim.table.settled_table import SettledTable
from hypothesis import given
from hypothesis import strategies as st

GAME = shelf.game("kalah", 4)
POT = pot(Side.SOUTH)
S1, S2, S3, N2 = map(Place, ("south-1", "south-2", "south-3", "north-2"))
CAPTURE = "2 1 0 1 pot 0 / 1 5 1 1 pot 0 / south"
"""Sowing cup 1 ends in the empty cup 3, opposite five beans."""


def read(position: Position, *done: Transfer) -> Outcome:
    """What the board takes the table for, once these were carried out from the agreed position."""
    table = SettledTable(GAME.places, bean_kind("kidney sorted"), cell_model("500g"), Random(5))
    beans = [(place, count) for place, count in GAME.contents(position).items() if count]
    table.carry_out([Transfer(OFF_BOARD, place, count) for place, count in beans])
    lying = of_beans(table.contents())
    knowledge = agreed(from_calibration(table.calibration, {}), lying, table.weigh())
    table.carry_out(done)
    return recognise(knowledge, expected_plans(GAME, position), table.weigh()).outcome


SOWN = (Transfer(S1, S2), Transfer(S1, S3))
TAKEN, LAST = Transfer(N2, POT, 5), Transfer(S3, POT)


@pytest.mark.parametrize(
    "done",
    [
        SOWN[:1],
        SOWN,
        (*SOWN, LAST),
        (*SOWN, TAKEN),
        (*SOWN, Transfer(N2, POT, 2)),
        (SOWN[0], Transfer(S1, POT)),
    ],
)
def test_a_capture_that_is_begun_is_on_its_way(done: tuple[Transfer, ...]) -> None:
    match read(GAME.parse_position(CAPTURE), *done):
        case UnderWay(ways):
            assert "sow 1" in [way.plan.label for way in ways]
        case other:
            raise AssertionError(other)


def test_a_capture_that_is_done_is_complete_and_one_that_is_in_the_hand_is_not() -> None:
    match read(GAME.parse_position(CAPTURE), *SOWN, TAKEN, LAST):
        case Complete(plan):
            assert plan.label == "sow 1"
        case other:
            raise AssertionError(other)
    assert isinstance(read(GAME.parse_position(CAPTURE), *SOWN, Transfer(N2, OFF_BOARD, 5)), UnderWay)
    astray = read(GAME.parse_position(CAPTURE), *SOWN, Transfer(S2, POT))
    assert not isinstance(astray, UnderWay | Complete)


def test_who_has_sown_is_asked_for_the_captured_beans_and_the_last_one() -> None:
    plan = GAME.plans(GAME.parse_position(CAPTURE), Side.SOUTH)[0]
    bounds = PlanBounds.of(plan.open, GAME.places)
    assert bounds.missing({S1: -2, S2: 1, S3: 1}) == (TAKEN, LAST)
    assert bounds.missing({S1: -2, S2: 1, N2: -5, POT: 5, S3: 1}) == (LAST,)
    assert bounds.missing({S1: -2, S2: 1, POT: 1}) == (TAKEN,)


def positions(game: SowingGame, random: Random) -> Iterator[Any]:
    """The positions of a game at random."""
    position: Any = game.start(Side.SOUTH)
    while not position.is_over:
        yield position
        assert position.to_move is not None
        plan = random.choice(game.plans(position, position.to_move))
        position = game.play(position, position.to_move, plan.label)


def half_done(plan: Plan, random: Random) -> tuple[Transfer, ...]:
    """Some of a plan's transfers, one bean after the other; the owed ones begin once the rest is done."""
    units = [Transfer(each.source, each.target) for each in plan.open for _ in range(each.count)]
    return tuple(units[: random.randint(1, len(units))])


@pytest.mark.parametrize("family", ["kalah", "oware"])
@given(st.integers(0, 2**20), st.integers(2, 6))
def test_every_table_on_the_way_of_a_move_is_legal_and_what_is_missing_completes_it(
    family: str, seed: int, cups: int
) -> None:
    random = Random(seed)
    game = shelf.game(family, cups, random.randint(1, 9))  # from few beans to many in a cup
    for position in islice(positions(game, random), 50):
        side = position.to_move
        assert side is not None
        plan, contents = random.choice(game.plans(position, side)), game.contents(position)
        table = carried_out(contents, half_done(plan, random))
        judged = judge(contents, game.plans(position, side), table)
        missing = [way.missing for way in judged.under_way if way.plan == plan]
        if plan in judged.complete or judged.is_unchanged:
            continue
        (to_do,) = missing
        assert carried_out(table, to_do) == game.contents(game.play(position, side, plan.label))

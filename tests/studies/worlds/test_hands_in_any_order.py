"""A game in any order, as a machine of what hands really do: the same turns, and every way to get there."""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "recognition" / "histories"))

import pytest
from cupsboard.recognition.histories.reader import Reader
from cupsboard.rules import games
from cupsboard.rules.game import Plan, Standing, carried_out
from cupsboard.rules.places import BEAN, HAND, Place, Side
from cupsboard.rules.turns import PUT, TAKE, Act
from hypothesis import given
from hypothesis import strategies as st
from scales_of_coins import CoinTable, Sort
from studies.worlds.any_order import AnyOrder, Doing

GAME: Any = games.of_board(4)
WEIGHED = tuple(GAME.places)


def positions(random: Random) -> Iterator[tuple[Any, Side]]:
    """Those of one game, with who is to move."""
    position = GAME.start(Side.SOUTH)
    while (standing := GAME.standing(position)) is not Standing.OVER:
        if standing is Standing.PASS:
            position = GAME.pass_turn(position)
            continue
        (side,) = GAME.movers(position)
        yield position, side
        position = GAME.play(position, side, random.choice(GAME.plans(position, side)).label)


def anyhow(turns: AnyOrder, turn: Doing, counts: dict[Place, int], random: Random) -> dict[Place, int]:
    """Act at random until nothing is left to do."""
    while choices := turns.acts(counts, turn):
        act = random.choice(choices).act
        counts[act.source] -= act.pieces
        counts[act.target] += act.pieces
    return counts


@given(st.integers(0, 2**32).map(Random))
def test_whatever_hands_do_first_they_come_to_a_table_of_some_move(random: Random) -> None:
    turns = AnyOrder(GAME, WEIGHED)
    for number, (position, side) in enumerate(positions(random)):
        turn, contents = turns.begin(position, side), GAME.contents(position)
        if number > 25:
            break
        end = anyhow(turns, turn, {HAND: 0, **contents}, random)
        after = {place: end[place] for place in contents}
        by_label = {
            plan.label: dict(GAME.contents(GAME.play(position, side, plan.label)))
            for plan in GAME.plans(position, side)
        }
        way = turns.way(end, turn)
        assert way is not None
        assert by_label[way.label] == after
        following = turns.ends(end, turn)
        assert following is not None
        assert turns.player(following) is next_mover(GAME.play(position, side, way.label))


def next_mover(position: Any) -> Side | None:
    """Whose turn it is after all forced passes."""
    while GAME.standing(position) is Standing.PASS:
        position = GAME.pass_turn(position)
    return next(iter(GAME.movers(position)), None)


def acts_of(plan: Plan, random: Random) -> list[Act]:
    """The acts of a plan by two hands: sources first emptied, then everything in any order."""
    taken: dict[Place, int] = {}
    puts = []
    for each in plan.open:
        if each.source in WEIGHED:
            taken[each.source] = taken.get(each.source, 0) + each.count
        puts.append(Act(PUT, HAND if each.source in WEIGHED else each.source, each.target, each.count, BEAN))
    random.shuffle(puts)
    return [*(Act(TAKE, source, HAND, count, BEAN) for source, count in taken.items()), *puts]


@pytest.mark.parametrize("seed", range(6))
def test_cups_is_read_move_by_move_in_any_order(seed: int) -> None:
    random = Random(seed)
    stocks = {
        place: {BEAN: count}
        for place, count in GAME.contents(GAME.start(Side.SOUTH)).items()
        if place not in WEIGHED
    }
    table = CoinTable(WEIGHED, stocks, {BEAN: Sort(0.55, 0.02)}, random)
    turns, reader = AnyOrder(GAME, WEIGHED), None
    for position, side in positions(Random(seed)):
        turn = turns.begin(position, side)
        if reader is None:
            reader = Reader(turns, turn, GAME.pieces(position), table.knowledge())
        else:
            reader.agree(GAME.pieces(position), turn)
        label = next_label(Random(seed), position)
        plan = next(plan for plan in GAME.plans(position, side) if plan.label == label)
        for act in acts_of(plan, random):
            table.do(act)
            if random.random() < 0.4:
                reader.keep(reader.look(table.weigh()))
        look = reader.look(table.weigh(), is_done=True)
        reader.keep(look)
        assert look.verdict.is_sure
        way = turns.way(
            {place: sum(inside.values()) for place, inside in look.verdict.tables[0].pieces.items()},
            look.verdict.tables[0].turn,
        )
        assert way is not None
        assert way.label == label
        assert carried_out(GAME.contents(position), plan.open) == {
            place: count for place, count in table.counts().items() if place != HAND
        }


def next_label(random: Random, position: Any) -> str:
    """The move that the game of this chance makes from a position."""
    for at, side in positions_with_labels(random):
        if at == position:
            return side
    raise AssertionError("no such position")


def positions_with_labels(random: Random) -> Iterator[tuple[Any, str]]:
    position = GAME.start(Side.SOUTH)
    while (standing := GAME.standing(position)) is not Standing.OVER:
        if standing is Standing.PASS:
            position = GAME.pass_turn(position)
            continue
        (side,) = GAME.movers(position)
        label = random.choice(GAME.plans(position, side)).label
        yield position, label
        position = GAME.play(position, side, label)

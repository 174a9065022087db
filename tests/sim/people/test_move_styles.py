"""How simulated players choose a move, and how beans end where it wants them, whoever carries it out."""

from itertools import pairwise
from random import Random

import pytest
from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.game import Plan, Standing, carried_out
from cupsboard.rules.places import Side, stock
from cupsim.people.clumsiness import with_mishaps
from cupsim.people.move_choice import POLICIES, at_random, captures_first
from cupsim.people.move_styles import MoveStyle, WayOfCarrying, acts_of, carried
from cupsim.people.position_tracking import lies, made_plan, transfers_to, understood
from cupsim.people.thinking import Thinker, Unthinking, at_once
from cupsim.table.hand_actions import Act, Drop, Lift, Rest, Take
from cupsim.table.hands import Hands
from cupsim.table.table import Table
from hypothesis import given
from hypothesis import strategies as st

GAME = Cups(4)
MANNERS = st.builds(
    MoveStyle, st.booleans(), st.sampled_from(WayOfCarrying), st.booleans(), st.booleans(), st.just(False)
)


def some_position(seed: int, moves: int) -> Position:
    random, position = Random(seed), GAME.start(Side.SOUTH)
    for _ in range(moves):
        match GAME.standing(position):
            case Standing.TO_MOVE:
                (side,) = GAME.movers(position)
                position = GAME.play(position, side, random.choice(GAME.plans(position, side)).label)
            case Standing.PASS:
                position = GAME.pass_turn(position)
            case Standing.OVER:
                break
    return position


def table_of(position: Position, random: Random) -> Table:
    table, contents = Table(4, random), GAME.contents(position)
    beans = [bean for side in Side for bean in table.take(stock(side), 40, 0.0)]
    for place, count in contents.items():
        for _ in range(count):
            table.drop(place, beans.pop(), 0.0)
    return table


def carry_out(acts: list[Act], table: Table, side: Side, random: Random) -> Hands:
    hands = Hands(side, table, lambda *_: None, random)
    hands.do(*acts, now=10.0)
    while hands.is_busy:
        hands.advance(hands.next_time)
    return hands


def moves_of(position: Position) -> tuple[Side, tuple[Plan, ...]] | None:
    movers = GAME.movers(position)
    return (movers[0], GAME.plans(position, movers[0])) if movers else None


@given(st.integers(0, 10**6), st.integers(0, 45), MANNERS)
def test_every_manner_ends_with_the_move_made(seed: int, moves: int, style: MoveStyle) -> None:
    random, position = Random(seed), some_position(seed, moves)
    if (choice := moves_of(position)) is None:
        return
    side, plans = choice
    plan, table = random.choice(plans), table_of(position, random)
    start = table.contents()
    hands = carry_out(acts_of(plan, style, is_pourable=True), table, side, random)
    assert hands.refused is None
    assert table.contents() == carried_out(start, plan.open)
    assert made_plan(GAME, position, side, table.contents()) == plan
    assert understood(GAME, position, table.contents(), side.other) in (
        None,
        GAME.play(position, side, plan.label),
    )


@given(st.integers(0, 10**6), st.integers(0, 30), MANNERS)
def test_carrying_what_is_left_puts_any_mishap_right(seed: int, moves: int, style: MoveStyle) -> None:
    random, position = Random(seed), some_position(seed, moves)
    if (choice := moves_of(position)) is None:
        return
    side, plans = choice
    plan, table = random.choice(plans), table_of(position, random)
    goal = carried_out(table.contents(), plan.open)
    acts = list(with_mishaps(acts_of(plan, style, is_pourable=True), random, 1.0, stock(side)))
    hands = carry_out(acts, table, side, random)
    carry_out([Drop(stock(side), len(hands.beans))], table, side, random)
    for bean in hands.beans:
        table.drop(stock(side), bean, 500.0)
    carry_out(carried(transfers_to(goal, table.contents())), table, side, random)
    assert table.contents() == goal


def test_deft_people_have_no_mishaps_and_the_clumsy_many() -> None:
    acts: list[Act] = [Take(stock(Side.SOUTH), 4), *(Drop(place) for place in GAME.places[:4])]
    assert list(with_mishaps(acts, Random(1), 0.0, stock(Side.SOUTH))) == acts
    clumsy = [list(with_mishaps(acts, Random(seed), 1.0, stock(Side.SOUTH))) for seed in range(100)]
    assert sum(len(turned_out) > len(acts) for turned_out in clumsy) > 60
    assert any(isinstance(act, Rest) for turned_out in clumsy for act in turned_out)


def test_captures_are_poured_when_cups_may_be_lifted_and_scooped_when_not() -> None:
    position = GAME.parse_position(GAME.format_position(some_position(3, 9)))
    plan = next(plan for plan in GAME.plans(position, GAME.movers(position)[0]) if plan.owed)
    pouring = MoveStyle(True, WayOfCarrying.POUR, False, False, False)
    assert Lift(plan.owed[0].source) in acts_of(plan, pouring, is_pourable=True)
    assert Take(plan.owed[0].source, plan.owed[0].count) in acts_of(plan, pouring, is_pourable=False)


@given(st.integers(0, 10**6), st.integers(0, 40))
def test_the_greedy_take_most_then_pot_most(seed: int, moves: int) -> None:
    if (choice := moves_of(some_position(seed, moves))) is None:
        return
    _, plans = choice
    chosen = captures_first(plans, Random(seed))
    captured = [sum(transfer.count for transfer in plan.owed) for plan in plans]
    assert sum(transfer.count for transfer in chosen.owed) == max(captured)
    assert at_random(plans, Random(seed)) in plans


@given(st.integers(0, 10**6), st.integers(0, 40))
def test_a_person_understands_any_move_the_other_makes(seed: int, moves: int) -> None:
    position = some_position(seed, moves)
    if (choice := moves_of(position)) is None:
        return
    side, plans = choice
    for plan in plans:
        reached = GAME.play(position, side, plan.label)
        seen = understood(GAME, position, GAME.contents(reached), side.other)
        if side.other in GAME.movers(reached):
            assert seen == reached
            assert seen is not None
            assert lies(GAME, seen, GAME.contents(reached))


GAMES = 200


def margins(cups: int, one: Thinker, other: Thinker, games: int = GAMES) -> list[int]:
    """By how many beans the one wins against the other, each of them beginning half of the games."""
    game, random = Cups(cups), Random(cups)
    found = []
    for number in range(games):
        side = (Side.SOUTH, Side.NORTH)[number % 2]
        chooses = {side: one, side.other: other}
        position = game.start(Side.SOUTH)
        while (standing := game.standing(position)) is not Standing.OVER:
            if standing is Standing.PASS:
                position = game.pass_turn(position)
                continue
            (mover,) = game.movers(position)
            decision = chooses[mover].decided(position, game.plans(position, mover), random)
            assert decision is not None
            position = game.play(position, mover, decision.label)
        score = game.score(position)
        found.append(score[side] - score[side.other])
    return found


@pytest.mark.long("many games")
def test_the_first_level_is_gentle_and_loses_even_to_chance() -> None:
    lost_by = margins(3, at_once("1", Cups(3), 1), Unthinking(at_random), games=60)
    assert sum(margin < 0 for margin in lost_by) > 2 * sum(margin > 0 for margin in lost_by)


@pytest.mark.long("matches")
@pytest.mark.parametrize("cups", [3, 4])
def test_policies_are_listed_from_the_weakest_to_the_strongest(cups: int) -> None:
    for weaker, stronger in pairwise(POLICIES.values()):
        won_by = margins(cups, Unthinking(stronger), Unthinking(weaker))
        assert sum(margin > 0 for margin in won_by) > 2 * sum(margin < 0 for margin in won_by)

"""How many plays stage 1 has, by the fast generator and by the machine, and that both find the same."""

import random

import pytest
from coin_duel_play import played
from cupsboard.rules.coin_duel.one_way import Half, one_way_plays
from cupsboard.rules.coin_duel.rules import CoinDuel, Position, Row
from cupsboard.rules.coin_duel.settings import Settings
from cupsboard.rules.places import Side
from cupsboard.rules.turns import counts_after, walks
from hypothesis import given
from hypothesis import strategies as st

FIRST = CoinDuel(Settings())
PERFT = (4, 16, 68, 309, 1953, 13533, 122368)
"""Plays of stage 1 from the start, full stocks, depth 1, 2, ...: counted by another program."""


def half(row: Row) -> Half:
    return Half(row.counts, sum(row.pot), sum(row.stock))


def plays_to(own: Half, other: Half, depth: int) -> int:
    if depth == 1:
        return sum(1 for _ in one_way_plays(own, other))
    return sum(plays_to(left, done, depth - 1) for _, done, left in one_way_plays(own, other))


def test_the_fast_generator_finds_the_plays_that_there_are() -> None:
    start = half(FIRST.start(Side.SOUTH).south)
    assert tuple(plays_to(start, start, depth) for depth in range(1, 8)) == PERFT


def machine_plays_to(position: Position, depth: int) -> int:
    (side,) = FIRST.movers(position) or (None,)
    if side is None:
        return 0
    turns = FIRST.turns
    ways = walks(turns, FIRST.contents(position), turns.begin(position, side))
    if depth == 1:
        return len(ways)
    return sum(machine_plays_to(FIRST.play(position, side, turns.label(way.acts)), depth - 1) for way in ways)


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_the_machine_finds_the_plays_that_there_are(depth: int) -> None:
    assert machine_plays_to(FIRST.start(Side.SOUTH), depth) == PERFT[depth - 1]


@given(st.integers(0, 2**32), st.integers(2, 10), st.integers(1, 40), st.integers(0, 80))
def test_the_generator_and_the_machine_agree_on_any_board(
    seed: int, cups: int, stock: int, entries: int
) -> None:
    game = CoinDuel(Settings(cups, 1, (), stock))
    position = played(game, random.Random(seed), entries).position
    for side in game.movers(position):
        own, other = position.row(side), position.row(side.other)
        fast = {label: (done, left) for label, done, left in one_way_plays(half(own), half(other))}
        turns, counts = game.turns, game.contents(position)
        ways = walks(turns, counts, turns.begin(position, side))
        assert sorted(fast) == sorted(turns.label(way.acts) for way in ways)
        for way in ways:
            label = turns.label(way.acts)
            after = game.play(position, side, label)
            assert (half(after.row(side)), half(after.row(side.other))) == fast[label]
            assert counts_after(counts, way.acts) == {"hand": 0, **game.contents(after)}
            assert bool(turns.player(way.following)) == bool(game.movers(after))

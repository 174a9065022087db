"""The engine of Oware: it sows as the rules do, knows a table that comes again, and gives true reasons."""

from collections.abc import Iterator
from random import Random

import pytest
from cupsboard.engine import engines
from cupsboard.engine.player import EVERY_MOVE, Limit
from cupsboard.engine.sowing.evaluation import weights_of
from cupsboard.engine.sowing.player import SowingEngine
from cupsboard.engine.sowing.tree import SowingTree
from cupsboard.rules.places import Side
from cupsboard.rules.sowing import shelf
from cupsboard.rules.sowing.game import SowingGame
from cupsboard.rules.sowing.position import Position, table
from exhaustive import lead
from hypothesis import assume, given
from hypothesis import strategies as st

SOUTH, NORTH = Side.SOUTH, Side.NORTH
FOUR = shelf.game("oware", 4)


def on_the_way(game: SowingGame, seed: int) -> Iterator[tuple[Position, Side]]:
    """The positions of a game at random in which a side is to move."""
    random, position = Random(seed), game.start(SOUTH)
    while not position.is_over:
        side = position.to_move
        assert side is not None
        yield position, side
        position = game.play(position, side, random.choice(game.plans(position, side)).label)


@given(st.integers(2, 6), st.integers(1, 9), st.integers(0, 2**20))
def test_a_search_sows_as_the_rules_do(cups: int, seeds: int, seed: int) -> None:
    game = shelf.game("oware", cups, seeds)
    tree = SowingTree(game.rules, weights_of("oware", "oware"), cups)
    for position, side in on_the_way(game, seed):
        own, other = position.row(side), position.row(side.other)
        lead = own.pot - other.pot
        children = tree.children(tree.node(own.cups, other.cups, lead))
        labels = {tree.labels(child)[0] for child in children}
        assert labels == {plan.label for plan in game.plans(position, side)}
        for child in children:
            after = game.play(position, side, tree.labels(child)[0])
            guess, _, (mover, waiting, others_lead), gain, is_again, _ = child
            assert not is_again
            assert (waiting[0], mover[0]) == (after.row(side).cups, after.row(side.other).cups)
            assert gain == (after.row(side).pot - own.pot) * tree.unit
            assert others_lead == other.pot - after.row(side).pot
            # That a table was there before is known to the search alone.
            assert after.is_over if guess % 2 == 0 else (not after.is_over or after.earlier)


@pytest.mark.parametrize("row", ["0 0 0 0 1 17", "0 1 0 0 5 17", "0 0 0 0 16 0", "0 0 0 0 0 6"])
def test_who_loses_again_what_a_sowing_brings_is_not_fed_by_it(row: str) -> None:
    game = shelf.game("wari", 6)
    position, tree = game.parse_position(f"{row} pot 9 / 0 0 0 0 0 0 pot 9 / south"), SowingEngine(game).tree
    children = tree.children(tree.node(position.south.cups, position.north.cups, 0))
    legal = [] if position.is_over else [plan.label for plan in game.plans(position, SOUTH)]
    assert [tree.labels(child)[0] for child in children] == legal


@given(st.integers(0, 2**20), st.integers(0, 30))
def test_what_is_called_proved_is_the_true_value(seed: int, at: int) -> None:
    game = shelf.game("oware", 2, 2)
    found = [each for each in on_the_way(game, seed) if sum((*each[0].south.cups, *each[0].north.cups)) <= 4]
    assume(found)
    position, side = found[at % len(found)]
    sign = 1 if side is SOUTH else -1
    infos = engines.of_game(game).analyse(position, Limit(nodes=20_000), EVERY_MOVE)
    assert len(infos) == len(game.plans(position, side))
    for info in infos:
        if info.is_exact:
            assert info.score_beans == sign * lead(game, game.play(position, side, info.variation[0]))


def test_a_move_to_a_table_that_was_there_before_ends_the_game_for_the_search_too() -> None:
    game, seen = shelf.game("oware", 2, 2), 0
    for seed in range(60):
        position, side = list(on_the_way(game, seed))[-1]
        for plan in game.plans(position, side):
            after = game.play(position, side, plan.label)
            if table(after.south, after.north, side.other) not in after.earlier:
                continue
            infos = engines.of_game(game).analyse(position, Limit(nodes=500), EVERY_MOVE)
            (info,) = [each for each in infos if each.variation[0] == plan.label]
            score, seen = game.score(after), seen + 1
            assert info.score_beans == score[side] - score[side.other]
    assert seen > 5


def test_every_level_but_the_flawless_one_is_offered_and_plays_legal_moves() -> None:
    assert engines.level_names(FOUR) == ("1", "2", "3", "4", "5", "6", "7", "8")
    position, side = list(on_the_way(FOUR, 5))[12]
    for level in engines.levels_of(FOUR):
        move = engines.at_level(FOUR, level).choose(position, 1).move
        engines.require_legal(FOUR, position, side, move)

"""The engine of Kalah: it sows as the rules do, is exact near the end, and gives reasons that are true."""

from random import Random

import pytest
from cupsboard.engine import engines
from cupsboard.engine.player import EVERY_MOVE, Limit
from cupsboard.engine.sowing.evaluation import weights_of
from cupsboard.engine.sowing.tree import SowingTree
from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import Side
from cupsboard.rules.sowing import shelf
from cupsboard.rules.sowing.game import SowingGame
from cupsboard.rules.sowing.position import Position, Row
from exhaustive import lead
from hypothesis import given
from hypothesis import strategies as st

SOUTH, NORTH = Side.SOUTH, Side.NORTH
FOUR = shelf.game("kalah", 4)


def running(game: SowingGame, seed: int) -> list[Position]:
    """All positions of a game of random moves but its last."""
    random, positions = Random(seed), [game.start(SOUTH)]
    while not (position := positions[-1]).is_over:
        assert position.to_move is not None
        label = random.choice(game.plans(position, position.to_move)).label
        positions.append(game.play(position, position.to_move, label))
    return positions[:-1]


@st.composite
def endings(draw: st.DrawFn, cups: int, seeds: int, most: int) -> Position:
    """Positions with at most so many beans in the cups, some on each side; the pots share the others."""
    places = st.integers(0, 2 * cups - 1)
    beans = [draw(st.integers(0, cups - 1)), draw(st.integers(cups, 2 * cups - 1))]
    beans += draw(st.lists(places, max_size=most - 2))
    counts = [beans.count(place) for place in range(2 * cups)]
    south_pot = draw(st.integers(0, others := 2 * cups * seeds - len(beans)))
    rows = Row(tuple(counts[:cups]), south_pot), Row(tuple(counts[cups:]), others - south_pot)
    return shelf.game("kalah", cups, seeds).placed(*rows, draw(st.sampled_from(Side)))


@given(st.integers(2, 6), st.integers(1, 9), st.integers(0, 2**20), st.data())
def test_a_search_sows_as_the_rules_do(cups: int, seeds: int, seed: int, data: st.DataObject) -> None:
    game = shelf.game("kalah", cups, seeds)
    position = data.draw(st.sampled_from(running(game, seed)))
    side = position.to_move
    assert side is not None
    own, other = position.row(side), position.row(side.other)
    tree = SowingTree(game.rules, weights_of("kalah", "kalah"), cups)
    children = tree.children(tree.node(own.cups, other.cups, own.pot - other.pot))
    assert {tree.labels(child)[0] for child in children} == {
        plan.label for plan in game.plans(position, side)
    }
    for child in children:
        after = game.play(position, side, tree.labels(child)[0])
        guess, _, (mover, waiting, _), gain, is_again, _ = child
        assert after.to_move is not None
        assert is_again is (after.to_move is side)
        assert (mover[0], waiting[0]) == (after.row(after.to_move).cups, after.row(after.to_move.other).cups)
        assert gain == (after.row(side).pot - own.pot) * tree.unit
        assert guess % 2 == 0 if after.is_over else guess % 2


@given(endings(cups=3, seeds=2, most=7))
def test_near_the_end_every_move_has_its_true_value(position: Position) -> None:
    game = shelf.game("kalah", 3, 2)
    side = position.to_move
    assert side is not None
    sign = 1 if side is SOUTH else -1
    infos = engines.of_game(game).analyse(position, Limit(nodes=1_000_000), EVERY_MOVE)
    assert len(infos) == len(game.plans(position, side))
    for info in infos:
        assert info.is_exact
        assert info.score_beans == sign * lead(game, game.play(position, side, info.variation[0]))


def test_every_level_but_the_flawless_one_is_offered_and_plays_legal_moves() -> None:
    assert engines.level_names(FOUR) == ("1", "2", "3", "4", "5", "6", "7", "8")
    position = running(FOUR, 5)[6]
    side = position.to_move
    assert side is not None
    for level in engines.levels_of(FOUR):
        move = engines.at_level(FOUR, level).choose(position, 1).move
        engines.require_legal(FOUR, position, side, move)


def test_a_level_that_needs_the_core_is_offered_where_the_core_is_and_refused_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engines, "compiled", lambda: None)
    with pytest.raises(RulesError, match="needs the package cupsboard-core"):
        engines.level_of(FOUR, "9")
    monkeypatch.setattr(engines, "compiled", lambda: engines)
    assert engines.level_names(FOUR)[-1] == "9"
    assert engines.level_of(FOUR, "9").nodes > engines.level_of(FOUR, "8").nodes

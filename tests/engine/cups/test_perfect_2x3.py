"""The player of 2x3 who never loses, by book, search and proof."""

import random

import pytest
from cupsboard.engine import engines
from cupsboard.engine.cups.book import BEANS, CUPS, MOST_NODES, BookProver, book, small_table
from cupsboard.engine.cups.player import ProvingEngine
from cupsboard.engine.cups.tree import CupsTree
from cupsboard.engine.greedy import greedily, potted
from cupsboard.engine.player import Limit, Source
from cupsboard.rules.cups.position import Position, Row
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.game import Standing
from cupsboard.rules.places import Side as Player
from hypothesis import given
from hypothesis import strategies as st
from plain_negamax import value

GAME = Cups(CUPS)
FEW = Limit(nodes=400)


def test_the_book_begins_with_the_only_good_move_and_knows_the_value() -> None:
    result = engines.perfect(GAME).play(GAME.start(Player.SOUTH), FEW)
    assert result.move == "drop 1"
    assert (result.score_beans, result.is_exact, result.source) == (0, True, Source.BOOK)


def test_the_book_is_small_and_its_positions_are_in_order() -> None:
    content = book().content
    keys = [content[at : at + 4] for at in range(0, len(content), 6)]
    assert keys == sorted(set(keys))
    assert len(content) < 300_000


@given(st.data())
def test_a_proof_agrees_with_the_plain_rules(data: st.DataObject) -> None:
    rows = [
        Row(data.draw(st.tuples(*[st.integers(0, 6)] * CUPS)), 0, data.draw(st.integers(0, 4)))
        for _ in Player
    ]
    position = Position(rows[0], rows[1], Player.SOUTH)
    prover = BookProver(small_table())
    node = prover.pair(*((row.cups, row.stock) for row in rows))
    least, truth = data.draw(st.integers(-8, 8)), value(GAME, position)
    if prover.tree.children(node):
        assert prover.reaches(node, least * CupsTree.unit, 1_000_000) is (truth >= least)


def test_a_proof_that_takes_too_long_gives_up() -> None:
    prover, start = BookProver(small_table()), ((0,) * CUPS, BEANS)
    assert prover.reaches(prover.pair(start, start), 0, 100) is None


@pytest.mark.long("other openings", every=3)
@pytest.mark.parametrize("seed", range(6))
def test_what_follows_the_book_is_proved_within_the_nodes_it_was_made_for(seed: int) -> None:
    chance, prover = random.Random(seed), BookProver(small_table())
    start = (0,) * CUPS, BEANS
    node, lead, is_players = prover.pair(start, start), 0, seed % 2 == 0
    while True:
        found = book().find(*node) if is_players else None
        children = prover.tree.children(node)
        if is_players and found is None:
            assert len(children) < 2 or prover.reaches(node, -lead, MOST_NODES)
            return
        child = chance.choice(children)
        if found is not None:
            child = next(each for each in children if each[5] == found[0])
        _, _, node, gain, is_again, _ = child
        lead += gain if is_players else -gain
        is_players = is_players is is_again


@pytest.mark.parametrize("player", list(Player))
def test_it_never_loses_the_whole_game(player: Player) -> None:
    chance, engine = random.Random(5), engines.perfect(GAME)
    position = GAME.start(Player.SOUTH)
    while (standing := GAME.standing(position)) is not Standing.OVER:
        assert position.to_move is not None
        if standing is Standing.PASS:
            position = GAME.pass_turn(position)
        elif position.to_move is player:
            position = GAME.play(position, player, engine.play(position, FEW).move)
        else:
            plan = greedily(GAME.plans(position, player.other), chance, potted)
            position = GAME.play(position, player.other, plan.label)
    assert position.row(player).pot >= position.row(player.other).pot


@pytest.mark.parametrize("seed", range(3))
def test_who_proves_never_gets_less_than_the_first_value_that_was_proved(seed: int) -> None:
    game, chance = Cups(4, 5), random.Random(seed)
    engine, position, promised = ProvingEngine(game), game.start(Player.SOUTH), None
    while (standing := game.standing(position)) is not Standing.OVER:
        if standing is Standing.PASS:
            position = game.pass_turn(position)
            continue
        (side,) = game.movers(position)
        move = chance.choice(game.plans(position, side)).label
        if side is Player.SOUTH:
            info = engine.play(position, FEW)
            move = info.move
            assert info.is_exact
            promised = info.score_beans if promised is None else promised
            assert info.score_beans >= promised
        position = game.play(position, side, move)
    assert promised is not None
    assert position.south.pot - position.north.pot >= promised


@pytest.mark.parametrize("game", [Cups(4), Cups(3, 20)])
def test_other_games_are_played_by_the_usual_engine(game: Cups) -> None:
    found = engines.perfect(game).play(game.start(Player.SOUTH), FEW)
    assert found == engines.of_game(game).play(game.start(Player.SOUTH), FEW)

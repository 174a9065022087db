"""A search by any rules of sowing: its moves are those of the rules, its proofs what exhausting finds."""

from itertools import product
from random import Random

import pytest
from cupsboard.engine import engines
from cupsboard.engine.player import EVERY_MOVE, Limit
from cupsboard.engine.sowing.tree import plays
from cupsboard.rules.families import FAMILIES
from cupsboard.rules.places import Side
from cupsboard.rules.sowing import shelf
from exhaustive import lead

ANY = [each.name for each in FAMILIES if "sowing" in each.rules and not plays(shelf.rules_called(each.name))]


def test_a_search_knows_all_moves_and_what_it_proves_near_the_end_is_true() -> None:
    proved = 0
    for word, seed in product(ANY, range(12)):
        random, game = Random(seed), shelf.game(word, 2, 2)
        position = game.start(Side.SOUTH)
        while not position.is_over:
            (side,) = game.movers(position)
            plans = game.plans(position, side)
            if sum((*position.south.cups, *position.north.cups)) <= 3:
                infos = engines.of_game(game).analyse(position, Limit(nodes=3_000), EVERY_MOVE)
                assert {info.move for info in infos} == {plan.label for plan in plans}
                for info in infos:
                    after = game.play(position, side, info.move)
                    if info.is_exact:
                        proved += 1
                        sign = 1 if side is Side.SOUTH else -1
                        assert info.score_beans == sign * lead(game, after)
                break
            position = game.play(position, side, random.choice(plans).label)
    assert proved > 20


@pytest.mark.parametrize("word", ANY)
def test_every_level_plays_legal_moves(word: str) -> None:
    game = shelf.game(word, 4)
    for level in engines.levels_of(game):
        if not level.needs_core:
            move = engines.at_level(game, level).choose(game.start(Side.SOUTH), 1).move
            engines.require_legal(game, game.start(Side.SOUTH), Side.SOUTH, move)

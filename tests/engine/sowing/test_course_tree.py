"""A search by any rules of sowing: whatever looks at them plays by them."""

import pytest
from cupsboard.engine import engines
from cupsboard.engine.sowing.tree import plays
from cupsboard.rules.families import FAMILIES
from cupsboard.rules.places import Side
from cupsboard.rules.sowing import shelf

ANY = [each.name for each in FAMILIES if "sowing" in each.rules and not plays(shelf.rules_called(each.name))]


@pytest.mark.parametrize("word", ANY)
def test_every_level_plays_legal_moves(word: str) -> None:
    game = shelf.game(word, 4)
    for level in engines.levels_of(game):
        if not level.needs_core:
            move = engines.at_level(game, level).choose(game.start(Side.SOUTH), 1).move
            engines.require_legal(game, game.start(Side.SOUTH), Side.SOUTH, move)

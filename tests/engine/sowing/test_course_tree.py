"""A search by any rules of sowing: whatever looks at them plays by them."""

from typing import Any

import pytest
from cupsboard.engine import engines
from cupsboard.engine.analysis import LONGER, analyse
from cupsboard.engine.levels import level_named
from cupsboard.engine.player import EVERY_MOVE, Info, Limit
from cupsboard.engine.sowing.player import SowingEngine
from cupsboard.engine.sowing.thinking import SLOWER
from cupsboard.engine.sowing.tree import plays
from cupsboard.rules.families import FAMILIES
from cupsboard.rules.history import History
from cupsboard.rules.places import Side
from cupsboard.rules.sowing import shelf

ANY = [each.name for each in FAMILIES if "sowing" in each.rules and not plays(shelf.rules_called(each.name))]


@pytest.mark.parametrize("word", ANY)
def test_every_level_plays_legal_moves(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = shelf.game(word, 4)
    # Where the core is installed, no level waits for it that it doesn't play.
    monkeypatch.setattr(engines, "compiled", lambda: engines)
    for level in engines.levels_of(game):
        assert not level.needs_core
        move = engines.at_level(game, level).choose(game.start(Side.SOUTH), 1).move
        engines.require_legal(game, game.start(Side.SOUTH), Side.SOUTH, move)
    assert engines.levels_of(shelf.game("kalah", 4))[-1].needs_core


def test_a_level_takes_no_longer_where_positions_take_longer() -> None:
    for name, fewer in (("8", SLOWER), ("7", SLOWER), ("1", 1)):
        level = level_named(name)
        slow, quick = (
            engines.at_level(shelf.game(word, 6), level).level.nodes for word in ("ayoayo", "oware")
        )
        assert quick == level.nodes == fewer * slow


def test_a_relay_game_is_judged_within_few_positions() -> None:
    game, asked = shelf.game("ayoayo", 6), list[int]()

    class Counting(SowingEngine):
        def analyse(self, *how: Any) -> tuple[Info, ...]:
            infos = super().analyse(*how)
            asked.append(infos[0].nodes)
            return infos

    history, nodes = History(game, Side.SOUTH), 200
    for _ in range(4):
        move = engines.of_game(game).analyse(history.position, Limit(depth=1), EVERY_MOVE)[-1].move
        history = history.play(history.position.to_move, move)
    moves = list(analyse(history, Counting(game), engines.reasons_of(game), Limit(nodes=nodes)))
    assert len(moves) == 4 < sum(asked) <= 4 * (1 + LONGER) * nodes
    assert (
        engines.scale_of(game).analysis_nodes * 10 == engines.scale_of(shelf.game("oware", 6)).analysis_nodes
    )

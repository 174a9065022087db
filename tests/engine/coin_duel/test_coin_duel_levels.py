"""The levels of Coin Duel: what each overlooks, and which are offered."""

import pytest
from cupsboard.engine import engines
from cupsboard.engine.coin_duel.thinking import hidden
from cupsboard.engine.levels import LEVELS, Level
from cupsboard.engine.player import Info, Source
from cupsboard.rules import games
from cupsboard.rules.coin_duel.rules import CoinDuel
from cupsboard.rules.coin_duel.settings import Settings
from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import Side

STAGE_3 = CoinDuel(Settings(stage=3))


@pytest.mark.parametrize("level", [engines.levels_of(STAGE_3)[0], engines.levels_of(STAGE_3)[-2]])
def test_a_level_plays_a_legal_play_the_same_each_time(level: Level) -> None:
    position = STAGE_3.start(Side.SOUTH)
    chosen = engines.at_level(STAGE_3, level).choose(position, 5)
    assert engines.at_level(STAGE_3, level).choose(position, 5) == chosen
    assert STAGE_3.play(position, Side.SOUTH, chosen.move) != position


def test_a_game_offers_its_levels_and_refuses_others_with_the_reason() -> None:
    assert engines.level_names(STAGE_3) == ("1", "2", "3", "4", "5", "6", "7", "8")
    assert engines.level_names(games.named("cups 4")) == tuple(level.name for level in LEVELS)
    assert engines.levels_of(games.of_table(3)) == ()
    assert engines.level_of(STAGE_3, "4").name == "4"
    with pytest.raises(RulesError, match=r"nothing is proved of coin-duel 10 stage 3.* choose one of 1, 2"):
        engines.level_of(STAGE_3, "perfect")
    with pytest.raises(RulesError, match="no level '9' in coin-duel 10 stage 3: choose one of 1, 2"):
        engines.level_of(STAGE_3, "9")
    with pytest.raises(RulesError, match="no engine plays this game"):
        engines.level_of(games.of_table(3), "1")


def info(*variation: str) -> Info:
    return Info(1, 1, 0.0, False, variation, Source.SEARCH, 0.0)


def test_captures_what_reaches_the_pot_and_the_reply_can_be_overlooked() -> None:
    game = CoinDuel(Settings(4, 2))
    position = game.parse_position(
        "0 0 0 0.0.1.0 pot 0 stock 9.9.9.9 / 0 0 1.0.0.1 0 pot 0 stock 9.9.9.9 / south turn 4"
    )
    (pot,) = hidden(game, position, info("board 4 on dime"))
    assert (pot.kind, pot.beans, pot.change_beans) == ("misses-pot", 1, None)
    (capture,) = hidden(game, position, info("reserve cent cent"))
    assert (capture.kind, capture.beans, capture.change_beans) == ("misses-capture", 2, None)
    assert hidden(game, position, info("reserve cent")) == ()
    (reply,) = hidden(game, position, info("reserve quarter", "reserve cent cent cent cent"))
    assert (reply.kind, reply.beans, reply.change_beans) == ("reply-captures", 1, 25.0)

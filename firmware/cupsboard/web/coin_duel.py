"""What a page shows of Coin Duel beside the board: the rounds of the match, and the coin that decides one."""

from typing import Any

from cupsboard.rules.coin_duel.settings import WINNING_COIN_TIMES
from cupsboard.rules.history import HistoryOf
from cupsboard.rules.places import Side
from cupsboard.signs.scene import Scene
from cupsboard.web.sections import Shown, round_lying, round_position


def rounds_of(history: HistoryOf[Any, Any], scene: Scene | None = None) -> dict[str, Any]:
    """The round, of how many, and what both have in it by now.

    Where one kind decides the round, that is the winning coin, with what one counts. While the next round is
    asked for, it is of that one.
    """
    game: Any = history.game
    position = round_position(history, scene)
    before = dict(zip((Side.SOUTH, Side.NORTH), position.totals, strict=True))
    section: dict[str, Any] = {
        "round": position.round,
        "rounds": game.settings.rounds,
        "roundScores": {side.value: now - before[side] for side, now in game.score(position).items()},
    }
    if (kind := game.winning_coin(position)) is not None:
        section["winningCoin"] = {"kind": kind, "value": WINNING_COIN_TIMES * game.kinds[kind]}
    return section


SHOWN = Shown(round_position, round_lying, rounds_of)

"""What a page shows of Coin Duel beside the board: the rounds of the match, and the coin that decides one."""

from typing import Any

from cupsboard.rules.coin_duel.position import Position
from cupsboard.rules.coin_duel.rules import CoinDuel
from cupsboard.rules.coin_duel.settings import WINNING_COIN_TIMES
from cupsboard.rules.history import HistoryOf
from cupsboard.rules.places import Side


def rounds_of(history: HistoryOf[Any, Any]) -> dict[str, Any]:
    """The round, of how many, and what both have in it by now; nothing for another game.

    Where one kind decides the round, that is the winning coin, with what one counts.
    """
    game, position = history.game, history.position
    if not isinstance(game, CoinDuel) or not isinstance(position, Position):
        return {}
    before = dict(zip((Side.SOUTH, Side.NORTH), position.totals, strict=True))
    section: dict[str, Any] = {
        "round": position.round,
        "rounds": game.settings.rounds,
        "roundScores": {side.value: now - before[side] for side, now in game.score(position).items()},
    }
    if (kind := game.winning_coin(position)) is not None:
        section["winningCoin"] = {"kind": kind, "value": WINNING_COIN_TIMES * game.kinds[kind]}
    return section

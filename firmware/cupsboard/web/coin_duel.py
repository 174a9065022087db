"""What a page shows of Coin Duel beside the board: the rounds of the match, and the coin that decides one."""

from typing import Any

from cupsboard.rules.coin_duel.rules import BEGIN
from cupsboard.rules.coin_duel.settings import WINNING_COIN_TIMES
from cupsboard.rules.game import Contents, Standing
from cupsboard.rules.history import HistoryOf
from cupsboard.rules.places import Side, stock
from cupsboard.signs.scene import Meaning, Scene
from cupsboard.web.sections import Shown

ASKED_FOR = "laps.begin-round"
"""The sentence with which the table lies cleared and the next round is asked for."""
CLEARED = "laps.round-over"


def shown_position(history: HistoryOf[Any, Any], scene: Scene | None) -> Any:
    """The position of a history; while the next round is asked for, the one that it begins with."""
    position = history.position
    is_asked_for = scene is not None and scene.message.key == ASKED_FOR
    if not is_asked_for or not _is_between_rounds(history):
        return position
    game: Any = history.game
    return game.call(position, Side.SOUTH, BEGIN)


def lying_between_rounds(history: HistoryOf[Any, Any], scene: Scene) -> Contents | None:
    """How many pieces lie where while the table is cleared for the next round, by what is to be taken out.

    None where nothing is cleared, or before the board has looked.
    """
    if not _is_between_rounds(history):
        return None
    if scene.message.key == ASKED_FOR:
        contents: Contents = history.game.contents(shown_position(history, scene))
        return contents
    surplus = {sign.place: sign.beans or 0 for sign in scene.signs if sign.meaning is Meaning.TOO_MANY}
    if scene.message.key != CLEARED or not surplus:
        return None
    stocks = {stock(side): count for side, count in scene.stocks.items()}
    return {**dict.fromkeys(history.game.places, 0), **stocks, **surplus}


def rounds_of(history: HistoryOf[Any, Any], scene: Scene | None = None) -> dict[str, Any]:
    """The round, of how many, and what both have in it by now.

    Where one kind decides the round, that is the winning coin, with what one counts. While the next round is
    asked for, it is of that one.
    """
    game: Any = history.game
    position = shown_position(history, scene)
    before = dict(zip((Side.SOUTH, Side.NORTH), position.totals, strict=True))
    section: dict[str, Any] = {
        "round": position.round,
        "rounds": game.settings.rounds,
        "roundScores": {side.value: now - before[side] for side, now in game.score(position).items()},
    }
    if (kind := game.winning_coin(position)) is not None:
        section["winningCoin"] = {"kind": kind, "value": WINNING_COIN_TIMES * game.kinds[kind]}
    return section


def _is_between_rounds(history: HistoryOf[Any, Any]) -> bool:
    return history.game.standing(history.position) is Standing.BETWEEN_ROUNDS


SHOWN = Shown(shown_position, lying_between_rounds, rounds_of)

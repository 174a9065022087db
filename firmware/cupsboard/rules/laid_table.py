"""Begin a game from a table that was laid out by hand, or from any other position of its pieces.

Such a game begins with a correction of its first table, so that a record, the board and a page go on with
that game as with any other.
"""

from collections.abc import Mapping
from typing import Any

from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Contents, Mark, Standing
from cupsboard.rules.games import AnyGame, AnyPlayersGame, has_stocks, is_round_a_table
from cupsboard.rules.history import History, HistoryOf
from cupsboard.rules.places import Place, Side, stock
from cupsboard.rules.turns import Order


class TableRefused(RulesError):
    """A table from which no game can begin; `key` and `values` are those of its sentence in `signs/words`."""

    def __init__(self, key: str, said: str, **values: str | int) -> None:
        self.key, self.values = key, values
        super().__init__(said)


def require_laid(game: AnyPlayersGame) -> None:
    """Raise TableRefused for a game whose table no weight tells."""
    if is_round_a_table(game) or game.turns.order is not Order.FREE or len(game.kinds) > 1:
        raise TableRefused(
            "laid-not",
            f"{game.name}: is followed as it is sown, and no table of it can be told by its "
            "weight; begin it anew, or go on with a record of it",
            game=game.name,
        )


def pieces_of(game: AnyGame) -> int:
    """Return how many pieces a game has, those in stocks included."""
    return sum(game.contents(game.start(None)).values())


def is_whole(game: AnyGame, lying: Contents) -> bool:
    """Return whether all pieces of a game lie in these places: it has no stocks, or they are weighed too."""
    return not has_stocks(game) or stock(Side.SOUTH) in lying


def shared_rest(game: AnyGame, lying: Contents, recorded: Contents | None = None) -> dict[Side, int]:
    """Return the stocks that are likely beside a table: what is left, as evenly as the first stocks allow.

    Beside the table that a game was `recorded` to have come to they are those of that game. Return {} where
    all pieces of a game are on the board. The table `lying` may hold too many pieces; then nothing is left.
    """
    if is_whole(game, lying):
        return {}
    if recorded is not None and lying.items() <= recorded.items():
        return {side: recorded[stock(side)] for side in Side}
    first = _first_stocks(game)
    left = max(pieces_of(game) - sum(lying.values()), 0)
    south = min(max(left // 2, left - first[Side.NORTH]), first[Side.SOUTH])
    return {Side.SOUTH: south, Side.NORTH: min(left - south, first[Side.NORTH])}


def begun_at(game: AnyGame, mover: Side, contents: Contents) -> History[Any]:
    """Return the game in which `contents` lie and `mover` is to move, whatever a game may come to.

    The game begins with a correction of its first table, which changes nothing where that very table lies.
    Raises RulesError for a place that the game does not have, and for an impossible number.
    """
    history = HistoryOf(game, mover)
    now = game.contents(history.position)
    changes = tuple(
        Mark(place, wanted - now.get(place, 0))
        for place, wanted in contents.items()
        if wanted != now.get(place, 0)
    )
    return history.correct_table(mover, changes)


def laid(game: AnyGame, mover: Side, lying: Contents, stocks: Mapping[Side, int]) -> History[Any]:
    """Return the game that goes on from a table that lies there, with these numbers in the stocks.

    Raises TableRefused for what can't lie there, with the place and the number.
    """
    require_laid(game)
    whole, there = pieces_of(game), sum(lying.values())
    fullest = max(lying, key=lambda place: lying[place])
    if there > whole:
        raise TableRefused(
            "laid-too-many",
            f"{there} beans lie there, {lying[fullest]} of them in {fullest}, and {game.name} has {whole}: "
            f"take out {there - whole}, or count again",
            place=fullest,
            beans=lying[fullest],
            found=there,
            count=whole,
        )
    if is_whole(game, lying) and there < whole:
        raise TableRefused(
            "laid-too-few",
            f"{there} beans lie there, and {game.name} has {whole}, all of them on the board: put in "
            f"{whole - there}, or count again",
            found=there,
            count=whole,
        )
    contents = dict(lying)
    for side, count in () if is_whole(game, lying) else stocks.items():
        _require_stock(game, side, count, min(_first_stocks(game)[side], whole - sum(contents.values())))
        contents[stock(side)] = count
    history = begun_at(game, mover, contents)
    if game.standing(history.position) is Standing.OVER:
        raise TableRefused("laid-over", f"neither side can move from there: {game.name} would be over")
    return history


def _require_stock(game: AnyGame, side: Side, count: int, most: int) -> None:
    if not 0 <= count <= most:
        raise TableRefused(
            "laid-stock",
            f"{stock(side)}: {count} beans can't be there, because {game.name} has {most} left for it; "
            f"say 0 to {most}",
            place=stock(side),
            beans=count,
            count=most,
        )


def _first_stocks(game: AnyGame) -> Mapping[Side, int]:
    contents: Mapping[Place, int] = game.contents(game.start(None))
    return {side: contents[stock(side)] for side in Side}

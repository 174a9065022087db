"""The game that is wished for, if the board can play it."""

import re
from collections.abc import Callable

from cupsboard.profile import Profile
from cupsboard.rules import games
from cupsboard.rules.errors import RulesError
from cupsboard.rules.games import AnyPlayersGame
from cupsboard.rules.places import Kind
from cupsboard.rules.wish import Wish
from cupsboard.session.playable import require_playable
from cupsboard.station.wishes import GameWish
from cupsboard.storage import piece_sets
from cupsboard.storage.piece_sets import PieceSet

_WORTH = re.compile(r"([a-z]+(?:-[a-z]+)*)=([1-9][0-9]{0,4})")


def wished(
    wish: GameWish,
    board: Profile,
    stock: int | None = None,
    load_set: Callable[[str], PieceSet] = piece_sets.load,
) -> AnyPlayersGame | None:
    """The game that is wished for, if the board can play it; None if none is.

    `load_set` gives a set of pieces by its name or path.
    Raises RulesError, or SensingError for a set that can't be read.
    """
    if wish.family is None:
        return None
    said = Wish(
        wish.family, wish.stage, _kinds(wish.kinds, load_set), stock, wish.turns, friendly=bool(wish.friendly)
    )
    game = games.of_wish(said, cups=board.cups, seats=len(board.owners) if board.spots else 0)
    require_playable(board, game)
    return game


def _kinds(said: str | None, load_set: Callable[[str], PieceSet]) -> tuple[tuple[Kind, int], ...]:
    if said is None:
        return ()
    if "=" not in said:
        return tuple(load_set(said).values.items())
    found = [_WORTH.fullmatch(each) for each in said.split(",")]
    if None in found:
        raise RulesError(f"--kinds {said}: write kinds with what each counts, as in cent=1,dime=10, or a set")
    return tuple((Kind(each[1]), int(each[2])) for each in found if each is not None)

"""The game that somebody chose by the options of `game_options`."""

import argparse
import re
from collections.abc import Callable

from cupsboard.profile import Profile
from cupsboard.rules import families, games
from cupsboard.rules.errors import RulesError
from cupsboard.rules.games import AnyPlayersGame
from cupsboard.rules.places import Kind
from cupsboard.rules.wish import Wish
from cupsboard.session.playable import require_playable
from cupsboard.storage import piece_sets
from cupsboard.storage.piece_sets import PieceSet

OPTIONS = ("game", "stage", "kinds", "turns", "friendly")
"""What the options of a wished game are called after parsing."""
_WORTH = re.compile(r"([a-z]+(?:-[a-z]+)*)=([1-9][0-9]{0,4})")


def chosen(
    asked: argparse.Namespace,
    board: Profile,
    stock: int | None = None,
    load_set: Callable[[str], PieceSet] = piece_sets.load,
) -> AnyPlayersGame | None:
    """The game that was asked for, if the board can play it; None if nobody asked.

    `load_set` gives a set of pieces by its name or path.
    Raises RulesError, or SensingError for a set that can't be read.
    """
    if asked.game is None:
        for option in OPTIONS[1:]:
            if getattr(asked, option):
                raise RulesError(f"--{option}: belongs to --game; name one of {', '.join(families.names())}")
        return None
    wish = Wish(
        asked.game,
        asked.stage,
        _kinds(asked.kinds, load_set),
        stock,
        asked.turns,
        friendly=bool(asked.friendly),
    )
    game = games.of_wish(wish, cups=board.cups, seats=len(board.owners) if board.spots else 0)
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

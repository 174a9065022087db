"""The game that is wished for: by its family, from the record in a file, or from a puzzle."""

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from cupsboard.engine import engines
from cupsboard.engine.puzzles import begun
from cupsboard.profile import Profile
from cupsboard.rules import games
from cupsboard.rules.errors import RulesError
from cupsboard.rules.games import AnyPlayersGame
from cupsboard.rules.history import History
from cupsboard.rules.places import Kind
from cupsboard.rules.puzzle import Puzzle
from cupsboard.rules.record import RecordError
from cupsboard.rules.record_entries import shown
from cupsboard.rules.wish import Wish
from cupsboard.session.playable import require_playable
from cupsboard.station.wishes import GameWish
from cupsboard.storage import piece_sets, record_file
from cupsboard.storage.paths import homes
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
        wish.family,
        wish.stage,
        _kinds(wish.kinds, load_set),
        stock,
        wish.turns,
        friendly=bool(wish.friendly),
        odds=wish.odds,
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


PUZZLE = "puzzle:"
"""So begins what names a puzzle and no file."""


def own_puzzles_of_this_user() -> tuple[Puzzle, ...]:
    """Return the puzzles of one's own that `cupsboard puzzle` lists. Raises StoreError."""
    # A record is checked without the memory of a board.
    from cupsboard.storage.memory import memory_in
    from cupsboard.storage.own_puzzles import own_puzzles

    return own_puzzles(memory_in(homes(os.environ, Path.home()).state))


def puzzle_numbered(number: str, own: Sequence[Puzzle]) -> Puzzle:
    """The puzzle with a number, one that ships or of one's `own`. Raises RecordError for any other text."""
    puzzles = engines.all_puzzles(own)
    is_number = re.fullmatch(r"[1-9][0-9]{0,3}", number, re.ASCII) is not None
    if not is_number or int(number) not in puzzles:
        raise RecordError(
            f"puzzle {shown(number)}: there is none; choose 1 to {max(puzzles)} (see `cupsboard puzzle`)"
        )
    return puzzles[int(number)]


def puzzle_game(name: str) -> History[Any]:
    """The game at the beginning of "puzzle:7". Raises RecordError."""
    puzzle = puzzle_numbered(name.removeprefix(PUZZLE), own_puzzles_of_this_user())
    return begun(puzzle, games.named(puzzle.game))


def game_to_go_on(name: str, move: int | None, cups: int | None = None) -> History[Any]:
    """The game in a file after one of its moves, or a puzzle ("puzzle:7").

    If it is of a game that a board with so many `cups` a side goes on with.

    Raises RecordError, or OSError if the file can't be read.
    """
    is_puzzle = name.startswith(PUZZLE)
    history = puzzle_game(name) if is_puzzle else record_file.load(name).history()
    if cups is not None and not games.is_at_home(history.game, cups):
        raise RecordError(
            f"{name}: a game of {history.game.name}, and this board plays {games.of_board(cups).name}; name "
            "one of those"
        )
    try:
        return history.gone_on_from(move)
    except RulesError as fault:
        raise RecordError(f"{name}, {fault}") from None

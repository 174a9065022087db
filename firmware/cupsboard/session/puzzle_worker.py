"""A puzzle out of a position, as a program of its own: `python -m cupsboard.session.puzzle_worker 12`.

It reads the record of a game, or a table that was laid out, from its standard input, and writes the puzzle
after that move, or why there is none, as a line of JSON.
"""

import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Any

from cupsboard.engine import engines
from cupsboard.engine.player import Clock, Known
from cupsboard.engine.protocol import Tables
from cupsboard.engine.puzzles import NoPuzzle, best_moves, turned_south
from cupsboard.formats.strict_data import PlainDataError, from_plain, to_plain
from cupsboard.rules import games
from cupsboard.rules.errors import RulesError
from cupsboard.rules.games import is_round_a_table
from cupsboard.rules.history import History
from cupsboard.rules.laid_table import laid
from cupsboard.rules.places import Side
from cupsboard.rules.record import parse_record
from cupsboard.rules.turns import Order
from cupsboard.session.orders import spoken_of
from cupsboard.session.process_limits import worked
from cupsboard.storage.own_puzzles import OwnPuzzle


@dataclass(frozen=True, slots=True)
class LaidOut:
    """A table that was laid out: its game, whose turn it is, and how many beans lie where."""

    game: str
    turn: Side
    numbers: Mapping[str, int]
    stocks: Mapping[str, int]

    def history(self) -> History[Any]:
        """Return the game that goes on from there. Raises RulesError for a table that can't be."""
        game, stocks = games.named(self.game), {Side(side): count for side, count in self.stocks.items()}
        return laid(game, self.turn, {place: self.numbers.get(place, 0) for place in game.places}, stocks)


def puzzle_at(history: History[Any], known: Known | None, clock: Clock = time.monotonic) -> OwnPuzzle:
    """Return the puzzle that the position of a game is, without a number yet; `known` are exact values.

    Raises NoPuzzle where it is none.
    """
    game = history.game
    if is_round_a_table(game) or game.turns.order is not Order.FREE or not engines.is_played(game):
        raise NoPuzzle(f"no puzzles are made of {game.name}; take a game that lies still")
    begun = turned_south(history)
    solution, is_proved = best_moves(begun, engines.of_game(game, clock, known))
    return OwnPuzzle(0, game.name, game.format_position(begun.position), ", ".join(solution), is_proved)


def work(words: Sequence[str], given: IO[bytes], say: Callable[[str], object], tables: Tables) -> int:
    """Pass the puzzle after the move named in `words`, the last without one, to `say`, or why there is none.

    The record of the game, or as JSON a `LaidOut`, is read from `given`. Return 0.
    """
    try:
        history = _sent(given.read().decode("utf-8", "replace")).gone_on_from(
            int(words[0]) if words else None
        )
        say(json.dumps({"puzzle": to_plain(puzzle_at(history, tables(history.game)))}))
    except (NoPuzzle, RulesError, PlainDataError) as fault:
        say(json.dumps({"refused": to_plain(spoken_of(fault))}))
    return 0


def _sent(text: str) -> History[Any]:
    """Return the game that was sent. Raises RulesError or PlainDataError."""
    if not text.startswith("{"):
        return parse_record(text, games.of_any_players).history()
    try:
        return from_plain(LaidOut, json.loads(text)).history()
    except RulesError:
        raise
    except (ValueError, RecursionError):
        raise PlainDataError("this is no table that was laid out") from None


if __name__ == "__main__":
    sys.exit(worked(work))

"""The analysis of a game as a program of its own: `python -m cupsboard.session.analysis_worker`.

It reads a record from its standard input and writes a line of JSON for each entry, as soon as it is judged.
It has lower priority than everything else on the machine, so that no frame is lost. A reader that wants no
more of it ends it.
"""

import json
import sys
from collections.abc import Callable, Sequence
from typing import IO, Any

from cupsboard.engine import engines
from cupsboard.engine.analysis import JudgedMove, Mark, analyse
from cupsboard.engine.player import Limit
from cupsboard.engine.protocol import Tables
from cupsboard.formats.strict_data import to_plain
from cupsboard.rules import games
from cupsboard.rules.history import History
from cupsboard.rules.record import parse_record
from cupsboard.session.played_out import line_of
from cupsboard.session.process_limits import worked
from cupsboard.signs.hint_words import reason_phrases
from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import say

LONGEST_LINE = 4
"""The most moves of a better line that can be played out."""


def plain(move: JudgedMove, before: History[Any]) -> dict[str, Any]:
    """Return a judged entry as data for a page; its reasons are messages that the page phrases.

    `before` is the game before the entry. For a move with a mark, the data hold the better line, to be played
    out.
    """
    better = move.better[:LONGEST_LINE] if move.mark is not Mark.NONE else ()
    return {
        "number": move.number,
        "side": move.side.value,
        # A little less than nothing would be written as -0.0.
        "before": round(move.before_beans, 1) + 0.0,
        "after": round(move.after_beans, 1) + 0.0,
        "loss": round(move.loss_beans, 1),
        "mark": move.mark.value,
        "isProved": move.is_proved,
        "isSearched": bool(move.expected),
        "better": list(move.better),
        "line": line_of(before.game, before.position, move.side, better),
        "reasons": [_section(phrase) for phrase in reason_phrases(move.reasons)],
    }


def _section(message: Message) -> dict[str, Any]:
    return {**to_plain(message), "text": say(message)}


def work(_words: Sequence[str], given: IO[bytes], say: Callable[[str], object], tables: Tables) -> int:
    """Judge every entry of the game whose record is read from `given`, and pass each to `say`. Return 0."""
    record = parse_record(given.read().decode("utf-8"), games.named)
    game = record.game
    engine = engines.of_game(game, known=tables(game))
    history = record.history()
    stages = tuple(history.stages())
    scale = engines.scale_of(game)
    limit = Limit(nodes=scale.analysis_nodes)
    for move in analyse(history, engine, engines.reasons_of(game), limit, piece_points=scale.piece_points):
        say(json.dumps(plain(move, stages[move.number - 1])))
    return 0


if __name__ == "__main__":
    sys.exit(worked(work))

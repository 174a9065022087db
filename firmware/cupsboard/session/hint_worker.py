"""A hint as a program of its own: `python -m cupsboard.session.hint_worker south`.

It reads the record of the game so far from its standard input and writes the hint for that side as a line of
JSON. It gives way to everything else on the machine, so that no frame is lost.
"""

import json
import sys
from collections.abc import Callable, Sequence
from typing import IO, Any

from cupsboard.engine import engines
from cupsboard.engine.hints import Hint, hint
from cupsboard.engine.landed_hints import LandedHint, landed_hint
from cupsboard.engine.player import Known, Limit
from cupsboard.engine.protocol import Tables
from cupsboard.formats.strict_data import to_plain
from cupsboard.rules import games
from cupsboard.rules.history import History
from cupsboard.rules.places import Side
from cupsboard.rules.record import parse_record
from cupsboard.rules.turns import Order
from cupsboard.session.process_limits import worked
from cupsboard.signs.hint_words import hint_phrases, landed_hint_phrases
from cupsboard.signs.sentences import say

NODES = 20_000
"""Nodes searched: a fifth of a second on a laptop, about a second on the smallest Pi."""


def plain(found: Hint | LandedHint) -> dict[str, Any]:
    """Return a hint as data for a page; its words are messages that the page phrases."""
    phrases = hint_phrases(found) if isinstance(found, Hint) else landed_hint_phrases(found)
    return {
        "side": found.side.value,
        "move": found.move,
        "places": list(found.places),
        "said": [{**to_plain(phrase), "text": say(phrase)} for phrase in phrases],
    }


def found_for(history: History[Any], side: Side, known: Known | None) -> Hint | LandedHint:
    """Return the hint for a side, in any game that an engine plays; `known` are exact values, if any."""
    game, limit = history.game, Limit(nodes=NODES)
    if game.turns.order is Order.FREE:
        engine = engines.perfect(game, known=known)
        return hint(history, side, engine, engines.reasons_of(game), limit)
    engine = engines.of_game(game)
    return landed_hint(history, side, engine, engines.acts_of, limit, engines.scale_of(game).piece_points)


def work(words: Sequence[str], given: IO[bytes], say: Callable[[str], object], tables: Tables) -> int:
    """Pass the hint for the side named in `words` to `say`. Return 0.

    The record of the game is read from `given`.
    """
    record = parse_record(given.read().decode("utf-8"), games.named)
    found = found_for(record.history(), Side(words[0]), tables(record.game))
    say(json.dumps(plain(found)))
    return 0


if __name__ == "__main__":
    sys.exit(worked(work))

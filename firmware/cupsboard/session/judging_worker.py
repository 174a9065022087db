"""The games of players judged as a program of its own: `python -m cupsboard.session.judging_worker`.

It reads games from its standard input, a line of JSON each, and writes what is to be kept of each as such a
line, as soon as it is judged. It has lower priority than everything else on the machine. A reader that wants
no more of it ends it.
"""

import json
import sys
from collections.abc import Callable, Sequence
from typing import IO

from cupsboard.engine import core, engines
from cupsboard.engine.analysis import analyse
from cupsboard.engine.player import Limit
from cupsboard.engine.protocol import Tables
from cupsboard.formats.strict_data import to_plain
from cupsboard.rules.errors import RulesError
from cupsboard.session.process_limits import worked
from cupsboard.storage.games import Game, KeptGameError, read
from cupsboard.storage.judgements import Judged, judged_of

LESS, LESS_IN_PYTHON = 4, 10
"""By how much fewer positions are searched than in an analysis of one game, with the core and without: there
are many games.

Measured with nineteen games of Cups, Kalah and Oware between levels 1 to 6, in which an analysis finds 2.56
beans lost a move and 515 mistakes, and takes 2.1 s a game with the core. A quarter of its positions take
0.8 s, find 0.17 beans a move less on average, 0.28 more or less for one side, and 455 of the mistakes; a
tenth 0.5 s (2.7 s without the core), 0.25 less, 0.36 and 431; a fortieth 0.3 s, 0.39 less, 0.51 and 387.
"""


def judged(row: Game, tables: Tables) -> Judged:
    """Return what an analysis finds in a game; nothing for one that can not be judged."""
    try:
        history = read(row).history
        reasons = engines.reasons_of(history.game)
        engine = engines.of_game(history.game, known=tables(history.game))
    except (KeptGameError, RulesError):
        return judged_of(row)
    scale = engines.scale_of(history.game)
    less = LESS_IN_PYTHON if core.installed() is None else LESS
    limit = Limit(nodes=scale.analysis_nodes // less)
    moves = analyse(history, engine, reasons, limit, piece_points=scale.piece_points)
    return judged_of(row, moves, scale.piece_points)


def work(_words: Sequence[str], given: IO[bytes], say: Callable[[str], object], tables: Tables) -> int:
    """Judge each game that is read from `given`, and pass each row to `say`. Return 0."""
    for line in given:
        say(json.dumps(to_plain(judged(Game(**json.loads(line)), tables))))
    return 0


if __name__ == "__main__":
    sys.exit(worked(work))

"""The games of players judged as a program of its own: `python -m cupsboard.session.judging_worker`.

It reads games from its standard input, a line of JSON each, and writes what is to be kept of each as such a
line, as soon as it is judged. It has lower priority than everything else on the machine. A reader that wants
no more of it ends it.
"""

import json
import sys
from collections.abc import Callable, Sequence
from typing import IO

from cupsboard.engine import engines
from cupsboard.engine.analysis import analyse
from cupsboard.engine.player import Limit
from cupsboard.engine.protocol import Tables
from cupsboard.formats.strict_data import to_plain
from cupsboard.rules.errors import RulesError
from cupsboard.session.process_limits import worked
from cupsboard.storage.games import Game, KeptGameError, read
from cupsboard.storage.judgements import Judged, judged_of

LESS = 40
"""By how much fewer positions are searched than in an analysis of one game: there are many games.

Of six games between levels most of what was lost differed by less than a tenth from what four times the
positions found, and that of some sides by up to a fifth.
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
    limit = Limit(nodes=scale.analysis_nodes // LESS)
    moves = analyse(history, engine, reasons, limit, piece_points=scale.piece_points)
    return judged_of(row, moves, scale.piece_points)


def work(_words: Sequence[str], given: IO[bytes], say: Callable[[str], object], tables: Tables) -> int:
    """Judge each game that is read from `given`, and pass each row to `say`. Return 0."""
    for line in given:
        say(json.dumps(to_plain(judged(Game(**json.loads(line)), tables))))
    return 0


if __name__ == "__main__":
    sys.exit(worked(work))

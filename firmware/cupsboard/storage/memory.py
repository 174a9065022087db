"""Where a board remembers games, judgements, shared ones, puzzles, corrections, zeros and what it learnt."""

from pathlib import Path

from cupsboard.distance.far_copy import FarCopy
from cupsboard.storage.correction_log import Correction
from cupsboard.storage.database import Database
from cupsboard.storage.games import Game
from cupsboard.storage.judgements import Judged
from cupsboard.storage.learnt import Learnt
from cupsboard.storage.own_puzzles import OwnPuzzle
from cupsboard.storage.solved_puzzles import Tried
from cupsboard.storage.zero_history import Zeros

NAME = "memory.sqlite"
TABLES = (Game, Judged, Learnt, Correction, Zeros, Tried, OwnPuzzle, FarCopy)


def memory_in(folder: Path) -> Database:
    """Return what a board remembers in its folder of state; nothing is read yet."""
    return Database(folder / NAME, TABLES)


def sound_memory_in(folder: Path) -> Database:
    """Return what a board remembers, for a reader beside it. Raises StoreError where anything is damaged."""
    memory = memory_in(folder)
    memory.require_sound()
    return memory

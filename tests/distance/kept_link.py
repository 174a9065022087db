"""A link to a server whose copy of the game is in a folder, as that of a board is."""

from pathlib import Path
from random import Random

from cupsboard.distance.far_copy import FarCopy
from cupsboard.distance.follower import Follower
from cupsboard.distance.link import Link
from cupsboard.storage.memory import memory_in


def kept(folder: Path, code: str, token: str = "") -> Follower:
    """Return what the folder keeps of a game."""
    return Follower(code, token).begun_again(*memory_in(folder).find(FarCopy, code=code))


def kept_link(folder: Path, address: str, code: str, token: str, random: Random | None = None) -> Link:
    """Return a link that goes on from what the folder keeps, and is not begun yet."""
    rows = memory_in(folder)
    return Link(address, kept(folder, code, token), lambda copy: rows.keep((copy,)), random or Random(1))

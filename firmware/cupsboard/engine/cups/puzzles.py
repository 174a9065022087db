"""The puzzles of Cups that ship: puzzles.json beside this file, which `cupsboard puzzle --make` writes."""

from functools import cache

from cupsboard.engine.puzzles import Kind, Puzzle
from cupsboard.engine.shipped import data_of


@cache
def shipped() -> tuple[Puzzle, ...]:
    """Return the puzzles that come with the program, from the easiest of each kind to the hardest."""
    read = data_of(__package__, "puzzles.json")
    return tuple(
        Puzzle(**{**each, "kind": Kind(each["kind"]), "solution": tuple(each["solution"])}) for each in read
    )

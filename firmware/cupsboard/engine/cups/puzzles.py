"""The puzzles of Cups that ship: puzzles.json beside this file, which `cupsboard puzzle --make` writes."""

import json
from functools import cache
from importlib import resources

from cupsboard.engine.puzzles import Kind, Puzzle


@cache
def shipped() -> tuple[Puzzle, ...]:
    """Return the puzzles that come with the program, from the easiest of each kind to the hardest."""
    read = json.loads(resources.files(__package__).joinpath("puzzles.json").read_text("utf-8"))
    return tuple(
        Puzzle(**{**each, "kind": Kind(each["kind"]), "solution": tuple(each["solution"])}) for each in read
    )

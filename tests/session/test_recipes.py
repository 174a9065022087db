"""The recipes are small programs that work."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "firmware" / "RECIPES.md"
FEWEST_LINES, MOST_LINES = 8, 22
RECIPES = dict(
    re.findall(r"^## (.*?)\n.*?```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
)
SAYS = {
    "Let two levels play": r"pot \d+ / .* \{<Side.SOUTH",
    "Follow a game by weights alone": r"DONE.*'drop 2'.* 0\.9|DONE.*'drop 2'.* 1\.0",
    "Light a pattern": r"3 \[\(\d+, \d+, \d+\)",
    "Read a bank of load cells": r"\d\.\d\d s \(-?\d+",
    "Replay a trace": r" \d+ None$",
    "Write a player": r"\{<Side.SOUTH.*\}",
}
"""What the output of each contains."""


def test_there_are_six_short_recipes() -> None:
    assert RECIPES.keys() == SAYS.keys()
    for source in RECIPES.values():
        assert FEWEST_LINES <= len(source.splitlines()) <= MOST_LINES


@pytest.mark.parametrize("title", RECIPES)
def test_a_recipe_works(title: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(RECIPES[title], title, "exec"), {"__name__": "recipe"})
    assert re.search(SAYS[title], capsys.readouterr().out, re.DOTALL)

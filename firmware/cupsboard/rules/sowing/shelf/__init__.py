"""The sowing games that ship, each a text of its rules."""

import tomllib
from functools import cache
from importlib.resources import files

from cupsboard.rules.games import Rules
from cupsboard.rules.sowing.game import SowingGame
from cupsboard.rules.sowing.rules import SowingRules


@cache
def rules_called(word: str) -> SowingRules:
    """Return the rules of a game that ships, by its first word."""
    table = tomllib.loads(files(__package__).joinpath(f"{word}.toml").read_text("utf-8"))
    counts = frozenset(table.pop("captured_counts", ()))
    return SowingRules(word=word, captured_counts=counts, **table)


def game(word: str, cups: int, beans: int | None = None) -> SowingGame:
    """Return a game that ships; without `beans` with the usual number in each cup at first."""
    rules = rules_called(word)
    return SowingGame(rules, cups, rules.beans if beans is None else beans)


def __getattr__(word: str) -> Rules:
    """Return the way in which the games of a word are found. Raises AttributeError if none ships."""
    if word.startswith("_") or not files(__package__).joinpath(f"{word}.toml").is_file():
        raise AttributeError(word)
    return Rules(
        lambda name: SowingGame.named(rules_called(word), name),
        lambda _wish, cups: game(word, cups),
        lambda cups: (game(word, cups),) if rules_called(word).offered else (),
    )

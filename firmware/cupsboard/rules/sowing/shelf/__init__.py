"""The sowing games that ship, each a text of its rules; and those of one's own, whose names hold the text."""

import tomllib
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files

from cupsboard.rules.errors import RulesError
from cupsboard.rules.families import OWN, SOWING
from cupsboard.rules.games import Rules
from cupsboard.rules.sowing import text
from cupsboard.rules.sowing.course import MOST_CUPS
from cupsboard.rules.sowing.game import SowingGame
from cupsboard.rules.sowing.match import SowingMatch
from cupsboard.rules.sowing.rules import SowingRules

_OFFERED = {"kalah": range(2, MOST_CUPS + 1), "oware": range(2, MOST_CUPS + 1), "goat": range(3, 5)}
"""What boards with so many cups a side offer to hands that go through their games; Goat is for children."""


@lru_cache(64)
def rules_called(word: str) -> SowingRules:
    """Return the rules of a game by its first word; of one's own by the line of its rules.

    Raises RulesError for a line that is none.
    """
    if word in SOWING:
        return text.from_table(tomllib.loads(files(__package__).joinpath(f"{word}.toml").read_text("utf-8")))
    return checked(text.from_line(word))


def checked(rules: SowingRules) -> SowingRules:
    """Return the rules of a game of one's own. Raises RulesError for the title of a game with other rules."""
    for word, (title, _) in SOWING.items():
        if title.casefold() == rules.title.casefold() and rules_called(word) != rules:
            raise RulesError(f"title: {rules.title} ships, with other rules; take another title")
    return rules


def game(word: str, cups: int, beans: int | None = None) -> SowingGame:
    """Return a game by its first word or line; without `beans` with the usual number in each cup at first."""
    rules = rules_called(word)
    kind = _kind(rules)
    return kind(rules, cups, rules.beans if beans is None else beans, word if word in SOWING else OWN)


def _kind(rules: SowingRules) -> type[SowingGame]:
    return SowingGame if rules.rounds == "no" else SowingMatch


def for_board(word: str, board: int) -> SowingGame:
    """Return a game by its first word or line for a board with `board` cups a side.

    It is played on as many as its rules say where these lie in the middle, else on all. A capture of what
    lies opposite needs a true middle.
    """
    found = game(word, board)
    spare = board - found.rules.cups
    if word in _OFFERED or spare < 0 or (spare % 2 and found.rules.across != "no"):
        return found
    return replace(found, cups=board - spare, spare=spare)


def __getattr__(word: str) -> Rules:
    """Return how the games of a word, or of a line of rules, are found. Raises AttributeError."""
    is_own = word.startswith("{")
    if word not in SOWING and not is_own:
        raise AttributeError(word)
    return Rules(
        lambda name: _kind(rules_called(word)).named(rules_called(word), OWN if is_own else word, name),
        lambda _wish, cups: for_board(word, cups),
        lambda cups: (for_board(word, cups),) if is_own or cups in _OFFERED.get(word, ()) else (),
    )

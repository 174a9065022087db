"""Odds: the beans that one player gives the other at the start of a game."""

import re
import reprlib
from dataclasses import dataclass, replace

from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import Side

_WORDS = re.compile(r"(south|north) ([1-9][0-9]{0,3})( pot)?")
_NAMED = re.compile(rf" odds ({_WORDS.pattern})$")


@dataclass(frozen=True, slots=True)
class Odds:
    """`giver` begins with fewer beans in its stock, by `beans`."""

    giver: Side
    beans: int
    is_in_pot: bool = False
    """Whether these beans lie in the other's pot at first; else they lie off the board."""

    @classmethod
    def said(cls, words: str) -> "Odds":
        """Return the odds in words such as "south 3" or "south 3 pot". Raises RulesError for other words."""
        match = _WORDS.fullmatch(words)
        if match is None:
            raise RulesError(
                f"odds {reprlib.repr(words)}: write who gives how many beans of their stock, as in "
                "'south 3', or 'south 3 pot' to begin with these in the other's pot"
            )
        return cls(Side(match[1]), int(match[2]), match[3] is not None)

    def __str__(self) -> str:
        return f"{self.giver.value} {self.beans}" + (" pot" if self.is_in_pot else "")


def odds_of(name: str) -> Odds | None:
    """Return the odds in a game's name; None if it is played without."""
    found = _NAMED.search(name)
    return None if found is None else Odds.said(found[1])


def sides_changed(name: str) -> str:
    """Return the name of the same game once the players have changed sides; the same player gives odds."""
    odds = odds_of(name)
    return name if odds is None else f"{without_odds(name)} odds {replace(odds, giver=odds.giver.other)}"


def without_odds(name: str) -> str:
    """Return the name of the same game without odds."""
    return _NAMED.sub("", name)

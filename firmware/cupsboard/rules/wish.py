"""The game that players wish for, before it is known whether their board can play it."""

from dataclasses import dataclass, fields

from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import Kind


@dataclass(frozen=True, slots=True)
class Wish:
    """A wish for a game: a family, and what is to differ from the usual.

    A family refuses what it doesn't know. `kinds` are the kinds of pieces with the points of each, `stock` is
    how many of each kind a player has, and `turns` ends a round.
    """

    family: str
    stage: int | None = None
    kinds: tuple[tuple[Kind, int], ...] = ()
    stock: int | None = None
    turns: int | None = None
    friendly: bool = False
    odds: str | None = None
    """What one player gives the other, in the words of `Odds.said`."""

    def require_only(self, *known: str) -> None:
        """Raise RulesError if something else than these fields differs from the usual."""
        for each in fields(self)[1:]:
            if each.name not in known and getattr(self, each.name) != each.default:
                raise RulesError(f"--{each.name}: there is none in {self.family}; leave it out")

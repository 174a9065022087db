"""Which game players want, said before a board says whether it can."""

from dataclasses import dataclass, fields

from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import Kind


@dataclass(frozen=True, slots=True)
class Wish:
    """A family of games, and what is to be other than usual in it; a family refuses what it does not know.

    `kinds` are the kinds of pieces with what each counts, `stock` is how many of each kind a player has, and
    `turns` ends a round.
    """

    family: str
    stage: int | None = None
    kinds: tuple[tuple[Kind, int], ...] = ()
    stock: int | None = None
    turns: int | None = None
    friendly: bool = False

    def require_only(self, *known: str) -> None:
        """Refuse what a family does not know. Raises RulesError."""
        for each in fields(self)[1:]:
            if each.name not in known and getattr(self, each.name) != each.default:
                raise RulesError(f"--{each.name}: there is none in {self.family}; leave it out")

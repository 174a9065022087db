"""Which pages may look at a board at once: a fixed number, and of one address fewer than half of those left.

So no few addresses take all places: beside eight pages of a first, six of a second and four of a third there
are places for four more. A browser that holds a seat at a simulated table, or is an owner's of a real board,
needs none of these places: a crowd that only looks keeps none of those out.
"""

from collections import Counter
from dataclasses import dataclass

MOST_VIEWERS = 24
MOST_OF_A_PLAYER = 8
"""Pages of one such browser, those among them that are lost and not yet known to be."""
FULL, FULL_HERE = "full", "full-here"
"""Why somebody is turned away, by the page's words: all places are taken, or all of their address."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Where a page calls from, and the token of its browser if that holds a seat or is an owner's."""

    address: str
    player: str | None = None


class Places:
    """The places before one board."""

    def __init__(self) -> None:
        self._of_addresses: Counter[str] = Counter()
        self._of_players: Counter[str] = Counter()

    def refusal(self, visitor: Visitor) -> str | None:
        """Why this visitor gets no place now; None if one is free."""
        if visitor.player is not None:
            return FULL_HERE if self._of_players[visitor.player] >= MOST_OF_A_PLAYER else None
        here, left = self._of_addresses[visitor.address], MOST_VIEWERS - self._of_addresses.total()
        if 2 * here < left:
            return None
        return FULL_HERE if here else FULL

    def take(self, visitor: Visitor) -> None:
        """Give the visitor a place."""
        taken, name = self._kind(visitor)
        taken[name] += 1

    def leave(self, visitor: Visitor) -> None:
        """Have the visitor's place back."""
        taken, name = self._kind(visitor)
        taken[name] -= 1
        if not taken[name]:
            del taken[name]

    def _kind(self, visitor: Visitor) -> tuple[Counter[str], str]:
        if visitor.player is not None:
            return self._of_players, visitor.player
        return self._of_addresses, visitor.address

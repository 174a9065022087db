"""Kalah as children play it, written apart from the program: bowls in a ring, every bean a thing of its own.

There is no arithmetic on places here: each bowl knows the next one and the one opposite, and beans are walked
from bowl to bowl.
"""

from dataclasses import dataclass, field
from itertools import pairwise


@dataclass(eq=False)
class Bowl:
    owner: str
    is_pot: bool
    beans: list[object] = field(default_factory=list)
    next: "Bowl | None" = None
    opposite: "Bowl | None" = None


class Table:
    """The bowls of "south" and "north"; whose turn it is, or None at the end."""

    def __init__(self, cups: int, seeds: int, turn: str = "south") -> None:
        self.turn: str | None = turn
        self.rows = {who: [Bowl(who, False) for _ in range(cups)] for who in ("south", "north")}
        self.pots = {who: Bowl(who, True) for who in ("south", "north")}
        ring = [*self.rows["south"], self.pots["south"], *self.rows["north"], self.pots["north"]]
        for one, following in pairwise([*ring, ring[0]]):
            one.next = following
        for mine, theirs in zip(self.rows["south"], reversed(self.rows["north"]), strict=True):
            mine.opposite, theirs.opposite = theirs, mine
        for row in self.rows.values():
            for bowl in row:
                bowl.beans = [object() for _ in range(seeds)]

    def may_sow(self) -> list[int]:
        """The numbers of the cups that the player may sow, from 1."""
        if self.turn is None:
            return []
        return [number for number, bowl in enumerate(self.rows[self.turn], 1) if bowl.beans]

    def sow(self, number: int) -> None:
        assert self.turn is not None
        me = self.turn
        other = "north" if me == "south" else "south"
        bowl = self.rows[me][number - 1]
        hand, bowl.beans = bowl.beans, []
        while hand:
            assert bowl.next is not None
            bowl = bowl.next
            if bowl is self.pots[other]:
                continue
            bowl.beans.append(hand.pop())
        was_empty = len(bowl.beans) == 1
        if not bowl.is_pot and bowl.owner == me and was_empty:
            assert bowl.opposite is not None
            if bowl.opposite.beans:
                self.pots[me].beans += bowl.beans + bowl.opposite.beans
                bowl.beans, bowl.opposite.beans = [], []
        if not bowl.is_pot:
            self.turn = other
        if any(all(not each.beans for each in row) for row in self.rows.values()):
            self.turn = None

    def counts(self) -> list[int]:
        """How many beans lie where: south's cups and pot, north's cups and pot."""
        return [len(bowl.beans) for who in self.rows for bowl in (*self.rows[who], self.pots[who])]

    def points(self) -> dict[str, int]:
        """The beans that count for each player at the end."""
        return {
            who: len(self.pots[who].beans) + sum(len(bowl.beans) for bowl in self.rows[who])
            for who in self.rows
        }

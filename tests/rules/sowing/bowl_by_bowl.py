"""Oware as it is played on the ground, written apart from the program: bowls in a ring, each bean by itself.

There is no arithmetic on places here: each bowl knows the next one and the one before, and a player tries a
sowing by doing it on a copy of the table.
"""

import copy
from dataclasses import dataclass, field
from itertools import pairwise


@dataclass(eq=False)
class Bowl:
    owner: str
    beans: list[object] = field(default_factory=list)
    next: "Bowl | None" = None
    before: "Bowl | None" = None


class Ground:
    """The bowls of "south" and "north", what each has won, and whose turn it is, or None at the end."""

    def __init__(self, cups: int, seeds: int, turn: str = "south") -> None:
        self.turn: str | None = turn
        self.won: dict[str, list[object]] = {"south": [], "north": []}
        self.rows = {who: [Bowl(who) for _ in range(cups)] for who in ("south", "north")}
        ring = [*self.rows["south"], *self.rows["north"]]
        for one, following in pairwise([*ring, ring[0]]):
            one.next, following.before = following, one
        for bowl in ring:
            bowl.beans = [object() for _ in range(seeds)]
        self.seen = [self.picture()]

    def picture(self) -> tuple[str | None, list[int]]:
        return self.turn, [len(bowl.beans) for row in self.rows.values() for bowl in row]

    def other(self) -> str:
        return "north" if self.turn == "south" else "south"

    def is_bare(self, who: str) -> bool:
        return all(not bowl.beans for bowl in self.rows[who])

    def may_sow(self) -> list[int]:
        """The numbers of the cups that the player may sow, from 1."""
        if self.turn is None:
            return []
        full = [number for number, bowl in enumerate(self.rows[self.turn], 1) if bowl.beans]
        return [number for number in full if self.feeds(number)] if self.is_bare(self.other()) else full

    def feeds(self, number: int) -> bool:
        tried = copy.deepcopy(self)
        other = tried.other()
        tried.carry(number)
        return not tried.is_bare(other)

    def carry(self, number: int) -> Bowl:
        """Sow the beans of a cup; the bowl that the last one fell into."""
        assert self.turn is not None
        taken = bowl = self.rows[self.turn][number - 1]
        hand, taken.beans = taken.beans, []
        while hand:
            assert bowl.next is not None
            bowl = bowl.next
            if bowl is not taken:
                bowl.beans.append(hand.pop())
        return bowl

    def sow(self, number: int) -> None:
        assert self.turn is not None
        me, other = self.turn, self.other()
        bowl: Bowl | None = self.carry(number)
        taken = []
        while bowl is not None and bowl.owner == other and len(bowl.beans) in (2, 3):
            taken.append(bowl)
            bowl = bowl.before
        if any(each.beans and each not in taken for each in self.rows[other]):
            for each in taken:
                self.won[me] += each.beans
                each.beans = []
            if taken:
                self.seen = []
        self.turn = other
        lying = sum(len(bowl.beans) for row in self.rows.values() for bowl in row)
        beans = lying + sum(map(len, self.won.values()))
        is_won = any(2 * len(won) > beans for won in self.won.values())
        if is_won or self.picture() in self.seen or not self.may_sow():
            self.turn = None
        else:
            self.seen.append(self.picture())

    def counts(self) -> list[int]:
        """How many beans lie where: south's cups and what south has won, then north's."""
        return [
            count
            for who in self.rows
            for count in (*(len(bowl.beans) for bowl in self.rows[who]), len(self.won[who]))
        ]

    def points(self) -> dict[str, int]:
        """The beans that count for each player at the end."""
        return {
            who: len(self.won[who]) + sum(len(bowl.beans) for bowl in self.rows[who]) for who in self.rows
        }

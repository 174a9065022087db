"""A game of Cups as two people play it by its printed rules, with beans on emulated cells."""

from random import Random

from onpi.table import Table

STOCK_A_CUP = 10


class CupsByHand:
    """Both players; they know the rules and remember their stocks, and nothing else."""

    def __init__(self, table: Table, cups: int, seed: int) -> None:
        self.stocks = dict.fromkeys(("south", "north"), STOCK_A_CUP * cups)
        self.side = "south"
        self._table = table
        self._cups = cups
        self._rng = Random(seed)

    @property
    def pots(self) -> dict[str, int]:
        """The beans in the pots."""
        return {side: len(self._table.beans[f"{side}-pot"]) for side in self.stocks}

    def moves(self, side: str) -> list[tuple[str, int]]:
        """What a side may do: drop so many, or sow a cup that reaches exactly to the pot."""
        drops = [("drop", count) for count in range(1, min(self._cups, self.stocks[side]) + 1)]
        sows = [
            ("sow", cup) for cup in range(1, self._cups + 1) if self._in(side, cup) == self._cups + 1 - cup
        ]
        return drops + sows

    @property
    def is_over(self) -> bool:
        """Whether neither can move."""
        return not any(self.moves(side) for side in self.stocks)

    def move(self) -> tuple[str, str]:
        """Make a move of the side that is to move: the side, and what the board will say when it presses."""
        side, other = self.side, self._other(self.side)
        kind, number = self._rng.choice(self.moves(side))
        if kind == "drop":
            self._drop(side, number)
        else:
            targets = [f"{side}-{cup}" for cup in range(number + 1, self._cups + 1)]
            self._table.move(f"{side}-{number}", *targets, f"{side}-pot")
        # Who has no move passes.
        self.side = other if self.moves(other) else side
        return side, f"{side.title()}: {kind} {number}."

    def _drop(self, side: str, count: int) -> None:
        was_empty = self._in(side, count) == 0
        for cup in range(1, count + 1):
            self._table.drop(f"{side}-{cup}")
        self.stocks[side] -= count
        opposite = f"{self._other(side)}-{self._cups + 1 - count}"
        if was_empty and self._table.beans[opposite]:
            self._table.move(opposite, f"{side}-pot")

    def _in(self, side: str, cup: int) -> int:
        return len(self._table.beans[f"{side}-{cup}"])

    def _other(self, side: str) -> str:
        return "north" if side == "south" else "south"

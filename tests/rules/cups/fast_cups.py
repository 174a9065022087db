"""Cups at speed: a player's row as one integer, so that a move is one addition. For counting and searching.

A row has a field of equal width for each cup from the left, then one for the stock; pots don't matter to what
can follow. A field's top bit is always free. `cups.Cups` says the same in words and with reasons.
"""

from dataclasses import dataclass

from cupsboard.rules.cups.position import Position, Row
from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import Side


@dataclass(frozen=True, slots=True)
class Packing:
    """How the rows of one game are packed, and what its moves add to them."""

    cups: int
    width: int
    """Bits in a field."""
    drops: tuple[int, ...]
    """What a drop of k adds to the own row, at k - 1."""
    sowings: tuple[int, ...]
    """What sowing cup c adds to the own row, at c - 1."""
    reaching: int
    """A row in which every cup holds exactly what reaches the pot."""
    below_top: int
    """All bits of the cups' fields but the top ones."""
    tops: int
    """The top bits of the cups' fields."""

    @classmethod
    def of(cls, position: Position) -> "Packing":
        """The packing for every position that can follow from this one."""
        cups = len(position.south.cups)
        width = max(position.beans, cups).bit_length() + 1
        fields = tuple(1 << width * i for i in range(cups))
        tops = sum(field << width - 1 for field in fields)
        return cls(
            cups=cups,
            width=width,
            drops=tuple(sum(fields[:k]) - (k << width * cups) for k in range(1, cups + 1)),
            sowings=tuple(sum(fields[c + 1 :]) - (cups - c) * fields[c] for c in range(cups)),
            reaching=sum((cups - c) * field for c, field in enumerate(fields)),
            below_top=tops - sum(fields),
            tops=tops,
        )

    def pack(self, row: Row) -> int:
        """A row as an integer."""
        return sum(count << self.width * i for i, count in enumerate((*row.cups, row.stock)))

    def count_moves(self, own: int) -> int:
        """How many legal moves the owner of a row has."""
        stock = own >> self.width * self.cups
        differing = (own ^ self.reaching) & (self.below_top | self.tops)
        # Adding all ones below carries into a field's top bit unless the field is zero.
        sowable = self.cups - (differing + self.below_top & self.tops).bit_count()
        return sowable + min(stock, self.cups)

    def after(self, own: int, other: int) -> list[tuple[int, int]]:
        """Both rows after each legal move of the owner of the first, the mover's still first."""
        width, cups = self.width, self.cups
        field = (1 << width) - 1
        rows = []
        for k, dropped in enumerate(self.drops[: own >> width * cups]):
            shift = (cups - 1 - k) * width
            takes = not own >> k * width & field
            rows.append((own + dropped, other & ~(field << shift) if takes else other))
        for c, sown in enumerate(self.sowings):
            if own >> c * width & field == cups - c:
                rows.append((own + sown, other))
        return rows


def perft(position: Position, depth: int) -> int:
    """How many lines of exactly `depth` plies the rules allow; a forced pass is a ply, an end ends a line.

    Raises RulesError for a negative depth or an open start, where it isn't known whose moves to count.
    """
    if depth < 0 or position.to_move is None:
        raise RulesError(
            f"perft, depth {depth}: give a depth of 0 or more and a position with a side to move"
        )
    packing = Packing.of(position)
    south, north = packing.pack(position.south), packing.pack(position.north)
    rows = (south, north) if position.to_move is Side.SOUTH else (north, south)
    return _count(packing, *rows, depth)


def _count(packing: Packing, own: int, other: int, depth: int) -> int:
    if depth == 0:
        return 1
    moves = packing.count_moves(own)
    if moves == 0:
        return _count(packing, other, own, depth - 1) if packing.count_moves(other) else 0
    if depth == 1:
        return moves
    return sum(
        _count(packing, after_other, after_own, depth - 1)
        for after_own, after_other in packing.after(own, other)
    )

"""Builds a complete table of Cups in one pass, whole blocks of positions at a time (numpy)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from cupsboard.engine.cups.tables import Numbering

Values: TypeAlias = npt.NDArray[np.int8]
Numbers: TypeAlias = npt.NDArray[Any]

UNSET = -128
"""Below every value; stays where there is no move."""


@dataclass(frozen=True, slots=True)
class _Moves:
    """What one kind of move leads to, for the sides that have it."""

    sides: Numbers
    after: Numbers
    captures_cup: int | None
    """Counted from the other's left, from 0."""
    gain: int


@dataclass(frozen=True, slots=True)
class _Sides:
    """All sides of a numbering as columns."""

    numbering: Numbering
    stock: Numbers
    cups: Numbers
    after: Numbers
    """By move, drops of 1 to N and then sowings of cup 1 to N: the side after it, -1 where it isn't legal."""
    without: Numbers
    """By cup: the side after the loss of its beans."""
    can_move: Numbers

    @classmethod
    def of(cls, cups: int, beans: int) -> "_Sides":
        numbering = Numbering(cups, beans)
        count, number = numbering.count, numbering.number
        all_stocks = np.zeros(count, np.int16)
        all_cups = np.zeros((count, cups), np.int16)
        after = np.full((count, 2 * cups), -1, np.int32)
        without = np.zeros((count, cups), np.int32)
        for row, stock in _every_side(cups, beans):
            here = number(row, stock)
            all_stocks[here], all_cups[here] = stock, row
            for k in range(1, min(cups, stock) + 1):
                after[here, k - 1] = number([*(c + 1 for c in row[:k]), *row[k:]], stock - k)
            for i, held in enumerate(row):
                without[here, i] = number([*row[:i], 0, *row[i + 1 :]], stock)
                if held == cups - i:
                    after[here, cups + i] = number([*row[:i], 0, *(c + 1 for c in row[i + 1 :])], stock)
        return cls(numbering, all_stocks, all_cups, after, without, np.any(after >= 0, axis=1))

    def moves(self, layer: slice) -> list[_Moves]:
        """The moves of the sides of a layer, those together that are looked up alike."""
        found = []
        first, cups = layer.start, self.cups.shape[1]
        for move in range(2 * cups):
            legal = first + np.flatnonzero(self.after[layer, move] >= 0)
            if move >= cups:
                groups = [(legal, None, 1)]
            else:
                is_empty = self.cups[legal, move] == 0
                groups = [(legal[is_empty], cups - 1 - move, 0), (legal[~is_empty], None, 0)]
            found += [
                _Moves(sides - first, self.after[sides, move], captures, gain)
                for sides, captures, gain in groups
                if len(sides)
            ]
        return found


def _every_side(cups: int, beans: int) -> Iterator[tuple[list[int], int]]:
    def fillings(places: int, most: int) -> Iterator[list[int]]:
        if not places:
            yield []
            return
        for held in range(most + 1):
            for rest in fillings(places - 1, most - held):
                yield [held, *rest]

    for *row, stock in fillings(cups + 1, beans):
        yield row, stock


class Build:
    """A table under construction: the values of all positions up to a number of beans a side."""

    def __init__(self, cups: int, beans: int):
        self._sides = _Sides.of(cups, beans)
        count = self._sides.numbering.count
        # Untouched memory is not taken until it is filled.
        self.values: Values = np.empty((count, count), np.int8)
        """Complete once `run` is through; by the numbers of the mover's side and the other's."""

    def run(self) -> Iterator[float]:
        """Fill the table; yields the share that is done."""
        bounds = self._sides.numbering.layers
        layers = [slice(low, high) for low, high in pairwise(bounds)]
        moves = [self._sides.moves(layer) for layer in layers]
        done = 0
        # Every move lowers the sum of both p, so all that a block asks for is there.
        for total in range(2 * len(layers) - 1):
            pairs = [(p, total - p) for p in range(len(layers)) if 0 <= total - p < len(layers)]
            for p, q in pairs:
                block = _block(self._sides, self.values, layers[p], moves[p], layers[q])
                self.values[layers[p], layers[q]] = block
                done += block.size
                yield done / self.values.size
            for p, q in pairs:
                _pass(self._sides, self.values, layers[p], layers[q])


def _block(sides: _Sides, values: Values, own: slice, moves: list[_Moves], other: slice) -> Values:
    best = np.full((own.stop - own.start, other.stop - other.start), UNSET, np.int8)
    for each in moves:
        if each.captures_cup is None:
            replies = values[other][:, each.after]
            gained = each.gain - replies
        else:
            replies = values[sides.without[other, each.captures_cup][:, None], each.after[None, :]]
            gained = sides.cups[other, each.captures_cup].astype(np.int8)[:, None] - replies
        best[each.sides] = np.maximum(best[each.sides], gained.T)
    best[best == UNSET] = 0
    return best


def _pass(sides: _Sides, values: Values, own: slice, other: slice) -> None:
    """Return who can't move passes, and gets what the other's turn leaves."""
    stuck = own.start + np.flatnonzero(~sides.can_move[own])
    free = other.start + np.flatnonzero(sides.can_move[other])
    values[stuck[:, None], free[None, :]] = -values[free[:, None], stuck[None, :]].T

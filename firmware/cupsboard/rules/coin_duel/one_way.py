"""The plays of stage 1, generated fast: for whoever searches many positions."""

from collections.abc import Iterator
from typing import NamedTuple

from cupsboard.rules.coin_duel.sowing import Counts, emptied, longest_reserve


class Half(NamedTuple):
    """What belongs to one player, as counts."""

    cups: Counts
    pot: int
    stock: int


def one_way_plays(own: Half, other: Half) -> Iterator[tuple[str, Half, Half]]:
    """Every play where handfuls only go forward and a board play must score: its label and both halves after.

    This is stage 1, played out lap by lap without looking ahead: for whoever searches many positions.
    """
    for length in range(1, min(longest_reserve(own.cups), own.stock) + 1):
        done = _played_out([*own.cups], 0, length, other.cups, must_score=False)
        if done is not None:
            cups, won, captured = done
            yield f"reserve {length}", *_halves(own, other, cups, length, won, captured)
    for number, hand in enumerate(own.cups, start=1):
        if hand:
            row = [*own.cups]
            row[number - 1] = 0
            done = _played_out(row, number, hand, other.cups, must_score=True)
            if done is not None:
                cups, won, captured = done
                yield f"board {number}", *_halves(own, other, cups, 0, won, captured)


def _played_out(
    row: list[int], at: int, hand: int, opposing: Counts, *, must_score: bool
) -> tuple[Counts, int, int] | None:
    """The row after a play, what came into the pot, and the other's cup that was captured (0: none)."""
    count = len(row)
    while True:
        last = at + hand
        if last > count + 1:
            return None
        for index in range(at, min(last, count)):
            row[index] += 1
        if last == count + 1:
            return tuple(row), 1, 0
        hand, at = row[last - 1], last
        if hand == 1:
            captured = count + 1 - last
            won = opposing[captured - 1]
            return (tuple(row), won, captured if won else 0) if won or not must_score else None
        row[last - 1] = 0


def _halves(own: Half, other: Half, cups: Counts, dropped: int, won: int, captured: int) -> tuple[Half, Half]:
    left = other._replace(cups=emptied(other.cups, captured)) if captured else other
    return Half(cups, own.pot + won, own.stock - dropped), left

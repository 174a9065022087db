"""Pieces as whole numbers, so that a search can add, compare and remember them fast.

A number holds how many pieces there are of each kind, `BITS` bits a kind, the cheapest kind in the lowest
bits and a winning coin in the highest. Where all pieces are alike, the number is their count.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from cupsboard.rules.coin_duel.moves import Handful, Play
from cupsboard.rules.coin_duel.one_way import Half
from cupsboard.rules.coin_duel.position import Amounts, Row
from cupsboard.rules.coin_duel.settings import WINNING_COIN_TIMES, Settings

__all__ = ["Half", "Memo", "Pieces", "Ranks", "Recipe", "mean_worth"]

BITS = 12
"""Enough for the stocks of both players in one pot."""

Ranks = tuple[int, ...]
"""Pieces one by one, each as the place of its kind from the cheapest."""
Recipe = tuple[int, tuple[tuple[int, Ranks], ...]]
"""A play: the cup that it begins with (0: the stock), and each handful's direction and pieces in order."""

K = TypeVar("K")
V = TypeVar("V")


class Memo(dict[K, V]):
    """Remembers what a function says of a key."""

    def __init__(self, function: Callable[[K], V]) -> None:
        self._function = function

    def __missing__(self, key: K) -> V:
        """Ask for a key that isn't known yet."""
        found = self[key] = self._function(key)
        return found


class Pieces:
    """The kinds of one round, and conversions of the numbers that stand for sets of pieces."""

    def __init__(self, settings: Settings, winning: int | None) -> None:
        """Begin with the kinds of `settings`.

        `winning` is the index of the winning coin's kind; None if the stage has none.
        """
        worths = [
            worth * (WINNING_COIN_TIMES if number == winning else 1)
            for number, worth in enumerate(settings.worths)
        ]
        order = sorted(range(len(worths)), key=lambda number: (number == winning, worths[number]))
        self.settings = settings
        self.has_winning = winning is not None
        self.ones = tuple(1 << BITS * rank for rank in range(len(worths)))
        """One piece of each rank."""
        self.hands: Memo[int, Ranks] = Memo(self._hand)
        """The pieces one by one, the cheapest first."""
        self.worths: Memo[int, int] = Memo(self._worth)
        """What they count in points."""
        self.counts: Memo[int, int] = Memo(lambda code: len(self.hands[code]))
        self._kinds = [settings.kinds[number][0] for number in order]
        self._worth_of = [worths[number] for number in order]
        self._shifts = {number: BITS * rank for rank, number in enumerate(order)}
        self._winning_shift = BITS * (len(worths) - 1)

    def half(self, row: Row) -> Half:
        """Return one player's pieces as a half: each place as a number."""
        return Half(tuple(map(self._code, row.cups)), self._code(row.pot), self._code(row.stock))

    def winning_coins(self, code: int) -> int:
        """Return how many winning coins are among the pieces of `code`."""
        return code >> self._winning_shift if self.has_winning else 0

    def final_points(self, own: Half, other: Half) -> int:
        """Return the mover's points less the other's if the round ended now; only the higher pot scores."""
        points, others = self._scored(own.pot), self._scored(other.pot)
        return points if points > others else -others if others > points else 0

    def are_decided(self, own: Half, other: Half) -> bool:
        """Return whether both winning coins are in pots, which ends a round."""
        return self.has_winning and self.winning_coins(own.pot) + self.winning_coins(other.pot) == 2

    def play(self, recipe: Recipe) -> Play:
        """Return a play in the notation of the rules, for a game with several kinds."""
        cup, handfuls = recipe
        return Play(
            cup or None,
            tuple(Handful(step, tuple(self._kinds[rank] for rank in ranks)) for step, ranks in handfuls),
        )

    def _scored(self, pot: int) -> int:
        return 0 if self.has_winning and not self.winning_coins(pot) else self.worths[pot]

    def _code(self, amounts: Amounts) -> int:
        return sum(count << self._shifts[number] for number, count in enumerate(amounts))

    def _counts_of(self, code: int) -> Sequence[int]:
        return [code >> BITS * rank & (1 << BITS) - 1 for rank in range(len(self.ones))]

    def _hand(self, code: int) -> Ranks:
        return tuple(rank for rank, count in enumerate(self._counts_of(code)) for _ in range(count))

    def _worth(self, code: int) -> int:
        counts = self._counts_of(code)
        return sum(count * worth for count, worth in zip(counts, self._worth_of, strict=True))


def mean_worth(settings: Settings) -> float:
    """Return the mean points of a piece of a player's first stock, a winning coin at ten times its value.

    This is the unit of the game: one bean in stage 1. Rounds of stage 3 are averaged.
    """
    points = pieces = 0
    for number in range(1, settings.rounds + 1):
        winning = number - 1 if settings.stage == 3 else None
        stock = settings.first_stock(number)
        pieces += sum(stock)
        points += sum(
            count * worth * (WINNING_COIN_TIMES if kind == winning else 1)
            for kind, (count, worth) in enumerate(zip(stock, settings.worths, strict=True))
        )
    return points / pieces

"""Estimates what a position of Coin Duel is worth, without looking ahead: weights times counted terms.

Most terms belong to one half alone and are remembered with it: each cup by its distance from the pot, by how
many pieces are in it and by what they count; the stock; the pot; where the winning coin lies. The others
compare halves: what each player could capture with one handful. All is in units of a mean piece, so that the
weights serve other stocks and kinds as well. The value is how far apart the pots are expected to be in the
end: whoever will lead scores.

`tests/benchmarks/coin_duel_fit.py` learns the weights of stages 1 and 2 and writes them to weights.json
beside this file. Those of stage 3 are set by hand: a round is decided by two coins, and what was learnt of
cups far from the pot lost to pots alone.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from operator import getitem
from typing import NamedTuple

from cupsboard.engine.coin_duel.pieces import Half, Memo, Pieces, mean_worth
from cupsboard.engine.shipped import data_of
from cupsboard.rules.coin_duel.sowing import longest_reserve

_FINE_BITS = 6
"""The bits of the parts of a unit, in which the evaluation adds up whole numbers."""
UNITS_PER_POINT = 64
"""The search counts in these, so that a value is a whole number. The last bit is kept for its own use."""

FARTHEST = 10
"""Cups farther from the pot count like those at this distance."""
_FULLEST = 4
"""More pieces in a cup count like so many, as far as their number goes."""
_PER_CUP = _FULLEST + 5
_GENERAL = 6
HALF_TERMS = _GENERAL + _PER_CUP * FARTHEST
PAIR_TERMS = 9
Term = tuple[int, float]
"""The place of a weight, and how often it counts."""


class CupLook(NamedTuple):
    """The numbers that the evaluation needs of one cup."""

    worth: int
    """The sum of its terms, in parts of a unit."""
    value: int
    """The points of the pieces in the cup."""
    number: int
    """How many they are."""
    into_pot: int
    """The points of the dearest piece, if the cup's handful ends in the pot; else 0."""


class Look(NamedTuple):
    """The numbers that the evaluation needs of one player's cups and stock."""

    worth: int
    """The sum of its terms, in parts of a unit."""
    aims: tuple[int, ...]
    """The empty cups that its player can reach with one handful, each as the index of the opposite cup."""
    values: tuple[int, ...]
    """The points of the pieces in each cup."""
    into_pot: int
    """The most that a piece counts that one handful can bring into the pot."""


class Evaluation:
    """Estimates the value of positions of one round, by weights of terms.

    The first weights are for terms of one player's half, the others for terms of both halves together.
    """

    def __init__(self, pieces: Pieces, weights: Sequence[float]) -> None:
        self._pieces = pieces
        self._weights = weights[:HALF_TERMS]
        self._unit = mean_worth(pieces.settings)
        self._fine = self._unit * (UNITS_PER_POINT << _FINE_BITS)
        having_move, *of_points = weights[HALF_TERMS:]
        self._move = round(having_move * self._fine)
        self._of_points = [round(weight * (UNITS_PER_POINT << _FINE_BITS)) for weight in of_points]
        self._looks: dict[tuple[tuple[int, ...], int], Look] = {}
        self._cups = [Memo(partial(self._cup, distance)) for distance in range(pieces.settings.cups, 0, -1)]
        self._pots: Memo[int, int] = Memo(lambda code: self._sum(self._pot_terms(code)))
        self._stocks: Memo[int, int] = Memo(lambda code: self._sum(self._stock_terms(code)))
        self._goes_back = len(pieces.settings.ways.steps) > 1

    def value(self, own: Half, other: Half) -> int:
        """Return how many points the mover's pot should be ahead in the end, in units; always odd."""
        look = self._looks.get((own.cups, own.stock)) or self._look(own)
        others = self._looks.get((other.cups, other.stock)) or self._look(other)
        of_halves = look.worth - others.worth + self._pots[own.pot] - self._pots[other.pot] + self._move
        of_best, of_gains, of_worst, of_losses, of_mine, of_theirs, of_ahead, of_behind = self._of_points
        best, gains, worst, losses, mine, theirs, ahead, behind = pair_terms(look, others)
        of_captures = of_best * best + of_gains * gains + of_worst * worst + of_losses * losses
        of_dearest = of_mine * mine + of_theirs * theirs + of_ahead * ahead + of_behind * behind
        return (of_halves + of_captures + of_dearest) >> _FINE_BITS | 1

    def terms(self, own: Half, other: Half) -> list[float]:
        """Return how often each weight counts in the value of a position, in the order of the weights."""
        found = [0.0] * HALF_TERMS
        for half, sign in ((own, 1), (other, -1)):
            size = len(half.cups)
            of_cups = (self._cup_terms(size - index, code) for index, code in enumerate(half.cups) if code)
            for terms in (self._pot_terms(half.pot), self._stock_terms(half.stock), *of_cups):
                for place, times in terms:
                    found[place] += sign * times
        points = pair_terms(self._look(own), self._look(other))
        return [*found, 1.0, *(term / self._unit for term in points)]

    def _look(self, half: Half) -> Look:
        if len(self._looks) > _MOST_LOOKS:
            self._looks.clear()
        worths, values, counts, dearest = zip(*map(getitem, self._cups, half.cups), strict=True)
        aims = _aims(counts, self._pieces.counts[half.stock], goes_back=self._goes_back)
        worth = self._stocks[half.stock] + sum(worths)
        found = self._looks[half.cups, half.stock] = Look(worth, aims, values, max(dearest))
        return found

    def _cup(self, distance: int, code: int) -> CupLook:
        pieces, count = self._pieces, self._pieces.counts[code]
        dearest = pieces.worths[pieces.ones[pieces.hands[code][-1]]] if count == distance else 0
        worth = self._sum(self._cup_terms(distance, code)) if code else 0
        return CupLook(worth, pieces.worths[code], count, dearest)

    def _sum(self, terms: Iterable[Term]) -> int:
        weights = self._weights
        return round(sum([weights[place] * times for place, times in terms]) * self._fine)

    def _pot_terms(self, code: int) -> Iterator[Term]:
        in_pot = self._pieces.worths[code] / self._unit
        yield 0, in_pot
        if self._pieces.winning_coins(code):
            yield 3, 1.0
            yield 4, in_pot

    def _stock_terms(self, code: int) -> Iterator[Term]:
        yield 1, self._pieces.counts[code] / 10
        yield 2, self._pieces.worths[code] / self._unit
        yield 5, float(self._pieces.winning_coins(code))

    def _cup_terms(self, distance: int, code: int) -> Iterator[Term]:
        pieces, count = self._pieces, self._pieces.counts[code]
        place = _GENERAL + _PER_CUP * (min(distance, FARTHEST) - 1)
        yield place + min(count, _FULLEST) - 1, 1.0
        place += _FULLEST
        yield place, pieces.worths[code] / self._unit
        if count >= distance:
            yield place + (1 if count == distance else 2), 1.0
        elif count > _FULLEST:
            yield place + 3, float(count - _FULLEST)
        if pieces.winning_coins(code):
            yield place + 4, 1.0


_MOST_LOOKS = 50_000


def pair_terms(own: Look, other: Look) -> tuple[int, ...]:
    """Return the terms in points that depend on both halves, for the player to move.

    They are each player's possible captures and dearest piece for the pot.
    """
    (best, gains), mine = _captured(own.aims, other.values), own.into_pot
    (worst, losses), theirs = _captured(other.aims, own.values), other.into_pot
    return best, gains, worst, losses, mine, theirs, max(best, mine), max(worst, theirs)


def _captured(aims: Sequence[int], values: Sequence[int]) -> tuple[int, int]:
    """Return the most that one of the captures brings, and what all of them do."""
    best = gains = 0
    for index in aims:
        value = values[index]
        gains += value
        if value > best:
            best = value
    return best, gains


def _aims(counts: Sequence[int], in_stock: int, *, goes_back: bool) -> tuple[int, ...]:
    """The empty cups that one handful can end in, each as the index of the cup opposite."""
    size = len(counts)
    ends = set(range(1, min(longest_reserve(tuple(counts)), in_stock) + 1))
    for number, hand in enumerate(counts, start=1):
        if hand:
            ends.add(number + hand)
            if goes_back:
                ends.add(number - hand)
    return tuple([size - number for number in ends if 0 < number <= size and not counts[number - 1]])


@cache
def weights_of(stage: int) -> tuple[float, ...]:
    """Return the weights of the evaluation for a stage."""
    return _of_winning_coins() if stage == 3 else tuple(data_of(__package__, "weights.json")[str(stage)])


POTS_ONLY = (1.0, *[0.0] * (HALF_TERMS + PAIR_TERMS - 1))
"""Weights that count nothing but what lies in the pots."""


def _of_winning_coins() -> tuple[float, ...]:
    """Weights set by hand: pots, a winning coin in them far above what it counts, and the next gains.

    What lies in cups is in danger, a winning coin most of all: relays that turn reach nearly everything. But
    whoever holds all back shuttles cheap coins to and fro for ever: each coin in stock costs a little, more
    than a cheap one risks in a cup and less than a dear one does.
    """
    weights = [*POTS_ONLY]
    weights[1], weights[3] = -0.3, 8.0
    for place in range(_GENERAL, HALF_TERMS, _PER_CUP):
        weights[place + _FULLEST], weights[place + _FULLEST + 4] = -0.2, -4.0
    weights[HALF_TERMS + 7], weights[HALF_TERMS + 8] = 0.5, -0.3
    return tuple(weights)

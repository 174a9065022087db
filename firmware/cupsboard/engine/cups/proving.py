"""Proofs: whether a player gets at least so many beans, whatever the other does.

Alpha-beta with a null window to the end of the game, over a small complete table and its bounds. The program
tests/solver/book.c does the same step by step, the order of moves included, so that both prove the same
positions within the same number of nodes: the book of 2x3 holds those that would take more.
"""

from cupsboard.engine.cups.sides import Side, Sides
from cupsboard.engine.cups.tables import Table

UNKNOWN = 127
"""Beyond every value."""
_SIXTEENTHS = 16
_DROP_BONUS, _SOW_BONUS = 16, 40
"""In sixteenths of a bean, for each bean dropped and for a sowing: of moves about as good, first those that
bring the end nearer, for their trees are smaller."""
_REMEMBERED_FIRST = 100_000

_STOCK = 2.256
_BLOCKED = (1.708, -0.728, -1.256)
_BLOCKED_BY_STOCK = (-0.613, -0.520, -0.659)
_DEAD = (-0.706, 0.067, -0.207)
_BLOCKED_BY_OTHER = (-0.115, -0.038, 0.028)
_SOWABLE = (2.316, 1.614, 1.175)
_FREE = (0.550, -0.014, -0.000)
_EMPTY_BY_OTHER = (0.106, -0.051, 0.025)
_EMPTY_BY_STOCK = (-0.075, -0.004, 0.059)
"""For the three cups of 2x3, out of tests/solver/weights.h. They order moves and decide nothing."""

_Looked = tuple[int, int, int, int]
"""Of a side: worth, and slope per bean in the other's stock, in sixteenths; its number in the small table
(-1: not in it) and the beans that it has there less."""
_Child = tuple[int, int, int, Side, Side]
"""Less the estimate, the move's index, the gain, the side to move next, and the other."""


class Exhausted(Exception):
    """A proof took more nodes than it may."""


class Prover:
    """Proves bounds of positions of 2x3."""

    def __init__(self, sides: Sides, table: Table):
        self._sides = sides
        self._table = table
        self._looked: dict[int, _Looked] = {}
        self._known: dict[int, tuple[int, int, int]] = {}
        self._most_nodes = 0
        self.nodes = 0
        """Of the last proof."""

    def reaches(self, own: Side, other: Side, least: int, most_nodes: int) -> bool | None:
        """Whether the side to move still gains at least so much; None if that takes more nodes.

        `best_move` then names the move that does.
        """
        self._known.clear()
        self._looked.clear()
        self.nodes, self._most_nodes = 0, most_nodes
        try:
            return self._search(own, other, least) >= least
        except Exhausted:
            return None

    def best_move(self, own: Side, other: Side) -> int:
        """The index of the move by which the last proof's first position reaches what it does."""
        return self._known[own.number << 32 | other.number][2]

    def _search(self, own: Side, other: Side, beta: int) -> int:
        """A lower bound of the value if it is at least beta, else an upper bound."""
        moves = own.moves or self._sides.moves_of(own)
        if not moves:
            return self._after_pass(own, other, beta)
        self.nodes += 1
        if self.nodes > self._most_nodes:
            raise Exhausted
        key = own.number << 32 | other.number
        low, high, remembered = self._known.get(key, (-UNKNOWN, UNKNOWN, -1))
        if low >= beta:
            return low
        if high < beta:
            return high
        best, best_index = -UNKNOWN, -1
        children: list[_Child] = []
        for index, (mine, gain, taken, _) in enumerate(moves):
            theirs = other
            if taken >= 0:
                gain = other.cups[taken]
                theirs = self._sides.without(other, taken)
            next_low, next_high, estimate = self._look(theirs, mine, gain)
            if gain - next_high >= beta:
                best, best_index = gain - next_high, index
                break
            if gain - next_low < beta:
                if gain - next_low > best:
                    best, best_index = gain - next_low, index
                continue
            drops = own.stock - mine.stock
            estimate += _DROP_BONUS * drops if drops else _SOW_BONUS
            if index == remembered:
                estimate += _REMEMBERED_FIRST
            children.append((-estimate, index, gain, theirs, mine))
        else:
            # The index comes second, so that equals stay in order.
            children.sort()
            for _, index, gain, theirs, mine in children:
                value = gain - self._search(theirs, mine, gain - beta + 1)
                if value > best:
                    best, best_index = value, index
                    if best >= beta:
                        break
        known_low, known_high, _ = self._known.get(key, (-UNKNOWN, UNKNOWN, -1))
        if best >= beta:
            self._known[key] = (max(best, known_low), known_high, best_index)
        else:
            self._known[key] = (known_low, min(best, known_high), best_index)
        return best

    def _after_pass(self, own: Side, other: Side, beta: int) -> int:
        if not (other.moves or self._sides.moves_of(other)):
            return 0
        low, high = self._bounds(other, own)
        if low == high or -high >= beta:
            return -high
        if -low < beta:
            return -low
        return -self._search(other, own, 1 - beta)

    def _look(self, own: Side, other: Side, gain: int) -> tuple[int, int, int]:
        """The bounds of what a move leads to, and the guess of the move that orders it."""
        low, high = self._bounds(own, other)
        if high < UNKNOWN:
            estimate = _SIXTEENTHS * gain - _SIXTEENTHS // 2 * (low + high)
        else:
            worth, slope, _, _ = self._look_at(own)
            others_worth, others_slope, _, _ = self._look_at(other)
            estimate = _SIXTEENTHS * gain - (
                worth - others_worth + slope * other.stock - others_slope * own.stock
            )
        if low < high and (own.moves or self._sides.moves_of(own)):
            known = self._known.get(own.number << 32 | other.number)
            if known:
                # The estimate takes what is remembered for the middle of the bounds only if both are known.
                low, high = max(low, known[0]), min(high, known[1])
                if low > -UNKNOWN and high < UNKNOWN:
                    estimate = _SIXTEENTHS * gain - _SIXTEENTHS // 2 * (low + high)
        return low, high, estimate

    def _bounds(self, own: Side, other: Side) -> tuple[int, int]:
        _, _, number, cut = self._look_at(own)
        _, _, others_number, others_cut = self._look_at(other)
        if number < 0 or others_number < 0:
            return -UNKNOWN, UNKNOWN
        value = self._table.at(number, others_number)
        return value - (cut if other.stock else 0), value + (others_cut if own.stock else 0)

    def _look_at(self, side: Side) -> _Looked:
        found = self._looked.get(side.number)
        if found is None:
            fitting = self._table.fit((side.cups, side.stock))
            found = self._looked[side.number] = (*_guess(side), *(fitting or (-1, 0)))
        return found


def _guess(side: Side) -> tuple[int, int]:
    """What a side is worth and its slope for each bean in the other's stock, in whole sixteenths."""
    worth, slope = _STOCK * side.stock, 0.0
    for i, beans in enumerate(side.cups):
        needed = len(side.cups) - i
        if beans > needed:
            worth += _BLOCKED[i] + _BLOCKED_BY_STOCK[i] * side.stock + _DEAD[i] * (beans - needed)
            slope += _BLOCKED_BY_OTHER[i]
        elif beans == needed:
            worth += _SOWABLE[i]
        elif beans > 0:
            worth += _FREE[i] * beans
        else:
            slope += _EMPTY_BY_OTHER[i]
            worth += _EMPTY_BY_STOCK[i] * side.stock
    return int(_SIXTEENTHS * worth), int(_SIXTEENTHS * slope)

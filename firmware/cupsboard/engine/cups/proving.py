"""Proofs: whether a player gets at least so many beans, whatever the other does, and how many those are.

Alpha-beta with a null window to the end of the game; on 2x3 over a small complete table and its bounds.
There the program tests/solver/book.c does the same step by step, the order of moves included, so that both
prove the same positions within the same number of nodes: the book of 2x3 holds those that would take more.

The value of a position is closed in by such questions, each at the bound that the one before it left, with
one memory for all (Plaat, Schaeffer, Pijls and de Bruin, "Best-first fixed-depth minimax algorithms", 1996).
"""

from collections.abc import Callable

from cupsboard.engine.cups.evaluation import UNITS_PER_BEAN
from cupsboard.engine.cups.search import BETWEEN_CHECKS
from cupsboard.engine.cups.sides import Side, Sides
from cupsboard.engine.cups.tables import Table
from cupsboard.engine.deepening import Line
from cupsboard.engine.player import Known, never
from cupsboard.rules.cups.moves import Move

UNKNOWN = 1 << 20
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
    """Raised when a proof needs more nodes than it may take."""


def label_of(line: Line[Move | None]) -> str:
    """Return the label of a line's first move, which must be no pass."""
    move = line.moves[0]
    assert move is not None
    return move.label


Order = Callable[[Side], tuple[int, int]]
"""A side's worth, and its slope for each bean in the other's stock; both in whole sixteenths of a bean."""


class Prover:
    """Proves bounds and values of positions.

    The small table of 2x3, or what is `known` of a game, ends proofs early.
    """

    def __init__(
        self,
        sides: Sides,
        table: Table | None = None,
        known: Known | None = None,
        is_stopped: Callable[[], bool] = never,
    ):
        self._sides = sides
        self._table = table
        self._tell = known
        self._guess: Order = _learnt_guess if table is None else _guess_of_2x3
        self._is_stopped = is_stopped
        self._looked: dict[int, _Looked] = {}
        self._known: dict[int, tuple[int, int, int]] = {}
        self._most_nodes = 0
        self.nodes = 0
        """Of the last proof, or since `begin`."""
        self.met_table = False
        """Whether a table of exact values was of use."""

    def reaches(self, own: Side, other: Side, least: int, most_nodes: int) -> bool | None:
        """Return whether the side to move still gains at least `least` beans.

        None if the nodes don't suffice. `best_move` then names the move that gains so much.
        """
        self.begin(most_nodes)
        try:
            return self._search(own, other, least) >= least
        except Exhausted:
            return None

    def begin(self, most_nodes: int) -> None:
        """Forget all that was proved, and allow `most_nodes` nodes for all that follows together."""
        self._known.clear()
        self._looked.clear()
        self.nodes, self._most_nodes = 0, most_nodes

    def value(self, own: Side, other: Side, guess: int) -> int:
        """Return how many beans the side to move still gains on the other. A near guess saves nodes.

        Raises Exhausted where the nodes don't suffice.
        """
        low, high, least = -UNKNOWN, UNKNOWN, guess
        while low < high:
            bound = self._search(own, other, least)
            if bound >= least:
                low, least = bound, bound + 1
            else:
                high, least = bound, bound
        return low

    def best(self, own: Side, other: Side, guess: int) -> Line[Move | None]:
        """Return the best move with best play after it; the side to move must have a move.

        `guess` and errors are those of `value`.
        """
        value = self.value(own, other, guess)
        moves = self._line(own, other, value)
        if not moves:
            raise Exhausted
        return Line(value * UNITS_PER_BEAN, tuple(moves))

    def after(self, own: Side, other: Side, label: str, guess: int) -> Line[Move | None]:
        """Return the move with that label and best play after it; `guess` and errors are those of `value`."""
        move, gain, theirs, mine = next(
            each for each in self._following(own, other) if each[0].label == label
        )
        value = gain - self.value(theirs, mine, gain - guess)
        return Line(value * UNITS_PER_BEAN, (move, *self._line(theirs, mine, gain - value)))

    def _line(self, own: Side, other: Side, value: int) -> list[Move | None]:
        """Best play from a position of that value on, as far as the nodes suffice to find it."""
        moves: list[Move | None] = []
        try:
            while True:
                if not self._sides.moves_of(own):
                    if not self._sides.moves_of(other):
                        return moves
                    moves.append(None)
                    own, other, value = other, own, -value
                    continue
                move, gain, theirs, mine = next(
                    each
                    for each in self._following(own, other)
                    if each[1] - self._search(each[2], each[3], each[1] - value + 1) >= value
                )
                moves.append(move)
                own, other, value = theirs, mine, gain - value
        except Exhausted:
            return moves

    def _following(self, own: Side, other: Side) -> list[tuple[Move, int, Side, Side]]:
        """Each move with its gain, the side to move next and the other, the likeliest best first."""
        found = []
        for mine, gain, taken, move in self._sides.moves_of(own):
            theirs = other
            if taken >= 0:
                gain, theirs = other.cups[taken], self._sides.without(other, taken)
            found.append((self._look(theirs, mine, gain)[2], move, gain, theirs, mine))
        found.sort(key=lambda each: -each[0])
        return [each[1:] for each in found]

    def best_move(self, own: Side, other: Side) -> int:
        """Return the index of the move with which the last proof reached its bound."""
        return self._known[own.number << 32 | other.number][2]

    def _search(self, own: Side, other: Side, beta: int) -> int:
        """A lower bound of the value if it is at least beta, else an upper bound."""
        moves = own.moves or self._sides.moves_of(own)
        if not moves:
            return self._after_pass(own, other, beta)
        self.nodes += 1
        if self.nodes > self._most_nodes or (not self.nodes % BETWEEN_CHECKS and self._is_stopped()):
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
        if self._table is None:
            if not own.stock and not other.stock:
                value = own.sowings - other.sowings
                return value, value
            told = self._tell and self._tell((own.cups, own.stock), (other.cups, other.stock))
            if told is None:
                return -UNKNOWN, UNKNOWN
            self.met_table = True
            return told
        _, _, number, cut = self._look_at(own)
        _, _, others_number, others_cut = self._look_at(other)
        if number < 0 or others_number < 0:
            return -UNKNOWN, UNKNOWN
        self.met_table = True
        value = self._table.at(number, others_number)
        return value - (cut if other.stock else 0), value + (others_cut if own.stock else 0)

    def _look_at(self, side: Side) -> _Looked:
        found = self._looked.get(side.number)
        if found is None:
            fitting = None if self._table is None else self._table.fit((side.cups, side.stock))
            found = self._looked[side.number] = (*self._guess(side), *(fitting or (-1, 0)))
        return found


def _learnt_guess(side: Side) -> tuple[int, int]:
    """By the evaluation that searches use."""
    return side.worth * _SIXTEENTHS // UNITS_PER_BEAN, side.slope * _SIXTEENTHS // UNITS_PER_BEAN


def _guess_of_2x3(side: Side) -> tuple[int, int]:
    """By the same weights as the program that made the book."""
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

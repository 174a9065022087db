"""Cups as a search sees it: pairs of sides, the one to move first; pots are left out."""

from typing import Protocol

from cupsboard.engine.cups.evaluation import UNITS_PER_BEAN, Evaluation
from cupsboard.engine.cups.sides import MOST_SIDES, Side, Sides, Worth
from cupsboard.engine.player import PASS, Known
from cupsboard.engine.search import Child, Tell

Pair = tuple[Side, Side]
_HASTE_A_DROP, _HASTE_OF_SOWING = UNITS_PER_BEAN, UNITS_PER_BEAN * 5 // 2
"""For each bean dropped, and for a sowing: of moves about as good, first those that bring the end nearer, for
their trees are smaller."""


class Valued(Worth, Protocol):
    """A value of sides, and of having the move."""

    move: int


class CupsTree:
    """The moves of Cups on one size of board."""

    unit = UNITS_PER_BEAN

    def __init__(self, evaluation: Valued, most: int = MOST_SIDES):
        """Begin with the most sides that are remembered."""
        self.sides = Sides(evaluation, most)
        self._move = evaluation.move
        self._evaluation = evaluation

    def key(self, node: Pair) -> int:
        """Return both sides as one number."""
        return node[0].code << node[1].bits | node[1].code

    def children(self, node: Pair) -> list[Child[Pair]]:
        """Return the moves, each with a guess from one look."""
        own, other = node
        sides, cups, having_move = self.sides, other.cups, self._move
        children: list[Child[Pair]] = []
        for index, (mine, gain, taken, move) in enumerate(own.moves or sides.moves_of(own)):
            theirs = other
            if taken >= 0 and cups[taken]:
                gain = cups[taken] * UNITS_PER_BEAN
                theirs = (other.lost and other.lost[taken]) or sides.without(other, taken)
            is_again = not (theirs.stock or theirs.sowings) and (mine.stock or mine.sowings)
            if mine.stock or theirs.stock:
                guess = (
                    gain + mine.worth - theirs.worth + mine.slope * theirs.stock - theirs.slope * mine.stock
                )
                guess = (guess + having_move if is_again else guess - having_move) | 1
            else:
                guess = gain + (mine.sowings - theirs.sowings) * UNITS_PER_BEAN
            after = (mine, theirs) if is_again else (theirs, mine)
            children.append((guess, index, after, gain, bool(is_again), move))
        return children

    def horizon(self, node: Pair, beta: int) -> tuple[int, int]:
        """Return the value by the guesses of `children`."""
        own, other = node
        sides, cups, having_move = self.sides, other.cups, self._move
        moves = own.moves or sides.moves_of(own)
        best, guessed = -1 << 30, 0
        for mine, gain, taken, _ in moves:
            theirs = other
            if taken >= 0 and cups[taken]:
                gain = cups[taken] * UNITS_PER_BEAN
                theirs = (other.lost and other.lost[taken]) or sides.without(other, taken)
            if theirs.stock or (mine.stock and theirs.sowings):
                guess = gain + mine.worth - theirs.worth + mine.slope * theirs.stock
                guess = (guess - theirs.slope * mine.stock - having_move) | 1
            elif mine.stock:
                guess = (gain + mine.worth - theirs.worth - theirs.slope * mine.stock + having_move) | 1
            else:
                guess = gain + (mine.sowings - theirs.sowings) * UNITS_PER_BEAN
            if guess > best:
                best = guess
                if guess >= beta:
                    return best, len(moves)
            guessed |= guess
        return best | guessed & 1, len(moves)

    def labels(self, child: Child[Pair]) -> tuple[str, ...]:
        """Return the move's label, and the pass of the other side after it, if any."""
        return (child[5].label, PASS) if child[4] else (child[5].label,)

    def haste(self, node: Pair, child: Child[Pair]) -> int:
        """Return more units for more beans out of the stock, and for a sowing."""
        mine = child[2][0 if child[4] else 1]
        return _HASTE_A_DROP * (node[0].stock - mine.stock) or _HASTE_OF_SOWING

    def numbers(self) -> tuple[int, ...]:
        """Return the game in whole numbers, as the core reads them."""
        assert isinstance(self._evaluation, Evaluation), "the book's order of moves is Python's alone"
        return (0, *self._evaluation.numbers())

    def halves(self, node: Pair) -> tuple[tuple[int, ...], int, tuple[int, ...], int, int]:
        """Return a position as the core is told it; pots don't matter."""
        own, other = node
        return own.cups, own.stock, other.cups, other.stock, 0

    def final(self, node: Pair) -> int:  # noqa: ARG002
        """Return 0: what is left at the end does not count."""
        return 0


def told_by(known: Known) -> Tell[Pair]:
    """Return what a table knows, as a search asks for it."""

    def tell(node: Pair) -> tuple[int, int] | None:
        own, other = node
        bounds = known((own.cups, own.stock), (other.cups, other.stock))
        return None if bounds is None else (bounds[0] * UNITS_PER_BEAN, bounds[1] * UNITS_PER_BEAN)

    return tell

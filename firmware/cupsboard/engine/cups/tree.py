"""Cups as a search sees it: pairs of sides, the one to move first; pots are left out.

Without a search it is known which cups no longer matter, and the most that a side gains: what it gets against
one simple defence. There the other side sows each cup that can't be captured as soon as that is possible, and
else drops one bean at a time. Against the best defence a side gains no more than against this one.
"""

from functools import lru_cache
from typing import Protocol

from cupsboard.engine.cups.evaluation import UNITS_PER_BEAN, Evaluation
from cupsboard.engine.cups.sides import MOST_SIDES, Cups, Side, Sides, Worth
from cupsboard.engine.player import PASS, Known
from cupsboard.engine.search import INFINITE, Child, Tell, Tree, packed


@lru_cache(MOST_SIDES)
def that_matters(cups: Cups, stock: int, threat: int) -> int:
    """Return a side packed into a number that is the same for sides with the same value.

    `threat` is the `Side.threat` of the side across. A cup that is never sown again and can't be captured has
    the value of a blocked cup, so the number holds a blocked cup in its place.
    """
    left, flows, reach = list(cups), False, threat & 15
    for index, beans in enumerate(cups):
        needed = len(cups) - index
        is_capturable = reach >= needed and not threat >> 3 + needed & 1
        if beans == needed or ((flows or stock > index) and (beans < needed or is_capturable)):
            flows = True
        elif not is_capturable:
            left[index] = needed + 1
    return packed((*left, stock))[0]


def most_gained(by: Side, of: Side) -> int:
    """Return how many units a side still gains on the other at most."""
    size, cups = len(by.cups), by.cups
    if cups[-1] > 1 and of.stock and of.cups[0] <= size:
        # Single beans may capture the last cup, across from the first; then it is blocked no more.
        cups = (*cups[:-1], 0)
    sown, capturing = _most_sown(cups, by.stock)
    lost = _most_lost(of.cups, of.stock, capturing, min(by.stock, size * (size + 1) // 2))
    return (sown + lost) * UNITS_PER_BEAN


@lru_cache(MOST_SIDES)
def _most_sown(cups: Cups, stock: int) -> tuple[int, int]:
    """Return the most beans that a side sows into its pot, and a bit for each cup that may yet capture."""
    size, sown, moving, capturing = len(cups), 0, stock, 0
    for index, beans in enumerate(cups):
        needed = size - index
        if beans > needed:
            continue
        times = (beans + stock // (index + 1) + sown) // needed
        sown += times
        moving += beans if times else 0
        # A capture ends in an empty cup.
        capturing |= (stock > index and (times > 0 or not beans)) << index
    return min(sown, moving), capturing


@lru_cache(MOST_SIDES)
def _most_lost(cups: Cups, stock: int, capturing: int, capturing_stock: int) -> int:
    """Return the most beans that a side loses to those cups, less those that it sows all the same.

    A sowing that brings a bean into a captured cup costs nothing, for it brings one into the pot, too. Only
    where it feeds several captured cups all but the last of them count.
    """
    most = sure = spared = 0
    lost = [0] * (capturing_stock + 1)
    for index, beans in enumerate(cups):
        needed = len(cups) - index
        is_blocked, across = beans > needed, 1 << needed - 1
        dropped = 0 if index else stock
        if capturing & across:
            captured = beans + dropped + (0 if capturing & -capturing == across else most)
            for left in range(capturing_stock, needed - 1, -1):
                lost[left] = max(lost[left], lost[left - needed] + captured)
            spared = sure
        elif is_blocked:
            continue
        else:
            sure += (beans + dropped + sure) // needed
        most += ((0 if is_blocked else beans) + dropped + most) // needed
    return lost[-1] + spared - sure


Pair = tuple[Side, Side]


class Valued(Worth, Protocol):
    """A value of sides, and of having the move."""

    move: int


class CupsTree(Tree[Pair]):
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
        children: list[Child[Pair]] = []
        self._look(node, INFINITE, children)
        return children

    def horizon(self, node: Pair, beta: int) -> tuple[int, int]:
        """Return the value by the guesses of `children`."""
        return self._look(node, beta, None), len(self.sides.moves_of(node[0]))

    def _look(self, node: Pair, beta: int, children: list[Child[Pair]] | None) -> int:
        """Fill `children` with the moves; without them return the best guess.

        What is at least `beta` need not be the best; it is odd unless all guesses are exact.
        """
        own, other = node
        sides, cups, having_move = self.sides, other.cups, self._move
        best, guessed = -INFINITE, 0
        for index, (mine, gain, taken, move) in enumerate(own.moves or sides.moves_of(own)):
            theirs = other
            if taken >= 0 and cups[taken]:
                gain = cups[taken] * UNITS_PER_BEAN
                theirs = (other.lost and other.lost[taken]) or sides.without(other, taken)
            is_again = not (theirs.stock or theirs.sowings) and bool(mine.stock or mine.sowings)
            if theirs.stock or mine.stock:
                guess = gain + mine.worth - theirs.worth + mine.slope * theirs.stock
                guess -= theirs.slope * mine.stock
                guess = (guess + having_move if is_again else guess - having_move) | 1
            else:
                guess = gain + (mine.sowings - theirs.sowings) * UNITS_PER_BEAN
            if children is not None:
                after = (mine, theirs) if is_again else (theirs, mine)
                children.append((guess, index, after, gain, is_again, move))
                continue
            if guess > best:
                best = guess
                if guess >= beta:
                    return best
            guessed |= guess
        return best | guessed & 1

    def labels(self, child: Child[Pair]) -> tuple[str, ...]:
        """Return the move's label, and the pass of the other side after it, if any."""
        return (child[5].label, PASS) if child[4] else (child[5].label,)

    def proof_key(self, node: Pair) -> int:
        """Return both sides as one number, without the beans that can't matter any more."""
        own, other = node
        mine = that_matters(own.cups, own.stock, other.threat)
        return mine << other.bits | that_matters(other.cups, other.stock, own.threat)

    def limits(self, node: Pair) -> tuple[int, int]:
        """Return bounds by what each side may sow and capture."""
        own, other = node
        return -most_gained(other, own), most_gained(own, other)

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

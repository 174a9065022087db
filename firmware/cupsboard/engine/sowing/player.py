"""The engine of a sowing game: positions in, moves and values in beans out."""

from collections.abc import Sequence
from operator import getitem
from typing import Any

from cupsboard.engine.certainty import certainty_of
from cupsboard.engine.player import Clock
from cupsboard.engine.search import Child, Tree
from cupsboard.engine.searching import Root, Searching, mover
from cupsboard.engine.sowing.evaluation import UNITS_PER_BEAN, Weights, weights_of, worth
from cupsboard.engine.sowing.tree import SowingTree, plays
from cupsboard.rules.places import Side
from cupsboard.rules.sowing.course import (
    NO_MARKS,
    Course,
    Marks,
    courses,
    is_decided,
    mover_after,
    turned,
    turned_marks,
)
from cupsboard.rules.sowing.game import SowingGame
from cupsboard.rules.sowing.position import Position
from cupsboard.rules.sowing.rules import SowingRules
from cupsboard.rules.sowing.turns import label

Node = tuple[tuple[int, ...], Marks]
"""The beans by place as the side to move numbers the places, and the tuz; the pots hold the lead where that
ends the game, else nothing."""
UNITS_FOR_A_TUZ = 8 * UNITS_PER_BEAN


class _Worths(dict[int, int]):
    """Values a cup for its owner by the number of its beans."""

    def __init__(self, weights: Weights, distance: int) -> None:
        self._weights, self._distance = weights, distance

    def __missing__(self, count: int) -> int:
        found = self[count] = worth(self._weights, self._distance, count)
        return found


class CourseTree(Tree[Node]):
    """The moves of any sowing game on one size of board."""

    unit = UNITS_PER_BEAN

    def __init__(self, rules: SowingRules, weights: Weights, size: int, *, first: int = 1) -> None:
        """`first` is the number of a row's first cup."""
        self._rules, self._first = rules, first
        self._move = weights.move
        self._worths = [_Worths(weights, size - 1 - index) for index in range(size)]

    def node(self, own: tuple[int, ...], other: tuple[int, ...], lead: int, tuz: Marks = NO_MARKS) -> Node:
        """Return a position by its cups, the mover's first, the lead of the mover's pot, and the tuz."""
        lead = lead if self._rules.ends_beyond_half else 0
        return (*own, max(lead, 0), *other, max(-lead, 0)), tuz

    def key(self, node: Node) -> Node:
        """Return the position itself."""
        return node

    def children(self, node: Node) -> list[Child[Node]]:
        """Return the moves, each with a guess from one look."""
        if is_decided(self._rules, node[0]):
            return []
        return [self._child(node, index, course) for index, course in enumerate(courses(self._rules, *node))]

    def horizon(self, node: Node, beta: int) -> tuple[int, int]:  # noqa: ARG002
        """Return the value of the best move by the guesses of `children`."""
        guesses = [child[0] for child in self.children(node)]
        return max(guesses) | any(guess & 1 for guess in guesses), len(guesses)

    def labels(self, child: Child[Node]) -> tuple[str, ...]:
        """Return the move's label."""
        return (child[5],)

    def final(self, node: Node) -> int:
        """Return what the beans in the cups bring the side to move; the other side has moved last."""
        ring, half = node[0], len(node[0]) // 2
        return -self._rest(ring[half:-1], ring[: half - 1])

    def _rest(self, last: Sequence[int], other: Sequence[int]) -> int:
        """Return what the beans in both rows bring the player who moved last, whose row comes first."""
        match self._rules.rest:
            case "owner":
                return (sum(last) - sum(other)) * UNITS_PER_BEAN
            case "last mover":
                return (sum(last) + sum(other)) * UNITS_PER_BEAN
            case _:
                return 0

    def _child(self, node: Node, index: int, course: Course) -> Child[Node]:
        rules, ring, before = self._rules, course.ring, node[0]
        size = len(ring) // 2 - 1
        own, other = ring[:size], ring[size + 1 : -1]
        beans = ring[size] - before[size] - ring[-1] + before[-1]
        goes_on = mover_after(rules, course)
        after, tuz = self.node(own, other, ring[size] - ring[-1], course.marks)
        guess = gain = beans * UNITS_PER_BEAN
        if goes_on is None:
            guess += self._rest(own, other)
        else:
            guess += sum(map(getitem, self._worths, own)) - sum(map(getitem, self._worths, other))
            guess += ((tuz[0] >= 0) - (tuz[1] >= 0)) * UNITS_FOR_A_TUZ
            guess = (guess + (self._move if goes_on else -self._move)) | 1
        if not (course.goes_on if goes_on is None else goes_on):
            # Once the game is over, too: whoever would be next has no move, the one before may have some.
            after, tuz = turned(after), turned_marks(tuz, len(after))
        said = label(rules, course.index + self._first, course.way)
        return guess, index, (after, tuz), gain, bool(goes_on), said


def general_of(rules: SowingRules) -> str:
    """Return whose weights and errors are those of a game of which nothing was learnt."""
    if not plays(rules):
        return "any"
    return "oware" if rules.captured_counts else "kalah"


class SowingEngine(Searching[Position]):
    """Plays one sowing game on one size of board."""

    def __init__(self, game: SowingGame, clock: Clock | None = None, weights: Weights | None = None) -> None:
        rules = self._rules = game.rules
        general = general_of(rules)
        super().__init__(certainty_of(__package__, general), clock)
        weights = weights_of(game.word, general) if weights is None else weights
        self.tree = (CourseTree if general == "any" else SowingTree)(
            rules, weights, game.cups, first=game.first
        )

    def _root(self, position: Position) -> tuple[Tree[Any], Root]:
        side, node = mover(position.to_move, is_over=position.is_over), self.tree.node
        own, other = position.row(side), position.row(side.other)
        lead = own.pot - other.pot
        met = []
        if self._rules.ends_at_repetition and self._lengthening(position) is None:
            for to_move, south, north in position.tables:
                # All were met with the same beans in the pots: after a capture no table comes again.
                is_roots = to_move is side
                rows = (south, north) if to_move is Side.SOUTH else (north, south)
                met.append((is_roots, node(*rows, lead if is_roots else -lead, position.marks_of(to_move))))
        return self.tree, Root(
            node(own.cups, other.cups, lead, position.marks_of(side)), lead, met=tuple(met)
        )

    def _lengthening(self, position: Position) -> int | None:
        """Return the beans in all cups; None where a table may come again, so that nothing is proved."""
        beans = sum((*position.south.cups, *position.north.cups))
        return beans if self._rules.never_circles(beans) else None

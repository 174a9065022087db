"""The engine of a sowing game: positions in, moves and values in beans out."""

from operator import getitem
from typing import Any

from cupsboard.engine.certainty import Certainty, certainty_of
from cupsboard.engine.player import Clock
from cupsboard.engine.search import Child, Tree
from cupsboard.engine.searching import Root, Searching, mover
from cupsboard.engine.sowing.evaluation import UNITS_PER_BEAN, Weights, weights_of, worth
from cupsboard.engine.sowing.tree import SowingTree, plays
from cupsboard.rules.places import Side
from cupsboard.rules.sowing.course import (
    NO_MARKS,
    Circuit,
    Course,
    Marks,
    circuit_of,
    courses,
    is_decided,
    mover_after,
    turned,
    turned_marks,
)
from cupsboard.rules.sowing.game import SowingGame
from cupsboard.rules.sowing.position import Position
from cupsboard.rules.sowing.rules import SowingRules
from cupsboard.rules.sowing.turns import SowingTurns, label

Node = tuple[tuple[int, ...], Marks, Side]
"""The beans by place as the side to move numbers the places, the marks, and whose row comes first where that
says which cups a player owns, else south. The pots hold the lead where that ends the game, else nothing."""
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
        self._rules = rules
        self._move = weights.move
        row = [_Worths(weights, size - 1 - index) for index in range(size)]
        self._worths = [*row, row[0], *row, row[0]]
        self._rings = SowingTurns(rules, size, first).rings

    def node(
        self,
        own: tuple[int, ...],
        other: tuple[int, ...],
        lead: int,
        marks: Marks = NO_MARKS,
        side: Side = Side.SOUTH,
    ) -> Node:
        """Return a position by its cups, the mover's row first, the lead of the mover's pot, and the marks.

        `side` is the mover's.
        """
        lead = lead if self._rules.ends_beyond_half else 0
        side = side if self._rules.hands_cups_over else Side.SOUTH
        return (*own, max(lead, 0), *other, max(-lead, 0)), marks, side

    def key(self, node: Node) -> Node:
        """Return the position itself."""
        return node

    def children(self, node: Node) -> list[Child[Node]]:
        """Return the moves, each with a guess from one look."""
        ring, marks, _ = node
        if is_decided(self._rules, ring, marks):
            return []
        found = courses(self._rules, ring, marks)
        return [self._child(node, index, course) for index, course in enumerate(found)]

    def horizon(self, node: Node, beta: int) -> tuple[int, int]:  # noqa: ARG002
        """Return the value of the best move by the guesses of `children`."""
        guesses = [child[0] for child in self.children(node)]
        return max(guesses) | any(guess & 1 for guess in guesses), len(guesses)

    def labels(self, child: Child[Node]) -> tuple[str, ...]:
        """Return the move's label."""
        return (child[5],)

    def final(self, node: Node) -> int:
        """Return what the beans in the cups bring the side to move; the other side has moved last."""
        ring, marks, _ = node
        own, others = circuit_of(self._rules, ring, marks).lying(ring)
        return -self._rest(others, own)

    def _rest(self, last: int, other: int) -> int:
        """Return what the beans in their cups bring the player who moved last; those of `last` lie there."""
        match self._rules.rest:
            case "owner":
                return (last - other) * UNITS_PER_BEAN
            case "who has none":
                return (last - other) * (UNITS_PER_BEAN if last and other else -UNITS_PER_BEAN)
            case "last mover":
                return (last + other) * UNITS_PER_BEAN
            case _:
                return 0

    def _worth(self, ring: tuple[int, ...], circuit: Circuit) -> int:
        """Return what the own cups are worth more than the other's."""
        worths, size = self._worths, circuit.size
        if circuit.owns_row:
            own, others = ring[:size], ring[size + 1 : -1]
            return sum(map(getitem, worths, own)) - sum(map(getitem, worths, others))
        each = [worths[place][count] for place, count in enumerate(ring)]
        return sum(each[place] for place in circuit.own) - sum(each[place] for place in circuit.others)

    def _child(self, node: Node, index: int, course: Course) -> Child[Node]:
        rules, ring, before = self._rules, course.ring, node[0]
        size = len(ring) // 2 - 1
        circuit = course.circuit
        beans = ring[size] - before[size] - ring[-1] + before[-1]
        goes_on = mover_after(rules, course)
        lead = ring[size] - ring[-1]
        after, marks, side = self.node(ring[:size], ring[size + 1 : -1], lead, course.marks, node[2])
        guess = gain = beans * UNITS_PER_BEAN
        if goes_on is None:
            guess += self._rest(*circuit.lying(ring))
        else:
            guess += self._worth(ring, circuit)
            guess += ((marks[0] >= 0) - (marks[1] >= 0)) * UNITS_FOR_A_TUZ
            guess = (guess + (self._move if goes_on else -self._move)) | 1
        if not (course.goes_on if goes_on is None else goes_on):
            # Once the game is over, too: whoever would be next has no move, the one before may have some.
            after, marks = turned(after), turned_marks(marks, len(after))
            side = side.other if rules.hands_cups_over else side
        said = label(rules, self._rings[node[2]][course.origin], course.way)
        return guess, index, (after, marks, side), gain, bool(goes_on), said


def general_of(rules: SowingRules) -> str:
    """Return whose weights and errors are those of a game of which nothing was learnt."""
    if not plays(rules):
        return "any"
    return "oware" if rules.captured_counts else "kalah"


class SowingEngine(Searching[Position]):
    """Plays one sowing game on one size of board."""

    def __init__(
        self,
        game: SowingGame,
        clock: Clock | None = None,
        weights: Weights | None = None,
        certainty: Certainty | None = None,
    ) -> None:
        rules = self._rules = game.rules
        general = general_of(rules)
        super().__init__(certainty or certainty_of(__package__, game.word, general), clock)
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
                marks = position.marks_of(to_move)
                met.append((is_roots, node(*rows, lead if is_roots else -lead, marks, to_move)))
        root = node(own.cups, other.cups, lead, position.marks_of(side), side)
        return self.tree, Root(root, lead, met=tuple(met))

    def _lengthening(self, position: Position) -> int | None:
        """Return the beans in all cups; None where a table may come again, so that nothing is proved."""
        beans = sum((*position.south.cups, *position.north.cups))
        return beans if self._rules.never_circles(beans) else None

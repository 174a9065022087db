"""A sowing game as a search sees it, whatever its rules: each sowing is made as the rules make it.

`tree` looks at the games that it can play twenty times as fast.
"""

from collections.abc import Sequence

from cupsboard.engine.search import Child, Tree
from cupsboard.engine.sowing.evaluation import UNITS_PER_BEAN
from cupsboard.rules.sowing.course import NO_TUZ, Course, Tuz, courses, mover_after, turned, turned_tuz
from cupsboard.rules.sowing.rules import SowingRules
from cupsboard.rules.sowing.turns import label

Node = tuple[tuple[int, ...], Tuz]
"""The beans by place as the side to move numbers the places, and the tuz; the pots hold the lead where that
ends the game, else nothing."""
UNITS_PER_OWN_BEAN, UNITS_FOR_THE_MOVE, UNITS_FOR_A_TUZ = 12, 40, 8 * UNITS_PER_BEAN
"""Units that a bean in the own cups counts above one in the other's, and units for the move and for a tuz."""


class CourseTree(Tree[Node]):
    """The moves of any sowing game on any size of board."""

    unit = UNITS_PER_BEAN

    def __init__(self, rules: SowingRules) -> None:
        self._rules = rules

    def node(self, own: tuple[int, ...], other: tuple[int, ...], lead: int, tuz: Tuz = NO_TUZ) -> Node:
        """Return a position by its cups, the mover's first, the lead of the mover's pot, and the tuz."""
        lead = lead if self._rules.ends_beyond_half else 0
        return (*own, max(lead, 0), *other, max(-lead, 0)), tuz

    def key(self, node: Node) -> Node:
        """Return the position itself."""
        return node

    def children(self, node: Node) -> list[Child[Node]]:
        """Return the moves, each with a guess from one look."""
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
        after, tuz = self.node(own, other, ring[size] - ring[-1], course.tuz)
        guess = gain = beans * UNITS_PER_BEAN
        if goes_on is None:
            guess += self._rest(own, other)
        else:
            held = (sum(own) - sum(other)) * UNITS_PER_OWN_BEAN
            held += ((tuz[0] >= 0) - (tuz[1] >= 0)) * UNITS_FOR_A_TUZ
            guess = (guess + held + (UNITS_FOR_THE_MOVE if goes_on else -UNITS_FOR_THE_MOVE)) | 1
        if not goes_on and goes_on is not None:
            after, tuz = turned(after), turned_tuz(tuz, len(after))
        return guess, index, (after, tuz), gain, bool(goes_on), label(rules, course.index, course.way)

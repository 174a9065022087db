"""A round of Coin Duel as a search sees it: both halves, the one to play first, and the turns that are left.

A value is what the round brings the player to move more than the other. Many plays lead from a position, and
to list them takes most of the time, so they are remembered with it.
"""

from cupsboard.engine.coin_duel.evaluation import UNITS_PER_POINT, Evaluation
from cupsboard.engine.coin_duel.pieces import Half, Pieces
from cupsboard.engine.coin_duel.plays import Plays
from cupsboard.engine.search import Child, Tree
from cupsboard.rules.coin_duel.sowing import can_play

MOST_KEPT = 40_000
"""Positions whose plays are remembered; then all are forgotten."""

Node = tuple[Half, Half, int]
"""The mover's half, the other's, and how many turns are left of the round; -1: it has no limit."""


class DuelTree(Tree[Node]):
    """The plays of one round from a root, at which more of them are looked at than further on."""

    unit = UNITS_PER_POINT

    def __init__(
        self, pieces: Pieces, evaluation: Evaluation, at_root: Plays, inside: Plays, root: Node
    ) -> None:
        self._pieces = pieces
        self._evaluate = evaluation.value
        self._inside = inside
        self._refuting_cup = 0
        """Where the play began that was good enough last: it is often good enough again."""
        self._looked_at = 0
        self._opened = {root: self._listed(at_root, root)}

    def key(self, node: Node) -> Node:
        """Return the position itself."""
        return node

    def children(self, node: Node) -> list[Child[Node]]:
        """Return the plays, the best guess first; each looked at once."""
        children = self._opened.get(node)
        if children is None:
            if len(self._opened) >= MOST_KEPT:
                self._opened.clear()
            children = self._opened[node] = self._listed(self._inside, node)
        return [*children]

    def horizon(self, node: Node, beta: int) -> tuple[int, int]:
        """Return the value by guesses; of likely plays where one is good enough, so that no other counts."""
        if node not in self._opened:
            for mine, theirs, play in self._inside.likely(node[0], node[1], self._refuting_cup):
                self._looked_at += 1
                guess = self._guess(mine, theirs, node[2])
                if guess >= beta:
                    self._refuting_cup = int(play[0])
                    return guess, self._counted()
        children = self.children(node)
        if not children:
            return self.final(node), self._counted()
        best = children[0][0]
        return best if best & 1 else best | any(child[0] & 1 for child in children), self._counted()

    def _counted(self) -> int:
        """Return how many plays were looked at since the last time."""
        looked_at, self._looked_at = self._looked_at, 0
        return looked_at

    def labels(self, child: Child[Node]) -> tuple[str, ...]:
        """Return the play's label."""
        return (child[5] if isinstance(child[5], str) else self._pieces.play(child[5]).label,)

    def final(self, node: Node) -> int:
        """Return what the round brings the player to move if it ends here."""
        return self._pieces.final_points(node[0], node[1]) * UNITS_PER_POINT

    def _listed(self, plays: Plays, node: Node) -> list[Child[Node]]:
        own, other, left = node
        if not left or self._pieces.are_decided(own, other):
            return []
        children: list[Child[Node]] = [
            (self._guess(mine, theirs, left), index, (theirs, mine, max(left - 1, -1)), 0, False, play)
            for index, (mine, theirs, play) in enumerate(plays.of(own, other))
        ]
        self._looked_at += len(children)
        children.sort(reverse=True)
        return children

    def _guess(self, mine: Half, theirs: Half, left: int) -> int:
        """Estimate what a play is worth to its player, in units; exactly, where the play ends the round."""
        is_over = left == 1 or self._pieces.are_decided(mine, theirs)
        if is_over or (not theirs.stock and not self._can_play(theirs, mine)):
            return self._pieces.final_points(mine, theirs) * UNITS_PER_POINT
        return -self._evaluate(theirs, mine)

    def _can_play(self, own: Half, other: Half) -> bool:
        """Return whether a player without a stock has a play, by the rules."""
        counts = self._pieces.counts
        cups = tuple([counts[code] for code in own.cups])
        opposite = tuple([counts[code] for code in reversed(other.cups)])
        return can_play(cups, 0, opposite, self._pieces.settings.ways)

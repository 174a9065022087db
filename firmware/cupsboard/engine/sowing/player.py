"""The engine of a sowing game: positions in, moves and values in beans out."""

from typing import Any

from cupsboard.engine.certainty import certainty_of
from cupsboard.engine.player import Clock
from cupsboard.engine.search import Tree
from cupsboard.engine.searching import Root, Searching, mover
from cupsboard.engine.sowing.courses import CourseTree
from cupsboard.engine.sowing.evaluation import LEARNT, Weights, weights_of
from cupsboard.engine.sowing.tree import SowingTree, plays
from cupsboard.rules.places import Side
from cupsboard.rules.sowing.game import SowingGame
from cupsboard.rules.sowing.position import Position


class SowingEngine(Searching[Position]):
    """Plays one sowing game on one size of board."""

    def __init__(self, game: SowingGame, clock: Clock | None = None, weights: Weights | None = None) -> None:
        rules = self._rules = game.rules
        is_quick = plays(rules)
        learnt = game.word if game.word in LEARNT else ("oware" if rules.captured_counts else "kalah")
        super().__init__(certainty_of(__package__, learnt if is_quick else "any"), clock)
        weights = weights_of(learnt) if weights is None else weights
        self._tree = SowingTree(rules, weights, game.cups) if is_quick else CourseTree(rules)

    def _root(self, position: Position) -> tuple[Tree[Any], Root]:
        side, node = mover(position.to_move, is_over=position.is_over), self._tree.node
        own, other = position.row(side), position.row(side.other)
        lead = own.pot - other.pot
        met = []
        if self._rules.ends_at_repetition:
            for to_move, south, north in position.tables:
                # All were met with the same beans in the pots: after a capture no table comes again.
                is_roots = to_move is side
                rows = (south, north) if to_move is Side.SOUTH else (north, south)
                met.append((is_roots, node(*rows, lead if is_roots else -lead, position.tuz_of(to_move))))
        return self._tree, Root(node(own.cups, other.cups, lead, position.tuz_of(side)), lead, met=tuple(met))

    def _lengthening(self, position: Position) -> int | None:
        """Return the beans in all cups; None where a table may come again, so that nothing is proved."""
        if not self._rules.never_circles:
            return None
        return sum((*position.south.cups, *position.north.cups))

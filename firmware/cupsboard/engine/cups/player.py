"""The engine of Cups: positions in, moves and values in beans out."""

from collections.abc import Callable
from typing import Any

from cupsboard.engine.certainty import Certainty, certainty_of
from cupsboard.engine.cups.book import CUPS as CUPS_OF_BOOK
from cupsboard.engine.cups.book import BookProver, small_table
from cupsboard.engine.cups.evaluation import Evaluation
from cupsboard.engine.cups.tree import CupsTree, Pair, told_by
from cupsboard.engine.player import Clock, Known
from cupsboard.engine.proving import Prover
from cupsboard.engine.search import Tree
from cupsboard.engine.searching import Root, Searching, mover
from cupsboard.rules.cups.position import Position
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Game, Standing


class CupsEngine(Searching[Position]):
    """Plays Cups with one number of cups a side, whatever the stocks."""

    def __init__(
        self,
        game: Game[Position],
        clock: Clock | None = None,
        known: Known | None = None,
        evaluation: Evaluation | None = None,
        certainty: Certainty | None = None,
    ):
        self.cups = Cups.named(game.name).cups
        super().__init__(
            certainty or certainty_of(__package__, str(self.cups)),
            clock,
            None if known is None else told_by(known),
        )
        self._game = game
        self._tree = CupsTree(Evaluation.of_size(self.cups) if evaluation is None else evaluation)

    def _root(self, position: Position) -> tuple[Tree[Pair], Root]:
        if len(position.south.cups) != self.cups:
            raise RulesError(
                f"a position with {len(position.south.cups)} cups a side: this engine plays {self._game.name}"
            )
        standing = self._game.standing(position)
        side = mover(position.to_move, is_over=standing is Standing.OVER)
        own, other = position.row(side), position.row(side.other)
        pair = tuple(self._tree.sides.side(row.cups, row.stock) for row in (own, other))
        is_pass = standing is Standing.PASS
        return self._tree, Root(pair[::-1] if is_pass else pair, own.pot - other.pot, is_pass)

    def _prover(self, tree: Tree[Any], node: Any, is_stopped: Callable[[], bool]) -> tuple[Prover, Any]:
        """On 2x3 the small table that comes with the program ends proofs early."""
        if self._tell is not None or self.cups != CUPS_OF_BOOK:
            return super()._prover(tree, node, is_stopped)
        prover = BookProver(small_table(), is_stopped)
        return prover, prover.pair(*((side.cups, side.stock) for side in node))

    def _lengthening(self, position: Position) -> int:
        return position.south.stock + position.north.stock

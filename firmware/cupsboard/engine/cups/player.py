"""The engine of Cups: positions in, moves and values in beans out; and players of Cups without a flaw.

Who plays 2x3 from the start on never gets less than the whole game's value, a tie. In the book's positions it
plays a best move; anywhere else what a search finds, if a proof agrees that the tie stays safe, and else the
move of the proof. Whoever plays a proved move finds a proof again after each reply, for it is a part of the
one before; so from the start no line leads to where it has none. On other boards that begins with the first
proof.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from cupsboard.engine.certainty import Certainty, certainty_of
from cupsboard.engine.cups.book import BEANS, CUPS, MOST_NODES, BookProver, book, small_table
from cupsboard.engine.cups.book import CUPS as CUPS_OF_BOOK
from cupsboard.engine.cups.evaluation import Evaluation
from cupsboard.engine.cups.tree import CupsTree, Pair, told_by
from cupsboard.engine.levels import CORE_NODES
from cupsboard.engine.player import Clock, Info, IsStopped, Known, Limit, Source, never
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


MOST_PROOF_NODES = 5 * MOST_NODES
"""A proof that began in the middle of another lacks what that one had remembered from before."""


class PerfectEngine(CupsEngine):
    """Plays the whole game of 2x3 without a flaw, by book, search and proof; analyses as any engine does."""

    def __init__(self, game: Game[Position], clock: Clock | None = None):
        super().__init__(game, clock, small_table().bounds)
        if self.cups != CUPS:
            raise ValueError(f"{game.name}: this engine plays 2x{CUPS} alone")
        self._prover_of_tie = BookProver(small_table())

    def play(self, position: Position, limit: Limit, is_stopped: IsStopped = never) -> Info:
        """Return a move as `Engine.play` does; a proof adds up to `MOST_PROOF_NODES` to the limit."""
        if position.to_move is None or self._game.standing(position) is not Standing.TO_MOVE:
            return super().play(position, limit, is_stopped)
        _, root = self._root(position)
        booked = book().find(*root.node)
        if booked is not None:
            move, value = booked
            return Info(0, 0, root.lead + value, True, (move.label,), Source.BOOK, 0.0)
        found = super().play(position, limit, is_stopped)
        # Where beans were lost or found, or a stock corrected, it isn't the game whose value is known.
        if found.is_exact or position.beans != 2 * BEANS:
            return found
        node = self._prover_of_tie.pair(*((side.cups, side.stock) for side in root.node))
        return self._safe(node, round(root.lead) * CupsTree.unit, found)

    def _safe(self, node: Pair, lead: int, found: Info) -> Info:
        """Return a move that keeps the tie: `found`, or one that is proved to; `found` without a proof."""
        prover, tree = self._prover_of_tie, self._prover_of_tie.tree
        children = tree.children(node)
        if len(children) == 1:
            return found
        for guess, _, after, gain, is_again, move in children:
            if move.label == found.move:
                is_safe: bool | None = lead + guess >= 0
                if guess & 1:
                    least = -lead - gain if is_again else lead + gain + tree.unit
                    is_safe = prover.reaches(after, least, MOST_NODES) is is_again
                if is_safe:
                    return found
        if not prover.reaches(node, -lead, MOST_PROOF_NODES):
            return found
        label = children[prover.best_move(node)][5].label
        if label == found.move:
            return found
        return replace(found, variation=(label,), source=Source.PROOF)


class ProvingEngine(CupsEngine):
    """Plays what is proved to be best as soon as the compiled core can prove it, and estimates before that.

    From the first position on whose value it proves it gets at least that value: after each reply what is
    left is a part of what was proved. Its infos are exact from there on.
    """

    def play(self, position: Position, limit: Limit, is_stopped: IsStopped = never) -> Info:
        """Return a move as `Engine.play` does; a proof and an estimate may take `CORE_NODES` each."""
        by_core = replace(limit, nodes=max(limit.nodes or 0, CORE_NODES))
        proved = self.prove(position, by_core, (), is_stopped)
        return proved[0] if proved else super().play(position, by_core, is_stopped)

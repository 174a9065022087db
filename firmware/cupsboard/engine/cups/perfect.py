"""Players of Cups without a flaw: of 2x3 from the start on, of other boards as soon as a proof is found.

Who plays 2x3 never gets less than the whole game's value, a tie.

In the book's positions it plays a best move. Anywhere else it plays what a search finds, if a proof agrees
that the tie stays safe, and else the move of the proof. Whoever plays a proved move finds a proof again after
each reply, for it is a part of the one before; so from the start no line leads to where it has none.
"""

from dataclasses import replace

from cupsboard.engine.cups.book import BEANS, CUPS, MOST_NODES, BookProver, book, small_table
from cupsboard.engine.cups.player import CupsEngine
from cupsboard.engine.cups.tree import CupsTree, Pair
from cupsboard.engine.levels import CORE_NODES
from cupsboard.engine.player import Clock, Info, IsStopped, Limit, Source, never
from cupsboard.rules.cups.position import Position
from cupsboard.rules.game import Game, Standing

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
        """See `Engine.play`; a proof adds up to `MOST_PROOF_NODES` to the limit."""
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
        """What was found if it keeps the tie, else a move that does, if a proof finds one."""
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
        """See `Engine.play`; a proof and an estimate may take `CORE_NODES` each."""
        by_core = replace(limit, nodes=max(limit.nodes or 0, CORE_NODES))
        proved = self.prove(position, by_core, (), is_stopped)
        return proved[0] if proved else super().play(position, by_core, is_stopped)

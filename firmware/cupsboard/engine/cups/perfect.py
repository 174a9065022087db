"""2x3 without a flaw: a player who never gets less than the whole game's value, a tie.

In the book's positions it plays a best move. Anywhere else it plays what a search finds, if a proof agrees
that the tie stays safe, and else the move of the proof. Whoever plays a proved move finds a proof again after
each reply, for it is a part of the one before; so from the start no line leads to where it has none.
"""

from collections.abc import Callable
from dataclasses import replace

from cupsboard.engine.cups.book import BEANS, CUPS, MOST_NODES, book, small_table
from cupsboard.engine.cups.player import CupsEngine
from cupsboard.engine.cups.proving import Prover
from cupsboard.engine.cups.sides import Side
from cupsboard.engine.player import Clock, Info, Limit, PlayResult, Source, never
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
        self._prover = Prover(self._sides, small_table())

    def play(self, position: Position, limit: Limit, is_stopped: Callable[[], bool] = never) -> PlayResult:
        """See `Engine.play`; a proof adds up to `MOST_PROOF_NODES` to the limit."""
        if position.to_move is None or self._game.standing(position) is not Standing.TO_MOVE:
            return super().play(position, limit, is_stopped)
        rows = position.row(position.to_move), position.row(position.to_move.other)
        lead = rows[0].pot - rows[1].pot
        own, other = map(self._side, rows)
        booked = book().find(own, other)
        if booked is not None:
            move, value = booked
            info = Info(0, 0, lead + value, True, (move.label,), Source.BOOK, 0.0)
            return PlayResult(move.label, info)
        found = super().play(position, limit, is_stopped)
        # Where beans were lost or found, or a stock corrected, it isn't the game whose value is known.
        if found.info.is_exact or position.beans != 2 * BEANS:
            return found
        return self._safe(own, other, lead, found)

    def _safe(self, own: Side, other: Side, lead: int, found: PlayResult) -> PlayResult:
        """What was found if it keeps the tie, else a move that does, if a proof finds one."""
        moves = self._sides.moves_of(own)
        if len(moves) == 1:
            return found
        for mine, sown, taken, move in moves:
            if move.label == found.move:
                gain = sown if taken < 0 else other.cups[taken]
                theirs = other if taken < 0 else self._sides.without(other, taken)
                if self._prover.reaches(theirs, mine, lead + gain + 1, MOST_NODES) is False:
                    return found
        if not self._prover.reaches(own, other, -lead, MOST_PROOF_NODES):
            return found
        label = moves[self._prover.best_move(own, other)][3].label
        if label == found.move:
            return found
        return PlayResult(label, replace(found.info, variation=(label,), source=Source.PROOF))

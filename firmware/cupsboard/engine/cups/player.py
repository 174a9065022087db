"""The engine of Cups: positions in, moves and values in beans out.

It proves what it can within its limit, and only then estimates.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from cupsboard.engine.cups.book import CUPS as CUPS_OF_SMALL_TABLE
from cupsboard.engine.cups.book import small_table
from cupsboard.engine.cups.certainty import Certainty, certainty_of
from cupsboard.engine.cups.evaluation import UNITS_PER_BEAN, Evaluation
from cupsboard.engine.cups.proving import Exhausted, Prover, label_of
from cupsboard.engine.cups.search import DEEPEST, Search
from cupsboard.engine.cups.sides import Side, Sides
from cupsboard.engine.deepening import Line
from cupsboard.engine.player import (
    EVERY_MOVE,
    PASS,
    Clock,
    Info,
    Known,
    Limit,
    Report,
    Source,
    never,
    stopping,
)
from cupsboard.engine.searching import Searching
from cupsboard.rules.cups.moves import Move
from cupsboard.rules.cups.position import Position, Row
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Game, Standing

PROVING_SHARE = 2
"""One node in so many goes into a proof, where one is likely; the others are left for an estimate."""
WORTH_A_TRY = 8
"""A proof that half of the positions take so many times the nodes for is begun all the same."""
OF_SEVERAL_LINES = 2
"""To prove several lines takes so many times the nodes of one: they share what is found out."""
GUESS_DEPTH = 4
"""A proof begins where a search of all moves, so deep, guesses the values."""


class CupsEngine(Searching[Position]):
    """Plays Cups with one number of cups a side, whatever the stocks.

    The same position and the same limit in nodes or depth give the same answer: nothing is carried over from
    one question to the next but what can't change it.
    """

    def __init__(
        self,
        game: Game[Position],
        clock: Clock | None = None,
        known: Known | None = None,
        evaluation: Evaluation | None = None,
        certainty: Certainty | None = None,
    ):
        self._game = game
        self._clock = clock
        self.cups = Cups.named(game.name).cups
        self._known = known
        self._certainty = certainty_of(self.cups) if certainty is None else certainty
        self._evaluation = Evaluation.of_size(self.cups) if evaluation is None else evaluation
        self._sides = Sides(self._evaluation)

    def analyse(
        self,
        position: Position,
        limit: Limit,
        lines: int = 1,
        is_stopped: Callable[[], bool] = never,
        report: Report | None = None,
    ) -> tuple[Info, ...]:
        """Return the best `lines` moves, as `Engine.analyse` says."""
        if lines < 1:
            raise ValueError(f"{lines} lines: ask for 1 or more")
        needed = self._certainty.nodes_to_prove(_stock_beans(position))
        if needed * (1 if lines == 1 else OF_SEVERAL_LINES) <= (share := _share_for_proof(limit)):
            proved = self._proved(position, replace(limit, nodes=share), lines, (), is_stopped)
            if proved:
                return proved
        search, pair, answer = self._begun(position, limit, is_stopped)
        infos: tuple[Info, ...] = ()
        for depth, found in search.deepen(*pair, lines, limit.depth or DEEPEST):
            infos = tuple(answer.info(depth, line, found[0]) for line in found)
            if report is not None:
                report(infos)
        return infos or (answer.guess(*pair),)

    def proved(
        self, position: Position, limit: Limit, moves: Sequence[str], is_stopped: Callable[[], bool]
    ) -> tuple[Info, ...]:
        """Return proved moves, as `Engine.prove` says.

        On 2x3 the small table that comes with the program ends proofs early.
        """
        assert limit.nodes is not None
        if self._certainty.nodes_to_prove(_stock_beans(position)) > WORTH_A_TRY * limit.nodes:
            return ()
        return self._proved(position, limit, 1, moves, is_stopped)

    def _proved(
        self,
        position: Position,
        limit: Limit,
        lines: int,
        moves: Sequence[str],
        is_stopped: Callable[[], bool],
    ) -> tuple[Info, ...]:
        """The best lines, best first, then those of the moves named; none where the nodes don't suffice."""
        assert limit.nodes is not None
        search, (own, other), answer = self._begun(position, limit, is_stopped)
        guesses: dict[str, int] = {}
        for _, guessed in search.deepen(own, other, EVERY_MOVE, GUESS_DEPTH):
            guesses = {label_of(line): round(line.value / UNITS_PER_BEAN) for line in guessed}
        table = small_table() if self._known is None and self.cups == CUPS_OF_SMALL_TABLE else None
        prover = Prover(self._sides, table, self._known, stopping(limit, self._clock, is_stopped))
        prover.begin(limit.nodes - search.nodes)
        try:
            if not guesses:
                raise Exhausted
            if lines == 1:
                found = [prover.best(own, other, max(guesses.values()))]
            else:
                every = [prover.after(own, other, label, guess) for label, guess in guesses.items()]
                found = sorted(every, key=lambda line: -line.value)[:lines]
            told = {label_of(line) for line in found}
            found += [prover.after(own, other, label, guesses[label]) for label in moves if label not in told]
        except Exhausted:
            return ()
        nodes = search.nodes + prover.nodes
        return tuple(answer.proved(line, nodes, prover.met_table) for line in found)

    def _begun(
        self, position: Position, limit: Limit, is_stopped: Callable[[], bool]
    ) -> "tuple[Search, tuple[Side, Side], _Answer]":
        """A search that is yet to begin, the sides of its first position, and who puts it into words."""
        own, other, is_pass = self._rows(position)
        search = Search(
            self._sides,
            self._evaluation,
            limit.nodes,
            stopping(limit, self._clock, is_stopped),
            known=self._known,
        )
        pair = (self._side(other), self._side(own)) if is_pass else (self._side(own), self._side(other))
        return search, pair, _Answer(search, own.pot - other.pot, is_pass, self._certainty)

    def _rows(self, position: Position) -> tuple[Row, Row, bool]:
        """The row to move, the other's, and whether the first must pass."""
        if len(position.south.cups) != self.cups:
            raise RulesError(
                f"a position with {len(position.south.cups)} cups a side: this engine plays {self._game.name}"
            )
        standing = self._game.standing(position)
        if standing is Standing.OVER:
            raise RulesError(
                "the game is over: there is no move to look for; start a new game or take one back"
            )
        if position.to_move is None:
            raise RulesError("an open start: say whose turn it is before asking for a move")
        side = position.to_move
        return position.row(side), position.row(side.other), standing is Standing.PASS

    def _side(self, row: Row) -> Side:
        return self._sides.side(row.cups, row.stock)


def _stock_beans(position: Position) -> int:
    """The beans in both stocks: what the length of a proof depends on."""
    return position.south.stock + position.north.stock


def _share_for_proof(limit: Limit) -> int:
    """The nodes of a limit that a proof may take; none where nothing else or something else is limited."""
    return limit.nodes // PROVING_SHARE if limit.nodes and limit.depth is None else 0


@dataclass(frozen=True, slots=True)
class _Answer:
    """Turns what the search says into what was asked for."""

    search: Search
    lead_beans: int
    """Of the side whose turn it is, in the pots."""
    is_pass: bool
    certainty: Certainty

    def info(self, depth: int, line: Line[Move | None], best: Line[Move | None]) -> Info:
        """One line as the side to move sees it, beside the best one."""
        error = self.certainty.error((best.value - line.value) / UNITS_PER_BEAN)
        return self._info(depth, line, self.search.nodes, bool(self.search.probes), error)

    def proved(self, line: Line[Move | None], nodes: int, met_table: bool) -> Info:
        """One line out of a proof that took so many nodes."""
        return self._info(DEEPEST, line, nodes, met_table, 0.0)

    def _info(
        self, depth: int, line: Line[Move | None], nodes: int, met_table: bool, error_beans: float
    ) -> Info:
        labels = tuple(PASS if move is None else move.label for move in line.moves)
        sign, before = (-1, (PASS,)) if self.is_pass else (1, ())
        return Info(
            depth=depth,
            nodes=nodes,
            score_beans=self.lead_beans + sign * (line.value - (line.value & 1)) / UNITS_PER_BEAN,
            is_exact=line.is_proved,
            variation=before + labels,
            source=Source.TABLE if line.is_proved and met_table else Source.SEARCH,
            error_beans=0.0 if line.is_proved else error_beans,
        )

    def guess(self, own: Side, other: Side) -> Info:
        """The best move at one look, for a search that was called off before its first depth."""
        line = self.search.at_a_look(own, other)
        return self.info(0, line, line)

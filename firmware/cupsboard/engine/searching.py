"""What every engine does with its game's tree: search, proofs, and their answers in the words of the game."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any, Generic

from cupsboard.engine.certainty import Certainty
from cupsboard.engine.compiled import compiled
from cupsboard.engine.player import EVERY_MOVE, PASS, Clock, Info, IsStopped, Limit, P, Report, Source, never
from cupsboard.engine.proving import Exhausted, Prover
from cupsboard.engine.search import DEEPEST, CirclingSearch, Line, Search, Tell, Tree
from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import Side

PROVING_SHARE = 2
"""The nodes of a limit of which one goes into a proof, where one is likely; the others are for an
estimate."""
WORTH_A_TRY = 8
"""How many times the nodes of its limit a proof may usually take and is begun all the same."""
OF_SEVERAL_LINES = 2
"""How many times the nodes of one line several take to be proved: they share what is found out."""
GUESS_DEPTH = 4
"""A proof begins where a search of all moves, so deep, guesses the values."""


@dataclass(frozen=True, slots=True)
class Root:
    """A position as a search begins with it, and what its answers are told by."""

    node: Any
    lead: float = 0.0
    """What the side whose turn it is leads by already, where values leave that out."""
    is_pass: bool = False
    """Whether the side whose turn it is must pass, so that the search begins with the other."""
    met: tuple[tuple[bool, Any], ...] = ()
    """The positions that end the game if they come again; () where none does. See `CirclingSearch`."""


def mover(to_move: Side | None, *, is_over: bool) -> Side:
    """Return whose turn it is. Raises RulesError once the game is over, and at an open start."""
    if is_over:
        raise RulesError("the game is over: there is no move to look for; start a new game or take one back")
    if to_move is None:
        raise RulesError("an open start: say whose turn it is before asking for a move")
    return to_move


class Searching(ABC, Generic[P]):
    """An engine that searches its game's tree.

    The same position and the same limit in nodes or depth give the same answer: nothing is carried over from
    one question to the next but what can't change it.
    """

    def __init__(self, certainty: Certainty, clock: Clock | None, tell: Tell[Any] | None = None) -> None:
        """Begin; without a clock limits in seconds are refused. `tell` knows exact values."""
        self._certainty = certainty
        self._clock = clock
        self._tell = tell

    @abstractmethod
    def _root(self, position: P) -> tuple[Tree[Any], Root]:
        """Return the tree of a position and where it begins there.

        Raises RulesError if no player can move, or at an open start.
        """

    def _search(self, tree: Tree[Any], root: Root, limit: Limit, is_stopped: IsStopped) -> Search:
        """Return a new search from a root: by the core if it can, else in Python, which finds the same."""
        core = compiled() if self._tell is None else None
        by_core = core.search(tree, root.node, limit, is_stopped, root.met) if core else None
        if isinstance(by_core, Search):
            return by_core
        if root.met:
            return CirclingSearch(tree, limit, is_stopped, root.met)
        return Search(tree, limit, is_stopped, self._tell)

    def _prover(self, tree: Tree[Any], node: Any, is_stopped: IsStopped) -> tuple[Prover, Any]:
        """Return who proves what a position of the tree is worth, and the position as it knows it."""
        core = compiled() if self._tell is None else None
        by_core = core.prover(tree, node, is_stopped) if core else None
        return by_core if isinstance(by_core, Prover) else Prover(tree, self._tell, is_stopped), node

    def _lengthening(self, position: P) -> int | None:  # noqa: ARG002
        """Return the beans that make a proof of a position longer; None where nothing is proved."""
        return None

    def _nodes_to_prove(self, position: P) -> float:
        """Return the nodes that prove half of such positions; infinite where nothing is proved."""
        beans = self._lengthening(position)
        return inf if beans is None else self._certainty.nodes_to_prove(beans)

    def _errors(self, infos: Sequence[Info], least_losses: dict[str, float]) -> tuple[Info, ...]:  # noqa: ARG002
        """Return moves with their errors; `least_losses` are kept from depth to depth."""
        best, error = infos[0], self._certainty.error
        return tuple(
            info
            if info.is_exact and best.is_exact
            else replace(info, error_beans=error(abs(best.score_beans - info.score_beans)))
            for info in infos
        )

    def analyse(
        self,
        position: P,
        limit: Limit,
        lines: int = 1,
        is_stopped: IsStopped = never,
        report: Report | None = None,
    ) -> tuple[Info, ...]:
        """Return the best `lines` moves, as `Engine.analyse` says.

        What can be proved within a part of the limit is proved, the rest is estimated.
        """
        if lines < 1:
            raise ValueError(f"{lines} lines: ask for 1 or more")
        tree, root = self._root(position)
        share = limit.nodes // PROVING_SHARE if limit.nodes and limit.depth is None else 0
        if self._nodes_to_prove(position) * (1 if lines == 1 else OF_SEVERAL_LINES) <= share:
            proved = self._proved(position, replace(limit, nodes=share), lines, (), is_stopped)
            if proved:
                return proved
        search = self._search(tree, root, limit, limit.stopping(self._clock, is_stopped))
        infos: tuple[Info, ...] = ()
        least_losses: dict[str, float] = {}
        for depth, found in search.deepen(root.node, lines):
            told = [self._info(tree, root, depth, line, search.nodes, search.probes > 0) for line in found]
            infos = self._errors(told, least_losses)
            if report is not None:
                report(infos)
        return infos

    def play(self, position: P, limit: Limit, is_stopped: IsStopped = never) -> Info:
        """Return the best move of an analysis, as `Engine.play` says."""
        return self.analyse(position, limit, 1, is_stopped)[0]

    def prove(
        self, position: P, limit: Limit, moves: Sequence[str] = (), is_stopped: IsStopped = never
    ) -> tuple[Info, ...]:
        """Return proved moves, as `Engine.prove` says; () where a proof is too unlikely to be begun."""
        if limit.nodes is None:
            raise ValueError("a proof needs a limit in nodes: give one")
        fits = self._nodes_to_prove(position) <= WORTH_A_TRY * limit.nodes
        return self._proved(position, limit, 1, moves, is_stopped) if fits else ()

    def _proved(
        self, position: P, limit: Limit, lines: int, moves: Sequence[str], is_stopped: IsStopped
    ) -> tuple[Info, ...]:
        """Return the best lines, then those of the moves named; () where the nodes don't suffice."""
        assert limit.nodes is not None
        tree, root = self._root(position)
        is_stopped = limit.stopping(self._clock, is_stopped)
        search = self._search(tree, root, replace(limit, depth=GUESS_DEPTH), is_stopped)
        guesses: Mapping[str, int] = {}
        for _, guessed in search.deepen(root.node, EVERY_MOVE):
            guesses = {line.moves[0]: line.value for line in guessed}
        prover, node = self._prover(tree, root.node, is_stopped)
        prover.begin(limit.nodes - search.nodes)
        try:
            if lines == 1:
                found = [prover.best(node, max(guesses.values()))]
            else:
                every = [prover.after(node, label, guess) for label, guess in guesses.items()]
                found = sorted(every, key=lambda line: -line.value)[:lines]
            told = {line.moves[0] for line in found}
            found += [prover.after(node, label, guesses[label]) for label in moves if label not in told]
        except Exhausted:
            return ()
        nodes = search.nodes + prover.nodes
        return tuple(self._info(tree, root, DEEPEST, line, nodes, prover.met_table) for line in found)

    def _info(self, tree: Tree[Any], root: Root, depth: int, line: Line, nodes: int, met_table: bool) -> Info:
        """Return one line as the side whose turn it is sees it."""
        sign, before = (-1, (PASS,)) if root.is_pass else (1, ())
        return Info(
            depth=depth,
            nodes=nodes,
            score_beans=root.lead + sign * (line.value - (line.value & 1)) / tree.unit,
            is_exact=line.is_proved,
            variation=before + line.moves,
            source=Source.TABLE if line.is_proved and met_table else Source.SEARCH,
            error_beans=0.0,
        )

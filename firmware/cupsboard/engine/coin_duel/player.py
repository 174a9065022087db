"""The engine of Coin Duel: positions in, plays and values in points out.

A value of a position is what the round brings the player to move more than the other. Many plays lead from a
position, and to list them takes most of the time, so they are remembered with it. The levels go by the names
of those of Cups; `tests/benchmarks/levels.py` lets them play each other, and LEVELS.md says what came of it.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Self

from cupsboard.engine.certainty import Certainty
from cupsboard.engine.coin_duel.evaluation import UNITS_PER_POINT, Evaluation, weights_of
from cupsboard.engine.coin_duel.pieces import Half, Pieces, mean_worth
from cupsboard.engine.coin_duel.plays import INNER, ROOT, AlikePlays, KindPlays, Plays
from cupsboard.engine.levels import ANY_NUMBER, Level, Scale, oversights
from cupsboard.engine.player import Clock, Info, Known
from cupsboard.engine.search import Child, Line, Tree
from cupsboard.engine.searching import Root, Searching
from cupsboard.rules.coin_duel.points import winning_kind
from cupsboard.rules.coin_duel.rules import CoinDuel, Position
from cupsboard.rules.coin_duel.settings import Settings
from cupsboard.rules.coin_duel.sowing import can_play
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import GameOf
from cupsboard.rules.games import AnyGame
from cupsboard.rules.places import Side

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


FULL_STRENGTH_NODES = 5_000
"""A fifth of a second on a PC, some seconds on the slowest Pi."""
PONDERING_NODES = 200
ANALYSIS_NODES = 2_000
"""Ten times as many, for a play that seems to be a mistake, take a fifth of a second on a PC."""
_WINNING_COIN_SPREAD = 1.5
"""Where winning coins decide, plays and rounds lie so many times as far apart as elsewhere."""

LEVELS: tuple[Level, ...] = (
    Level("1", 100, -1.5, oversights(capture=100, pot=100, reply=100, few_beans=ANY_NUMBER)),
    Level("2", 100, 10.0, oversights(capture=85, pot=70, reply=95)),
    Level("3", 150, 2.5, oversights(capture=45, pot=30, reply=75)),
    Level("4", 300, 1.5, oversights(capture=25, pot=15, reply=45)),
    Level("5", 600, 0.6, oversights(capture=10, pot=5, reply=25)),
    Level("6", 1_000, 0.35, oversights(capture=5, pot=2, reply=15)),
    Level("7", 2_500, 0.18, oversights(capture=2, pot=1, reply=7)),
    Level("8", FULL_STRENGTH_NODES),
)
"""Weakest first; none plays without a flaw, for nothing is proved of this game. A child's first opponent
plays from its stock alone wherever it can, rather what gives away, so that its cups fill up for the child."""


def scale_of(game: AnyGame) -> Scale:
    """Return the unit of a game: the mean worth of a piece of its stock, as a bean is in Cups.

    In stage 3 it is one and a half times that.
    """
    settings = Settings.named(game.name)
    spread = _WINNING_COIN_SPREAD if settings.stage == 3 else 1.0
    return Scale(spread * mean_worth(settings), PONDERING_NODES, ANALYSIS_NODES)


ERROR_PIECES = {1: 1.0, 2: 3.0, 3: 3.0}
"""How many mean pieces an estimate may say that a good play loses, by stage. Of the plays that a search of
20,000 nodes calls as good as the best, one of 4,000 says more of 1 % in stages 1 and 3, by the least loss at
any of its depths; in stage 2 of 10 %."""


class CoinDuelEngine(Searching[Position]):
    """Plays one game of Coin Duel; in stage 3 it searches one round, and adds the totals.

    The same position and the same limit in nodes or depth give the same answer.
    """

    def __init__(
        self, game: CoinDuel, clock: Clock | None = None, weights: tuple[float, ...] | None = None
    ) -> None:
        error_points = ERROR_PIECES[game.settings.stage] * scale_of(game).piece_points
        super().__init__(Certainty(error_points, 0.0), clock)
        self._game = game
        self._weights = weights_of(game.settings.stage) if weights is None else weights
        self._rounds: dict[int | None, _Round] = {}

    @classmethod
    def of(cls, game: GameOf[Any, Side], clock: Clock | None = None, known: Known | None = None) -> Self:  # noqa: ARG003
        """Return the engine for a game; `known` is ignored, as there are no tables.

        Raises RulesError for another game.
        """
        return cls(CoinDuel.named(game.name), clock)

    def _root(self, position: Position) -> tuple[Tree[Node], Root]:
        side = self._mover(position)
        of_round = self._round(position)
        own, other = (of_round.pieces.half(position.row(each)) for each in (side, side.other))
        turns = self._game.settings.turns
        node = own, other, -1 if turns is None else turns - position.turn
        first, second = position.totals if side is Side.SOUTH else position.totals[::-1]
        return of_round.tree(node), Root(node, first - second)

    def _info(
        self, tree: Tree[Node], root: Root, depth: int, line: Line, nodes: int, met_table: bool
    ) -> Info:
        """Only where all pieces are alike are all plays looked at, and values exact."""
        info = super()._info(tree, root, depth, line, nodes, met_table)
        return replace(info, is_exact=info.is_exact and self._game.settings.alike)

    def _errors(self, infos: Sequence[Info], least_losses: dict[str, float]) -> tuple[Info, ...]:
        """Return what was found of plays, each with its error.

        A loss that another depth saw smaller may be off by that, too.
        """
        best, found = infos[0], list[Info]()
        for info in infos:
            if not (info.is_exact and best.is_exact):
                loss, label = best.score_beans - info.score_beans, info.variation[0]
                least = least_losses[label] = min(loss, least_losses.get(label, loss))
                info = replace(info, error_beans=self._certainty.error_beans + loss - least)
            found.append(info)
        return tuple(found)

    def _round(self, position: Position) -> "_Round":
        winning = winning_kind(self._game.settings, position)
        if winning not in self._rounds:
            self._rounds = {winning: _Round(Pieces(self._game.settings, winning), self._weights)}
        return self._rounds[winning]

    def _mover(self, position: Position) -> Side:
        movers = self._game.movers(position)
        if not movers:
            raise RulesError("nobody can play here: the round is over; begin the next, or undo")
        if position.to_move is None:
            raise RulesError("nobody is named to begin: name a starter, so that it is somebody's turn")
        return movers[0]


class _Round:
    """What serves every search of one round."""

    def __init__(self, pieces: Pieces, weights: tuple[float, ...]) -> None:
        self.pieces = pieces
        self._evaluation = Evaluation(pieces, weights)

    def tree(self, root: Node) -> DuelTree:
        """Return the tree of a position."""
        at_root, inside = self._plays
        return DuelTree(self.pieces, self._evaluation, at_root, inside, root)

    @cached_property
    def _plays(self) -> tuple[Plays, Plays]:
        """The plays at the root, and those that are looked at further on."""
        if self.pieces.settings.alike:
            return AlikePlays(), AlikePlays()
        return KindPlays(self.pieces, ROOT), KindPlays(self.pieces, INNER)

"""The engine of Coin Duel: positions in, plays and values in points out."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Self

from cupsboard.engine.certainty import Certainty
from cupsboard.engine.coin_duel.evaluation import Evaluation, weights_of
from cupsboard.engine.coin_duel.levels import scale_of
from cupsboard.engine.coin_duel.pieces import Pieces
from cupsboard.engine.coin_duel.plays import INNER, ROOT, AlikePlays, KindPlays, Plays
from cupsboard.engine.coin_duel.tree import DuelTree, Node
from cupsboard.engine.player import Clock, Info, Known
from cupsboard.engine.search import Line, Tree
from cupsboard.engine.searching import Root, Searching
from cupsboard.rules.coin_duel.points import winning_kind
from cupsboard.rules.coin_duel.rules import CoinDuel, Position
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import GameOf
from cupsboard.rules.places import Side

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

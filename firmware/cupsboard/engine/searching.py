"""What an engine does by its analysis alone: a move is its best line, a proof is a search to the end."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic

from cupsboard.engine.player import EVERY_MOVE, Info, Limit, P_contra, PlayResult, Report, never


class Searching(ABC, Generic[P_contra]):
    """The part of an engine that follows from its analysis: playing and proving."""

    @abstractmethod
    def analyse(
        self,
        position: P_contra,
        limit: Limit,
        lines: int = 1,
        is_stopped: Callable[[], bool] = never,
        report: Report | None = None,
    ) -> tuple[Info, ...]:
        """Return the best `lines` moves, as `Engine.analyse` says."""

    def play(self, position: P_contra, limit: Limit, is_stopped: Callable[[], bool] = never) -> PlayResult:
        """Return the best move of an analysis, as `Engine.play` says."""
        (info,) = self.analyse(position, limit, 1, is_stopped)
        return PlayResult(info.variation[0], info)

    def prove(
        self,
        position: P_contra,
        limit: Limit,
        moves: Sequence[str] = (),
        is_stopped: Callable[[], bool] = never,
    ) -> tuple[Info, ...]:
        """Return proved moves, as `Engine.prove` says."""
        if limit.nodes is None:
            raise ValueError("a proof needs a limit in nodes: give one")
        return self.proved(position, limit, moves, is_stopped)

    def proved(
        self, position: P_contra, limit: Limit, moves: Sequence[str], is_stopped: Callable[[], bool]
    ) -> tuple[Info, ...]:
        """Return the best move if it is proved, then those of `moves`; () if it is not.

        Here an analysis decides, which proves only positions near the end.
        """
        infos = self.analyse(position, limit, EVERY_MOVE if moves else 1, is_stopped)
        if not infos or not all(info.is_exact for info in infos):
            return ()
        best, *others = infos
        return best, *(info for info in others if info.variation[0] in moves)

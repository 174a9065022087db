"""The course of a game: what happened, entry by entry, with unlimited undo and redo."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar, assert_never

from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Game, Standing
from cupsboard.rules.places import Side

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Moved:
    """A side made the move with this label."""

    side: Side
    label: str


@dataclass(frozen=True, slots=True)
class Passed:
    """A side had no move and passed."""

    side: Side


@dataclass(frozen=True, slots=True)
class StockCorrected:
    """A side's believed stock was set to `count` pieces."""

    side: Side
    count: int


Entry = Moved | Passed | StockCorrected


@dataclass(frozen=True, slots=True)
class Step(Generic[P]):
    """An entry and the position it led to."""

    entry: Entry
    position: P


@dataclass(frozen=True, slots=True)
class History(Generic[P]):
    """A game so far: the steps that count, and those taken back that can still be redone.

    Every method gives a new history. A forced pass is entered like a move, by whoever shows it to the
    players; undo and redo take it together with the entry before it.
    """

    game: Game[P]
    starter: Side | None
    steps: tuple[Step[P], ...] = ()
    undone: tuple[Step[P], ...] = ()
    """What redo brings back, the next one first."""

    @property
    def position(self) -> P:
        """The position after all steps."""
        return self.steps[-1].position if self.steps else self.game.start(self.starter)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What happened, without what was taken back."""
        return tuple(step.entry for step in self.steps)

    @property
    def can_undo(self) -> bool:
        """Whether there is a move or a correction to take back."""
        return any(not isinstance(step.entry, Passed) for step in self.steps)

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back and nothing new was entered since."""
        return bool(self.undone)

    def play(self, side: Side, label: str) -> "History[P]":
        """Enter a legal move. Raises RulesError for any other."""
        return self._with(Moved(side, label), self.game.play(self.position, side, label))

    def pass_turn(self) -> "History[P]":
        """Enter the forced pass of the side whose turn it is. Raises RulesError if it isn't forced."""
        after = self.game.pass_turn(self.position)
        # A pass is forced only where the other side goes on, so who goes on tells who passed.
        (mover,) = self.game.movers(after)
        return self._with(Passed(mover.other), after)

    def correct_stock(self, side: Side, count: int) -> "History[P]":
        """Enter a correction of a side's believed stock."""
        return self._with(StockCorrected(side, count), self.game.set_stock(self.position, side, count))

    def enter(self, entry: Entry) -> "History[P]":
        """Enter what a record says. Raises RulesError if it isn't legal here."""
        match entry:
            case Moved(side, label):
                return self.play(side, label)
            case Passed(side):
                passed = self.pass_turn()
                if passed.entries[-1] != entry:
                    raise RulesError(
                        f"{side.value} pass: it is {side.other.value} who must pass; name that side"
                    )
                return passed
            case StockCorrected(side, count):
                return self.correct_stock(side, count)
            case _:
                assert_never(entry)

    def enter_all(self, entries: Iterable[Entry]) -> "History[P]":
        """Enter one after the other."""
        history = self
        for entry in entries:
            history = history.enter(entry)
        return history

    def undo(self) -> "History[P]":
        """Take back the last move or correction and the passes after it. Raises RulesError without one."""
        if not self.can_undo:
            raise RulesError("undo: nothing has been played yet; play a move first")
        last = max(i for i, step in enumerate(self.steps) if not isinstance(step.entry, Passed))
        return replace(self, steps=self.steps[:last], undone=self.steps[last:] + self.undone)

    def redo(self) -> "History[P]":
        """Bring back what the last undo took. Raises RulesError if there is nothing to bring back."""
        if not self.can_redo:
            raise RulesError("redo: nothing was taken back; only an undo can be redone")
        later = (i for i, step in enumerate(self.undone) if i > 0 and not isinstance(step.entry, Passed))
        end = next(later, len(self.undone))
        return replace(self, steps=self.steps + self.undone[:end], undone=self.undone[end:])

    @property
    def is_over(self) -> bool:
        """Whether nobody can move any more."""
        return self.game.standing(self.position) is Standing.OVER

    def _with(self, entry: Entry, position: P) -> "History[P]":
        return replace(self, steps=(*self.steps, Step(entry, position)), undone=())

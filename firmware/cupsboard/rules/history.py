"""The course of a game: what happened, entry by entry, with unlimited undo and redo."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar, assert_never

from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Game, Mark, Standing
from cupsboard.rules.places import Side
from cupsboard.rules.stack import Stack, bottom_up

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


@dataclass(frozen=True, slots=True)
class TableCorrected:
    """In a side's turn the table was confirmed to be right, with so many pieces more or fewer than recorded.

    What differs came from off the board or went there; whose turn it is stays.
    """

    side: Side
    changes: tuple[Mark, ...]


Entry = Moved | Passed | StockCorrected | TableCorrected


@dataclass(frozen=True, slots=True)
class Step(Generic[P]):
    """An entry and the position it led to."""

    entry: Entry
    position: P


@dataclass(frozen=True, slots=True)
class History(Generic[P]):
    """A game so far: the steps that count, and those taken back that can still be redone.

    Every method gives a new history, which shares its steps with the old one: an entry costs the same however
    long the game is. A forced pass is entered like a move, by whoever shows it to the players; undo and redo
    take it together with the entry before it.
    """

    game: Game[P]
    starter: Side | None
    _done: Stack[Step[P]] = field(default_factory=Stack, kw_only=True)
    _undone: Stack[Step[P]] = field(default_factory=Stack, kw_only=True)

    @property
    def steps(self) -> tuple[Step[P], ...]:
        """The entries that count, each with the position it led to."""
        return bottom_up(self._done)

    @property
    def undone(self) -> tuple[Step[P], ...]:
        """What redo brings back, the next one first."""
        return tuple(self._undone)

    @property
    def position(self) -> P:
        """The position after all steps."""
        if not self._done:
            return self.game.start(self.starter)
        latest, _ = self._done.pop()
        return latest.position

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What happened, without what was taken back."""
        return tuple(step.entry for step in self.steps)

    @property
    def can_undo(self) -> bool:
        """Whether there is a move or a correction to take back."""
        return any(not isinstance(step.entry, Passed) for step in self._done)

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back and nothing new was entered since."""
        return bool(self._undone)

    def play(self, side: Side, label: str) -> "History[P]":
        """Enter a legal move. Raises RulesError for any other."""
        return self._with(Moved(side, label), self.game.play(self.position, side, label))

    def pass_turn(self) -> "History[P]":
        """Enter the forced pass of the side whose turn it is. Raises RulesError if it isn't forced."""
        return self._passed(None)

    def correct_stock(self, side: Side, count: int) -> "History[P]":
        """Enter a correction of a side's believed stock."""
        return self._with(StockCorrected(side, count), self.game.set_stock(self.position, side, count))

    def correct_table(self, side: Side, changes: tuple[Mark, ...]) -> "History[P]":
        """Enter a correction of the table. Raises RulesError for what can't lie there."""
        return self._with(TableCorrected(side, changes), self.game.correct(self.position, changes))

    def enter(self, entry: Entry) -> "History[P]":
        """Enter what a record says. Raises RulesError if it isn't legal here."""
        match entry:
            case Moved(side, label):
                return self.play(side, label)
            case Passed(side):
                return self._passed(side)
            case StockCorrected(side, count):
                return self.correct_stock(side, count)
            case TableCorrected(side, changes):
                return self.correct_table(side, changes)
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
        history = self._step_back()
        while isinstance(history._next_entry, Passed):
            history = history._step_back()
        return history

    def redo(self) -> "History[P]":
        """Bring back what the last undo took. Raises RulesError if there is nothing to bring back."""
        if not self.can_redo:
            raise RulesError("redo: nothing was taken back; only an undo can be redone")
        history = self._step_forth()
        while isinstance(history._next_entry, Passed):
            history = history._step_forth()
        return history

    def after(self, count: int) -> "History[P]":
        """The game with its first `count` steps, taken back or not, and all others taken back.

        Raises RulesError if there are not so many.
        """
        if not 0 <= count <= (known := len(self._done) + len(self._undone)):
            raise RulesError(f"after {count} steps: the game has {known}; choose 0 to {known}")
        history = self
        while len(history._done) > count:
            history = history._step_back()
        while len(history._done) < count:
            history = history._step_forth()
        return history

    def gone_on_from(self, move: int | None = None) -> "History[P]":
        """The game after its entry number `move` (after the last that leaves a move), to be played on.

        Raises RulesError if nothing can be played from there.
        """
        known = len(self._done)
        last = known - 1 if self.is_over else known
        if last < 1:
            raise RulesError("this game holds no move to go on from; begin a new game")
        count = last if move is None else move
        if count == known and self.is_over:
            raise RulesError(f"move {count}: the game is over after it; choose 1 to {last}")
        if not 1 <= count <= last:
            raise RulesError(f"move {count}: one can go on after the moves 1 to {last}; choose one of them")
        return self.after(count).without_undone()

    def without_undone(self) -> "History[P]":
        """The game so far, with nothing to redo."""
        return replace(self, _undone=Stack())

    def stages(self) -> "Iterator[History[P]]":
        """The game at its start and after each of its steps, with nothing to redo."""
        stage = History(self.game, self.starter)
        yield stage
        for step in self.steps:
            stage = stage._with(step.entry, step.position)
            yield stage

    @property
    def is_over(self) -> bool:
        """Whether nobody can move any more."""
        return self.game.standing(self.position) is Standing.OVER

    def _with(self, entry: Entry, position: P) -> "History[P]":
        return replace(self, _done=self._done.push(Step(entry, position)), _undone=Stack())

    def _passed(self, said: Side | None) -> "History[P]":
        """The history with a forced pass, of the side that was `said` to pass if one was."""
        after = self.game.pass_turn(self.position)
        # A pass is forced only where the other side goes on, so who goes on tells who passed.
        (mover,) = self.game.movers(after)
        if said is mover:
            raise RulesError(f"{said.value} pass: it is {said.other.value} who must pass; name that side")
        return self._with(Passed(mover.other), after)

    @property
    def _next_entry(self) -> Entry | None:
        """What a redo would bring back first."""
        return next((step.entry for step in self._undone), None)

    def _step_back(self) -> "History[P]":
        step, before = self._done.pop()
        return replace(self, _done=before, _undone=self._undone.push(step))

    def _step_forth(self) -> "History[P]":
        step, rest = self._undone.pop()
        return replace(self, _done=self._done.push(step), _undone=rest)

"""The history of a game: its entries, with unlimited undo and redo, on stacks that are frozen values."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Generic, TypeAlias, TypeVar, assert_never

from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import GameOf, GameOfCalls, GameOfChance, Mark, Standing
from cupsboard.rules.places import Player, Side

T = TypeVar("T")


BLOCK = 32
"""The number of values kept together. A chain with a link for each value is freed link within link, and some
five thousand of them are more than the stack of WebAssembly holds."""


class Stack(Generic[T]):
    """An immutable stack. A stack that was pushed on shares all full blocks with the stack before.

    Iteration goes from the top down. Equal stacks hold equal values in the same order.
    """

    __slots__ = ("_below", "_block", "_size")

    _block: tuple[T, ...]
    _below: "Stack[T] | None"

    def __init__(self) -> None:
        """Make the empty stack."""
        self._size, self._block, self._below = 0, (), None

    def push(self, value: T) -> "Stack[T]":
        """Return the stack with this value on top."""
        if len(self._block) < BLOCK:
            return self._made(self._size + 1, (*self._block, value), self._below)
        return self._made(self._size + 1, (value,), self)

    def pop(self) -> tuple[T, "Stack[T]"]:
        """Return the value pushed last, and the stack below it. Raises IndexError for an empty stack."""
        if not self._size:
            raise IndexError("nothing lies on an empty stack")
        *rest, value = self._block
        if not rest and self._below is not None:
            return value, self._below
        return value, self._made(self._size - 1, tuple(rest), self._below)

    @classmethod
    def _made(cls, size: int, block: tuple[T, ...], below: "Stack[T] | None") -> "Stack[T]":
        made: Stack[T] = cls()
        made._size, made._block, made._below = size, block, below
        return made

    @property
    def top(self) -> T | None:
        """Return the value pushed last; None for an empty stack."""
        return self._block[-1] if self._block else None

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[T]:
        stack: Stack[T] | None = self
        while stack is not None:
            yield from reversed(stack._block)
            stack = stack._below

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Stack):
            return NotImplemented
        if len(self) != len(other):
            return False
        one: Stack[Any] | None = self
        two: Stack[Any] | None = other
        # From where they are one and the same, they need not be compared.
        while one is not two and one is not None and two is not None:
            if one._block != two._block:
                return False
            one, two = one._below, two._below
        return True

    def __hash__(self) -> int:
        return hash((self._size, self._block[-1:]))

    def __repr__(self) -> str:
        return f"stacked({bottom_up(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        # Copied and pickled flat: recursion would end at some hundred values.
        return stacked, (bottom_up(self),)


def stacked(values: Iterable[T]) -> Stack[T]:
    """Return the stack on which these values were pushed one after the other."""
    stack: Stack[T] = Stack()
    for value in values:
        stack = stack.push(value)
    return stack


def bottom_up(stack: Stack[T]) -> tuple[T, ...]:
    """Return the values of a stack in the order in which they were pushed."""
    return tuple(stack)[::-1]


P = TypeVar("P")
Y = TypeVar("Y", bound=Player)


@dataclass(frozen=True, slots=True)
class Moved(Generic[Y]):
    """A player made the move with this label."""

    player: Y
    label: str


@dataclass(frozen=True, slots=True)
class Passed(Generic[Y]):
    """A player had no move and passed."""

    player: Y


@dataclass(frozen=True, slots=True)
class StockCorrected(Generic[Y]):
    """A player's believed stock was set to `count` pieces."""

    player: Y
    count: int


@dataclass(frozen=True, slots=True)
class TableCorrected(Generic[Y]):
    """In a player's turn the table was confirmed to be right, with other counts than recorded.

    The difference came from off the board or went there; whose turn it is stays.
    """

    player: Y
    changes: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Chance(Generic[Y]):
    """The outcome of a player's dice."""

    player: Y
    outcome: str


@dataclass(frozen=True, slots=True)
class Called(Generic[Y]):
    """A call by or for a player that no scale sees: giving up, an offence, a round begun."""

    player: Y
    said: str


@dataclass(frozen=True, slots=True)
class TimedOut(Generic[Y]):
    """A player's time to think was over, and the other player claimed the game."""

    player: Y


EntryOf: TypeAlias = (
    Moved[Y] | Passed[Y] | StockCorrected[Y] | TableCorrected[Y] | Chance[Y] | Called[Y] | TimedOut[Y]
)
Entry: TypeAlias = EntryOf[Side]
"""An entry of a game of two sides."""


_NOBODYS = (Passed, Chance)
"""The entries that no player chose to make."""


@dataclass(frozen=True, slots=True)
class Step(Generic[P, Y]):
    """An entry and the position it led to."""

    entry: EntryOf[Y]
    position: P


@dataclass(frozen=True)
class HistoryOf(Generic[P, Y]):
    """A game so far: the steps that count, and undone ones that can be redone.

    Every method returns a new history, which shares its steps with the old one: an entry costs the same
    however long the game is. A forced pass is entered like a move, by the code that shows it to the players.
    Undo and redo take passes and chance together with the entry before them, because no player chose them.
    """

    game: GameOf[P, Y]
    starter: Y | None
    _done: Stack[Step[P, Y]] = field(default_factory=Stack, kw_only=True)
    _undone: Stack[Step[P, Y]] = field(default_factory=Stack, kw_only=True)

    @property
    def steps(self) -> tuple[Step[P, Y], ...]:
        """Return the entries that count, each with the position it led to."""
        return bottom_up(self._done)

    @property
    def undone(self) -> tuple[Step[P, Y], ...]:
        """Return the steps that redo restores, the next one first."""
        return tuple(self._undone)

    @cached_property
    def position(self) -> P:
        """Return the position after all steps."""
        if not self._done:
            return self.game.start(self.starter)
        latest, _ = self._done.pop()
        return latest.position

    @property
    def entries(self) -> tuple[EntryOf[Y], ...]:
        """Return the entries that count; undone ones are left out."""
        return tuple(step.entry for step in self.steps)

    @cached_property
    def can_undo(self) -> bool:
        """Return whether there is a move or a correction to undo."""
        return any(not isinstance(step.entry, _NOBODYS) for step in self._done)

    @property
    def has_moved(self) -> bool:
        """Return whether a move was made that still counts."""
        return any(isinstance(step.entry, Moved) for step in self._done)

    @property
    def can_redo(self) -> bool:
        """Return whether a step was undone and no new one was entered since."""
        return bool(self._undone)

    def play(self, player: Y, label: str) -> "HistoryOf[P, Y]":
        """Enter a legal move. Raises RulesError for any other."""
        return self._with(Moved(player, label), self.game.play(self.position, player, label))

    def pass_turn(self) -> "HistoryOf[P, Y]":
        """Enter the forced pass of the player whose turn it is. Raises RulesError if it isn't forced."""
        return self._passed(None)

    def correct_stock(self, player: Y, count: int) -> "HistoryOf[P, Y]":
        """Enter a correction of a player's believed stock."""
        return self._with(StockCorrected(player, count), self.game.set_stock(self.position, player, count))

    def correct_table(self, player: Y, changes: tuple[Mark, ...]) -> "HistoryOf[P, Y]":
        """Enter a correction of the table. Raises RulesError for what can't lie there."""
        return self._with(TableCorrected(player, changes), self.game.correct(self.position, changes))

    def chance(self, player: Y, outcome: str) -> "HistoryOf[P, Y]":
        """Enter the outcome of a player's dice. Raises RulesError if no dice are to be thrown."""
        if not isinstance(self.game, GameOfChance):
            raise RulesError(f"{self.game.name} leaves nothing to chance; remove the entry")
        return self._with(Chance(player, outcome), self.game.chance(self.position, player, outcome))

    def call(self, player: Y, said: str) -> "HistoryOf[P, Y]":
        """Enter a player's call. Raises RulesError if it can't be made."""
        if not isinstance(self.game, GameOfCalls):
            raise RulesError(f"{self.game.name} knows no calls; remove the entry")
        return self._with(Called(player, said), self.game.call(self.position, player, said))

    def time_out(self, player: Y) -> "HistoryOf[P, Y]":
        """Enter that a player's time was over.

        Raises RulesError where the game is over already, or is none of two sides.
        """
        if len(self.game.players) != len(Side):
            raise RulesError(
                f"{self.game.name} is no game of two sides, and knows no clock; remove the entry"
            )
        if self.is_over:
            raise RulesError("the game is over already; remove the entry")
        return self._with(TimedOut(player), self.position)

    def enter(self, entry: EntryOf[Y]) -> "HistoryOf[P, Y]":
        """Enter an entry of a record. Raises RulesError if it isn't legal here."""
        match entry:
            case Moved(player, label):
                return self.play(player, label)
            case Passed(player):
                return self._passed(player)
            case StockCorrected(player, count):
                return self.correct_stock(player, count)
            case TableCorrected(player, changes):
                return self.correct_table(player, changes)
            case Chance(player, outcome):
                return self.chance(player, outcome)
            case Called(player, said):
                return self.call(player, said)
            case TimedOut(player):
                return self.time_out(player)
            case _:
                assert_never(entry)

    def enter_all(self, entries: Iterable[EntryOf[Y]]) -> "HistoryOf[P, Y]":
        """Enter these entries, one after the other."""
        history = self
        for entry in entries:
            history = history.enter(entry)
        return history

    def undo(self) -> "HistoryOf[P, Y]":
        """Undo the last move or correction and what follows from it. Raises RulesError without one."""
        if not self.can_undo:
            raise RulesError("undo: nothing has been played yet; play a move first")
        history = self._step_back()
        while isinstance(history._next_entry, _NOBODYS):
            history = history._step_back()
        return history

    def redo(self) -> "HistoryOf[P, Y]":
        """Redo what the last undo took back. Raises RulesError if there is nothing to redo."""
        if not self.can_redo:
            raise RulesError("redo: nothing was taken back; only an undo can be redone")
        history = self._step_forth()
        while isinstance(history._next_entry, _NOBODYS):
            history = history._step_forth()
        return history

    def after(self, count: int) -> "HistoryOf[P, Y]":
        """Return the game after its first `count` steps, undone ones included; the others are undone.

        Raises RulesError if there are fewer steps.
        """
        if not 0 <= count <= (known := len(self._done) + len(self._undone)):
            raise RulesError(f"after {count} steps: the game has {known}; choose 0 to {known}")
        history = self
        while len(history._done) > count:
            history = history._step_back()
        while len(history._done) < count:
            history = history._step_forth()
        return history

    def gone_on_from(self, move: int | None = None) -> "HistoryOf[P, Y]":
        """Return the game after its entry number `move`, to be played on; after 0 it is at its beginning.

        Without a number, after the last entry that leaves a move. Raises RulesError if no move is possible
        from there.
        """
        known = len(self._done)
        last = known - 1 if self.is_over else known
        count = last if move is None else move
        if count == known and self.is_over:
            raise RulesError(f"move {count}: the game is over after it; choose 0 to {last}")
        if not 0 <= count <= last:
            raise RulesError(f"move {count}: one can go on after the moves 0 to {last}; choose one of them")
        return self.after(count).without_undone()

    def begins_with(self, other: "HistoryOf[P, Y]") -> bool:
        """Return whether this is the other game, gone on with or not."""
        begun = self.entries[: len(other.entries)]
        return (self.game, self.starter, begun) == (other.game, other.starter, other.entries)

    def without_undone(self) -> "HistoryOf[P, Y]":
        """Return the game so far, with nothing to redo."""
        return replace(self, _undone=Stack())

    def stages(self) -> "Iterator[HistoryOf[P, Y]]":
        """Yield the game at its start and after each of its steps, with nothing to redo."""
        stage = HistoryOf(self.game, self.starter)
        yield stage
        for step in self.steps:
            stage = stage._with(step.entry, step.position)
            yield stage

    @property
    def is_over(self) -> bool:
        """Return whether no player can move any more."""
        return self.standing is Standing.OVER

    @property
    def standing(self) -> Standing:
        """Return what comes next: by the position, and over where a player's time was."""
        return self.game.standing(self.position) if self.timed_out is None else Standing.OVER

    @property
    def timed_out(self) -> Y | None:
        """Return the player whose time was over, by which the game has ended; None for any other game."""
        last = self._done.top
        return last.entry.player if last is not None and isinstance(last.entry, TimedOut) else None

    @property
    def winner(self) -> Y | None:
        """Return who has won a game that is over; None for a tie."""
        if (loser := self.timed_out) is None:
            return self.game.winner(self.position)
        return next(player for player in self.game.players if player is not loser)

    def _with(self, entry: EntryOf[Y], position: P) -> "HistoryOf[P, Y]":
        if self.timed_out is not None:
            raise RulesError("the game has ended by the clock; undo that to go on")
        return replace(self, _done=self._done.push(Step(entry, position)), _undone=Stack())

    def _passed(self, said: Y | None) -> "HistoryOf[P, Y]":
        """Return the history with a forced pass; `said` is the player a record names for it, if any."""
        passer = self.game.passer(self.position)
        if said is not None and said != passer:
            raise RulesError(f"{said.value} pass: it is {passer.value} who must pass; name {passer.value}")
        return self._with(Passed(passer), self.game.pass_turn(self.position))

    @property
    def _next_entry(self) -> EntryOf[Y] | None:
        """Return the entry that a redo would restore first; None without one."""
        return next((step.entry for step in self._undone), None)

    def _step_back(self) -> "HistoryOf[P, Y]":
        step, before = self._done.pop()
        return replace(self, _done=before, _undone=self._undone.push(step))

    def _step_forth(self) -> "HistoryOf[P, Y]":
        step, rest = self._undone.pop()
        return replace(self, _done=self._done.push(step), _undone=rest)


History: TypeAlias = HistoryOf[P, Side]
"""The history of a game of two sides."""

"""The course of a game on a board: the record, the table that is wanted, and what may come next.

Each method that changes the course gives the events of the change. It knows nothing of presses and lights.
"""

from collections.abc import Iterator
from typing import Generic, TypeVar

from cupsboard.recognition.outcome import Complete, Outcome, Unchanged
from cupsboard.referee.events import (
    Ending,
    GameClosed,
    GameOver,
    GameStarted,
    Passed,
    PlayResumed,
    Redone,
    Restored,
    StockCorrected,
    TableAgreed,
    TableCorrected,
    TakingBack,
    TurnEnded,
    Undone,
)
from cupsboard.referee.inputs import Exactly, Expectation, Moves
from cupsboard.referee.instructions import Agree, BeginUnwatched, Effect, LookAgain
from cupsboard.referee.states import Goal, Over, Restoring, State, Turn
from cupsboard.rules.game import Contents, Game, Plan, Standing
from cupsboard.rules.history import History, HistoryOf, Moved
from cupsboard.rules.places import Side
from cupsboard.rules.table_correction import Changes
from cupsboard.rules.table_legality import judge
from cupsboard.rules.turn_plans import plans_with_reply

P = TypeVar("P")


class Course(Generic[P]):
    """A game's history, and the goal while one certain table is wanted (None: moves are)."""

    def __init__(
        self,
        game: Game[P],
        starter: Side | None,
        history: History[P] | None,
        agreed: Contents | None = None,
    ) -> None:
        """`agreed` is the table that was agreed before the board was switched off, if it is known."""
        self.game = game
        self._starter = starter
        self.history = history or HistoryOf(game, starter)
        self._agreed = agreed
        self.goal: Goal | None = self._goal_of_comparing() if history else Goal.SET_UP
        self._first: Side | None = None
        self._expected: Expectation | None = None

    @property
    def position(self) -> P:
        """The position after the last move that was ended."""
        return self.history.position

    @property
    def contents(self) -> Contents:
        """The table that belongs to the position."""
        return self.game.contents(self.position)

    @property
    def movers(self) -> tuple[Side, ...]:
        """Who may move."""
        return self.game.movers(self.position)

    @property
    def is_over(self) -> bool:
        """Whether nobody can move any more."""
        return self.game.standing(self.position) is Standing.OVER

    def expectation(self) -> Expectation:
        """What the recognition should look for; the same object until that changes."""
        if self._expected is None:
            self._expected = self._moves() if self.goal is None else self._exactly(self.goal)
        return self._expected

    def resting(self) -> State:
        """The state before the table has been looked at."""
        if self.goal is not None:
            return Restoring(self.goal)
        if self.is_over:
            return Over(self.game.winner(self.position), self.game.score(self.position))
        return Turn()

    def begun_by(self, first: Side | None) -> None:
        """Take note of who dropped first at an open start: only the other can then be the one who replies."""
        if first is not self._first and len(self.movers) > 1:
            self._first = first
            self._expected = None

    def has_reached_goal(self, outcome: Outcome, found: Contents) -> bool:
        """Whether the wanted table lies there."""
        match outcome:
            case Complete(plan):
                return self.goal is not None and plan.label == self.goal.value
            case Unchanged():
                lying = self._agreed or found
                return all(lying[place] == self.contents[place] for place in found)
            case _:
                return False

    def is_answered_by_capture(self, done: Plan, found: Contents) -> bool:
        """Whether the opponent has begun to answer a move that lay complete with what the answer captures.

        A reply is otherwise expected to show beans of its own first. Here the move was seen, and captured
        pieces that already lie in the opponent's pot can't be its owner's second thoughts.
        """
        if done.side is None:
            return False
        after = self.game.play(self.position, done.side, done.label)
        table = self.game.contents(after)
        weighed = {place: table[place] for place in found}
        replies = self.game.plans(after, done.side.other)
        return any(
            found[owed.target] > weighed[owed.target]
            for way in judge(weighed, replies, found).under_way
            for owed in way.plan.owed
            if owed.target in found
        )

    def arrive(self) -> Iterator[Effect]:
        """The wanted table lies there: play goes on from it."""
        goal, self.goal = self.goal, None
        yield from self.agree()
        if goal is Goal.SET_UP:
            yield GameStarted(self._starter)
        elif goal is not None:
            yield Restored(goal)
        yield from self._next_turn()

    def end_turn(self, side: Side, label: str, how: Ending) -> Iterator[Effect]:
        """Enter a move."""
        self.history = self.history.play(side, label)
        yield TurnEnded(side, label, how)
        yield from self.agree(is_beneath=how is Ending.OPPONENT_BEGAN)
        yield from self._next_turn()

    def correct_stock(self, side: Side, count: int) -> Iterator[Effect]:
        """Enter what a player's stock held at the agreed table."""
        self.history = self.history.correct_stock(side, count)
        yield StockCorrected(side, count)
        yield from self._next_turn()

    def correct_table(self, changes: Changes, found: Contents) -> Iterator[Effect]:
        """Enter what both have confirmed of a table; a begun move may lie there beyond it.

        A record wants a side for every entry: the one whose turn it is, and South's where it is nobody's.
        """
        side = next(iter(self.movers), Side.SOUTH)
        self.history = self.history.correct_table(side, changes)
        yield TableCorrected(side, changes)
        yield from self.agree(is_beneath=any(self.contents[place] != found[place] for place in found))
        yield from self._next_turn()

    def put_back(self, found: Contents) -> Moved[Side] | None:
        """The move that was ended last, if the table is the one before it."""
        if not self.history.can_undo or self.goal is not None:
            return None
        before = self.history.undo()
        last, table = before.undone[0].entry, self.game.contents(before.position)
        is_there = all(table[place] == count for place, count in found.items())
        return last if is_there and isinstance(last, Moved) else None

    def undoable(self, computer: Side | None = None) -> int:
        """How many moves undo takes out: the last, and on to a turn of a player where the board plays a side.

        None where no turn of a player is left to go back to.
        """
        before, count = self.history, 0
        while before.can_undo:
            before, count = before.undo(), count + 1
            if self.game.movers(before.position) != (computer,):
                return count
        return 0

    def undo(self, count: int = 1) -> Iterator[Effect]:
        """Take so many moves out of the record and want the table before them."""
        for _ in range(count):
            self.history = self.history.undo()
        self._want(Goal.UNDO)
        yield from (Undone() for _ in range(count))

    def redo(self, computer: Side | None = None) -> Iterator[Effect]:
        """Bring back what undo has taken out, and want the table after it."""
        count = 0
        while self.history.can_redo and (not count or self.movers == (computer,)):
            self.history, count = self.history.redo(), count + 1
        self._want(Goal.REDO)
        yield from (Redone() for _ in range(count))

    def take_back(self) -> Iterator[Effect]:
        """Want the agreed table while a move is begun."""
        self._want(Goal.TAKE_BACK)
        yield TakingBack()

    def compare_anew(self) -> Iterator[Effect]:
        """Begin anew from the record, because hands were at the table unseen."""
        is_as_it_was = self.goal is Goal.SET_UP or (self.goal is None and self.is_over)
        if not is_as_it_was:
            self._want(self._goal_of_comparing())
        yield PlayResumed()
        yield BeginUnwatched()
        yield LookAgain()

    def _goal_of_comparing(self) -> Goal | None:
        """What a record that is taken up again wants: a move that was begun may simply be finished."""
        agreed = self._agreed
        is_there = agreed is not None and all(
            self.contents[place] == count for place, count in agreed.items()
        )
        may_go_on = is_there and self.game.standing(self.position) is Standing.TO_MOVE
        return None if may_go_on else Goal.RESUME

    def play_on(self) -> Iterator[Effect]:
        """Want moves again after all."""
        self._want(None)
        yield from ()

    def restart(self) -> Iterator[Effect]:
        """Close the record and want the table a new game begins with."""
        self.history = HistoryOf(self.game, self._starter)
        self._want(Goal.SET_UP)
        yield GameClosed()

    def _want(self, goal: Goal | None) -> None:
        self.goal = goal
        self._first = None
        self._expected = None

    def agree(self, *, is_beneath: bool = False) -> Iterator[Effect]:
        """Begin anew from the table of the position, which lies there, perhaps beneath a reply."""
        self._agreed = self.contents
        yield TableAgreed(self._agreed)
        yield Agree(self._agreed, is_beneath)
        yield LookAgain()

    def _next_turn(self) -> Iterator[Effect]:
        self._want(None)
        while self.game.standing(self.position) is Standing.PASS:
            passer = self.game.passer(self.position)
            self.history = self.history.pass_turn()
            yield Passed(passer)
        if self.is_over:
            yield GameOver(self.game.winner(self.position), self.game.score(self.position))

    def _exactly(self, goal: Goal) -> Exactly:
        begun = self._moves().plans if goal is Goal.TAKE_BACK else ()
        return Exactly(self.contents, goal.value, begun)

    def _moves(self) -> Moves:
        game, position = self.game, self.position
        movers = self.movers
        return Moves(
            (
                *(plan for side in movers for plan in game.plans(position, side)),
                *(
                    plan
                    for side in movers
                    if self._first in (None, side)
                    for plan in plans_with_reply(game, position, side)
                ),
            )
        )

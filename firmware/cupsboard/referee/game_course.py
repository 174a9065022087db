"""The course of a game on a board: the record, the wanted table, and what may come next.

Each method that changes the course yields the events of the change. It knows nothing of presses and lights.
"""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from cupsboard.recognition.outcome import Complete, Outcome, Unchanged
from cupsboard.referee import events
from cupsboard.referee.inputs import Exactly, Expectation, Moves
from cupsboard.referee.instructions import Agree, BeginUnwatched, Effect, LookAgain
from cupsboard.referee.recorded_course import RecordedCourse
from cupsboard.referee.states import Goal, Restoring, State, Turn
from cupsboard.rules.game import Contents, Game, Plan, Standing
from cupsboard.rules.history import History, Moved
from cupsboard.rules.places import Side
from cupsboard.rules.record_entries import entry_from_text, entry_text
from cupsboard.rules.table_correction import Changes
from cupsboard.rules.table_legality import judge
from cupsboard.rules.turn_plans import plans_with_reply

P = TypeVar("P")


class Course(RecordedCourse[P]):
    """The record of a game, and the reason why one certain table is wanted.

    Without such a reason any legal move is expected.
    """

    def __init__(
        self, game: Game[P], starter: Side | None, history: History[P] | None, agreed: Contents | None = None
    ) -> None:
        """Begin a game, or go on with `history`.

        `agreed` is the table agreed before the board was switched off; None if unknown.
        """
        super().__init__(game, starter, history)
        self._agreed = agreed
        self.goal: Goal | None = self._goal_of_comparing() if history else Goal.SET_UP
        self._first: Side | None = None
        self._expected: Expectation | None = None
        self._own: Side | None = None
        """The side that sits at this board, where the other one sits at another."""

    @property
    def movers(self) -> tuple[Side, ...]:
        """Return the sides that may move."""
        return () if self.history.timed_out else self.game.movers(self.position)

    @property
    def is_over(self) -> bool:
        """Return whether no player can move any more."""
        return self.history.is_over

    def expectation(self) -> Expectation:
        """Return what recognition is to compare the table with; the same object until that changes."""
        if self._expected is None:
            self._expected = self._moves() if self.goal is None else self._exactly(self.goal)
        return self._expected

    def resting(self) -> State:
        """Return the state of the game before the first look at the table."""
        if self.goal is not None:
            return Restoring(self.goal)
        if self.is_over:
            return self.over
        return Turn()

    def begun_by(self, first: Side | None) -> None:
        """Record which side dropped first at an open start: then only the opponent can reply."""
        if first is not self._first and len(self.movers) > 1:
            self._first = first
            self._expected = None

    def has_reached_goal(self, outcome: Outcome, found: Contents) -> bool:
        """Return whether `outcome` shows the wanted table; `found` are the contents that were recognised."""
        match outcome:
            case Complete(plan):
                return self.goal is not None and plan.label == self.goal.value
            case Unchanged():
                lying = self._agreed or found
                return all(lying[place] == self.contents[place] for place in found)
            case _:
                return False

    def is_answered_by_capture(self, done: Plan, found: Contents) -> bool:
        """Return whether the opponent has begun a reply to the complete move `done` with its capture.

        Other replies must show beans of their own first. Here the move was seen complete, and captured pieces
        that already lie in the opponent's pot can't be the mover's change of mind.
        """
        if done.side is None or self._own is not None:
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
        """End the wait for the wanted table, which lies there now; yield its events and instructions."""
        goal, self.goal = self.goal, None
        yield from self.agree()
        if goal is Goal.SET_UP:
            yield events.GameStarted(self._starter)
        elif goal is not None:
            yield events.Restored(goal)
        yield from self._next_turn()

    def end_turn(self, side: Side, label: str, how: events.Ending) -> Iterator[Effect]:
        """Enter the move `label` of `side` into the record; yield its events and instructions."""
        self.history = self.history.play(side, label)
        yield events.TurnEnded(side, label, how)
        yield from self.agree(is_beneath=how in (events.Ending.OPPONENT_BEGAN, events.Ending.WENT_ON))
        yield from self._next_turn()

    def correct_stock(self, side: Side, count: int) -> Iterator[Effect]:
        """Enter a correction into the record: the stock of `side` held `count` beans at the agreed table."""
        self.history = self.history.correct_stock(side, count)
        yield events.StockCorrected(side, count)
        yield from self._next_turn()

    def correct_table(self, changes: Changes, found: Contents) -> Iterator[Effect]:
        """Enter the corrections `changes` into the record, which both players have confirmed.

        `found` is the table on the board; where it differs from the corrected record, a move has begun. Every
        entry needs a side: the side to move, or South if there is none.
        """
        side = next(iter(self.movers), Side.SOUTH)
        self.history = self.history.correct_table(side, changes)
        yield events.TableCorrected(side, changes)
        yield from self.agree(is_beneath=any(self.contents[place] != found[place] for place in found))
        yield from self._next_turn()

    def put_back(self, found: Contents) -> Moved[Side] | None:
        """Return the last move if the table `found` is the one from before that move; None otherwise.

        Also None if no move can be undone, while players are asked for a certain table, and in a game shared
        with another board.
        """
        if not self.history.can_undo or self.goal is not None or self._own is not None:
            return None
        before = self.history.undo()
        last, table = before.undone[0].entry, self.game.contents(before.position)
        is_there = all(table[place] == count for place, count in found.items())
        return last if is_there and isinstance(last, Moved) else None

    def take_back(self) -> Iterator[Effect]:
        """Cancel the move in progress, and ask players to restore the table before it."""
        self._want(Goal.TAKE_BACK)
        yield events.TakingBack()

    def compare_anew(self) -> Iterator[Effect]:
        """Compare the table with the record as after switching on, because hands may have moved unseen."""
        is_as_it_was = self.goal is Goal.SET_UP or (self.goal is None and self.is_over)
        if not is_as_it_was:
            self._want(self._goal_of_comparing())
        yield events.PlayResumed()
        yield BeginUnwatched()
        yield LookAgain()

    @property
    def is_shared(self) -> bool:
        """Return whether the game is shared with another board."""
        return self._own is not None

    def is_of(self, entries: Sequence[str]) -> bool:
        """Return whether the entries of the record are `entries`, in words ("south drop 3")."""
        return tuple(map(entry_text, self.history.entries)) == tuple(entries)

    def follow(self, own: Side, entries: Sequence[str]) -> Iterator[Effect]:
        """Replace the record by that of a game shared with another board, and ask for its table.

        `entries` are the entries of that record in words; `own` is the side that sits at this board. Raises
        RulesError for entries that are not legal.
        """
        texts = [entry_text(entry) for entry in self.history.entries]
        self._own, common = own, 0
        if texts == list(entries):
            self._want(self.goal)
            return
        while texts[common:] and entries[common:] and texts[common] == entries[common]:
            common += 1
        before = self.contents
        if texts[common:]:
            self.history = self.history.after(common).without_undone()
            yield events.WentBack(common)
        for text in entries[common:]:
            entry = entry_from_text(text, self.game.players)
            self.history = self.history.enter(entry)
            match entry:
                case Moved(side, label):
                    yield events.TurnEnded(side, label, events.Ending.FAR)
                case _:
                    yield events.Passed(entry.player)
        is_there = self.goal is None and before == self.contents
        self._want(None if is_there else Goal.FAR)
        if is_there and self.is_over:
            yield from self.end()

    def _goal_of_comparing(self) -> Goal | None:
        """Return the goal of a resumed record; None if a begun move may simply be finished."""
        agreed = self._agreed
        is_there = agreed is not None and all(
            self.contents[place] == count for place, count in agreed.items()
        )
        may_go_on = is_there and self.standing is Standing.TO_MOVE
        return None if may_go_on else Goal.RESUME

    def play_on(self) -> Iterator[Effect]:
        """Stop asking for one certain table; any legal move is expected again."""
        self._want(None)
        yield from ()

    def _want(self, goal: Goal | None) -> None:
        self.goal = goal
        self._first = None
        self._expected = None

    def agree(self, *, is_beneath: bool = False) -> Iterator[Effect]:
        """Yield the events and instructions by which the table of the position becomes the agreed one.

        `is_beneath` says that a reply may already lie on that table.
        """
        self._agreed = self.contents
        yield events.TableAgreed(self._agreed)
        yield Agree(self._agreed, is_beneath)
        yield LookAgain()

    def _next_turn(self) -> Iterator[Effect]:
        self._want(None)
        while self.standing is Standing.PASS:
            passer = self.game.passer(self.position)
            self.history = self.history.pass_turn()
            yield events.Passed(passer)
        if self.is_over:
            yield from self.end()

    def _exactly(self, goal: Goal) -> Exactly:
        begun = self._moves().plans if goal is Goal.TAKE_BACK else ()
        return Exactly(self.contents, goal.value, begun)

    def _moves(self) -> Moves:
        game, position = self.game, self.position
        movers = self.movers
        if self._own is not None:
            # The far side moves at its own table, and only a press ends a turn at this one.
            own = (side for side in movers if side is self._own)
            return Moves(tuple(plan for side in own for plan in game.plans(position, side)))
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

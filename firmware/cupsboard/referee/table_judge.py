"""Judge the table: the state that follows from a recognition, and the moves that it ends.

A player who goes on with a move that their press has ended hears which move was taken, not of a bean too
many.
"""

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar, assert_never

from cupsboard.numbers import COSTS
from cupsboard.recognition.accounts import AccountKind
from cupsboard.recognition.outcome import (
    Alternative,
    Blind,
    Burdened,
    Complete,
    Lifted,
    NotLegal,
    Outcome,
    Recognition,
    Unchanged,
    Undecided,
    UnderWay,
    account_of,
    table_of,
)
from cupsboard.recognition.trust import Sureness, sureness
from cupsboard.referee import move_progress, states
from cupsboard.referee.events import Ending, Event, NotNow, PutBack, QuestionAsked, StillOwed, WrongTableSeen
from cupsboard.referee.game_course import Course
from cupsboard.referee.instructions import Effect, LookAgain, RuledOut
from cupsboard.rules.game import Contents, Mark, Plan, Progress
from cupsboard.rules.history import History, Moved
from cupsboard.rules.places import OFF_BOARD, Place, Side, stock
from cupsboard.rules.table_legality import judge

Trouble = NotLegal | Lifted | Burdened | Undecided | Blind


def troubled(
    outcome: Trouble, before: states.State, now: float, is_stepwise: bool, goal: states.Goal | None
) -> states.State:
    """Return the state for an outcome from which play can't go on.

    If `before` is the same trouble, its time of beginning is kept. `goal` is the reason why one certain table
    is wanted; None if moves are expected.
    """
    match outcome:
        case NotLegal(repairs, mishaps):
            is_same = isinstance(before, states.WrongTable) and before.repairs == repairs
            since = before.since if isinstance(before, states.WrongTable) and is_same else now
            return states.WrongTable(repairs, mishaps, since, is_stepwise)
        case Lifted(places):
            since = before.since if isinstance(before, states.Lifting) else now
            ways = before.ways if isinstance(before, states.Turn | states.Owed | states.Lifting) else ()
            return states.Lifting(places, since, ways, goal)
        case Burdened(places):
            return states.Burdened(places)
        case Undecided(question=question, confirmed=confirmed):
            return states.Asking(question, confirmed)
        case Blind(places, choices):
            if isinstance(before, states.Blind) and (before.places, before.choices) == (places, choices):
                return before
            return states.Blind(places, choices, 0 if _is_only_one_and_shows(choices, places) else None)
        case _:
            assert_never(outcome)


def _is_only_one_and_shows(choices: Sequence[Complete], places: Collection[Place]) -> bool:
    """Return whether there is one choice, part of which shows in readable places.

    A move all of whose places are unreadable shows nowhere: a press by habit would confirm it un
    """
    dark = {*places, OFF_BOARD, *map(stock, Side)}
    moves = [(*choice.plan.settled, *choice.plan.open) for choice in choices]
    return len(moves) == 1 and any(
        end not in dark for transfer in moves[0] for end in (transfer.source, transfer.target)
    )


def reported(before: states.State, after: states.State) -> Iterator[Event]:
    """Yield the events that report a trouble that has begun between the states `before` and `after`."""
    match after:
        case states.WrongTable(repairs, mishaps) if not isinstance(before, states.WrongTable):
            yield WrongTableSeen(repairs, mishaps)
        case states.Asking(question, confirmed) if after != before:
            yield QuestionAsked(question, account_of(confirmed))
        case _:
            pass


P = TypeVar("P")

AFTERTHOUGHT_SECONDS = 5.0
"""For this long after the end of a turn its player may still be busy with it. A hand carries a bean in 1 to 2
s, and another second or two pass until a player sees that the turn is over."""


class Afterthought(Generic[P]):
    """Recognises that a player goes on with a turn that their press has ended."""

    def __init__(self) -> None:
        self._ended: Moved[Side] | None = None
        self._since: float | None = None
        self._has_come = False

    def note(self, side: Side, label: str, how: Ending) -> None:
        """Record that the turn of `side` with the move `label` ended, and `how`.

        The time of the end is that of the next call of `look`.
        """
        self._ended = Moved(side, label) if how is Ending.PRESSED else None
        self._since = None
        self._has_come = False

    def look(self, now: float) -> None:
        """Record `now` as the time of the last turn's end, if that is not known yet."""
        if self._since is None:
            self._since = now

    def meant_more(self, history: History[P], found: Contents, now: float) -> Moved[Side] | None:
        """Return the ended move if the table `found` shows a longer move of its player; None otherwise."""
        is_soon = self._since is None or now <= self._since + AFTERTHOUGHT_SECONDS
        if self._ended is None or not (is_soon or self._has_come) or not history.can_undo:
            return None
        before = history.undo()
        if history.steps[len(before.steps)].entry != self._ended:
            return None
        others = [
            plan
            for plan in history.game.plans(before.position, self._ended.player)
            if plan.label != self._ended.label
        ]
        agreed = history.game.contents(before.position)
        places = agreed.keys() & found.keys()
        judged = judge(
            {place: agreed[place] for place in places}, others, {place: found[place] for place in places}
        )
        self._has_come = bool(judged.complete or judged.under_way)
        return self._ended if self._has_come else None


Repair = tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Proposed:
    """The repairs that the board proposes for the wrong table `found`."""

    found: Contents
    repairs: tuple[Repair, ...]
    is_begun: bool = False
    """Whether the repairs are the rest of earlier ones."""

    def after(self, found: Contents, repairs: tuple[Repair, ...]) -> "Proposed":
        """Return the repairs to propose for the table that lies there now, `found`.

        If players have begun one of the proposed repairs and done nothing else, its rest is proposed.
        Otherwise it is `repairs`, the smallest from there. Without this rule a bean in the hand, which no
        scale sees, could make another repair look as short, and players would have moved that bean in vain.
        """
        begun = tuple(rest for repair in self.repairs if (rest := self._rest(repair, found)))
        return Proposed(found, begun or repairs, bool(begun) and (self.is_begun or found != self.found))

    def _rest(self, repair: Repair, found: Contents) -> Repair:
        """Return the rest of a repair; () if the table has changed in any other way."""
        wrong = {mark.place: mark.surplus for mark in repair}
        rest = []
        for place, count in found.items():
            before = wrong.get(place, 0)
            surplus = before + count - self.found.get(place, count)
            if not min(0, before) <= surplus <= max(0, before):
                return ()
            if surplus:
                rest.append(Mark(place, surplus))
        return tuple(rest)


NOTHING_PROPOSED = Proposed({}, ())
"""The proposal for a table that is right: no repairs."""


class TableJudge(Generic[P]):
    """Keeps the state of one game up to date as tables are recognised.

    Gestures change the state, and the course of the game, through this class.
    """

    def __init__(self, course: Course[P]) -> None:
        self.course = course
        self.state: states.State = course.resting()
        self.outcome: Outcome | None = None
        """The last outcome; None if it belonged to an earlier course."""
        self.begun = states.Turn()
        """The move last recognised from the agreed table; a wrong table leaves it unchanged."""
        self.begun_plans: tuple[Plan, ...] = ()
        """The plans that may have been begun then, whatever table is wanted since."""
        self.seen: Recognition | None = None
        """The last recognition, whichever course it belongs to."""
        self.found: Contents = {}
        """The contents that were recognised last, or that a player has confirmed since."""
        self._asked: states.Asking | None = None
        """The last question for a wanted table."""
        self._vouched: Outcome | None = None
        self._is_claimed = False
        self._was_wrong = False
        """Whether no legal table has been followed since a wrong one."""
        self._by_hand: frozenset[Place] = frozenset()
        """Places of which players have said that it is not as asked, and which the scales can't tell."""
        self._proposed = NOTHING_PROPOSED
        self._is_stepwise = False
        self._promise: move_progress.Promise | None = None
        self._done: Plan | None = None
        self._afterthought: Afterthought[P] = Afterthought()
        self._blind_since = self._blind_at = -math.inf
        """When places that can't be read began to leave players without a choice, and when they last did."""

    @property
    def weighed(self) -> frozenset[Place]:
        """Return the places that a recognition has reported."""
        return frozenset(self.found)

    @property
    def is_leading(self) -> bool:
        """Return whether lights lead piece by piece; who lays a start table needs no light for each."""
        is_led_back = isinstance(self.state, states.Restoring) and self.state.goal is not states.Goal.SET_UP
        return is_led_back or isinstance(self.state, states.WrongTable)

    def see(self, now: float, recognition: Recognition) -> Iterator[Effect]:
        """Judge a table at rest by its recognition; yield the events and instructions that follow."""
        if self.seen is not None and self._may_have_changed_unseen(self.seen, recognition):
            self._vouched = None
        self.outcome, self.seen, self.found = recognition.outcome, recognition, recognition.found
        yield from self.look(now)

    @staticmethod
    def _may_have_changed_unseen(before: Recognition, now: Recognition) -> bool:
        """Return whether places that can't be read may hold other pieces `now` than when a player looked.

        They may if one of them could be read `before`, and after hands have shown at any other place.
        """
        dark = now.unreadable.keys()
        if not dark:
            return False
        others = now.found.keys() - dark - before.unreadable.keys()
        is_changed = any(now.found[place] != before.found.get(place) for place in others)
        return bool(dark - before.unreadable.keys()) or is_changed or isinstance(now.outcome, Lifted)

    def look(self, now: float) -> Iterator[Effect]:
        """Judge the last recognition again; yield the events and instructions that follow."""
        self._afterthought.look(now)
        asked, goal = self._asked_for(self.outcome), self.course.goal
        outcome = move_progress.answered(asked, self._vouched)
        if outcome is None or isinstance(self.state, states.Interlude | states.Over):
            return
        if outcome is not asked and goal is None and isinstance(outcome, Unchanged | Complete | UnderWay):
            self._believe(table_of(outcome, self.course.contents))
        if isinstance(outcome, Unchanged | Complete | UnderWay):
            self._proposed = NOTHING_PROPOSED
        if goal is not None and self.course.has_reached_goal(outcome, self.found):
            yield from self.follow(self.course.arrive())
            return
        if goal is not None and (by_hand := self._counted_by_hand(goal)) is not None:
            yield from reported(self.state, by_hand)
            self.state = by_hand
            return
        match outcome:
            case Unchanged() | Complete() | UnderWay() | NotLegal() if goal is not None:
                self.state = states.Restoring(goal, self._is_stepwise)
            case Undecided(confirmed=confirmed) if goal is not None and self._is_led(confirmed):
                self.state = states.Restoring(goal, self._is_stepwise)
            case Unchanged():
                # After a question without an answer, what the board asked about may lie there still.
                is_unanswered = (
                    isinstance(self.state, states.Asking | states.Blind) and outcome is self.outcome
                )
                if self.state != states.Turn() and not is_unanswered:
                    # What was put back may be other beans than those that were taken.
                    yield from self.course.agree()
                self.course.begun_by(None)
                self.begun, self.begun_plans, self._was_wrong = states.Turn(), (), False
                self._wait_for_move()
            case Complete(plan, ways):
                yield from self._follow_move(ways, plan)
            case UnderWay(ways):
                yield from self._follow_move(ways, None)
            case _:
                yield from self._object(now, outcome)

    def _asked_for(self, outcome: Outcome | None) -> Outcome | None:
        """Return `outcome`, or a question about it if it is of moves that no look has shown in their order.

        One is a move that is complete after one was claimed unseen. The other is a reply of one piece to a
        move that the look before has not shown: that piece may have come before that move, as a finger, or a
        piece of the move may have been taken back after the reply. What is left over of a wrong table is such
        a piece, too. A piece that is only gone may be the last one of a move that was not seen complete. A
        player who has pressed says that the move is done: where that may be, it is asked.
        """
        unread = self.seen.unreadable if self.seen else {}
        if isinstance(outcome, UnderWay) and self.seen is not None and (rival := self.seen.runner_up):
            done = self._pressed_for(rival)
            if done is not None:
                found = self.seen.found
                differs = max(found, key=lambda place: abs(rival.found[place] - found[place]))
                return Undecided(differs, (rival,), Complete(done, ()))
        if isinstance(outcome, Complete) and self._is_claimed and unread:
            return Undecided(min(unread), (), outcome)
        if not isinstance(outcome, Complete | UnderWay) or move_progress.pieces_placed(outcome) > 1:
            return outcome
        done = outcome.plan if isinstance(outcome, Complete) else None
        begun = () if self._was_wrong else self.begun_plans
        if not move_progress.pieces_placed(outcome):
            begun = tuple(plan for plan in begun if plan == self._done)
        reply = move_progress.reply_to_unseen(move_progress.simplest(outcome.ways, self._done), done, begun)
        return outcome if reply is None else Undecided(self._shown_at(reply), (), outcome)

    def _pressed_for(self, rival: Alternative) -> Plan | None:
        """Return the move for which a press was counted, if `rival` says that the move may be done."""
        promise, course = self._promise, self.course
        if promise is None or rival.account.mishaps or rival.account.kind is not AccountKind.DONE:
            return None
        if rival.account.moves[-1] not in promise.labels or rival.probability < COSTS.acceptance.perhaps_done:
            return None
        plans = course.game.plans(course.position, promise.side)
        return next((plan for plan in plans if rival.account.moves == (plan.label,)), None)

    def _shown_at(self, plan: Plan) -> Place:
        """Return the first place of `plan` where the table differs from the agreed one."""
        agreed, ends = self.course.contents, [end for each in plan.open for end in (each.target, each.source)]
        return next((end for end in ends if self.found.get(end, agreed[end]) != agreed[end]), ends[0])

    def claim(self) -> None:
        """Record that a player has pressed for a move that can't be seen; what lies there is asked about."""
        self._is_claimed = True

    def follow(self, effects: Iterator[Effect]) -> Iterator[Effect]:
        """Yield `effects`, which change the course, and forget the outcome of the course before."""
        before = self.course.history
        yield from effects
        if self.course.history is not before:
            self.begun_plans = ()
        self.outcome = None
        self.begun = states.Turn()
        self._proposed = NOTHING_PROPOSED
        self._vouched = None
        self._is_claimed = self._was_wrong = False
        self._by_hand = frozenset()
        self._promise = None
        self._done = None
        self._is_stepwise = False
        self.state = self.course.resting()

    def end_turn(self, side: Side, label: str, how: Ending) -> Iterator[Effect]:
        """Enter the move `label` of `side` into the record; yield its events and instructions."""
        self._afterthought.note(side, label, how)
        return self.follow(self.course.end_turn(side, label, how))

    def hold_to(self, now: float, side: Side, ways: tuple[Progress, ...]) -> Iterator[Effect]:
        """Count a press of `side` for an unfinished move: the turn ends once that is finished.

        Where the move may be done already, that is asked.
        """
        decided = move_progress.pressed_for(ways)
        self._promise = move_progress.Promise(side, frozenset(way.plan.label for way in decided))
        self.state = states.Owed(side, decided)
        if isinstance(self._asked_for(self.outcome), Undecided):
            yield from self.look(now)
        else:
            yield StillOwed(side, tuple(way.plan for way in decided))

    def vouch(self, now: float, confirmed: Unchanged | UnderWay | Complete) -> Iterator[Effect]:
        """Accept the table `confirmed` on a player's word, because the scales can't decide."""
        if self.course.has_reached_goal(confirmed, self.found):
            self._believe(self.course.contents)
            yield from self.follow(self.course.arrive())
            return
        yield from self._not_as_wanted()
        self._vouched = confirmed
        yield from self.look(now)

    def _believe(self, table: Contents) -> None:
        """Take `table`, which a player has confirmed, for what was found, though another was likelier."""
        self.found = {place: table[place] for place in self.found}

    def _not_as_wanted(self) -> Iterator[Effect]:
        """Rule the wanted table out, as players say it is not there; nothing if moves are expected."""
        if self.course.goal is not None:
            yield RuledOut(self.course.contents)
            yield LookAgain()

    def ask_for_wanted(self) -> Iterator[Effect]:
        """Ask whether the wanted table lies there, if the lights would lead away from one that may lie there.

        Whoever has said no is led step by step, and not asked again before a hold ends that.
        """
        goal, seen, state = self.course.goal, self.seen, self.state
        if goal is None or seen is None or self.outcome is None or state != states.Restoring(goal):
            return
        wanted, apart = self.course.contents, seen.numbers
        if not apart or any(wanted[place] not in numbers for place, numbers in apart.items()):
            return
        question = max(seen.found, key=lambda place: abs(seen.found[place] - wanted[place]))
        asked = states.Asking(question, Complete(Plan(None, goal.value, ()), ()))
        if asked != self._asked:
            yield QuestionAsked(question, account_of(asked.confirmed))
        self.state = self._asked = asked

    def put_back_stepwise(self) -> Iterator[Effect]:
        """Show the way back to the wanted or agreed table, one sign at a time."""
        by_hand = self._untold
        if by_hand:
            yield LookAgain()
        elif isinstance(self.state, states.Asking):
            yield from self._not_as_wanted()
        goal = self.course.goal
        if goal is None:
            goal = states.Goal.TAKE_BACK
            yield from self.follow(self.course.take_back())
        self._is_stepwise, self._by_hand = True, by_hand
        self.state = states.Restoring(goal, is_stepwise=True)

    @property
    def _untold(self) -> frozenset[Place]:
        """Return the places where the scales can't tell what a player misses who says no now.

        These are all that can't be read; else the place asked about, if this is not the first no.
        """
        if not isinstance(self.state, states.Asking | states.Blind) or self.seen is None:
            return frozenset()
        if self.seen.unreadable or not (isinstance(self.state, states.Asking) and self._is_stepwise):
            return self._by_hand | self.seen.unreadable.keys()
        return self._by_hand | {self.state.question}

    def count_by_hand(self) -> Iterator[Effect]:
        """Ask players to count by hand what belongs in each place that shows something else.

        They say that the record is right: then it is the scales that are off there, and learn it anew.
        """
        seen, wanted = self.seen, self.course.contents
        if seen is None:
            yield NotNow(None, states.Refusal.LOOK_FIRST)
            return
        strange = seen.outcome.places.keys() if isinstance(seen.outcome, Burdened) else frozenset[Place]()
        odd = {place for place, count in self.found.items() if wanted[place] != count}
        odd |= {self.state.question} if isinstance(self.state, states.Asking) else set()
        by_hand = self._by_hand | odd | strange | seen.unreadable.keys()
        if not by_hand:
            yield NotNow(None, states.Refusal.NOTHING_TO_REDO)
            return
        outcome = self.outcome
        if self.course.goal is None:
            yield from self.follow(self.course.take_back())
        self._by_hand, self.outcome = by_hand, outcome
        asked = self._counted_by_hand(self.course.goal or states.Goal.TAKE_BACK)
        if asked is not None:
            self.state = asked

    def count_if_blind(self, now: float) -> Iterator[Effect]:
        """Ask to count by hand where places that can't be read have left players no choice for long.

        What is seen for no longer than until the next look in between, again and again, is no choice.
        """
        if not isinstance(self.state, states.Blind) or self.state.choices:
            return
        if now > self._blind_at + COSTS.waits.next_look_seconds:
            self._blind_since = now
        self._blind_at = now
        if now >= self._blind_since + COSTS.waits.blind_seconds:
            self._blind_since = now
            yield from self.count_by_hand()

    def _counted_by_hand(self, goal: states.Goal) -> states.Asking | None:
        """Return the request to lay the wanted pieces where the scales can't tell, and to press then.

        None unless players have said no, and everywhere else it may be as wanted.
        """
        seen, wanted = self.seen, self.course.contents
        if not self._by_hand or seen is None or not seen.numbers:
            return None
        places = self._by_hand | seen.unreadable.keys()
        strange = seen.outcome.places.keys() if isinstance(seen.outcome, Burdened) else frozenset[Place]()
        if strange - places or any(
            wanted[place] not in seen.numbers[place] for place in seen.numbers.keys() - places
        ):
            return None
        confirmed = Complete(Plan(None, goal.value, ()), ())
        by_hand = {place: wanted[place] for place in sorted(places)}
        return states.Asking(min(places), confirmed, by_hand)

    def change_steps(self, shown: states.Restoring | states.WrongTable) -> None:
        """Switch between showing one sign at a time and showing all signs at once."""
        self._is_stepwise = not shown.is_stepwise
        self.state = replace(shown, is_stepwise=self._is_stepwise)

    def take_put_back(self) -> Iterator[Effect]:
        """Remove the last move from the record if its player has put its beans back."""
        move = self.course.put_back(self.found)
        if move is not None:
            yield PutBack(move.player, move.label)
            yield from self.follow(self.course.undo())

    def resume(self, now: float) -> Iterator[Effect]:
        """End an interlude: return to the game as it stood before."""
        self.state = self.course.resting()
        yield from self.look(now)

    def _is_led(self, confirmed: Outcome) -> bool:
        """Return whether lights can show the way to a wanted table, so that no question is needed yet."""
        if all(self.course.contents[place] == count for place, count in self.found.items()):
            return False
        return not self.course.has_reached_goal(confirmed, self.found)

    def _object(self, now: float, outcome: Trouble) -> Iterator[Effect]:
        if isinstance(outcome, NotLegal):
            self._was_wrong = True
            done = self._done if self._is_seen_for_sure else None
            if done and done.side and self.course.is_answered_by_capture(done, self.found):
                yield from self.end_turn(done.side, done.label, Ending.OPPONENT_BEGAN)
                return
            if self.course.put_back(self.found) is not None:
                yield from self.take_put_back()
                return
            self._proposed = self._proposed.after(self.found, outcome.repairs)
            outcome = replace(outcome, repairs=self._proposed.repairs)
            if self._proposed.is_begun:
                # Who mends a table is told what is left to do, no longer how it came about.
                outcome = replace(outcome, mishaps=())
        before = self.state
        self.state = troubled(outcome, before, now, self._is_stepwise, self.course.goal)
        if isinstance(self.state, states.WrongTable) and self.course.goal is None:
            meant_more = self._afterthought.meant_more(self.course.history, self.found, now)
            self.state = replace(self.state, ended=meant_more)
        yield from reported(before, self.state)

    @property
    def _is_seen_for_sure(self) -> bool:
        """Return whether the last look read all places and is sure of what lies there."""
        seen = self.seen
        return seen is not None and not seen.unreadable and sureness(seen) is not Sureness.ASKS

    def _follow_move(self, seen_ways: tuple[Progress, ...], done: Plan | None) -> Iterator[Effect]:
        self._was_wrong = False
        ways = move_progress.simplest(seen_ways, self._done)
        settled = move_progress.settled_by_reply(ways, done)
        if settled is not None:
            vouched = self._vouched
            side, label = settled
            next_side = done.side if done is not None else ways[0].plan.side
            how = Ending.WENT_ON if next_side is side else Ending.OPPONENT_BEGAN
            yield from self.end_turn(side, label, how)
            self._vouched = move_progress.without_settled(vouched)
        else:
            self.begun = states.Turn(ways, done)
            self.begun_plans = tuple(way.plan for way in ways) + ((done,) if done else ())
            sides = move_progress.sides_begun(ways, done)
            self.course.begun_by(next(iter(sides)) if len(sides) == 1 else None)
            yield from self._go_on(ways, done)

    def _go_on(self, ways: tuple[Progress, ...], done: Plan | None) -> Iterator[Effect]:
        promise = self._promise
        kept = tuple(way for way in ways if promise is not None and promise.is_about(way.plan))
        if promise is not None and done is not None and promise.is_about(done):
            yield from self.end_turn(promise.side, done.label, Ending.PRESSED)
        elif (
            promise is not None
            and done is None
            and any(way in kept for way in move_progress.pressed_for(ways))
        ):
            self._is_stepwise = False
            self.state = states.Owed(promise.side, kept)
        else:
            self._wait_for_move(ways, done)

    def _wait_for_move(self, ways: tuple[Progress, ...] = (), done: Plan | None = None) -> None:
        self._promise = None
        self._is_stepwise = False
        self._done = done
        self.state = states.Turn(ways, done)

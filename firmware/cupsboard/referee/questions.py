"""Questions that a press must confirm during a game: about an empty stock, or a table declared right.

Each is recorded as a correction. Players have the last word, so a table that differs from the record may be
right: both buttons say so, while the table lies still. Both must confirm it too: fingers meet by chance, but
hardly twice in a row, so no slip rewrites the record. If the scales are not sure of a count, players are
first asked to look at one place; the next press confirms what will be written, which is shown before.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Generic, TypeVar

from cupsboard.numbers import COSTS
from cupsboard.recognition.outcome import Recognition
from cupsboard.recognition.trust import said
from cupsboard.referee import interludes, states
from cupsboard.referee.computer import Seats
from cupsboard.referee.empty_stock import StockDoubt, stock_doubt
from cupsboard.referee.events import HintAsked, NotNow, StockCounted, StockQuestioned, TableQuestioned
from cupsboard.referee.game_course import Course
from cupsboard.referee.inputs import BothPress, Gesture, Press
from cupsboard.referee.instructions import Effect
from cupsboard.referee.table_judge import TableJudge
from cupsboard.referee.times import OFFER_SECONDS, PRESS_SETTLES_SECONDS
from cupsboard.rules.game import Progress
from cupsboard.rules.places import Place, Side
from cupsboard.rules.table_correction import Changes, correction

P = TypeVar("P")

Asked = states.AskingStock | states.AskingTable


def question_in(state: states.State, notice: states.Notice | None) -> object:
    """Return a value that tells the question of this board apart from every other; None without one."""
    if isinstance(state, states.Interlude):
        return interludes.question_of(state)
    match state, notice:
        case _, states.AskingStock(side, beans):
            return states.AskingStock, side, beans
        case _, states.AskingTable(found, changes, doubted):
            return states.AskingTable, found, changes, doubted
        case states.Asking() | states.Blind(offered=int()), _:
            return state
        case _:
            return None


class Questions(Generic[P]):
    """Asks the players of a game about stock and record, and carries out confirmed answers."""

    def __init__(self, course: Course[P], judge: TableJudge[P]) -> None:
        self._course, self._judge = course, judge

    def after(self, asked: Asked, gesture: Gesture) -> Asked | None:
        """Return the question `asked` after a gesture; None if the gesture answers no.

        The press of the player who is asked means yes, every other gesture no. A question about the table
        needs a press of both buttons.
        """
        match asked, gesture:
            case (states.AskingTable(), BothPress(time)):
                return replace(asked, answered=gesture, until=time + OFFER_SECONDS)
            case (states.AskingStock(side=side), Press(presser, time)) if presser is side:
                return replace(asked, answered=gesture, until=time + OFFER_SECONDS)
            case _:
                return None

    def is_confirmed(self, asked: Asked, now: float) -> bool:
        """Return whether the question was answered with yes, and long enough ago to act on it.

        By then the scales show any bean that was moved before the answer.
        """
        return asked.answered is not None and now >= asked.answered.time + PRESS_SETTLES_SECONDS

    def believe(self, asked: Asked, filled: Collection[Place]) -> Iterator[Effect]:
        """Carry out what players have confirmed.

        `filled` are the places that are not empty by their weight.
        """
        match asked:
            case states.AskingStock(side=side):
                state = self._judge.state
                ways = state.ways if isinstance(state, states.Turn | states.Owed) else ()
                doubt = self._stock_doubt(side, ways, filled)
                if doubt is None:
                    yield NotNow(side, states.Refusal.NOTHING_TO_HELP)
                else:
                    yield from self._judge.follow(self._course.correct_stock(side, doubt.corrected))
            case states.AskingTable(found, changes, doubted=str()):
                yield TableQuestioned(found, changes, None)
            case states.AskingTable(found, changes):
                yield from self._judge.follow(self._course.correct_table(changes, found))

    # Is a stock empty?

    def help_mover(
        self,
        side: Side,
        begun: states.Turn,
        notice: states.Notice | None,
        filled: Collection[Place],
        seats: Seats,
    ) -> Iterator[Effect]:
        """Help a player in a turn: ask about the stock, show the way back, or give a hint.

        The side that the board plays gets no hint, but its stock may be asked about too.
        """
        doubt = None if begun.done is not None else self._stock_doubt(side, begun.ways, filled)
        is_computers = side is seats.side
        is_told = isinstance(notice, states.CountingStock | states.Hinting) and notice.side is side
        is_nothing_begun = not begun.ways and begun.done is None
        if doubt is not None and (doubt.is_reasonable or is_told or (is_computers and is_nothing_begun)):
            yield StockQuestioned(side, doubt.beans)
        elif not is_nothing_begun:
            yield from self._judge.put_back_stepwise()
        elif seats.levels and not is_computers and side in self._course.movers:
            yield HintAsked(side, None if doubt is None else doubt.beans)
        elif doubt is not None:
            yield StockCounted(side, doubt.beans)
        else:
            yield NotNow(side, states.Refusal.NOTHING_TO_HELP)

    def _stock_doubt(
        self, side: Side, ways: tuple[Progress, ...], filled: Collection[Place]
    ) -> StockDoubt | None:
        if side not in self._course.movers or self._course.is_shared:
            # A shared record counts the beans of both boards' stocks; who lacks one takes a spare one.
            return None
        return stock_doubt(self._course.game, self._course.position, side, ways, filled)

    # Is the table right?

    def table_is_right(self) -> Iterator[Effect]:
        """Ask both players whether to correct the record, because they have said that the table is right.

        Where no correction makes it so, before the first move, or where the scales don't tell, they are asked
        to count by hand what the record says.
        """
        course, seen = self._course, self._judge.seen
        state = self._judge.state
        is_asked = isinstance(state, states.Asking | states.Blind | states.Burdened)
        if is_asked or course.goal is states.Goal.SET_UP:
            yield from self._judge.count_by_hand()
            return
        is_wanted = isinstance(state, states.WrongTable) or course.goal is not None
        if not is_wanted or seen is None or self._judge.outcome is None:
            yield NotNow(None, states.REFUSALS.get(type(state), states.Refusal.NOTHING_TO_REDO))
        elif not isinstance(state, states.WrongTable | states.Restoring):
            yield NotNow(None, states.REFUSALS.get(type(state), states.Refusal.LOOK_FIRST))
        else:
            changes = correction(course.game, course.position, seen.found, self._judge.begun_plans)
            if changes:
                yield TableQuestioned(seen.found, changes, doubted(seen, changes))
            else:
                yield from self._judge.count_by_hand()


def doubted(seen: Recognition, changes: Changes) -> Place | None:
    """Return the place whose count the scales are least sure of; None if they are sure of all.

    Places that are to be corrected come first.
    """
    corrected = [mark.place for mark in changes]
    rival = seen.runner_up
    if seen.confidence < said(COSTS.acceptance.accept):
        apart = (
            {}
            if rival is None
            else {place: abs(rival.found[place] - seen.found[place]) for place in seen.found}
        )
        order = sorted(apart or corrected, key=lambda place: (-apart.get(place, 0), place not in corrected))
        return order[0]
    unsure = sorted(seen.unexplained, key=lambda place: (place not in corrected, place))
    return unsure[0] if unsure else None

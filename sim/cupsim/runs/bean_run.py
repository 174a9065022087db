"""Sorting and checking a heap on a simulated board, from the first bean to what is to be said of it."""

from collections.abc import Callable
from functools import partial

from cupsboard.procedures.beans.portions import Checking
from cupsboard.procedures.beans.report import check_report, sorting_report
from cupsboard.procedures.beans.sorting import Sorting
from cupsboard.procedures.beans.statistics import change_grams
from cupsboard.procedures.procedure import Procedure
from cupsboard.rules.places import Place, is_cup
from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import say

from cupsim.people.bean_workers import Portioner, Sorter
from cupsim.runs.bean_world import BeanDesk, Heap

PATIENCE_SECONDS = 60.0
PATIENCE_SECONDS_A_BEAN = 20.0

Say = Callable[[str], object]
"""Told every line as it is said."""


def sort(heap: Heap, clumsiness: float, tell: Say) -> str | None:
    """Sort a heap bean by bean; what it came to, or None where it came to no end."""
    desk = BeanDesk(heap)
    sorting = Sorting(desk.calibration, desk.profile.places, _cups(desk))
    desk.seat(partial(Sorter, clumsiness=clumsiness))
    if not _carried_out(desk, sorting, tell):
        return None
    took = f"{heap.count} beans in {desk.now:.0f} s"
    done, thrown = desk.collect()
    report = sorting_report(sorting.result, change_grams(desk.calibration, _cups(desk)))
    return f"\n{report}\n\n{took}; {len(done)} lie with the kept, {len(thrown)} with the thrown away"


def check(heap: Heap, beans_each: int, tell: Say) -> str | None:
    """Weigh a heap in portions of `beans_each`; what that tells, or None where it came to no end."""
    desk = BeanDesk(heap)
    checking = Checking(desk.calibration, desk.profile.places, _cups(desk), beans_each)
    desk.seat(partial(Portioner, beans_each=beans_each))
    if not _carried_out(desk, checking, tell):
        return None
    report = check_report(checking.result, change_grams(desk.calibration, _cups(desk)))
    return f"\n{report}\n\nweighed in {desk.now:.0f} s"


def _cups(desk: BeanDesk) -> list[Place]:
    return [place for place in desk.profile.places if is_cup(place)]


def _carried_out(desk: BeanDesk, procedure: Procedure, tell: Say) -> bool:
    """Let the hands obey the lights; whether they came to an end."""
    patience = PATIENCE_SECONDS + PATIENCE_SECONDS_A_BEAN * desk.heap_left
    return desk.run(procedure, patience, _Teller(tell))


class _Teller:
    """Says what the board has to say whenever it is another sentence, whatever the numbers in it."""

    def __init__(self, tell: Say) -> None:
        self._tell = tell
        self._key = ""

    def __call__(self, now: float, message: Message) -> None:
        if message.key != self._key:
            self._key = message.key
            self._tell(f"{now:6.1f} s  {say(message)}")

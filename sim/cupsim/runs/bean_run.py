"""Sorting and checking a heap on a simulated board, from the first bean to what is to be said of it."""

from collections.abc import Callable
from functools import partial

from cupsboard.procedures.beans.portions import Checking
from cupsboard.procedures.beans.report import check_said, sorting_said
from cupsboard.procedures.beans.sorting import Sorting
from cupsboard.procedures.beans.statistics import change_grams
from cupsboard.procedures.procedure import Procedure
from cupsboard.rules.places import Place, is_cup
from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import say

from cupsim.people.bean_workers import Portioner, Sorter
from cupsim.runs.bean_world import BeanWorld, Heap

PATIENCE_SECONDS = 60.0
PATIENCE_SECONDS_A_BEAN = 20.0

Say = Callable[[str], object]
"""Told every line as it is said."""
Words = Callable[[Message], str]
"""Puts a sentence of the board into the language of a terminal."""


def sort(heap: Heap, clumsiness: float, tell: Say, words: Words = say) -> str | None:
    """Sort a heap bean by bean; the report, or None if it did not finish in time."""
    world = BeanWorld(heap)
    sorting = Sorting(world.calibration, world.profile.places, _cups(world))
    world.seat(partial(Sorter, clumsiness=clumsiness))
    if not _carried_out(world, sorting, tell, words):
        return None
    took = f"{heap.count} beans in {world.now:.0f} s"
    done, thrown = world.collect()
    report = "\n".join(
        map(words, sorting_said(sorting.result, change_grams(world.calibration, _cups(world))))
    )
    return f"\n{report}\n\n{took}; {len(done)} lie with the kept, {len(thrown)} with the thrown away"


def check(heap: Heap, beans_each: int, tell: Say, words: Words = say) -> str | None:
    """Weigh a heap in portions of `beans_each`; the report, or None if it did not finish in time."""
    world = BeanWorld(heap)
    checking = Checking(world.calibration, world.profile.places, _cups(world), beans_each)
    world.seat(partial(Portioner, beans_each=beans_each))
    if not _carried_out(world, checking, tell, words):
        return None
    said = check_said(checking.result, change_grams(world.calibration, _cups(world)))
    report = "\n".join(map(words, said))
    return f"\n{report}\n\nweighed in {world.now:.0f} s"


def _cups(world: BeanWorld) -> list[Place]:
    return [place for place in world.profile.places if is_cup(place)]


def _carried_out(world: BeanWorld, procedure: Procedure, tell: Say, words: Words) -> bool:
    """Let the hands obey the lights; whether they came to an end."""
    patience = PATIENCE_SECONDS + PATIENCE_SECONDS_A_BEAN * world.heap_left
    return world.run(procedure, patience, _Teller(tell, words))


class _Teller:
    """Says what the board has to say whenever it is another sentence, whatever the numbers in it."""

    def __init__(self, tell: Say, words: Words) -> None:
        self._tell, self._words = tell, words
        self._key = ""

    def __call__(self, now: float, message: Message) -> None:
        if message.key != self._key:
            self._key = message.key
            self._tell(f"{now:6.1f} s  {self._words(message)}")

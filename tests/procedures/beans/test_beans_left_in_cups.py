"""What lay in a cup before is no bean to weigh: the cups are emptied first."""

import pytest
from cupsboard.procedures.beans.portions import Checking
from cupsboard.procedures.beans.sorting import Sorting
from cupsboard.rules.places import Place, Side, is_cup
from cupsim.people.bean_workers import HEAP
from cupsim.runs.rows_board import RowsBoard, RowsSetup

ONE, OTHER = Place("south-1"), Place("north-2")


class Weighing:
    """A board with three beans in each of two cups, and a weighing that begins there."""

    def __init__(self, is_sorting: bool, beans: int = 3) -> None:
        self.world = RowsBoard(RowsSetup(4, heap_beans=40))
        for place in (ONE, OTHER):
            self.put(beans, place)
        cups = [each for each in self.world.profile.places if is_cup(each)]
        cells = self.world.profile.places
        self.procedure = (
            Sorting(self.world.calibration, cells, cups)
            if is_sorting
            else Checking(self.world.calibration, cells, cups, 3)
        )
        self.said = ""

    def put(self, count: int, place: Place) -> None:
        for bean in self.world.table.take(HEAP, count, self.world.now):
            self.world.table.drop(place, bean, self.world.now)

    def wait(self) -> None:
        self.world.run(self.procedure, 5.0, self._hear)

    def _hear(self, _: float, message: object) -> None:
        self.said = message.key  # type: ignore[attr-defined]

    def press(self, seconds: float = 0.2) -> None:
        for is_down in (True, False):
            self.world.bench.set_button(Side.SOUTH, is_down, self.world.now)
            self.world.run(self.procedure, seconds)

    @property
    def lit(self) -> set[Place]:
        return set(self.world.meanings())


@pytest.mark.parametrize("is_sorting", [True, False], ids=["sorting", "checking"])
def test_cups_with_beans_are_to_be_emptied_first_and_none_of_these_beans_counts(is_sorting: bool) -> None:
    weighing = Weighing(is_sorting)
    weighing.wait()
    assert (weighing.said, weighing.lit) == ("beans-empty-first", {ONE, OTHER})
    for place in (ONE, OTHER):
        weighing.world.table.take(place, 3, weighing.world.now)
    weighing.wait()
    assert weighing.said == ("beans-first" if is_sorting else "beans-portions")
    assert len(weighing.lit) == 8
    result = weighing.procedure.result
    assert not (result.beans if hasattr(result, "beans") else result)


def test_a_press_before_that_weighs_nothing_and_a_hold_says_that_they_are_empty() -> None:
    weighing = Weighing(is_sorting=False)
    weighing.wait()
    weighing.press()
    assert weighing.procedure.result == ()
    assert not weighing.procedure.is_finished
    weighing.press(1.5)
    weighing.wait()
    assert weighing.said == "beans-portions"


@pytest.mark.parametrize("is_sorting", [True, False], ids=["sorting", "checking"])
def test_no_bean_is_asked_for_before_all_cups_were_seen_empty(is_sorting: bool) -> None:
    weighing = Weighing(is_sorting, beans=0)
    said: list[str] = []
    weighing.world.run(weighing.procedure, 5.0, lambda _, message: said.append(message.key))
    asking = "beans-first" if is_sorting else "beans-portions"
    assert said == ["beans-looking"] * said.count("beans-looking") + [asking] * said.count(asking)
    assert {"beans-looking", asking} == set(said)

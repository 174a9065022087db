"""A board that can't weigh its cups says why, and takes nothing for weighed or for the end."""

from collections.abc import Callable, Mapping
from random import Random

import pytest
from cupsboard.procedures.beans.portions import Checking
from cupsboard.procedures.beans.sorting import Sorting
from cupsboard.referee.edges import Edge
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Frame
from cupsboard.signs.scene import Meaning, Tone
from cupsboard.signs.sentences import say
from hypothesis import given
from hypothesis import strategies as st

CUPS = (Place("south-1"), Place("south-2"))
ONE, OTHER = CUPS
CUP_GRAMS, BEAN_GRAMS, NOISE_GRAMS = 25.0, 0.55, 0.01
COUNTS_PER_GRAM = 2000.0
FRAMES_A_SECOND = 10
PLACE = PlaceCalibration(0.0, COUNTS_PER_GRAM, 0.002, CUP_GRAMS, 0.02, NOISE_GRAMS)
BEANS = PieceCalibration(BEAN_GRAMS, 0.01, 0.05, 30)
CALIBRATION = Calibration("2026-11-21", FRAMES_A_SECOND, BEANS, dict.fromkeys(CUPS, PLACE))


class Weighing:
    """Two cups, what lies in them, and the faults of their cells."""

    def __init__(self, procedure: Checking | Sorting, beans: Mapping[Place, int], fault: CellFault | None):
        self.procedure = procedure
        self.beans = dict.fromkeys(CUPS, 0) | dict(beans)
        self.faults: dict[Place, CellFault] = {} if fault is None else dict.fromkeys(CUPS, fault)
        self.tones: list[Tone] = []
        self._random = Random(1)
        self._frames = 0
        self.pass_seconds(3.0)

    def _reading(self, place: Place) -> int | CellFault:
        grams = CUP_GRAMS + BEAN_GRAMS * self.beans[place] + self._random.gauss(0.0, NOISE_GRAMS)
        return self.faults.get(place) or round(COUNTS_PER_GRAM * grams)

    def pass_seconds(self, seconds: float) -> None:
        for _ in range(round(seconds * FRAMES_A_SECOND)):
            self._frames += 1
            now = self._frames / FRAMES_A_SECOND
            self._step(Frame(now, tuple(map(self._reading, CUPS))), [])

    def press(self, held_seconds: float = 0.2) -> None:
        now = self._frames / FRAMES_A_SECOND
        self._step(None, [Edge("south", True, now)])
        self.pass_seconds(held_seconds)
        self._step(None, [Edge("south", False, now + held_seconds)])
        self.pass_seconds(1.0)

    def _step(self, frame: Frame | None, edges: list[Edge]) -> None:
        if self.procedure.is_finished:
            return
        told = self.procedure.step(self._frames / FRAMES_A_SECOND, frame, edges)
        self.scene = told.scene
        self.tones += told.tones

    @property
    def says(self) -> str:
        return "" if self.scene.message is None else self.scene.message.key

    @property
    def weighed(self) -> int:
        result = self.procedure.result
        return len(result) if isinstance(result, tuple) else len(result.beans)


def checking(beans: Mapping[Place, int], fault: CellFault | None = None) -> Weighing:
    return Weighing(Checking(CALIBRATION, CUPS, CUPS, 3), beans, fault)


def sorting(beans: Mapping[Place, int], fault: CellFault | None = None) -> Weighing:
    return Weighing(Sorting(CALIBRATION, CUPS, CUPS), beans, fault)


Begun = Callable[..., Weighing]
EITHER = pytest.mark.parametrize("begun", [checking, sorting])


@EITHER
@pytest.mark.parametrize("fault", [CellFault.SLOW_CLOCK, CellFault.SILENT])
def test_a_blind_board_says_why_and_what_to_do(begun: Begun, fault: CellFault) -> None:
    blind = begun({}, fault)
    message = blind.scene.message
    assert message is not None
    assert say(message).startswith(f"No cup can be weighed. South's cup 1: {fault.value}; ")
    assert {sign.meaning for sign in blind.scene.signs} == {Meaning.DEAD}


@EITHER
def test_a_press_on_a_blind_board_is_not_now_and_a_hold_ends(begun: Begun) -> None:
    blind = begun({}, CellFault.SLOW_CLOCK)
    blind.press()
    assert blind.tones == [Tone.NOT_NOW]
    assert not blind.procedure.is_finished
    blind.press(held_seconds=1.5)
    assert blind.procedure.is_finished
    assert blind.weighed == 0


@EITHER
def test_what_lay_there_when_a_board_sees_again_is_to_be_taken_out(begun: Begun) -> None:
    board = begun(dict.fromkeys(CUPS, 3), CellFault.SLOW_CLOCK)
    board.faults.clear()
    board.pass_seconds(3.0)
    assert board.says == "beans-empty-first"
    board.beans = dict.fromkeys(CUPS, 0)
    board.pass_seconds(3.0)
    assert board.says in ("beans-portions", "beans-first")
    assert board.weighed == 0


def test_a_cup_that_held_something_is_emptied_first_and_what_came_into_another_meanwhile_counts() -> None:
    board = checking({OTHER: 3})
    assert {sign.place for sign in board.scene.signs} == {OTHER}
    board.beans = {ONE: 3, OTHER: 3}
    board.pass_seconds(3.0)
    assert {sign.place for sign in board.scene.signs} == {OTHER}
    board.press()
    assert board.tones == [Tone.NOT_NOW]
    board.beans[OTHER] = 0
    board.pass_seconds(3.0)
    board.press()
    assert board.weighed == 1


@pytest.mark.parametrize("blind", [CUPS, (ONE,)], ids=["all", "one"])
def test_no_portion_is_weighed_twice_because_the_board_was_blind_meanwhile(blind: tuple[Place, ...]) -> None:
    board = checking({})
    board.beans = dict.fromkeys(CUPS, 3)
    board.pass_seconds(3.0)
    board.press()
    assert board.weighed == 2
    board.faults = dict.fromkeys(blind, CellFault.SLOW_CLOCK)
    board.pass_seconds(3.0)
    board.faults = {}
    board.pass_seconds(3.0)
    board.press()
    assert board.tones[-1] is Tone.NOT_NOW
    assert board.weighed == 2


DEEDS = st.sampled_from(["press", "blind", "half blind", "sight", "fill", "empty", "wait"])


@given(deeds=st.lists(DEEDS, max_size=12))
def test_nothing_is_weighed_that_lay_there_before_the_cups_were_seen_empty(deeds: list[str]) -> None:
    board = checking(dict.fromkeys(CUPS, 3), CellFault.SLOW_CLOCK)
    fillings = 0
    for deed in deeds:
        match deed:
            case "press":
                board.press()
            case "blind":
                board.faults = dict.fromkeys(CUPS, CellFault.SLOW_CLOCK)
            case "half blind":
                board.faults = {OTHER: CellFault.SLOW_CLOCK}
            case "sight":
                board.faults = {}
            case "fill":
                fillings += sum(not beans for beans in board.beans.values())
                board.beans = dict.fromkeys(CUPS, 3)
            case "empty":
                board.beans = dict.fromkeys(CUPS, 0)
        board.pass_seconds(2.0)
        assert board.weighed <= fillings

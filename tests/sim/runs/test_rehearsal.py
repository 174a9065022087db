"""A board that is set up on a page has hands that do what is ordered, or say why they can't."""

import pytest
from cupsboard.loop import Loop
from cupsboard.procedures.calibration.calibration import Calibrating
from cupsboard.procedures.calibration.measurements import Notes
from cupsboard.procedures.reference_masses import reference
from cupsboard.rules.places import Place
from cupsim.runs.build_faults import NAMED, Mistake
from cupsim.runs.rehearsal import Rehearsal, RehearsalSetup
from cupsim.runs.rows_set_up import new_board
from cupsim.table.table import Table as Cells

QUICK = 1e6
CUP, OTHER = Place("south-1"), Place("north-2")


class Table:
    """A board that is calibrated in no time."""

    def __init__(self, mistake: Mistake = Mistake.NONE) -> None:
        lent = new_board(7, 2, 10, "kidney", "500g")
        self.rehearsal = Rehearsal(RehearsalSetup(mistake), lent)
        self.board = self.rehearsal.board(lambda: QUICK)
        bank, places = self.rehearsal.bench.bank, self.rehearsal.profile.places
        notes = Notes.empty("2026-11-27T21:04:00+01:00", 10.0, reference("100 g"), places)
        self.calibrating = Calibrating(
            places,
            notes,
            lambda: {place: bank.health()[place].nominal_sps for place in places},
            lambda _: None,
        )
        self._loop = Loop(self.board, self.calibrating)
        self.rehearsal.scene = lambda: self._loop.scene

    def run(self, seconds: float) -> None:
        end = self.board.clock.now() + seconds
        while self.board.clock.now() < end and not self.calibrating.is_finished:
            self.board.clock.sleep_until(min(self._loop.step(), end))

    def does(self, deed: str, place: Place | None = None) -> str:
        self.rehearsal.order(deed, place)
        self.run(6.0)
        return self.rehearsal.notice


def test_mass_cups_and_beans_go_where_they_are_put() -> None:
    table = Table()
    hands, cells = table.rehearsal.hands, table.rehearsal.table
    assert isinstance(cells, Cells)
    assert table.does("cup", CUP) == ""
    assert not cells.has_cup(CUP)
    assert table.does("cup", CUP) == ""
    assert cells.has_cup(CUP)
    table.does("mass", CUP)
    assert hands.loaded_place == CUP
    table.does("mass", OTHER)
    assert hands.loaded_place == OTHER
    table.does("mass", OTHER)
    assert hands.loaded_place is None
    table.does("bean", CUP)
    assert cells.contents()[CUP] == 1
    assert table.does("empty", CUP) == ""
    assert cells.contents()[CUP] == 0
    assert table.does("empty", CUP) == f"no beans lie in {CUP}"


@pytest.mark.parametrize(
    ("deed", "place"),
    [("fly", None), ("mass", Place("south-9")), ("bean", None), ("bean", Place("south-pot"))],
)
def test_what_hands_can_t_do_is_said(deed: str, place: Place | None) -> None:
    table = Table()
    assert table.does(deed, place)
    assert table.does("cup", CUP) == ""


@pytest.mark.long("whole calibrations")
@pytest.mark.parametrize("mistake", list(Mistake), ids=lambda mistake: mistake.name)
def test_simulated_hands_calibrate_a_sound_board_and_find_what_is_wrong_with_another(
    mistake: Mistake,
) -> None:
    table = Table(mistake)
    table.rehearsal.order("help", None)
    table.run(600.0)
    assert table.calibrating.is_finished == (mistake is Mistake.NONE)
    refused = [each.what for each in table.calibrating.refused]
    assert not refused if mistake is Mistake.NONE else refused[0] in NAMED[mistake]

"""`cupsboard doctor` on an emulated Pi, from a folder with files of one's own."""

import re
from zipfile import ZipFile

import pytest

from onpi.machine import ANNA, Pi, cupsboard
from onpi.table import TOUCH_GRAMS, Table, furnished, small_board


@pytest.mark.long("a minute of a real clock")
def test_the_doctor_examines_a_board_and_writes_its_report_beside_the_profile() -> None:
    with Pi(small_board()) as pi:
        table = Table(pi.board)
        options = furnished(pi, ANNA)
        doctor = pi.start(ANNA, *cupsboard("doctor", *options, "--bundle", "report.zip"))
        doctor.until("no lights: strip on GPIO 10")
        for place in pi.board.cells:
            doctor.until("Press lightly on")
            table.touch(place)
        doctor.until("Press one button, then the other.")
        table.press("south")
        table.press("north")
        # The strip is what is missing here, so the board is not whole.
        assert doctor.ended() == 1
        verdict = doctor.fresh
        for place in pi.board.cells:
            line = re.search(rf"^{place} +(good|LOOK) .* touch (\d+) g", verdict, re.MULTILINE)
            assert line is not None, verdict
            assert float(line[2]) == pytest.approx(TOUCH_GRAMS, abs=2)
        assert re.search(r"^buttons +good", verdict, re.MULTILINE), verdict
        with ZipFile(pi.home(ANNA) / "report.zip") as report:
            assert report.testzip() is None
        assert pi.temporary == []
        assert pi.board.held_lines() == []
        assert pi.board.state.refused == 0

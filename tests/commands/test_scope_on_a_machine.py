"""`cupsboard lab scope` with the reader process and one simulated chip in real time."""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from cupsboard.commands import scope
from cupsboard.commands.parsers import program
from cupsboard.systemd.exit_codes import Ending
from cupsim.table import recorded_cell

sys.path.insert(0, str(Path(__file__).parents[1] / "drivers"))

from header_fakes import EMPTY_COUNTS, OpenChips


class OneChip:
    """A `Machine`, as far as one cell goes, with an amplifier that converts eighty times a second."""

    def scales(self, clock: int, data: Sequence[int]) -> OpenChips:
        assert (clock, list(data)) == (27, [5])
        return OpenChips((EMPTY_COUNTS,))


class Reader(io.StringIO):
    """A terminal whose reader presses Enter as soon as a cup or beans are asked for, once each."""

    def __init__(self, typed: int) -> None:
        super().__init__()
        self._typed = typed
        self._asked = ["Put an empty cup on the cell", "Drop beans in"]

    def write(self, text: str) -> int:
        if self._asked and self._asked[0] in text:
            del self._asked[0]
            os.write(self._typed, b"\n")
        return super().write(text)


def asked(*words: str) -> argparse.Namespace:
    parser = program("scope", "", "")
    scope.define(parser)
    return parser.parse_args(["--clock", "27", "--data", "5", "--reference", "none", *words])


@pytest.mark.long("seconds of a real clock")
def test_enter_goes_on_to_the_recording_and_one_file_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    path, (reading, writing) = tmp_path / "cell.csv", os.pipe()
    terminal = Reader(writing)
    with os.fdopen(reading) as keys:
        monkeypatch.setattr(sys, "stdin", keys)
        monkeypatch.setattr(sys, "stdout", terminal)
        wish = asked("--record", str(path), "--minutes", "0.1", "--adafruit")
        assert scope.look(wish, OneChip()) == Ending.FAULTY  # type: ignore[arg-type]
        monkeypatch.undo()
    os.close(writing)
    said = terminal.getvalue()
    assert "Hands off, with nothing on the cell" in said
    assert "rate: 80 a second" in said
    assert "adafruit_hx711 reads the same as the board every time" in said
    assert f"written: {path}" in said
    cell = recorded_cell.read(path)
    assert cell.noise == pytest.approx(40, rel=0.3)

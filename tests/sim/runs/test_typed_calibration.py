"""Somebody calibrates a simulated board who knows nothing but what the terminal says."""

import io
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cupsboard.drivers.files import Files
from cupsboard.procedures.calibration.calibration_run import Wish
from cupsboard.procedures.reference_masses import reference
from cupsboard.rules.places import board_places
from cupsboard.storage import calibration_file
from cupsim.commands.main import main
from cupsim.runs.build_faults import Mistake
from cupsim.runs.calibration_run import calibrate_once
from cupsim.runs.calibration_world import CalibrationSetup
from cupsim.runs.typed_calibration import HELP, by_hand
from cupsim.table.load_cell import cell_model

EVENING = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)
HABITS = (
    ("Refused: ", ["quit"]),
    ("Take the cups off, so that the lit platforms are bare; then press.", ["off lit", ""]),
    ("Put each empty cup on its own platform", ["on all"]),
    ("One bean into each lit cup", ["bean lit"]),
    ("Move the weight from ", ["take", "put {next}"]),
    (" Lift the cup of ", ["take", "off {next}", "on {next}", "put {next}"]),
    (" lift the cup of ", ["off {place}", "on {place}", "put {place}"]),
    ("Put the weight ", ["put {place}"]),
    ("Take the weight ", ["take"]),
    ("Take it off again.", ["take"]),
    ("press the button if you did just that", [""]),
    ("ress lightly on ", ["touch {place}"]),
)


class Newcomer:
    """Does what the newest sentence says, word by word."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self._typed: list[str] = []

    def hears(self, text: str) -> None:
        self.heard.append(text)

    def types(self, _prompt: str) -> str | None:
        if not self._typed:
            said = next(line for line in reversed(self.heard) if re.match(r" *[\d.]+ s \[", line))
            does = next(does for sentence, does in HABITS if sentence in said)
            named = re.findall(r"(South|North)'s (?:cup )?(\d|p)", said)
            place, following = [f"{side[:1].lower()}{at}" for side, at in [*named, ("", ""), ("", "")][:2]]
            self._typed = [each.format(place=place, next=following) for each in does]
        return self._typed.pop(0)


def calibrated(directory: Path, mass: str = "100 g", mistake: Mistake = Mistake.NONE) -> tuple[bool, str]:
    newcomer = Newcomer()
    setup = CalibrationSetup(5, reference(mass), EVENING, mistake, cups=2)
    wish = Wish(
        setup.reference,
        is_line_wanted=setup.reference.is_known,
        nominal_counts_per_gram=cell_model("500g").counts_per_gram,
    )
    done = calibrate_once(setup, wish, directory, by_hand(newcomer.types), newcomer.hears)
    return done, "\n".join(newcomer.heard)


@pytest.mark.long("a whole calibration")
def test_the_words_alone_lead_to_a_calibration_with_the_evening_s_date(tmp_path: Path) -> None:
    is_done, said = calibrated(tmp_path)
    assert is_done, said
    calibration = calibration_file.load(Files(tmp_path), "calibration.toml", board_places(2))
    made = datetime.fromisoformat(calibration.made)
    assert made == EVENING
    assert calibration.beans.sample >= 24
    assert "Will my beans do?" in said


@pytest.mark.long("a whole calibration")
def test_a_handful_of_beans_will_do(tmp_path: Path) -> None:
    is_done, said = calibrated(tmp_path, "none")
    assert is_done, said


@pytest.mark.long("a calibration through the pins")
def test_crossed_cables_are_found_by_touch_and_named(tmp_path: Path) -> None:
    is_done, said = calibrated(tmp_path, mistake=Mistake.CROSSED_CABLES)
    assert not is_done
    assert re.search(r"refused: (South|North)'s [\w ]+ shows what lies on another place", said)


def test_what_hands_cannot_do_is_said_and_what_was_measured_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = ["juggle", "on s1", "bean sp", "off s9", "put", "take", "off s1 south-2 sp n1 n2 np", "off s1"]
    lines += ["put s1", "put s2", "bean s1", "wait", "hold", ""]
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    assert main(["calibrate", "--cups", "2", "--hands", "--directory", str(tmp_path)]) == 1
    said = capsys.readouterr().out
    for words in (
        "'juggle': hands can't do that",
        "the cup of south-1 is not beside the board",
        "no cup stands on south-pot",
        "s9: no such place; there are south-1",
        "'put': hands can't do that",
        "it is in your hand already",
        "no cup stands on south-1",
        "the load is on south-1: take it from there first",
        "not calibrated: ",
    ):
        assert words in said, words
    assert (tmp_path / "calibration-notes.json").exists()


def test_a_line_that_does_nothing_is_answered_in_a_line() -> None:
    typed = iter(("dance", "bean s1", "?", "quit"))
    heard: list[str] = []
    setup = CalibrationSetup(5, reference("100 g"), EVENING, cups=2)
    wish = Wish(setup.reference, nominal_counts_per_gram=cell_model("500g").counts_per_gram)
    assert not calibrate_once(setup, wish, None, by_hand(lambda _: next(typed)), heard.append)
    assert heard.count(HELP) == 2  # at the beginning and when it was asked for
    assert "  'dance': hands can't do that; ? lists what they can" in heard
    assert "  done; the board asks for the same as before" in heard

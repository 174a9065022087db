import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from cupsboard import cli, profile
from cupsboard.profile import Profile, ProfileError
from cupsboard.profile_new import answered, proposed


def answers(*said: str) -> Callable[[str], str]:
    rest = iter(said)
    return lambda _question: next(rest, "")


@pytest.mark.parametrize("cups", range(2, 11))
def test_every_size_the_header_has_lines_for_is_proposed(cups: int) -> None:
    board = proposed(cups)
    assert board.cups == cups
    assert (board.strip.line == 10) is (cups < 10)
    assert (board.buzzer is None) is (cups == 10)


def test_answers_are_what_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board = answered(answers("6", "no", "80", "0.3", "900", "Anna's"))
    assert (board.cups, board.buzzer, board.rate_sps, board.name) == (6, None, 80, "Anna's")
    assert (board.strip.brightness, board.strip.current_budget_ma) == (0.3, 900.0)


@pytest.mark.parametrize(
    ("said", "complaint"),
    [(("many",), "'many' is no such answer"), (("11",), "cups: 11"), (("4", "yes", "40"), "rate_sps: 40")],
)
def test_an_answer_that_makes_no_board_is_refused(said: tuple[str, ...], complaint: str) -> None:
    with pytest.raises(ProfileError, match=complaint):
        answered(answers(*said))


def test_a_new_profile_is_written_once_and_can_be_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "new" / "mine.toml"
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 20))
    assert cli.main(["profile", "new", str(path)]) == 0
    assert profile.load(str(path)) == proposed(4)
    assert cli.main(["profile", "new", str(path)]) == 2
    assert "exists already" in capsys.readouterr().err


@pytest.mark.parametrize("said", [b"", b"6\n", b"6\n\n"])
def test_an_input_that_ends_too_early_writes_nothing(
    said: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "new" / "mine.toml"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(said)))
    assert cli.main(["profile", "new", str(path)]) == 2
    assert (
        "the input ended before all questions were answered, nothing was written" in capsys.readouterr().err
    )
    assert not path.parent.exists()


def test_a_file_that_is_there_is_refused_before_anything_is_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("mine")
    assert cli.main(["profile", "new", str(path)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert f"{path}: exists already" in said.err
    assert path.read_text() == "mine"


BOARD = profile.load("2x4")


@pytest.mark.parametrize(
    ("board", "complaint"),
    [
        (replace(BOARD, clock=7), "clock: GPIO 7 is pulled up while the Pi starts"),
        (replace(BOARD, clock=14), "clock: GPIO 14 carries the start-up messages"),
        (replace(BOARD, buzzer=2), "buzzer: GPIO 2 is pulled up"),
        (replace(BOARD, buzzer=11), "buzzer: GPIO 11 is the clock of the SPI bus"),
        (replace(BOARD, clock=1), "clock: 1 is not between 2 and 27"),
        (replace(profile.load("2x10"), buzzer=1), "lines: 27 wanted, but gpio has 26"),
    ],
)
def test_a_line_with_another_duty_is_refused_with_its_place(board: Profile, complaint: str) -> None:
    with pytest.raises(ProfileError, match=complaint):
        profile.check(board)

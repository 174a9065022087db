import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from cupsboard import profile
from cupsboard.commands import main
from cupsboard.profile import Profile, ProfileError
from cupsboard.station.files.new_profile import answered, proposed, proposed_for_seats


def answers(*said: str) -> Callable[[str], str]:
    rest = iter(said)
    return lambda _question: next(rest, "")


@pytest.mark.parametrize("cups", range(2, 11))
def test_every_size_the_header_has_lines_for_is_proposed(cups: int) -> None:
    board = proposed(cups)
    assert board.cups == cups
    assert (board.strip.line == 10) is (cups < 10)
    assert (board.buzzer is None) is (cups == 10)


@pytest.mark.parametrize("cups", range(2, 11))
def test_no_data_line_is_put_on_a_pull_up_that_its_resistor_can_t_overcome(cups: int) -> None:
    assert not {2, 3} & {cell.line for cell in proposed(cups).cells}


@pytest.mark.parametrize("seats", range(2, 7))
def test_every_number_of_seats_is_proposed_with_a_line_for_everything(seats: int) -> None:
    board = proposed_for_seats(seats)
    assert board == answered(answers(f"players {seats}"))
    assert len({line for _, line in board.named_lines}) == 12 + 2 * seats
    assert not {2, 3} & {cell.line for cell in board.cells}
    assert board.strip.line == 10
    assert board.buzzer is not None


def test_a_board_for_seats_is_asked_for_no_rate_and_written_without_cups(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    board = answered(answers("Players 3", "no", "0.3", "900", "Anna's"))
    assert (board.spots, board.cups, board.buzzer, board.rate_sps, board.name) == (9, 0, None, 80, "Anna's")
    path = tmp_path / "three.toml"
    monkeypatch.setattr("sys.stdin", io.StringIO("players 3\n" + "\n" * 20))
    assert main.main(["setup", "profile", "new", str(path)]) == 0
    assert profile.load(str(path)) == proposed_for_seats(3)
    assert "cups" not in path.read_text().replace("cupsboard", "")
    assert main.main(["setup", "profile", "check", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "3x3-3: 9 spots in the middle, 3 players; spots and trays weighed" in shown
    assert "buttons  one GPIO 20, two GPIO 26, three GPIO 2" in shown
    assert main.main(["calibrate", "healing", "--profile", str(path)]) == 2
    assert "a board of 9 spots, and this command is about beans and coins in cups" in capsys.readouterr().err


def test_answers_are_what_is_written() -> None:
    board = answered(answers("6", "no", "80", "0.3", "900", "Anna's"))
    assert (board.cups, board.buzzer, board.rate_sps, board.name) == (6, None, 80, "Anna's")
    assert (board.strip.brightness, board.strip.current_budget_ma) == (0.3, 900.0)


@pytest.mark.parametrize(
    ("said", "has_buzzer"),
    [("JA", True), ("Yes", True), ("j", True), ("Y", True), ("NEIN", False), ("No", False), ("", True)],
)
def test_yes_and_no_are_understood_in_two_languages(said: str, has_buzzer: bool) -> None:
    assert (answered(answers("4", said)).buzzer is not None) is has_buzzer


@pytest.mark.parametrize(
    ("before", "said", "then", "complaint"),
    [
        ((), "abc", "4", "'abc' is no whole number; cups a side"),
        ((), "11", "4", "'11' is not between 2 and 10, for which the header has lines; cups a side"),
        ((), "players 7", "4", "'players 7' is not between 2 and 6 players, for which the header has lines"),
        ((), "players many", "4", "'players many' is no whole number; cups a side"),
        (("4",), "maybe", "yes", "'maybe' is neither yes nor no; a buzzer"),
        (("4", "yes"), "20", "10", "'20' is neither 10 nor 80; see the RATE pin of the HX711; conversions"),
        (("4", "yes", "10"), "dark", "0,5", "'dark' is no number; brightness"),
        (("4", "yes", "10"), "7", "0.5", "'7' is not between 0.05 and 1; brightness"),
        (("4", "yes", "10", "0.5"), "nan", "1500", "'nan' is not between 100 and 20000; milliamperes"),
        (
            ("4", "yes", "10", "0.5", "900"),
            "a\x07",
            "2x4",
            "'a\\x07' holds a character that can't be printed",
        ),
    ],
)
def test_an_answer_that_can_t_be_is_told_at_its_question_and_asked_again(
    before: tuple[str, ...], said: str, then: str, complaint: str
) -> None:
    asked: list[str] = []
    rest = iter((*before, said, then))

    def ask(question: str) -> str:
        asked.append(question)
        return next(rest, "")

    board = answered(ask)
    assert asked[len(before) + 1].startswith(complaint)
    assert (board.cups, board.rate_sps, board.strip.brightness, board.name) == (4, 10, 0.5, "2x4")


def test_five_impossible_answers_to_one_question_end_the_questions() -> None:
    with pytest.raises(ProfileError, match="'y' is no whole number; nothing was written"):
        answered(lambda _question: "y")


def test_a_new_profile_is_written_once_and_can_be_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "new" / "mine.toml"
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 20))
    assert main.main(["setup", "profile", "new", str(path)]) == 0
    assert profile.load(str(path)) == proposed(4)
    assert "# off must be 1-wire, for GPIO 4" in path.read_text()
    assert main.main(["setup", "profile", "new", str(path)]) == 2
    assert "exists already" in capsys.readouterr().err


@pytest.mark.parametrize("said", [b"", b"6\n", b"6\n\n"])
def test_an_input_that_ends_too_early_writes_nothing(
    said: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "new" / "mine.toml"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(said)))
    assert main.main(["setup", "profile", "new", str(path)]) == 2
    assert (
        "the input ended before all questions were answered, nothing was written" in capsys.readouterr().err
    )
    assert not path.parent.exists()


def test_a_file_that_is_there_is_refused_before_anything_is_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("mine")
    assert main.main(["setup", "profile", "new", str(path)]) == 2
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
        (replace(BOARD, buzzer=14), "buzzer: GPIO 14 carries the start-up messages .* sound the buzzer"),
        (replace(BOARD, buzzer=11), "buzzer: GPIO 11 is the clock of the SPI bus"),
        (replace(BOARD, clock=1), "clock: 1 is not between 2 and 27"),
        (replace(profile.load("2x10"), buzzer=1), "lines: 27 wanted, but gpio has 26"),
    ],
)
def test_a_line_with_another_duty_is_refused_with_its_place(board: Profile, complaint: str) -> None:
    with pytest.raises(ProfileError, match=complaint):
        profile.check(board)

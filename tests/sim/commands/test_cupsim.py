import re
import sys
from contextlib import suppress
from io import StringIO

import pytest
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.record import parse_record
from cupsboard.session.replay import replay
from cupsboard.session.trace import read_trace
from cupsim.commands.main import main
from processes import ran

SHORT = ("--cups", "2", "--stock", "2", "--seed", "5")


def usage_fault(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What wrong usage is told, after checking that it ends with exit code 2 and nothing on the output."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "Traceback" not in said.err
    return said.err.splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--cups", "13"), "--cups: 13 is out of range: give a whole number from 2 to 12"),
        (("--cups", "four"), "--cups: 'four' is no number"),
        (("game", "--sps", "20"), "argument --sps: invalid choice: "),
        (("game", "--sps", "20"), "(choose from 10, 80)"),
        (("game", "--beans", "lima"), "--beans: invalid choice: 'lima'"),
        (("game", "--cells", "2kg"), "--cells: invalid choice: '2kg'"),
        (("game", "--south", "clever"), "--south: no player 'clever': choose one of person, 1, 2, 3"),
        (("game", "--starter", "east"), "--starter: invalid choice: 'east'"),
        (("game", "--clumsiness", "2"), "--clumsiness: '2': give a number from 0 to 1"),
        (("game", "--clumsiness", "nan"), "--clumsiness: 'nan': give a number from 0 to 1"),
        (("game", "--games", "0"), "--games: 0 is out of range: give a whole number from 1 to 1000000"),
        (("game", "--jobs", "-1"), "--jobs: -1 is out of range"),
        (("game", "--stock", "-3"), "--stock: -3 is out of range: give a whole number from 0 to 9999"),
        (("game", "--patience", "9" * 400), "is out of range: give a whole number from 1 to 86400"),
        (("game", "--games", "9999999"), "--games: 9999999 is out of range"),
        (("game", "--trace", "/"), "--trace: /: Is a directory; name a file that can be written"),
        (("game", "--record", "x", "--trace", "./x"), "--trace: x is written by --record already"),
        (
            ("--host-name", "a b"),
            "--host-name: 'a b' is no host name: give letters, digits, hyphens and dots",
        ),
        (("--host-name", "cups.local:2877"), "--host-name: 'cups.local:2877' is no host name"),
        (("--host-name", "-cups"), "-cups: no such option"),
        (("--host-name", "a" * 64), "is no host name"),
        (("--host-name", "küche.local"), "is no host name"),
        (("match",), "invalid choice: 'match'"),
        (("--cups", "4", "game"), "'game': not understood"),
        (("--strater", "south"), "--strater: no such option"),
        (("game", "--fast"), "--fast: no such option"),
        (("game", "--games", "2", "--record", "x"), "--record: does not go with --games"),
        (("game", "--trace", "/no/such/folder/x"), "/no/such/folder/x: No such file or directory"),
    ],
)
def test_wrong_usage_is_told_in_one_clear_line(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str
) -> None:
    assert words in usage_fault(capsys, *arguments)


def test_version_and_help_end_well(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--version"], ["--help"], ["game", "--help"]):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == 0
    said = capsys.readouterr().out
    assert re.search(r"^cupsim \d+\.\d+", said)
    assert "cupsim game --seed 7 --cups 4 --south random --north greedy" in said


def test_a_game_prints_its_record_and_a_summary(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["game", *SHORT]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Game: cups 2 stock 2\n")
    assert "Option: seed = 5" in said
    assert "all as they truly lay" in said


def test_a_game_that_does_not_finish_ends_with_exit_code_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["game", *SHORT, "--patience", "2"]) == 1
    assert "NOT FINISHED: no turn ended for 2 s" in capsys.readouterr().out


@pytest.mark.long("whole games")
def test_many_games_print_a_row_each_and_totals(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["game", *SHORT, "--games", "2", "--jobs", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[1:3]] == ["5", "6"]
    assert any(line.startswith("games           2: 2 finished") for line in lines)


def test_record_and_trace_files_can_be_read_back(tmp_path, capsys: pytest.CaptureFixture[str]) -> None:
    record, trace = tmp_path / "game.txt", tmp_path / "game.trace"
    assert main(["game", *SHORT, "--record", str(record), "--trace", str(trace)]) == 0
    text = record.read_text()
    assert capsys.readouterr().out.startswith(text)
    assert parse_record(text, Cups.named).history().is_over
    with trace.open("rb") as lines:
        assert replay(read_trace(lines)).difference is None


def test_a_reader_that_has_gone_ends_the_program_quietly() -> None:
    # The reader is gone long before the program, which has yet to load its modules, writes its first line.
    command = f"{sys.executable} -m cupsim game {' '.join(SHORT)} | true"
    ended = ran("bash", "-o", "pipefail", "-c", command)
    assert (ended.code, ended.complaints) == (141, "")


def test_a_saved_game_goes_on_from_the_move_that_is_named(
    tmp_path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved, record = tmp_path / "saved.txt", tmp_path / "game.txt"
    assert main(["game", *SHORT, "--record", str(saved)]) == 0
    assert main(["game", "--from", str(saved), "--move", "2", "--seed", "9", "--record", str(record)]) == 0
    first, again = (parse_record(path.read_text(), Cups.named) for path in (saved, record))
    assert again.game == first.game
    assert again.entries[:2] == first.entries[:2]
    assert again.history().is_over
    capsys.readouterr()
    for options, said in (
        (("--from", str(saved), "--move", "99"), "saved.txt, move 99: one can go on after the moves 0 to"),
        (("--move", "2"), "--move: belongs to --from"),
        (("--from", str(tmp_path / "nowhere")), "nowhere: No such file"),
    ):
        with suppress(SystemExit):
            assert main(["game", *options]) == 2
        assert said in capsys.readouterr().err


class Terminal(StringIO):
    """Standard error as a person sees it."""

    def isatty(self) -> bool:
        return True


def test_a_game_shows_how_far_it_is_on_a_terminal_and_nowhere_else(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["game", "--cups", "2", "--stock", "2", "--handling", "uniform"]
    with monkeypatch.context() as shown:
        shown.setattr(sys, "stderr", terminal := Terminal())
        main(asked)
    assert "drop 1" in terminal.getvalue()
    alone = capsys.readouterr()
    main(asked)
    piped = capsys.readouterr()
    assert piped.err == ""
    assert "virtual" in piped.out
    assert piped.out.splitlines()[:3] == alone.out.splitlines()[:3]


@pytest.mark.parametrize("game", ["king-of-the-cups", "coin-duel"])
@pytest.mark.parametrize("option", ["handling=laying", "child=alone", "noise=mains", "clumsiness=0.5"])
def test_a_game_without_beans_refuses_what_only_beans_have(
    game: str, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    name, value = option.split("=")
    with pytest.raises(SystemExit):
        main(["game", "--game", game, f"--{name}", value])
    assert f"--{name}: means nothing to --game {game}" in capsys.readouterr().err

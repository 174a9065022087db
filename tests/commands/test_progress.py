"""Who waits for a long run sees how far it is, and what is printed meanwhile stays whole."""

import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from cupsboard.commands.progress import watched, watched_shares
from processes import on_terminal

ROWS = """
from cupsboard.commands.progress import watched
for row in watched(["first row", "second row"], 2):
    print(row)
"""


def screen(said: str) -> list[str]:
    """Return the lines that are left of what a terminal was sent, with what was cleared away."""
    return [line.rpartition("\x1b[K")[2] for line in said.replace("\r\n", "\n").split("\n")]


def test_each_row_has_a_line_of_its_own_and_nothing_else_is_left() -> None:
    with on_terminal(sys.executable, "-c", ROWS) as program:
        assert program.ended() == 0
    for shown in ("games: 0 of 2", "games: 1 of 2, about 0 s left", "games: 2 of 2"):
        assert shown in program.said
    assert screen(program.said) == ["first row", "second row", ""]


def test_rows_stay_in_their_file_while_the_terminal_says_how_far_it_is(tmp_path: Path) -> None:
    rows = tmp_path / "rows"
    with on_terminal("bash", "-c", f"'{sys.executable}' -c '{ROWS}' >'{rows}'") as program:
        assert program.ended() == 0
    assert "games: 1 of 2" in program.said
    assert "row" not in program.said
    assert rows.read_text() == "first row\nsecond row\n"


def test_without_a_terminal_nothing_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    for total in (3, 2, 0):
        assert list(watched("abc", total)) == ["a", "b", "c"]
    handed_on: list[float] = []

    def shares() -> Iterable[float]:
        for share in (0.5, 1.0):
            handed_on.append(share)
            yield share

    watched_shares(shares(), "building")
    assert handed_on == [0.5, 1.0]
    assert capsys.readouterr().err == ""

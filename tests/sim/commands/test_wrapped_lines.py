"""Lines at the terminal's width: whole words, nothing lost, the rest below where the words begin."""

import pytest
from cupsim.commands.main import main
from cupsim.commands.wrapped_lines import wrapped

BAR = "   0.0 s [####                ] Take the cups off, so that the lit platforms are bare; then press."


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_no_line_is_longer_than_the_terminal_is_wide_and_no_word_is_lost(
    columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = wrapped(f"{BAR}\n\nshort").split("\n")
    assert max(map(len, lines)) <= columns
    assert " ".join(lines).split() == f"{BAR} short".split()
    assert lines[-2:] == ["", "short"]


def test_the_rest_of_a_line_begins_where_its_words_do_if_there_is_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "64")
    assert wrapped(BAR).split("\n")[1].startswith(" " * BAR.index("Take") + "lit ")
    monkeypatch.setenv("COLUMNS", "40")
    assert wrapped(BAR).split("\n")[1].startswith("  cups off")
    listed = wrapped("  wait           hands off for ten whole seconds")
    assert listed.split("\n")[1] == " " * 17 + "seconds"


def test_a_file_gets_its_lines_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setattr("sys.__stdout__", None)
    assert wrapped(BAR) == BAR


def test_a_calibration_by_hand_keeps_to_a_narrow_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    typed = iter(["off lit", "", "quit"])
    monkeypatch.setattr("cupsim.commands.calibrate.typed_line", lambda prompt: print(prompt) or next(typed))
    assert main(["calibrate", "--cups", "2", "--hands"]) == 1
    said = capsys.readouterr().out
    assert max(map(len, said.split("\n"))) <= 50
    assert "Take the cups off, so that the lit platforms are bare; then press." in " ".join(said.split())
    assert "hands> " in said

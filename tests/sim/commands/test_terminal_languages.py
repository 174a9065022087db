"""A terminal whose environment asks for a language hears the board in it."""

import pytest
from cupsim.commands.main import main
from english_words import english_in


@pytest.fixture(autouse=True)
def german(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "de_DE.UTF-8")


def test_a_first_cell_and_its_beans_are_judged_in_german(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "scope"]) == 0
    said = capsys.readouterr().out
    assert "Taugen diese Zelle und diese Bohnen? " in said
    assert {line for line in said.splitlines() if english_in(line)} == set()


@pytest.mark.parametrize("mistake", ["none", "dead-cell", "crossed-cables"])
def test_the_doctor_speaks_german(mistake: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["doctor", "--cups", "2", "--mistake", mistake])
    said = capsys.readouterr().out
    assert len(said.splitlines()) > 7
    assert {line for line in said.splitlines() if english_in(line)} == set()

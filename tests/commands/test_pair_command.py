"""`cupsboard setup pair`: an invitation is given where somebody can follow it."""

import socket
from pathlib import Path

import pytest
from cupsboard.commands.main import main
from cupsboard.systemd.exit_codes import Ending


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


def test_where_no_board_serves_its_page_nobody_is_invited(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        assert main(["setup", "pair", "--port", str(free.getsockname()[1])]) == Ending.REFUSED
    said = capsys.readouterr()
    assert said.out == ""
    assert "no board serves its page there; start it" in said.err


def test_a_page_for_this_computer_alone_says_so_and_an_owner_is_listed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as page:
        port = page.getsockname()[1]
        assert main(["setup", "pair", "--port", str(port)]) == Ending.WELL
    said = capsys.readouterr().out
    assert "for this computer alone" in said
    assert f"http://127.0.0.1:{port}/setup.html#" in said
    assert main(["setup", "pair", "--list"]) == Ending.WELL
    assert capsys.readouterr().out == "this board has no owner\n"

"""A page opens by the name of its computer, which every phone in the house can read."""

import socket

import pytest
from cupsboard.web.app import by_name, own_names
from cupsim.runs.game_world import Setting
from http_calls import get
from sitting import sitting


@pytest.mark.parametrize(
    ("host_name", "names"),
    [
        ("raspberrypi", ("raspberrypi.local", "raspberrypi")),
        ("Kitchen-Board.fritz.box", ("kitchen-board.local", "kitchen-board")),
        ("localhost", ()),
        ("", ()),
        ("not a name", ()),
        ("-board", ()),
        ("tafel\N{LATIN SMALL LETTER U WITH DIAERESIS}", ()),
    ],
)
def test_a_computer_is_called_by_its_host_name_and_by_that_in_the_house(
    host_name: str, names: tuple[str, ...]
) -> None:
    assert own_names(lambda: host_name) == names


def test_the_address_by_name_keeps_the_port() -> None:
    assert by_name("http://192.168.1.7:2877/", ("pi.local", "pi")) == "http://pi.local:2877/"
    assert by_name("http://[fe80::1]:80/", ("pi.local",)) == "http://pi.local:80/"
    assert by_name("http://192.168.1.7:2877/", ()) is None


def test_a_page_for_its_own_computer_alone_has_no_address_by_name() -> None:
    assert by_name("http://127.0.0.1:2877/", ("pi.local", "pi")) is None
    assert by_name("http://[::1]:2877/", ("pi.local", "pi")) is None


def test_a_page_opens_by_its_computer_s_names_and_by_no_other_s(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Kitchen-Board")
    with sitting(tmp_path_factory.mktemp("evening"), Setting(7, cups=2)) as table:
        answers = {
            host: get(table.address, headers={"Host": host}).status
            for host in ("kitchen-board", "kitchen-board.local:2877", "Kitchen-Board.local", "bedroom.local")
        }
    assert answers == {
        "kitchen-board": 200,
        "kitchen-board.local:2877": 200,
        "Kitchen-Board.local": 200,
        "bedroom.local": 403,
    }

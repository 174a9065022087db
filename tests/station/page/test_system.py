"""An owner's page asks the service below the board to switch off and to update; without one it is refused."""

from pathlib import Path

import pytest
from cupsboard.session.orders import OrderRefused, PowerOff, Update
from cupsboard.station.page import system
from cupsboard.systemd.shared_names import POWER_OFF_REQUEST, UPDATE_REQUEST
from ordered_evening import Evening, Script, said_of
from quick_evening import furnish


def test_the_service_gets_a_file_for_each_wish(tmp_path: Path) -> None:
    service = {"RUNTIME_DIRECTORY": str(tmp_path)}
    system.ask(Update(""), service)
    assert (tmp_path / UPDATE_REQUEST).read_text() == ""
    system.ask(Update("/media/stick"), service)
    assert (tmp_path / UPDATE_REQUEST).read_text() == "/media/stick"
    assert not (tmp_path / POWER_OFF_REQUEST).exists()
    system.ask(PowerOff(), service)
    assert (tmp_path / POWER_OFF_REQUEST).exists()


@pytest.mark.parametrize("place", ["stick", "http://example.org", "ftp://x", "../stick", "/" * 2000])
def test_what_is_no_folder_and_no_address_is_refused(tmp_path: Path, place: str) -> None:
    with pytest.raises(OrderRefused, match="no folder and no address"):
        system.ask(Update(place), {"RUNTIME_DIRECTORY": str(tmp_path)})
    assert not list(tmp_path.iterdir())


def test_a_folder_that_takes_no_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(OrderRefused, match="No such file"):
        system.ask(PowerOff(), {"RUNTIME_DIRECTORY": str(tmp_path / "gone")})


def test_without_a_service_the_board_plays_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    furnish(tmp_path)

    def script(evening: Evening) -> Script:
        for order in (PowerOff(), Update("")):
            answer = evening.order(order)
            yield answer.done
            assert "No service is there" in said_of(answer)

    assert Evening(tmp_path).run(script) == 0

"""A backup that comes by the owner's page is believed as a whole, or not at all."""

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from cupsboard.station.files.restoration import checked
from cupsboard.storage import backup
from cupsboard.storage.paths import Homes
from cupsboard.web.app import application
from cupsboard.web.hub import Hub
from cupsboard.web.restoring import ADDRESS, Restoring
from cupsboard.web.server import serving
from http_calls import Answer, post
from starlette.routing import Route


class Board:
    """A board whose next start takes in what waits."""

    def __init__(self, folder: Path) -> None:
        self.pending = folder / "waiting.zip"
        self.begun = 0
        self.address = ""

    async def begin_anew(self) -> None:
        self.begun += 1

    def send(self, content: bytes, **more: str) -> Answer:
        return post(self.address + ADDRESS[1:], content, {"Origin": self.address.rstrip("/"), **more})


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Board]:
    board = Board(tmp_path)
    restoring = Restoring(board.pending, checked, board.begin_anew)
    routes = [Route(ADDRESS, restoring.take, methods=["POST"])]
    with serving(application(Hub(), Hub(), routes=routes), port=0) as board.address:
        yield board


def a_backup(folder: Path) -> bytes:
    at = Homes(folder / "settings", folder / "state")
    for path in (at.settings / "profile.toml", at.state / "owners.sqlite"):
        path.parent.mkdir()
        path.write_bytes(b"something")
    file = io.BytesIO()
    backup.write(file, at, "2026-11-27T21:04")
    return file.getvalue()


def test_a_whole_one_waits_for_the_next_start_which_begins_at_once(board: Board, tmp_path: Path) -> None:
    content = a_backup(tmp_path)
    answer = board.send(content)
    assert (answer.status, board.begun) == (200, 1)
    assert json.loads(answer.text)["text"].startswith("Files of 2026-11-27T21:04")
    assert board.pending.read_bytes() == content


@pytest.mark.parametrize("kept", [0, 10, -40])
def test_a_torn_one_is_refused_with_the_reason_and_nothing_stays(
    kept: int, board: Board, tmp_path: Path
) -> None:
    answer = board.send(a_backup(tmp_path)[:kept])
    assert (answer.status, board.begun) == (422, 0)
    assert "use another copy" in answer.text
    assert not list(tmp_path.glob("waiting*"))

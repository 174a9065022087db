"""The club's usual evening at a real board's program: it joins, is called, plays, and outlives a kill."""

import json
import signal
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from board_club import Evening
from cupsboard.distance.wire import Resigned
from cupsboard.storage import backup
from cupsboard.storage.paths import Homes
from cupsboard.web.owner import COOKIE
from cupsclub.web.server import serving
from evening_process import playing
from http_calls import post
from owners_browser import order, owner_of
from test_two_at_a_club_board import code_of, says_by_phone


@pytest.mark.long("a board's program begins twice, with a server and a page, and plays a game to its end")
def test_two_members_confirm_play_through_a_kill_and_are_rated(tmp_path: Path) -> None:
    board_folder = tmp_path / "board"
    board_folder.mkdir()
    token = owner_of(board_folder / "state")
    with serving(tmp_path / "club.sqlite", "127.0.0.1", 0) as club:
        evening = Evening(club.address.rstrip("/"), tmp_path)
        with playing(board_folder) as board:
            program, address = board.program, board.address()
            program.wait_until(lambda: "beans" in board.shown(), "the board")
            order(
                address,
                token,
                "join-club",
                {"server": club.address, "code": code_of(evening.anna), "name": "Hall"},
            )
            program.wait_until(lambda: board.shown().get("club", {}).get("board") == "Hall", "the club")
            order(address, token, "call-members", {"south": 1, "north": 2, "game": "cups 3", "rated": True})
            program.wait_until(lambda: message(board)["key"] == "club-called", "the call")
            assert signs(board)["south-pot"] == signs(board)["north-pot"]
            order(address, token, "take-call-back", {})
            program.wait_until(lambda: "call" not in board.shown()["club"], "no call")
            # The hands at this table begin with South.
            code = evening.called("Hall", starter="south")
            program.wait_until(lambda: message(board)["key"] == "club-called", "the call of the club")
            assert evening.ben.act("confirm", game=code).status == 200
            typed = post(
                f"{address}club/confirm",
                json.dumps({"code": code_of(evening.anna)}).encode(),
                {"Origin": address.rstrip("/")},
            )
            assert typed.status == 204
            both = {"south": "Anna", "north": "Ben"}
            program.wait_until(lambda: board.shown()["names"] == both, "the game")
            board.moves(3)
            program.wait_until(lambda: evening.shared(code).n == 5, "three moves in the club")
            program.process.send_signal(signal.SIGKILL)
            program.ended()
        with playing(board_folder) as board:
            program, address = board.program, board.address()
            program.wait_until(lambda: board.shown().get("names") == both, "the same game")
            board.moves(2)
            program.wait_until(lambda: evening.shared(code).n == 7, "five moves in the club")
            refused = post(
                f"{address}owner/orders/new-game", b'{"game": "cups 3"}', owner_headers(address, token)
            )
            assert (refused.status, "end their game" in refused.text) == (409, True)
            hint = post(f"{address}hint/south", b"", owner_headers(address, token))
            assert (hint.status, "without hints" in hint.text) == (409, True)
            assert says_by_phone(evening.ben, code, Resigned()) == ["written"]
            program.wait_until(lambda: message(board)["key"] == "club-given-up", "the ratings")
            assert "1200 + 125 × (1 − 0.5) = 1262.5" in message(board)["text"]
            assert evening.ratings() == {1: 1262.5, 2: 1137.5}
            program.wait_until(lambda: board.shown()["club"].get("told"), "the ratings on the page")
            assert "call" not in board.shown()["club"]
        assert secrets_in_backup(board_folder) == []


def owner_headers(address: str, token: str) -> dict[str, str]:
    return {"Cookie": f"{COOKIE}={token}", "Origin": address.rstrip("/")}


def secrets_in_backup(folder: Path) -> list[str]:
    """The files of a backup that have the token by which the board is let into its club."""
    held = json.loads((folder / "state" / "club.json").read_bytes())["token"].encode()
    packed = BytesIO()
    backup.write(packed, Homes(folder / "settings", folder / "state"), "2026-11-29T20:00:00+00:00")
    with zipfile.ZipFile(packed) as archive:
        assert archive.namelist()
        return [name for name in archive.namelist() if held in archive.read(name)]


def message(board: Any) -> Any:
    return board.shown()["game"]["message"]


def signs(board: Any) -> Any:
    return board.shown()["signs"]


@pytest.mark.long("a board's program begins twice, with a server and a page")
def test_a_command_joins_a_club_once_and_says_what_is_wrong_with_a_code(tmp_path: Path) -> None:
    board_folder = tmp_path / "board"
    board_folder.mkdir()
    with serving(tmp_path / "club.sqlite", "127.0.0.1", 0) as club:
        evening = Evening(club.address.rstrip("/"), tmp_path)
        options = "--club", club.address, "--member", code_of(evening.anna), "--known-as", "Hall"
        with playing(board_folder, *options) as board:
            shown = board.shown
            board.program.wait_until(lambda: shown().get("club", {}).get("board") == "Hall", "the club")
            assert "this board is Hall in the club" in board.program.said
        with playing(board_folder, *options) as again:
            assert again.program.ended() != 0
            assert "was used" in again.program.complaints

"""An owner orders a game with a friend at the page; the board's own game lies there again afterwards."""

import signal
from pathlib import Path

import pytest
from cupsclub.web.server import serving
from evening_process import playing
from http_calls import get, post
from owners_browser import order, owner_of
from test_play_at_a_distance import elsewhere


@pytest.mark.long("a board's program begins twice, with a server and a page")
def test_an_owner_opens_a_game_for_a_friend_which_outlives_a_kill_and_goes_back_to_the_own(
    tmp_path: Path,
) -> None:
    token = owner_of(tmp_path / "state")
    with serving(tmp_path / "club.sqlite", "127.0.0.1", 0) as club:
        with playing(tmp_path) as board:
            program, address = board.program, board.address()
            board.moves(3)
            record = get(address + "record.txt").text
            order(address, token, "set", {"server": club.address.rstrip("/"), "south": "Zoë"})
            stranger = post(address + "owner/orders/friend", b"{}", {"Origin": address.rstrip("/")})
            assert stranger.status == 403
            order(address, token, "friend", {})
            program.wait_until(lambda: "invitation" in board.shown().get("far", {}), "the invitation")
            told = board.shown()["far"]["invitation"]
            assert told["link"] == f"{club.address}g/{told['code']}"
            program.process.send_signal(signal.SIGKILL)
            program.ended()
        with playing(tmp_path) as board:
            program, address = board.program, board.address()
            program.wait_until(lambda: "far" in board.shown(), "the same game again")
            with elsewhere(club.address, tmp_path / "elsewhere", told["code"]) as (link, _):
                both = {"Zoë", "Ben"}
                program.wait_until(lambda: {*board.shown()["names"].values()} == both, "the friend's name")
                assert link.follower.game.n >= 1
                order(address, token, "home", {})
                program.wait_until(lambda: "far" not in board.shown(), "the own game")
                assert get(address + "record.txt").text == record.replace("South: ?", "South: Zoë")

"""`cupsim --distance` as a program: a board that is killed goes on with the game that it shares."""

import re
import secrets
import sys
from pathlib import Path

import pytest
from cupsboard.distance.link import Link, take_seat
from cupsboard.distance.wire import Join, Move
from cupsboard.rules.places import Side
from cupsclub.web.server import serving
from kept_link import kept_link
from processes import Program, started


def table_of(link: Link, side: str) -> str:
    """What a side's board says of its table; "" while it is not connected."""
    at_table = link.follower.at_tables.get(side)
    return at_table.table if at_table is not None and at_table.link else ""


@pytest.mark.long("two programs of some seconds each")
def test_a_simulated_board_that_is_killed_goes_on_with_the_game_that_it_shares(tmp_path: Path) -> None:
    def wait(board: Program, state: str) -> None:
        board.wait_until(lambda: table_of(link, side) == state, f"{state}: {link.follower}, {link.trouble}")

    with serving(tmp_path / "club.sqlite", "127.0.0.1", 0) as club:
        evening = str(tmp_path / "evening")
        serve = (sys.executable, "-m", "cupsim", "--no-browser", "--port", "0", "--evening", evening)
        serve = (*serve, "--distance", club.address, "--cups", "3", "--starter", "south", "--clock", "10+5")
        with started(*serve) as board:
            side = board.until(re.compile(r"(south|north) at this board"))[1]
            code = board.until(re.compile(r"--join (\w+)"))[1]
            other = Side(side).other
            token = secrets.token_hex(32)
            assert take_seat(club.address, token, Join(code, "Ben")).side == other.value
            link = kept_link(tmp_path, club.address, code, token)
            link.start()
            wait(board, "agrees")
            assert link.follower.game.clocks is not None
            board.process.kill()
            board.ended()
        with started(*serve) as board:
            assert board.until(re.compile(r"--join (\w+)"))[1] == code
            wait(board, "agrees")
            if other is Side.SOUTH:
                link.say(Move("drop 1"), secrets.token_hex(16))
                wait(board, "laying")
            assert board.end() == 143
        link.close()

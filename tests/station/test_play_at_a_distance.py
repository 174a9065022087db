"""`cupsboard play --distance` as a program: a board that plays with a side elsewhere, and is killed."""

import re
import secrets
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from board_process import MAY_MOVE, being_played, desk_in
from cupsboard.distance import seat as seats
from cupsboard.distance.link import Link, take_seat
from cupsboard.distance.wire import Act, Again, Invite, Join, Move, Resigned
from cupsboard.rules.record_entries import entry_text
from cupsboard.storage.memory import NAME as MEMORY
from cupsclub.web.server import serving
from kept_link import kept as far_kept
from kept_link import kept_link
from processes import Program, free_port, started

BOARD = Path(__file__).with_name("board_process.py")
SPEED = "4"


@contextmanager
def elsewhere(address: str, folder: Path, code: str | None = None) -> Iterator[tuple[Link, str]]:
    """A side without a board, and the code of its game: North of a new one, or who joins by a code."""
    token = secrets.token_hex(32)
    invite = Invite(secrets.token_hex(16), "cups 3", "Ben", "north", "south")
    code = take_seat(address, token, invite if code is None else Join(code, "Ben")).game
    link = kept_link(folder, address, code, token)
    link.start()
    try:
        yield link, code
    finally:
        link.close()


def kept(folder: Path) -> list[str]:
    """The entries in the board's own journal."""
    journal = being_played(desk_in(folder))
    return [] if journal is None else [entry_text(entry) for entry in journal.history.entries]


def wait(board: Program, look: Callable[[], bool], link: Link, what: str) -> None:
    board.wait_until(look, f"{what}: {link.follower}, {link.trouble}")


@pytest.mark.parametrize("is_damaged", [False, True])
def test_a_board_plays_with_a_side_elsewhere_and_goes_on_after_it_was_killed(
    tmp_path: Path, is_damaged: bool
) -> None:
    folder = tmp_path / "board"
    folder.mkdir()
    with (
        serving(tmp_path / "club.sqlite", "127.0.0.1", 0) as club,
        elsewhere(club.address, tmp_path / "elsewhere") as (link, code),
    ):
        play = (sys.executable, BOARD, folder, SPEED, "--no-page", "--distance", club.address)
        with started(*play, "--join", code) as board:
            wait(board, lambda: link.follower.game.n >= 1, link, "the beginning")
            (folder / MAY_MOVE).write_text("1")
            wait(board, lambda: link.follower.game.n >= 2, link, "south's move")
            first = link.follower.game.played.entries[0]
            assert entry_text(first) == "south drop 1"
            said: Act = Move("drop 2")
            link.say(said, secrets.token_hex(16))
            wait(board, lambda: kept(folder) == ["south drop 1", "north drop 2"], link, "north's move here")
            wait(board, lambda: state_of(link) == "laying", link, "that it is laid out")
            board.process.send_signal(signal.SIGKILL)
            board.ended()
        if is_damaged:
            # What the copy says of the second move: the server has it.
            for file in (folder / "state").glob(f"{MEMORY}*"):
                file.write_bytes(file.read_bytes().replace(b'"label":"drop 2"', b'"label":"drop 1"'))
        with started(*play) as board:
            if is_damaged:
                board.until("The file is kept as memory.sqlite.aside-1")
            # North's move lies in the journal, and not on the table: it is asked for as before.
            board.until("goes on")
            wait(board, lambda: state_of(link) == "laying", link, "the board again")
            assert kept(folder) == ["south drop 1", "north drop 2"]
            assert board.end() == 0
    assert far_kept(folder / "state", code).entries[-1].act == {"kind": "move", "label": "drop 2"}


def state_of(link: Link) -> str:
    """What the board says of its table; "" while it is not connected."""
    at_table = link.follower.at_tables.get("south")
    return at_table.table if at_table is not None and at_table.link else ""


def test_a_board_that_invites_is_a_server_itself_and_is_found_again_after_it_was_killed(
    tmp_path: Path,
) -> None:
    folder, port = tmp_path / "board", free_port()
    folder.mkdir()
    play = (sys.executable, BOARD, folder, SPEED, "--no-page", "--invite", str(port), "--starter", "south")
    with started(*play) as board:
        is_south = board.until(re.compile(r"(south|north) at this board"))[1] == "south"
        code = board.until(re.compile(r"--join (\w+)"))[1]
        with elsewhere(f"http://127.0.0.1:{port}", tmp_path / "elsewhere", code) as (link, _):
            wait(board, lambda: link.follower.game.n >= 1, link, "the beginning")
            if is_south:
                (folder / MAY_MOVE).write_text("1")
            else:
                link.say(Move("drop 1"), secrets.token_hex(16))
            wait(board, lambda: link.follower.game.n >= 2, link, "south's move")
            wait(board, lambda: kept(folder) == ["south drop 1"], link, "that move at the board")
            board.process.send_signal(signal.SIGKILL)
            board.ended()
            with started(*play) as again:
                assert again.until(re.compile(r"--join (\w+)"))[1] == code
                wait(again, lambda: link.follower.is_linked, link, "the server again")
                assert kept(folder) == ["south drop 1"]
                assert link.follower.game.n == 2
                assert again.end() == 0


def test_a_board_goes_on_with_the_next_game_of_the_same_two_at_the_other_side(tmp_path: Path) -> None:
    folder = tmp_path / "board"
    folder.mkdir()
    with (
        serving(tmp_path / "club.sqlite", "127.0.0.1", 0) as club,
        elsewhere(club.address, tmp_path / "elsewhere") as (link, code),
        started(
            sys.executable, BOARD, folder, SPEED, "--no-page", "--distance", club.address, "--join", code
        ) as board,
    ):
        state = desk_in(folder).state
        # The server knows of a seat before the board has written down which one it was given.
        wait(board, lambda: (kept := seats.read(state)) is not None and kept.number == 1, link, "a seat")
        wait(board, lambda: link.follower.game.n >= 1, link, "the beginning")
        seat = seats.read(state)
        assert seat is not None
        # What a held button says, by the token of the board.
        own = kept_link(tmp_path / "own", club.address, code, seat.token, Random(2))
        own.start()
        said: tuple[Act, ...] = (Resigned(), Again())
        for act in said:
            wait(board, lambda: link.follower.unsent is None, link, "what was said before")
            link.say(act, secrets.token_hex(16))
        wait(board, lambda: own.follower.game.again != frozenset(), link, "the other side's wish")
        own.say(Again(), secrets.token_hex(16))
        wait(board, lambda: link.follower.game.following is not None, link, "the next game")
        wanted = replace(seat.following(str(link.follower.game.following)), number=2)
        wait(board, lambda: seats.read(state) == wanted, link, "the board's seat at it")
        own.close()
        assert board.end() == 0


FEW_DESCRIPTORS = 192
LEFT_OVER = 48
"""Descriptors that nothing has, so that a file can always be opened."""
LIMITED = """
import os, resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[1]), int(sys.argv[1])))
os.execv(sys.executable, [sys.executable, *sys.argv[2:]])
"""
"""Run a program that may have only a few files and connections open."""
BEGINNINGS = (
    b"GET / HTTP/1.1\r\nHost: 127",
    b"GET /v1 HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
    b"GET /board/words/de.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
)


def crowd_at(port: int, stack: ExitStack) -> None:
    """Open more connections than there are descriptors, and take no answer on any."""
    for number in range(FEW_DESCRIPTORS + 100):
        stranger = stack.enter_context(socket.socket())
        stranger.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        with suppress(OSError):
            stranger.connect(("127.0.0.1", port))
            stranger.sendall(BEGINNINGS[number % len(BEGINNINGS)])


def test_a_crowd_at_a_board_that_invites_leaves_it_the_descriptors_of_its_own_files(tmp_path: Path) -> None:
    folder, port, page = tmp_path / "board", free_port(), free_port()
    folder.mkdir()
    limited = (sys.executable, "-c", LIMITED, str(FEW_DESCRIPTORS), BOARD, folder, SPEED)
    options = ("--invite", str(port), "--port", str(page), "--starter", "south")
    with ExitStack() as stack:
        board = stack.enter_context(started(*limited, *options))
        is_south = board.until(re.compile(r"(south|north) at this board"))[1] == "south"
        code = board.until(re.compile(r"--join (\w+)"))[1]
        there = elsewhere(f"http://127.0.0.1:{port}", tmp_path / "elsewhere", code)
        link, _ = stack.enter_context(there)
        wait(board, lambda: link.follower.game.n >= 1, link, "the beginning")
        for crowded in (port, page):
            crowd_at(crowded, stack)
        open_files = Path(f"/proc/{board.process.pid}/fd")
        (folder / MAY_MOVE).write_text("1" if is_south else "")
        if not is_south:
            link.say(Move("drop 1"), secrets.token_hex(16))
        wait(board, lambda: kept(folder) == ["south drop 1"], link, "a move in the board's own journal")
        wait(board, lambda: link.follower.game.n >= 2, link, "that move in the records")
        assert len(list(open_files.iterdir())) <= FEW_DESCRIPTORS - LEFT_OVER
        assert board.end() == 0

"""The server as a program, boards' links that follow it, and what strangers may try."""

import json
import re
import secrets
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
from cupsboard.distance.link import DistanceError, take_seat
from cupsboard.distance.wire import MOST_BYTES, Entry, Invite, Join, Move, Said, Say, plain, written
from cupsclub.archive import faults
from cupsclub.store.sqlite import SqliteRecords
from cupsclub.web.server import serving
from http_calls import get
from kept_link import kept, kept_link
from processes import Program, ran, started, wait_until
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

CUPSCLUB = (sys.executable, "-m", "cupsclub")


def key() -> str:
    return secrets.token_hex(16)


@contextmanager
def club_process(path: Path, port: str = "0") -> Iterator[tuple[Program, str]]:
    """Run `cupsclub serve`, and give its address."""
    with started(*CUPSCLUB, "serve", "--file", path, "--port", port) as program:
        yield program, program.until(re.compile(r"at (http://\S+)/ "))[1]


class Seat:
    """A board's side of a game: its link, and the disk that outlives it."""

    def __init__(self, address: str, code: str, token: str, folder: Path) -> None:
        self.folder, self.code = folder, code
        self.link = kept_link(folder, address, code, token)

    def knows(self, n: int) -> None:
        """Wait until the copy has so many entries and nothing is on its way."""
        wait_until(
            lambda: self.link.follower.game.n >= n and self.link.follower.unsent is None,
            lambda: f"entry {n}: {self.link.follower}, {self.link.trouble}",
        )


@contextmanager
def seats_at(address: str, folder: Path) -> Iterator[tuple[Seat, Seat]]:
    """Two seats at a new game."""
    tokens = secrets.token_hex(32), secrets.token_hex(32)
    code = take_seat(address, tokens[0], Invite(key(), "cups 2", "Anna", "south", "south")).game
    assert take_seat(address, tokens[1], Join(code, "Ben")).side == "north"
    with ExitStack() as stack:
        seats = [Seat(address, code, token, folder / token[:8]) for token in tokens]
        for seat in seats:
            seat.link.start()
            stack.callback(seat.link.close)
            seat.knows(1)
        yield seats[0], seats[1]


def test_a_game_goes_on_after_its_server_was_killed_and_every_copy_is_the_record(tmp_path: Path) -> None:
    path = tmp_path / "club.sqlite"
    with ExitStack() as stack:
        with club_process(path) as (program, address):
            south, north = stack.enter_context(seats_at(address, tmp_path))
            south.link.say(Move("drop 1"), key())
            for seat in (south, north):
                seat.knows(2)
            program.process.send_signal(signal.SIGKILL)
            program.ended()
        north.link.say(Move("drop 2"), key())
        with club_process(path, address.rpartition(":")[2]) as (program, address):
            for seat in (south, north):
                seat.knows(3)
            assert program.end() == 0
        with closing(SqliteRecords(path, is_read_only=True)) as records:
            record = records.entries(records.codes()[0], 0)
        assert [entry.n for entry in record] == [1, 2, 3]
        for seat in (south, north):
            assert kept(seat.folder, seat.code).entries == record


def test_its_records_are_checked_copied_and_taken_away_by_commands(tmp_path: Path) -> None:
    path = tmp_path / "club.sqlite"
    with serving(path, "127.0.0.1", 0) as club, seats_at(club.address, tmp_path) as (south, north):
        south.link.say(Move("drop 2"), key())
        north.knows(2)
        take_seat(club.address, "d" * 64, Invite(key(), "cups 2", "Dora"))
        # Who only looks is not told the code of a game whose second seat is free.
        (game,) = json.loads(get(f"{club.address}games").text)
        assert (game["state"], game["entries"]) == ("played", 2)
        assert "1. south drop 2" in get(f"{club.address}games/{game['game']}.txt").text
        assert get(f"{club.address}games/NOSUCH.txt").status == 404
        assert ran(*CUPSCLUB, "serve", "--file", path).code == 2
    for command in (("check",), ("backup", tmp_path / "copy.sqlite"), ("export", tmp_path / "games")):
        done = ran(*CUPSCLUB, *command, "--file", path)
        assert (done.code, done.complaints) == (0, "")
        assert done.said.startswith(("1 games written", "2 games"))
    entries = tmp_path / "games" / f"{game['game']}.jsonl"
    assert entries.read_text().count("\n") == 2
    entries.unlink()
    entries.mkdir()
    in_the_way = ran(*CUPSCLUB, "export", tmp_path / "games", "--file", path)
    assert (in_the_way.code, in_the_way.complaints) == (2, f"cupsclub: {entries}: Is a directory\n")
    # Nothing half-written lies there.
    assert {each.suffix for each in (tmp_path / "games").iterdir()} == {".txt", ".jsonl"}
    assert ran(*CUPSCLUB, "backup", "--file", path, tmp_path / "copy.sqlite").code == 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("check", "--file", "/nowhere.sqlite"), "/nowhere.sqlite: no such file; name the one that"),
        (
            ("check", "--database", "mysql://x"),
            "games are kept in PostgreSQL alone; write it like postgresql:",
        ),
        (
            ("serve", "--listen", "192.0.2.1", "--port", "0"),
            "192.0.2.1: Cannot assign requested address; name",
        ),
        (("serve", "--processes", "2"), "a file of games has one process; put the games into PostgreSQL"),
    ],
)
def test_what_a_server_can_t_use_is_named_with_the_next_step(
    tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    done = ran(*CUPSCLUB, *options, *(() if "check" in options else ("--file", tmp_path / "club.sqlite")))
    assert done.code == 2
    assert said in done.complaints


def test_boards_that_know_more_than_a_backup_that_was_put_back_go_on_from_it(tmp_path: Path) -> None:
    path, copy = tmp_path / "club.sqlite", tmp_path / "copy.sqlite"
    with ExitStack() as stack:
        with club_process(path) as (program, address):
            south, north = stack.enter_context(seats_at(address, tmp_path))
            assert ran(*CUPSCLUB, "backup", "--file", path, copy).code == 0
            for n, (seat, act) in enumerate(((south, Move("drop 1")), (north, Move("drop 2"))), 2):
                seat.link.say(act, key())
                for each in (south, north):
                    each.knows(n)
            program.process.send_signal(signal.SIGKILL)
            program.ended()
        for left_over in ("-wal", "-shm"):
            path.with_name(f"{path.name}{left_over}").unlink(missing_ok=True)
        copy.replace(path)
        with club_process(path, address.rpartition(":")[2]):
            links = (south.link, north.link)
            wait_until(
                lambda: all(link.follower.times_put_back for link in links),
                lambda: f"the copies made anew: {[link.trouble for link in links]}",
            )
            south.link.say(Move("drop 2"), key())
            for seat in (south, north):
                seat.knows(2)
        with closing(SqliteRecords(path, is_read_only=True)) as records:
            record = records.entries(records.codes()[0], 0)
        assert [entry.act.get("label") for entry in record] == [None, "drop 2"]
        for seat in (south, north):
            assert kept(seat.folder, seat.code).entries == record


def put_back(tmp_path: Path, stack: ExitStack) -> tuple[str, Seat, Seat]:
    """Play on after a backup, kill the server, and go back; return the port and the boards that know more."""
    path, copy = tmp_path / "club.sqlite", tmp_path / "copy.sqlite"
    with club_process(path) as (program, address):
        south, north = stack.enter_context(seats_at(address, tmp_path))
        south.link.say(Move("drop 1"), key())
        for each in (south, north):
            each.knows(2)
        assert ran(*CUPSCLUB, "backup", "--file", path, copy).code == 0
        for n, (seat, act) in enumerate(((north, Move("drop 2")), (south, Said("hello"))), 3):
            seat.link.say(act, key())
            for each in (south, north):
                each.knows(n)
        refused = ran(*CUPSCLUB, "restore", copy, "--file", path)
        assert (refused.code, "another cupsclub serves it" in refused.complaints) == (2, True)
        program.process.send_signal(signal.SIGKILL)
        program.ended()
    done = ran(*CUPSCLUB, "restore", copy, "--file", path)
    assert (done.code, done.said) == (0, f"1 games of {copy} are in {path}; start the server\n")
    with closing(SqliteRecords(path.with_name("club.sqlite.before"), is_read_only=True)) as before:
        assert len(before.entries(south.code, 0)) == 4
    return address.rpartition(":")[2], south, north


def record_in(path: Path, code: str) -> tuple[Entry, ...]:
    with closing(SqliteRecords(path, is_read_only=True)) as records:
        assert list(faults(records)) == []
        return records.entries(code, 0)


@pytest.mark.parametrize("is_taken", [True, False])
def test_what_boards_know_beyond_a_copy_is_taken_or_not_as_is_decided_and_the_game_goes_on(
    tmp_path: Path, is_taken: bool
) -> None:
    path = tmp_path / "club.sqlite"
    with ExitStack() as stack:
        port, south, north = put_back(tmp_path, stack)
        known = south.link.follower.entries
        with club_process(path, port):
            # What is said meanwhile waits.
            north.link.say(Said("oops"), key())

            def asked() -> str:
                return ran(*CUPSCLUB, "newer", "--file", path).said

            told = (
                f"{south.code}: the record has 2 entries, the copy of Anna 4, that of Ben 4; 2 can be taken\n"
            )
            wait_until(lambda: asked() == told, lambda: f"{told!r}: {asked()!r}")
            assert all(each.link.follower.is_offering for each in (south, north))
            assert ran(*CUPSCLUB, "newer", "--take", "NOSUCH", "--file", path).code == 2
            decision = "--take" if is_taken else "--decline"
            assert ran(*CUPSCLUB, "newer", decision, south.code, "--file", path).said == ""
            for seat in (south, north):
                seat.knows(5 if is_taken else 3)
            if is_taken:
                south.link.say(Move("drop 1"), key())
            else:
                north.link.say(Move("drop 1"), key())
            for seat in (south, north):
                seat.knows(6 if is_taken else 4)
        record = record_in(path, south.code)
        assert (
            record[: len(known)] == known if is_taken else record[2].act == {"kind": "said", "phrase": "oops"}
        )
        for seat in (south, north):
            assert kept(seat.folder, seat.code).entries == record


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("club") / "club.sqlite", "127.0.0.1", 0) as club:
        yield club.address


def dialled(address: str) -> ClientConnection:
    return connect(address.replace("http", "ws") + "v1", compression=None)


def heard(socket: ClientConnection) -> dict[str, object]:
    found: dict[str, object] = json.loads(socket.recv(30))
    return found


HELLO = {"message": "hello", "v": 1, "token": "e" * 64}


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("nonsense", "send one JSON object"),
        ('{"message": "follow", "game": "X"}', "Say hello first"),
        (json.dumps({**HELLO, "v": 2}), "this server is the older one"),
        (json.dumps({**HELLO, "v": 0}), "your program is the older one"),
        (json.dumps({**HELLO, "token": "secret"}), "A token is 64"),
        (b"bytes", "Messages are text"),
    ],
)
def test_who_says_no_proper_hello_is_told_why_and_let_go(address: str, said: str | bytes, why: str) -> None:
    with dialled(address) as socket:
        socket.send(said)
        bye = heard(socket)
        assert bye["message"] == "bye"
        assert why in str(bye["why"])
        with pytest.raises(ConnectionClosed):
            socket.recv(30)


def test_a_message_of_any_size_is_refused_before_it_is_read(address: str) -> None:
    with dialled(address) as socket:
        socket.send(json.dumps(HELLO))
        assert heard(socket)["message"] == "welcome"
        socket.send("x" * (MOST_BYTES + 1))
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(30)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


def test_anothers_seat_is_refused_and_a_flood_is_read_in_its_time(address: str, tmp_path: Path) -> None:
    with seats_at(address, tmp_path) as (south, north), dialled(address) as socket:
        code = south.link.follower.code
        socket.send(json.dumps(HELLO))
        for number in range(60):
            socket.send(written(Say(code, f"{number:032x}", 1, plain(Move("drop 1")))))
        assert heard(socket)["message"] == "welcome"
        assert {heard(socket)["why"] for _ in range(45)} == {"not-yours"}
        south.link.say(Move("drop 1"), key())
        north.knows(2)


def test_a_seat_that_can_not_be_taken_says_why(address: str) -> None:
    token = "c" * 64
    with pytest.raises(DistanceError, match="no game with this code"):
        take_seat(address, token, Join("NOSUCH", "Cem"))
    with pytest.raises(DistanceError, match="is no server"):
        take_seat("cups.example.org", token, Join("NOSUCH", "Cem"))
    with pytest.raises(DistanceError, match="look at the address"):
        take_seat("http://127.0.0.1:9", token, Join("NOSUCH", "Cem"))

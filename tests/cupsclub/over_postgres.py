"""The writer's suite over PostgreSQL, and two processes that fight for one game there.

    .venv/bin/python tests/cupsclub/over_postgres.py [KILLS]

It needs Debian's `postgresql` and the extra `postgres`, and runs a database of its own. First all tests that
are given records run over it. Then two servers write to the same game, and each is killed with SIGKILL again
and again: no number and no key may be there twice, and nothing that was told may be missing. Then the
database itself is killed as often while a server writes. A server whose connection is cut goes on, a second
server is refused, and of two seats that are taken at once one is taken anew. Exit code 1 for any fault.
"""

import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from threading import Thread

import psycopg
import pytest
from cupsboard.distance.wire import Follow, Invite, Join, Move, Refused, Said, Say, plain
from cupsboard.rules.places import Side
from cupsclub.archive import faults
from cupsclub.store.moving import moved
from cupsclub.store.port import Clash, Game, Records, RecordsError, Seat
from cupsclub.store.postgres import PostgresRecords
from cupsclub.store.sqlite import SqliteRecords
from cupsclub.writer import Came, Heard, Writer
from own_database import Database, database, emptied

HERE = Path(__file__).parent
KILLS = 50
"""Of the servers that fight, and as many of the database itself."""
CODE = "FOUGHT00"
PATIENCE_SECONDS = 90.0


def fought(address: str, kills: int) -> tuple[Counter[str], list[str]]:
    """Have two processes fight for one game; return the counts and the faults."""
    tokens = _new_game(address)
    random, told, counts = Random(1), list[str](), Counter[str]()
    running = [_begun(address, tokens, random) for _ in range(2)]
    for number in range(kills):
        # Each has said something before it is killed, however long it took to begin.
        told.append(_first_said(running[number % 2]))
        time.sleep(random.uniform(0.0, 1.0))
        told += _killed(running[number % 2])
        running[number % 2] = _begun(address, tokens, random)
        counts["kills"] += 1
    for process in running:
        told += _killed(process)
    return counts, _judged(address, told, counts)


def _new_game(address: str) -> list[str]:
    """Empty the database, and begin a game in it; return the tokens of its seats."""
    emptied(address)
    tokens = [secrets.token_hex(32) for _ in Side]
    with closing(PostgresRecords(address)) as records:
        writer = Writer(records, time.time, lambda: CODE, lambda: Side.SOUTH)
        writer.handle([Came(1, tokens[0]), Heard(1, Invite("0" * 32, "cups 6", "Anna", "south", "south"))])
        writer.handle([Came(2, tokens[1]), Heard(2, Join(CODE, "Ben"))])
    return tokens


def _judged(address: str, told: Sequence[str], counts: Counter[str]) -> list[str]:
    """Return what is lost or doubled of what was told."""
    with closing(PostgresRecords(address, is_read_only=True)) as records:
        record, found = records.entries(CODE, 0), list(faults(records))
    counts["entries"], counts["told"] = len(record), len(told)
    counts["moves"] = sum(isinstance(entry.what, Move) for entry in record)
    keys = Counter(entry.key for entry in record if entry.key is not None)
    found += [f"{key} is there {times} times" for key, times in keys.items() if times > 1]
    found += [f"entry {entry.n} is in place {n}" for n, entry in enumerate(record, 1) if entry.n != n]
    found += [f"{key} was told and is lost" for key in told if key not in keys]
    if not told:
        found.append("nothing was told")
    return found


def killed_databases(served: Database, kills: int) -> tuple[Counter[str], list[str]]:
    """Kill the database again and again while a server writes; return the counts and the faults."""
    tokens = _new_game(served.address)
    random, counts = Random(2), Counter[str]()
    server = _begun(served.address, tokens, random)
    told, faults = list[str](), list[str]()
    reading = Thread(target=lambda: told.extend(each.strip() for each in server.stdout or ()))
    reading.start()
    while not told:
        time.sleep(0.02)
    for _ in range(kills):
        time.sleep(random.uniform(0.0, 0.5))
        served.kill()
        time.sleep(random.uniform(0.0, 0.3))
        before, end = len(told), time.monotonic() + PATIENCE_SECONDS
        served.start()
        counts["database kills"] += 1
        # The server goes on with the database that is there again.
        while len(told) == before and time.monotonic() < end:
            time.sleep(0.02)
        if len(told) == before:
            faults.append(f"nothing was written within {PATIENCE_SECONDS:.0f} s after a kill of the database")
            break
    server.kill()
    reading.join()
    # The last line may be torn.
    keys = [key for key in told if len(key) == 32]
    return counts, faults + _judged(served.address, keys, counts)


def _begun(address: str, tokens: list[str], random: Random) -> "subprocess.Popen[str]":
    command = [sys.executable, str(HERE / "fighting_server.py"), address, CODE, *tokens]
    command.append(str(random.getrandbits(32)))
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def _first_said(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def _killed(process: "subprocess.Popen[str]") -> list[str]:
    process.kill()
    said, _ = process.communicate()
    # The last line may be torn.
    return [key for key in said.split() if len(key) == 32]


def one_server_at_a_time(address: str) -> list[str]:
    """Return what is wrong where a second server comes to a database that is served."""
    emptied(address)
    with closing(PostgresRecords(address, is_only_server=True)):
        try:
            PostgresRecords(address, is_only_server=True).close()
        except RecordsError as refusal:
            if "another cupsclub" not in str(refusal):
                return [f"refused for another reason: {refusal}"]
        else:
            return ["two servers have one database"]
    PostgresRecords(address, is_only_server=True).close()
    return []


def a_cut_connection(address: str) -> list[str]:
    """Return what is wrong where a server's connection is cut: what is said then is written the next time."""
    emptied(address)
    with closing(PostgresRecords(address, is_only_server=True)) as records, psycopg.connect(address) as other:
        writer = Writer(records, time.time, lambda: CODE, lambda: Side.SOUTH)
        writer.handle([Came(1, "a" * 64), Heard(1, Invite("0" * 32, "cups 2", "Anna", "south", "south"))])
        writer.handle([Came(2, "b" * 64), Heard(2, Join(CODE, "Ben")), Heard(1, Follow(CODE))])
        other.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where application_name like 'cupsclub %' and pid <> pg_backend_pid()"
        )
        say = Heard(1, Say(CODE, "1" * 32, 1, plain(Said("hello"))))
        (first,), (second,) = writer.handle([say]), writer.handle([say])
        writer.handle([Heard(1, Say(CODE, "2" * 32, 1, plain(Move("drop 1"))))])
        written = [entry.key for entry in records.entries(CODE, 0)]
    is_right = isinstance(first[1], Refused) and first[1].why == "unwritten"
    faults = [] if is_right else [f"cut, and said: {first[1]}"]
    faults += [] if not isinstance(second[1], Refused) else [f"said again: {second[1]}"]
    return faults + ([] if written == [None, "1" * 32, "2" * 32] else [f"written: {written}"])


def seats_taken_at_once(address: str) -> list[str]:
    """Return what is wrong where both seats of a game are taken in one moment, as two may confirm a call."""
    emptied(address)
    with closing(PostgresRecords(address)) as one, closing(PostgresRecords(address)) as other:
        with one.transaction():
            one.add_game(Game(CODE, "0" * 32, "cups 2", 0.0, 0.0, None, None, takebacks=True))
        with suppress(Clash), other.transaction():
            seen = other.seats(CODE)
            with one.transaction():
                one.add_seat(CODE, "south", Seat("Anna", "a" * 64))
            other.add_seat(CODE, "north", Seat("Ben", "b" * 64))
        with one.transaction():
            after = one.seats(CODE)
    return [] if (seen.keys(), after.keys()) == (set(), {"south"}) else [f"two were seated: {after}"]


def a_moved_file(address: str) -> list[str]:
    """Return what is wrong where the games of a file are moved into the database."""
    emptied(address)
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(SqliteRecords(Path(folder) / "club.sqlite")) as file,
    ):
        fill(file)
        with closing(PostgresRecords(address, is_only_server=True)) as records:
            if moved(file, records) != 1:
                return ["the game was not moved"]
            same = records.entries(CODE, 0) == file.entries(CODE, 0) and records.game(CODE) == file.game(CODE)
            return [*faults(records), *([] if same else ["moved otherwise than it was"])]


def fill(records: Records) -> None:
    """Play two moves of a game."""
    writer = Writer(records, time.time, lambda: CODE, lambda: Side.SOUTH)
    writer.handle([Came(1, "a" * 64), Heard(1, Invite("0" * 32, "cups 2", "Anna", "south", "south"))])
    writer.handle([Came(2, "b" * 64), Heard(2, Join(CODE, "Ben"))])
    writer.handle([Heard(1, Say(CODE, "1" * 32, 1, plain(Move("drop 1"))))])
    writer.handle([Heard(2, Say(CODE, "2" * 32, 2, plain(Move("drop 2"))))])


def main(kills: int) -> int:
    """Run everything; return the exit code."""
    with database() as served:
        address = served.address
        os.environ["CUPS_DATABASE"] = address
        suite = pytest.main(["-q", "-n0", "-k", "postgres", str(HERE)])
        counts, found = fought(address, kills)
        print(dict(counts), found or "no fault", flush=True)
        more, found_then = killed_databases(served, kills)
        print(dict(more), found_then or "no fault", flush=True)
        found += found_then
        found += one_server_at_a_time(address)
        found += a_cut_connection(address)
        found += seats_taken_at_once(address)
        found += a_moved_file(address)
    print(found or "no fault")
    return 1 if suite or found else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else KILLS))

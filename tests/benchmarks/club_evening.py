"""A tournament of a club at simulated boards, over a bad network, with a server that is killed.

The club is `cupsclub serve`, each board a `cupsim club --join`, all processes of their own. The boards reach
the club by a proxy that delays, freezes, and cuts in the middle of a frame; the server is killed with SIGKILL
and begun again. The club calls the pairings to its boards, the members confirm on their phones, and simulated
hands play both games there to their natural end. A board that a round has no use for is switched off: at rest
each costs a fifteenth of a processor.
"""

import argparse
import json
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

from cupsclub.people import People
from cupsclub.store.results import Results
from cupsclub.store.sqlite import SqliteRecords
from far_kills import Proxy

LOOK_SECONDS, KILL_SECONDS, TROUBLE_SECONDS = 1.0, 60.0, 10.0
"""How often a phone looks, the server is killed, and the network cuts or freezes; about."""
PLAYED = "played"


def token(member: int) -> str:
    """Return the secret of a member's phone."""
    return f"{member:064x}"


class Hall:
    """The club's processes, and the phones of its members."""

    def __init__(self, folder: Path, members: int, seed: int) -> None:
        self.folder, self.file, self.random = folder, folder / "club.sqlite", Random(seed)
        self.counts, self.boards = Counter[str](), dict[str, subprocess.Popen[str]]()
        with closing(SqliteRecords(self.file)) as records, records.transaction():
            people = People(records, records.served_seconds())
            for number in range(1, members + 1):
                people.invite(f"Member {number}", "director" if number == 1 else "member", f"lock {number}")
                people.enter(f"lock {number}", token(number), "phone")
        self._server, self.port = self._serve(0)
        self.proxy = Proxy(self.port, self.random)

    def _serve(self, port: int) -> "tuple[subprocess.Popen[str], int]":
        command = [sys.executable, "-m", "cupsclub", "serve", "--file", str(self.file), "--port", str(port)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        found = re.search(r":(\d+)/ ", process.stdout.readline())
        assert found is not None, "the server does not begin"
        return process, int(found[1])

    def kill_server(self) -> None:
        """Kill the server with SIGKILL, and begin it again."""
        self._server.send_signal(signal.SIGKILL)
        self._server.wait()
        self._server, _ = self._serve(self.port)
        self.counts["kills"] += 1

    def end(self) -> None:
        """End the boards and the server."""
        self.switch_off(self.boards)
        self._server.terminate()
        self._server.wait()

    def switch_off(self, boards: Iterable[str]) -> None:
        """End boards, by name."""
        ended = [self.boards.pop(name) for name in list(boards)]
        for board in ended:
            board.terminate()
        for board in ended:
            board.wait()

    def begin_board(self, number: int, pace: int) -> None:
        """Begin a board, as a device of the member with the same number."""
        name = f"Table {number}"
        code = self.asked(number, act="code")["code"]
        folder = self.folder / f"board {number}"
        how = ["--join", f"http://127.0.0.1:{self.proxy.port}", "--member", code]
        options = ["--known-as", name, "--cups", "2", "--player", "random", "--port", "0"]
        more = ["--pace", str(pace), "--seed", str(number), "--directory", str(folder)]
        folder.mkdir()
        with (self.folder / f"board {number}.log").open("w") as log:
            command = [sys.executable, "-m", "cupsim", "club", *how, *options, *more]
            self.boards[name] = subprocess.Popen(command, stdout=log, stderr=log, text=True)

    def wait_for_boards(self, count: int) -> None:
        """Wait until so many boards have come."""
        while sum(each["isThere"] for each in self.asked(1, "lobby.json")["boards"]) < count:
            time.sleep(LOOK_SECONDS)

    def asked(self, member: int, path: str = "act", **said: Any) -> Any:
        """Return the club's answer to a member's phone, which tries until it is answered."""
        body = json.dumps(said).encode() if said else None
        headers = {"Authorization": f"Bearer {token(member)}"}
        while True:
            request = urllib.request.Request(f"http://127.0.0.1:{self.port}/club/{path}", body, headers)
            try:
                with urllib.request.urlopen(request, timeout=20) as answer:
                    return json.loads(answer.read())
            except urllib.error.HTTPError as refused:
                if refused.code == 409:
                    return {"why": json.loads(refused.read())["why"]}
                time.sleep(LOOK_SECONDS)
            except OSError:
                time.sleep(LOOK_SECONDS / 5)


@contextmanager
def trouble(hall: Hall) -> Iterator[None]:
    """Cut, freeze and kill while the block runs."""
    is_over = threading.Event()

    def happen() -> None:
        kill_at = time.monotonic() + KILL_SECONDS
        while not is_over.wait(hall.random.uniform(0.5, 1.5) * TROUBLE_SECONDS):
            what = hall.random.choice(("cuts", "freezes"))
            (hall.proxy.cut if what == "cuts" else hall.proxy.freeze)()
            hall.counts[what] += 1
            if time.monotonic() > kill_at:
                hall.kill_server()
                # On a busy computer it takes as long to be back.
                kill_at = time.monotonic() + hall.random.uniform(0.5, 1.5) * KILL_SECONDS

    thread = threading.Thread(target=happen)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


def play(hall: Hall, members: int, until: float) -> Any:
    """Play a knock-out to its end, or until a time; return how it stands."""
    rules = {"name": "Cup", "form": "knock-out", "game": "cups 2", "clock": {"seconds": 1800.0}}
    number = hall.asked(1, act="tournament-open", rules={**rules, "at_boards": True})["tournament"]
    for member in range(1, members + 1):
        hall.asked(member, act="tournament-enter", tournament=number)
    while time.monotonic() < until:
        told = hall.asked(1, f"tournaments/{number}.json")
        due = told["due"]["number"]
        if due is None and told["due"]["reason"] == "last":
            hall.asked(1, act="tournament-finish", tournament=number)
            return hall.asked(1, f"tournaments/{number}.json")
        if due is not None:
            print(f"round {due} begins", flush=True)
            hall.asked(1, act="tournament-round", tournament=number, round=due)
        for pairing in told["pairings"]:
            for game in pairing["games"]:
                if game["board"] and not game["isSeated"]:
                    for member in (pairing["one"], pairing["other"]):
                        hall.asked(member, act="confirm", game=game["game"])
        open_pairings = [each for each in told["pairings"] if not each["isPlayed"]]
        called = {game["board"] for each in open_pairings for game in each["games"]} - {None}
        if (
            len(called)
            == len(open_pairings)
            == members // 2 ** len({each["round"] for each in told["pairings"]})
        ):
            hall.switch_off(hall.boards.keys() - called)
        time.sleep(LOOK_SECONDS)
    return hall.asked(1, f"tournaments/{number}.json")


def tournament(asked: argparse.Namespace) -> tuple[str, str, bool]:
    """Play a tournament of simulated boards over a bad network, with a killed server, and check it."""
    goal = (
        f"a knock-out of {asked.members} members at {asked.boards} simulated boards to its end over a bad"
        " network, with a killed server: each game rated once, the check equal"
    )
    # Who ends this ends its boards, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        hall = Hall(Path(name), asked.members, asked.seed)
        stack.callback(hall.end)
        for number in range(1, asked.boards + 1):
            hall.begin_board(number, asked.pace)
        hall.wait_for_boards(asked.boards)
        began = time.monotonic()
        with trouble(hall):
            told = play(hall, asked.members, began + 60.0 * asked.minutes)
        took, pairings = (time.monotonic() - began) / 60, told["pairings"]
        games = [game for each in pairings for game in each["games"]]
        ends = Counter(str(game["why"]) for game in games)
        with closing(SqliteRecords(hall.file, is_read_only=True)) as records:
            rated, entries = (
                len(Results(records).every()),
                sum(len(records.entries(g["game"], 0)) for g in games),
            )
        checked = subprocess.run(
            [sys.executable, "-m", "cupsclub", "check", "--file", str(hall.file)],
            capture_output=True,
            text=True,
            check=False,
        )
        if asked.keep is not None:
            for log in hall.folder.glob("*.log"):
                with suppress(OSError):
                    (asked.keep / log.name).write_text(log.read_text())
    is_whole = told["state"] == "over" and all(each["isPlayed"] and each["isDecided"] for each in pairings)
    counts = hall.counts
    measured = (
        f"{len(pairings)} pairings, {len(games)} games, of which {ends[PLAYED]} came to their natural end at"
        f" their board, {rated} rated, {entries} entries, in {took:.0f} minutes; {counts['kills']} kills of"
        f" the server, {counts['cuts']} cuts and {counts['freezes']} freezes of all links;"
        f" `cupsclub check`: {checked.stdout.strip() or checked.stderr.strip()}"
    )
    return goal, measured, is_whole and checked.returncode == 0 and ends[PLAYED] == rated == len(games)

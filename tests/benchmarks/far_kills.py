"""Games at a distance whose server, boards and connections are killed, in virtual time and as real processes.

In virtual time: two followers with disks, a writer, and a network that loses, delays, doubles and reorders,
as in `tests/distance/lossy_world.py`. As processes: `cupsclub serve`, two players with a disk each, and a
proxy between them that delays by up to five seconds, freezes, and cuts in the middle of a frame; each is
killed with SIGKILL again and again. In the end everything is mended; then nothing that was promised may be
lost, doubled or in another order, and every copy must be the record, which `cupsclub check` accepts. kill -9
keeps the page cache, so of power cuts the processes say nothing; in the virtual part they fall before and
after writes. Writes its
page; exit code 1 for any fault.
"""

import argparse
import logging
import re
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from random import Random

from studies.page import made_now

sys.path.insert(0, str(Path(__file__).parents[1] / "distance"))
sys.path.insert(0, str(Path(__file__).parents[1] / "cupsclub"))

from cupsboard.distance.link import take_seat
from cupsboard.distance.wire import Invite, Join
from cupsclub.store.sqlite import SqliteRecords
from kept_link import kept, kept_link
from lossy_world import World
from memory_records import Commit

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "sim" / "results" / "FAR_KILLS.md"
PLAYER = ROOT / "tests" / "distance" / "far_player.py"
STEPS_A_WORLD = 200
SETTLING_SECONDS = 120.0
VICTIMS = ("server", "south", "north", "cuts", "freezes")
FREEZE_SECONDS = 1.0, 5.0
DELAY_SECONDS, DELAYED_SHARE = 5.0, 0.01


def in_virtual_time(power_cuts: int, seed: int) -> tuple[Counter[str], list[str]]:
    """Play worlds until their boards have lost their power so often; return the counts and the faults."""
    counts, faults = Counter[str](), list[str]()
    while counts["power cuts"] < power_cuts:
        random = Random(seed)
        world = World(random)
        for _ in range(STEPS_A_WORLD):
            _something_happens(world, random)
        world.settle()
        counts.update(world.counts)
        counts["games"] += 1
        counts["entries"] += len(world.record)
        counts["said"] += sum(len(board.promised) for board in world.boards)
        faults += [f"seed {seed}: {fault}" for fault in world.faults()]
        seed += 1
    return counts, faults


def _something_happens(world: World, random: Random) -> None:
    board, what = random.choice(world.boards), random.random()
    if board.connection is None and random.random() < 0.5:
        world.connect(board)
    if what < 0.5:
        world.say(board)
    elif what < 0.6:
        world.cut(board, is_half_open=random.random() < 0.5)
    elif what < 0.64:
        world.cut_power(board, is_write_done=random.random() < 0.5)
    elif what < 0.68:
        world.kill_server(random.choice(list(Commit)))
    elif what < 0.7:
        world.beat(board)
    world.pass_time(random.choice((0.1, 1.0, 10.0)))


class Proxy:
    """Forwards connections to a port; delays, freezes, and cuts them all, often in the middle of a frame."""

    def __init__(self, port: int, random: Random) -> None:
        self._target, self._random = port, random
        self._frozen_until = 0.0
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self.is_cut_soon = False
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Forward half of what comes next, then cut everything."""
        self.is_cut_soon = True

    def freeze(self) -> None:
        """Forward nothing for a while, on connections that stay open."""
        self._frozen_until = time.monotonic() + self._random.uniform(*FREEZE_SECONDS)

    def _accept(self) -> None:
        while True:
            ours, _ = self._listening.accept()
            try:
                theirs = socket.create_connection(("127.0.0.1", self._target), timeout=5)
                theirs.settimeout(None)
            except OSError:
                ours.close()
                continue
            self._pairs.append((ours, theirs))
            for source, sink in ((ours, theirs), (theirs, ours)):
                threading.Thread(target=self._forward, args=(source, sink), daemon=True).start()

    def _forward(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(4096):
                if self._random.random() < DELAYED_SHARE:
                    time.sleep(self._random.uniform(0.0, DELAY_SECONDS))
                while (frozen := self._frozen_until - time.monotonic()) > 0:
                    time.sleep(frozen)
                if self.is_cut_soon:
                    self.is_cut_soon = False
                    sink.sendall(data[: len(data) // 2])
                    self._cut_all()
                    return
                sink.sendall(data)
        self._close(source, sink)

    def _cut_all(self) -> None:
        pairs, self._pairs = self._pairs, []
        for pair in pairs:
            self._close(*pair)

    def _close(self, *ends: socket.socket) -> None:
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


class Processes:
    """A server and two players that can be killed and begun again."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._folder, self._random = folder, Random(seed)
        self.records = folder / "club.sqlite"
        self.running: dict[str, subprocess.Popen[str]] = {}
        port = self._serve(0)
        self.proxy, self._port = Proxy(port, self._random), port
        self.tokens = {side: secrets.token_hex(32) for side in ("south", "north")}
        self.address = address = f"http://127.0.0.1:{port}"
        invite = Invite(secrets.token_hex(16), "cups 6", "Anna", "south", "south")
        self.code = take_seat(address, self.tokens["south"], invite).game
        take_seat(address, self.tokens["north"], Join(self.code, "Ben"))
        for side in self.tokens:
            (folder / side).mkdir()
            self._play(side)

    def kill(self, name: str) -> None:
        """Kill a process with SIGKILL, and begin it again."""
        process = self.running[name]
        process.send_signal(signal.SIGKILL)
        process.wait()
        if name == "server":
            self._serve(self._port)
        else:
            self._play(name)

    def copy(self, side: str) -> Sequence[object]:
        """Return the entries on a player's disk."""
        return kept(self._folder / side, self.code).entries

    def promised(self, side: str) -> list[str]:
        """Return the keys of what a player has said."""
        return (self._folder / side / "promised").read_text().split()

    def end(self, name: str) -> None:
        """Kill a process for good."""
        self.running[name].kill()
        self.running[name].wait()

    def _serve(self, port: int) -> int:
        command = ("-m", "cupsclub", "serve", "--file", str(self.records), "--port", str(port))
        said = self._begin("server", *command).stdout
        assert said is not None
        found = re.search(r":(\d+)/ ", said.readline())
        assert found is not None
        return int(found[1])

    def _play(self, side: str) -> None:
        address = f"http://127.0.0.1:{self.proxy.port}"
        folder, seed = str(self._folder / side), str(self._random.getrandbits(32))
        said = self._begin(
            side, str(PLAYER), address, self.code, self.tokens[side], folder, side, seed
        ).stdout
        assert said is not None
        said.readline()

    def _begin(self, name: str, *command: str) -> "subprocess.Popen[str]":
        errors = (self._folder / f"{name}.errors").open("a")
        process = subprocess.Popen(
            [sys.executable, *command], stdout=subprocess.PIPE, stderr=errors, text=True
        )
        self.running[name] = process
        return process


def as_processes(kills: int, server_kills: int, seconds: float, seed: int) -> tuple[Counter[str], list[str]]:
    """Kill the server `server_kills` times, and each player, cut and freeze all connections `kills` times.

    After some seconds no more is killed. Return the counts and the faults.
    """
    random, counts = Random(seed), Counter[str]()
    due = dict.fromkeys(VICTIMS, kills) | {"server": server_kills}
    end = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as folder:
        processes = Processes(Path(folder), seed)
        try:
            while (left := [name for name in VICTIMS if counts[name] < due[name]]) and time.monotonic() < end:
                # What is furthest behind comes next, so that all are spread over the whole time.
                name = min(left, key=lambda each: (counts[each] / due[each], random.random()))
                time.sleep(random.uniform(0.1, 0.6))
                counts[name] += 1
                _happens(processes, name)
            for side in processes.tokens:
                processes.end(side)
            # Twice, as what the second still had on its way is news to the first.
            for side in (*processes.tokens, *processes.tokens):
                _settle(processes, side)
            faults = _judged(processes, counts)
        finally:
            for name in list(processes.running):
                processes.end(name)
    return counts, faults


def _happens(processes: Processes, name: str) -> None:
    match name:
        case "cuts":
            processes.proxy.cut()
        case "freezes":
            processes.proxy.freeze()
        case _:
            processes.kill(name)


def _settle(processes: Processes, side: str) -> None:
    """Follow once more from a player's disk, saying nothing new, until all it had promised has arrived."""
    folder = processes.records.parent / side
    link = kept_link(folder, processes.address, processes.code, processes.tokens[side])
    link.start()
    until = time.monotonic() + SETTLING_SECONDS
    while time.monotonic() < until:
        follower = link.follower
        if follower.is_linked and follower.unsent is None and follower.follow_at is None:
            break
        time.sleep(0.05)
    time.sleep(2.0)
    link.close()


def _judged(processes: Processes, counts: Counter[str]) -> list[str]:
    with closing(SqliteRecords(processes.records, is_read_only=True)) as records:
        record = records.entries(processes.code, 0)
    counts["entries"] = len(record)
    keys = Counter(entry.key for entry in record if entry.key is not None)
    faults = [f"{key} is there {times} times" for key, times in keys.items() if times > 1]
    faults += [f"entry {entry.n} is in place {n}" for n, entry in enumerate(record, 1) if entry.n != n]
    for side in processes.tokens:
        promised = processes.promised(side)
        counts["said"] += len(promised)
        faults += [f"{side}'s {key} is lost" for key in promised if key not in keys]
        if (copy := processes.copy(side)) != record:
            faults.append(f"{side}'s copy of {len(copy)} entries is not the record of {len(record)}")
    checked = subprocess.run(
        [sys.executable, "-m", "cupsclub", "check", "--file", str(processes.records)],
        capture_output=True,
        text=True,
        check=False,
    )
    return faults if checked.returncode == 0 else [*faults, checked.stdout]


def page(virtual: tuple[Counter[str], list[str]], real: tuple[Counter[str], list[str]]) -> str:
    """Return the page of both campaigns."""
    counts, faults = virtual
    killed, found = real
    return "\n".join(
        (
            "# Kills and cuts at a distance",
            "",
            "Written by `python tests/benchmarks/far_kills.py`, whose head says what is done.",
            "",
            "| how | said | entries | power cuts, board kills | server kills |"
            " link losses | freezes | faults |",
            "| --- | --- | --- | --- | --- | --- | --- | --- |",
            f"| virtual time, {counts['games']} games | {counts['said']} | {counts['entries']} |"
            f" {counts['power cuts']} | {counts['server kills']} | {counts['link losses']} | - |"
            f" {len(faults)} |",
            f"| real processes | {killed['said']} | {killed['entries']} |"
            f" {killed['south'] + killed['north']} | {killed['server']} | {killed['cuts']} |"
            f" {killed['freezes']} | {len(found)} |",
            "",
            *(("Faults:", "", *(f"- {each}" for each in (*faults, *found)), "") if faults or found else ()),
            f"Written {made_now()}.",
            "",
        )
    )


def main() -> int:
    """Do both, and write the page; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--power-cuts", type=int, default=1000, help="of boards in virtual time")
    parser.add_argument(
        "--kills", type=int, default=50, help="of each process, and cuts and freezes of the connections"
    )
    parser.add_argument("--server-kills", type=int, default=300, help="of the server's process")
    parser.add_argument(
        "--minutes", type=float, default=20.0, help="the most that the killing of processes takes"
    )
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    # The disk in virtual time refuses on purpose.
    logging.getLogger("cupsclub.writer").disabled = True
    virtual = in_virtual_time(asked.power_cuts, asked.seed)
    print(dict(virtual[0]), virtual[1] or "no fault", flush=True)
    real = as_processes(asked.kills, asked.server_kills, 60 * asked.minutes, asked.seed)
    print(dict(real[0]), real[1] or "no fault", flush=True)
    PAGE.write_text(page(virtual, real), "utf-8")
    return 1 if virtual[1] or real[1] else 0


if __name__ == "__main__":
    sys.exit(main())

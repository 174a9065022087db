"""What the engine's worker takes: `python tests/benchmarks/cups_worker.py`.

The worker is the process that thinks beside a board at play. For each size of board it thinks for a minute
about the start of a game. Then come how much memory it has taken at its greatest (resident, and the address
space, which it limits itself), and how soon it answered "stop", also to twenty more, each after a part of a
second. Linux alone. Prints a row of the table in CUPS.md for each size; exits 1 if the worker ended, took
more than it may, or answered a stop later than `MOST_STOP_SECONDS`.
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from statistics import median

from cupsboard.engine.player import Limit
from cupsboard.engine.protocol import go_request, position_request
from cupsboard.rules import games
from cupsboard.rules.places import Side
from cupsboard.session.process_limits import MOST_BYTES

SIZES = (4, 10, 12)
STOPS = 20
MOST_STOP_SECONDS = 0.5
"""Whoever takes a move back waits for it; another process may have the core meanwhile."""


class Worker:
    """The engine's worker, spoken to in its protocol."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "cupsboard.session.engine_worker"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, *lines: str) -> None:
        assert self._process.stdin is not None
        for line in lines:
            self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def stopped_after(self, seconds: float) -> float:
        """Let it think so long, and stop it; how long its answer then took."""
        time.sleep(seconds)
        began = time.perf_counter()
        self.ask("stop")
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith("error"):
                raise SystemExit(f"the worker says {line.strip()}")
            if line.startswith("bestmove"):
                return time.perf_counter() - began
        raise SystemExit(f"the worker ended with {self._process.wait()}")

    def megabytes(self, of: str) -> float:
        """What the system has written down: VmHWM or VmPeak."""
        lines = Path(f"/proc/{self._process.pid}/status").read_text("ascii").splitlines()
        (kilobytes,) = [line.split()[1] for line in lines if line.startswith(f"{of}:")]
        return int(kilobytes) / 1024

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="to think about each size of board")
    asked = parser.parse_args()
    random, is_well = Random(1), True
    for cups in SIZES:
        game, worker = games.of_board(cups), Worker()
        try:
            position = position_request(game, game.start(Side.SOUTH))
            worker.ask(position, go_request(Limit()))
            stops = [worker.stopped_after(asked.seconds)]
            for _ in range(STOPS):
                worker.ask(position, go_request(Limit()))
                stops.append(worker.stopped_after(random.uniform(0.2, 1.0)))
            resident, space = worker.megabytes("VmHWM"), worker.megabytes("VmPeak")
        finally:
            worker.close()
        is_well &= space * 1024**2 <= MOST_BYTES and max(stops) <= MOST_STOP_SECONDS
        print(
            f"| 2x{cups} | {resident:.0f} MB | {space:.0f} MB | {1000 * median(stops):.0f} ms | "
            f"{1000 * max(stops):.0f} ms |",
            flush=True,
        )
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())

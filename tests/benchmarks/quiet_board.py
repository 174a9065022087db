"""What a board costs that nobody touches: its own process and the one that reads the scales.

    python tests/benchmarks/quiet_board.py [--seconds 20] [--turns 3] [--report PAGE]

The board of 2x3 plays in real time with chips by the datasheet on simulated pins, whose own cost is in the
reader's figures. It needs the processors to itself: a reader whose clock is stretched learns its chips anew.
Meanwhile programs that give way to all others keep the processors awake: for a virtual machine's processor to
wake up costs more than a look, and differs from one minute to the next.
"""

import argparse
import os
import re
import shlex
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic, sleep

from studies.page import made_now
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

ROOT = Path(__file__).parents[2]
PARTS = ("tests/station", "tests/drivers")
SETTLE_SECONDS = 8.0
"""The cells are weighed, and all that the beginning has to do is done."""
ROWS = ((10, 0), (80, 0), (10, 1))
"""Samples a second, and pages that look."""
PAGE_HEAD = """# A board at rest

What an untouched board of 2x3 takes of one processor. *Board* is its own process with the page's server,
*reader* the process that reads the scales, with the simulated chips in it. Of {turns} turns of
{seconds:g} s each the one that took least, for what else a computer does only adds. Idle programs keep the
processors awake.

`{command}`

({made})

| samples/s | pages | board | reader |
| --- | --- | --- | --- |
"""


@dataclass(frozen=True, slots=True)
class Cost:
    """What the board's own process and its helpers took, as shares of a processor."""

    board: float
    reader: float


@dataclass(frozen=True, slots=True)
class Chips:
    """Opens simulated chips at rest, which convert in real time, in whatever process."""

    cells: int
    sps: int

    def __call__(self) -> object:
        """Build them."""
        from cupsim.electronics.chip_bank import ChipBank
        from cupsim.electronics.hx711_chip import Chip

        def quiet(line: int) -> Chip:
            noise = Random(line)
            return Chip(
                lambda _time, _period: round(noise.gauss(100_000, 40)), Random(f"{line}"), sps=self.sps
            )

        host = import_module("header_fakes").RealTimeHost()
        return ChipBank([quiet(line) for line in range(self.cells)], host, Random(1))


def play(folder: Path, sps: int) -> int:
    """Play on a board until a signal comes."""
    sys.path[:0] = [str(ROOT / part) for part in PARTS]
    board, bench = import_module("board_process"), import_module("header_fakes").Bench
    bench.scales = lambda _, clock, data: Chips(len(data), sps)
    code: int = board.main(folder, 1.0, [board.WITH_READER])
    return code


def used(process: int) -> float:
    """Return the seconds that a process has taken."""
    threads = Path(f"/proc/{process}/task").iterdir()
    return sum(int((each / "schedstat").read_text().split()[0]) for each in threads) / 1e9


def children(process: int) -> list[int]:
    tasks = Path(f"/proc/{process}/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text().split()]


@contextmanager
def awake() -> Iterator[None]:
    """A while in which no processor falls asleep."""
    count = os.cpu_count() or 1
    idlers = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        for idler in idlers:
            os.sched_setscheduler(idler.pid, os.SCHED_IDLE, os.sched_param(0))
        yield
    finally:
        for idler in idlers:
            idler.kill()
            idler.wait()


@contextmanager
def viewer(address: str) -> Iterator[None]:
    """A page that looks and says nothing."""
    host = address.removeprefix("http://").rstrip("/")
    with connect(f"ws://{host}/live", origin=f"http://{host}") as socket:  # type: ignore[arg-type]

        def listen() -> None:
            try:
                for _ in socket:
                    pass
            except ConnectionClosed:
                return

        threading.Thread(target=listen, daemon=True).start()
        yield


def cost(sps: int, viewers: int, seconds: float) -> Cost:
    """Let a board be, and look what its processes take."""
    with ExitStack() as stack:
        stack.enter_context(awake())
        folder = stack.enter_context(TemporaryDirectory(prefix="quiet-"))
        command = [sys.executable, __file__, "--play", folder, str(sps)]
        program = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        stack.callback(program.wait)
        stack.callback(program.terminate)
        assert program.stdout is not None
        address = next(found[0] for line in program.stdout if (found := re.search(r"http://\S+", line)))
        for _ in range(viewers):
            stack.enter_context(viewer(address))
        sleep(SETTLE_SECONDS)
        everyone = [program.pid, *children(program.pid)]
        began, before = monotonic(), [used(each) for each in everyone]
        sleep(seconds)
        after, lasted = [used(each) for each in everyone], monotonic() - began
        board, *others = ((new - old) / lasted for old, new in zip(before, after, strict=True))
        return Cost(board, sum(others))


def calmest(measured: Sequence[Cost]) -> Cost:
    """Return the turn that took least: what else the computer does only adds."""
    return min(measured, key=lambda each: each.board + each.reader)


def rows(asked: argparse.Namespace) -> Iterator[str]:
    """Yield a row of the page for each of `ROWS`."""
    for sps, viewers in ROWS:
        least = calmest([cost(sps, viewers, asked.seconds) for _ in range(asked.turns)])
        yield f"| {sps} | {viewers} | {100 * least.board:.2f} % | {100 * least.reader:.2f} % |"


def main() -> int:
    if sys.argv[1:2] == ["--play"]:
        folder, sps = sys.argv[2:]
        return play(Path(folder), int(sps))
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--report", type=Path, help="write a page too (sim/results/QUIET_BOARD.md)")
    asked = parser.parse_args()
    found = []
    for row in rows(asked):
        print(row, flush=True)
        found.append(row)
    if asked.report is not None:
        command = shlex.join(["python", "tests/benchmarks/quiet_board.py", *sys.argv[1:]])
        head = PAGE_HEAD.format(command=command, made=made_now(), **vars(asked))
        asked.report.write_text(head + "\n".join([*found, ""]), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""What a board costs that nobody touches: its own process and the one that reads the scales.

    python tests/benchmarks/quiet_board.py [COMMIT] [--seconds 20] [--turns 3] [--viewers 0]

The board of 2x3 plays in real time with chips by the datasheet on simulated pins, whose own cost is in the
reader's figures. Beside a commit, whose firmware runs in turn with this one on the same computer, it prints
what both processes cost now as a share of then. Both need the processors to themselves: a reader whose clock
is stretched never gets to weigh.
"""

import argparse
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic, sleep

from reader_campaign import ROOT, earlier
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

PROGRAM = ROOT / "tests" / "commands" / "board_process.py"
SETTLE_SECONDS = 8.0
"""The cells are weighed, and all that the beginning has to do is done."""
ROWS = ((10, 0), (80, 0), (10, 1))
"""Samples a second, and pages that look."""
Costs = tuple[float, float]
"""What the board's own process and its helpers took, as shares of a processor."""


def now(firmware: Path) -> Mapping[str, str]:
    return {**os.environ, "PYTHONPATH": f"{firmware}{os.pathsep}{ROOT / 'sim'}"}


def used(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def children(process: int) -> list[int]:
    tasks = Path(f"/proc/{process}/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text().split()]


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


def costs(firmware: Path, sps: int, viewers: int, seconds: float) -> Costs:
    """Let a board be, and look what its processes take."""
    with ExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory(prefix="quiet-"))
        command = [sys.executable, str(PROGRAM), folder, "1", "--with-reader", str(sps)]
        program = subprocess.Popen(command, env=now(firmware), stdout=subprocess.PIPE, text=True)
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
        own, *others = ((new - old) / lasted for old, new in zip(before, after, strict=True))
        return own, sum(others)


def told(name: str, measured: Sequence[Costs]) -> float:
    own, others = (median(each) for each in zip(*measured, strict=True))
    print(f"  {name:8s} board {100 * own:5.2f} %   reader {100 * others:5.2f} %", flush=True)
    return own + others


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("commit", nargs="?")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--turns", type=int, default=3)
    asked = parser.parse_args()
    with TemporaryDirectory(prefix="then-") as folder:
        trees = {"now": ROOT / "firmware"}
        if asked.commit is not None:
            trees["then"] = earlier(asked.commit, Path(folder))
        for sps, viewers in ROWS:
            measured: dict[str, list[Costs]] = {name: [] for name in trees}
            for _ in range(asked.turns):
                for name, tree in trees.items():
                    measured[name].append(costs(tree, sps, viewers, asked.seconds))
            print(f"{sps} samples a second, {viewers} pages look")
            sums = {name: told(name, each) for name, each in measured.items()}
            if "then" in sums:
                print(f"  together {sums['now'] / sums['then']:.2f} of then", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""How soon a board at rest answers a press and a bean, beside a commit: in real time, through its pins.

    python tests/benchmarks/quiet_answers.py [COMMIT] [--times 10]

A tap of the button before anything has moved, a bean that comes to lie in a cup, and the same bean taken out
by fingers; each from the moment at which it happens to the lights' next scene that says something else.
"""

import argparse
import mmap
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from inspect import signature
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any

from quiet_board import PARTS, ROOT, SETTLE_SECONDS, awake, earlier

SPS, SOUTH_BUTTON, CUP = 10, 20, 0
BEAN_COUNTS, FINGER_BEANS = 1100, 30
TAP_SECONDS, TOUCH_SECONDS, MOST_SECONDS = 0.12, 0.35, 6.0
SAID_SECONDS, LAIN_SECONDS, LEFT_SECONDS = 5.2, 2.0, 7.0
"""So long a refusal stays, a bean lies, and a board is left alone until it is at rest."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """Opens simulated chips over what lies on their cells: the number of beans, a byte each, in a file."""

    cells: int
    path: Path

    def __call__(self) -> object:
        """Build them."""
        from cupsim.electronics.chip_bank import ChipBank
        from cupsim.electronics.hx711_chip import Chip

        lying = mapped(self.path)

        def chip(line: int) -> Chip:
            noise = Random(line)
            return Chip(
                lambda _time, _period: round(noise.gauss(100_000 + BEAN_COUNTS * lying[line], 40)),
                Random(f"{line}"),
                sps=SPS,
            )

        host = import_module("header_fakes").RealTimeHost()
        return ChipBank([chip(line) for line in range(self.cells)], host, Random(1))


def mapped(path: Path) -> mmap.mmap:
    with path.open("r+b") as file:
        return mmap.mmap(file.fileno(), 0)


class Hands:
    """What happens at the board, and how long each answer took."""

    def __init__(self, lying: mmap.mmap, pins: Any) -> None:
        self._lying, self._pins, self._random = lying, pins, Random(5)
        self._said, self._said_at, self._is_other = "", 0.0, threading.Event()

    def see(self, message: str) -> None:
        """Take in what the lights are to say."""
        if message != self._said:
            self._said, self._said_at = message, monotonic()
            self._is_other.set()

    def answer_seconds(self, act: Callable[[], object]) -> float:
        self._is_other.clear()
        began = monotonic()
        act()
        return self._said_at - began if self._is_other.wait(MOST_SECONDS) else MOST_SECONDS

    def tap(self) -> None:
        self._pins.press(SOUTH_BUTTON)
        sleep(TAP_SECONDS)
        self._pins.release(SOUTH_BUTTON)

    def lay(self, beans: int) -> None:
        self._lying[CUP] = beans

    def rest(self, seconds: float) -> None:
        sleep(seconds + 0.3 * self._random.random())

    def act(self, times: int) -> None:
        """Print what each answer took, and end the program."""
        sleep(SETTLE_SECONDS)
        for _ in range(times):
            print("press", self.answer_seconds(self.tap))
            self.rest(SAID_SECONDS)
            print("bean", self.answer_seconds(lambda: self.lay(1)))
            self.rest(LAIN_SECONDS)
            self.lay(FINGER_BEANS)
            sleep(TOUCH_SECONDS)
            print("bean taken", self.answer_seconds(lambda: self.lay(0)), flush=True)
            self.rest(LEFT_SECONDS)
        os.kill(os.getpid(), 15)


def play(tree: Path, folder: Path, times: int) -> int:
    """Play on the board of a tree until all has happened."""
    sys.path[:0] = [str(tree / part) for part in PARTS]
    board, bench = import_module("board_process"), import_module("header_fakes").Bench
    strip = import_module("cupsboard.drivers.strip").PixelStrip
    cells = folder / "cells"
    cells.write_bytes(bytes(64))
    bench.scales = lambda _, clock, data: Weighed(len(data), cells)
    hands: list[Hands] = []
    pins, show = bench.pins, strip.show

    def reached(machine: Any) -> Any:
        factory = pins(machine)
        if not hands:
            hands.append(Hands(mapped(cells), factory))
            threading.Thread(target=hands[0].act, args=(times,), daemon=True).start()
        return factory

    def shown(lights: Any, scene: Any, now: float) -> Any:
        if hands:
            hands[0].see(repr(scene.message))
        return show(lights, scene, now)

    bench.pins, strip.show = reached, shown
    speed = (1.0,) if "speed" in signature(board.main).parameters else ()
    code: int = board.main(folder, *speed, [board.WITH_READER])
    return code


def answers(tree: Path, times: int) -> Iterator[tuple[str, float]]:
    """Yield what happened at the board of a tree, and how long it took to answer."""
    with TemporaryDirectory(prefix="answers-") as folder:
        command = [sys.executable, __file__, "--play", str(tree), folder, str(times)]
        paths = os.pathsep.join(map(str, (tree / "firmware", ROOT / "sim")))
        environment = {**os.environ, "PYTHONPATH": paths}
        with awake():
            played = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    for line in played.stdout.splitlines():
        what, _, seconds = line.rpartition(" ")
        if what in ("press", "bean", "bean taken"):
            yield what, float(seconds)


def told(name: str, answered: Sequence[tuple[str, float]]) -> None:
    for what in dict(answered):
        took = [seconds for each, seconds in answered if each == what]
        print(f"  {name:5s} {what:10s} median {median(took):.2f} s   most {max(took):.2f} s", flush=True)


def main() -> int:
    if sys.argv[1:2] == ["--play"]:
        tree, folder, times = sys.argv[2:]
        return play(Path(tree), Path(folder), int(times))
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("commit", nargs="?")
    parser.add_argument("--times", type=int, default=10)
    asked = parser.parse_args()
    with TemporaryDirectory(prefix="then-") as folder:
        if asked.commit is not None:
            told("then", list(answers(earlier(asked.commit, Path(folder)), asked.times)))
        told("now", list(answers(ROOT, asked.times)))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The turns that a board, hands and people take, and processes that end with the one they work for."""

import re
import signal
import sys
from dataclasses import dataclass, field
from math import inf
from pathlib import Path

from cupsim.runs.schedule import Actor, Timed, run_until
from processes import is_alive, started, wait_until


@dataclass
class Watch:
    """A clock that stands still unless somebody sleeps."""

    time: float = 0.0
    slept_until: list[float] = field(default_factory=list)

    def now(self) -> float:
        return self.time

    def sleep_until(self, time: float) -> None:
        self.slept_until.append(time)
        self.time = max(self.time, time)


@dataclass
class Diary:
    """Who acted when."""

    lines: list[tuple[str, float]] = field(default_factory=list)

    def every(self, name: str, seconds: float, first: float = 0.0) -> Timed:
        def step(now: float) -> float:
            self.lines.append((name, now))
            return now + seconds

        return Timed(step, first)


def never() -> bool:
    return False


def test_everybody_acts_when_due_and_in_the_order_given() -> None:
    diary, clock = Diary(), Watch()
    turns = [diary.every("board", 2.0), diary.every("hand", 3.0)]
    run_until(5.0, clock, lambda: turns, never)
    assert diary.lines == [("board", 0), ("hand", 0), ("board", 2), ("hand", 3), ("board", 4)]
    assert clock.now() == 5.0


def test_what_the_first_changes_the_next_ones_wake_up_for() -> None:
    diary, clock = Diary(), Watch()
    hand = diary.every("hand", inf, first=inf)

    def ask(now: float) -> float:
        hand.next_time = now + 0.5
        return inf

    turns = [hand, Timed(ask, 1.0)]
    run_until(9.0, clock, lambda: turns, never)
    assert diary.lines == [("hand", 1.5)]


def test_it_ends_as_soon_as_something_is_over() -> None:
    diary, clock = Diary(), Watch()
    board = diary.every("board", 1.0)
    run_until(100.0, clock, lambda: [board], lambda: len(diary.lines) == 3)
    assert clock.now() == 3.0


def test_time_passes_even_if_nobody_acts() -> None:
    clock = Watch()
    run_until(7.0, clock, list, never)
    assert clock.slept_until == [7.0]


def test_people_come_and_go() -> None:
    diary, clock = Diary(), Watch()
    seats: list[Actor] = []

    def seat(_now: float) -> float:
        seats.append(diary.every("guest", 1.0, first=clock.now()))
        return inf

    seats.append(Timed(seat, 2.0))
    run_until(3.5, clock, lambda: list(seats), never)
    assert diary.lines == [("guest", 2), ("guest", 3)]


_PARENT = """
import sys, time
from multiprocessing import get_context
from cupsim.runs.worker import end_with_parent
if __name__ == "__main__":
    with get_context("spawn").Pool(1, end_with_parent) as pool:
        print(pool.apply(__import__("os").getpid), flush=True)
        time.sleep(600)
"""


def test_a_worker_ends_when_the_program_it_works_for_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(_PARENT)
    with started(sys.executable, script) as parent:
        worker = int(parent.until(re.compile(r"\d+"))[0])
        # The output ends when nobody holds it any more: the worker does not either.
        assert parent.end(signal.SIGKILL) == -signal.SIGKILL
        wait_until(lambda: not is_alive(worker), "the worker's end")

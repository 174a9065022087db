"""The trace of an evening on disks that fail: it ends, and the evening doesn't."""

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cupsboard.loop import Moment
from cupsboard.session.missing_parts import MissingParts
from cupsboard.session.replay import replay
from cupsboard.session.start import Start
from cupsboard.session.trace import read_trace
from cupsboard.session.trace_file import LEFT_FOR_GAMES_BYTES, TraceFile
from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import say
from cupsboard.storage.writer import Job
from cupsim.runs.game_world import Setting, World


class Sitting:
    """An evening whose moments are traced."""

    def __init__(self, path: Path, **how: Any) -> None:
        self.world = World(Setting(7, cups=2))
        self.said: list[str] = []
        world = self.world
        start = Start(
            world.profile, world.calibration, world.game, world.setting.options, world.core.knowledge
        )
        self.trace = TraceFile(path, start, MissingParts(self._hear), **how)
        world.loop.listen(self.trace)
        self.moments = 0
        world.loop.listen(self._count)

    def _hear(self, message: Message) -> None:
        self.said.append(say(message))

    def _count(self, _: Moment) -> None:
        self.moments += 1

    def go_on(self, seconds: float) -> None:
        self.world.run_until(self.world.now + seconds)


def steps_in(path: Path) -> int:
    with path.open("rb") as lines:
        replayed = replay(read_trace(lines))
    assert replayed.difference is None
    return replayed.steps


def test_a_trace_replays_and_needs_no_end_to_be_whole(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path / "trace")
    sitting.go_on(3.0)
    assert steps_in(tmp_path / "trace") == sitting.moments
    assert sitting.said == []


def test_lines_that_wait_for_the_disk_are_one_write(tmp_path: Path) -> None:
    handed_over: list[Job[None]] = []

    def writer(work: Callable[[], None]) -> Job[None]:
        handed_over.append(Job(work))
        return handed_over[-1]

    sitting = Sitting(tmp_path / "trace", writer=writer)
    for _ in range(3):
        sitting.go_on(2.0)
        (write,) = handed_over
        write.run()
        handed_over.clear()
        assert steps_in(tmp_path / "trace") == sitting.moments > 10


def test_a_trace_that_is_long_enough_says_so_and_replays(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path / "trace", most_bytes=20_000)
    sitting.go_on(20.0)
    assert 0 < steps_in(tmp_path / "trace") < sitting.moments
    assert (tmp_path / "trace").stat().st_size <= 20_000
    assert sitting.said == [
        f"no trace from here on: {tmp_path}/trace: it is as long as a trace may get; "
        "the game goes on without one; the next start begins another"
    ]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    size = LEFT_FOR_GAMES_BYTES + 100_000
    mounting = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(disk)]
    if os.geteuid() != 0 or subprocess.run(mounting, capture_output=True).returncode != 0:
        pytest.skip("needs a right to mount")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


@pytest.mark.long("a whole evening")
def test_a_trace_leaves_room_for_the_games(small_disk: Path) -> None:
    sitting = Sitting(small_disk / "trace")
    sitting.go_on(100.0)
    (said,) = sitting.said
    assert f"{small_disk}/trace: less than 5 MB left on the disk; " in said
    room = os.statvfs(small_disk)
    assert room.f_bavail * room.f_frsize > 0.98 * LEFT_FOR_GAMES_BYTES
    assert steps_in(small_disk / "trace") > 50
    sitting.trace.__exit__(None, None, None)


def test_a_disk_that_becomes_read_only_costs_the_next_trace_alone(small_disk: Path) -> None:
    first = Sitting(small_disk / "trace")
    first.go_on(2.0)
    first.trace.__exit__(None, None, None)
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    second = Sitting(small_disk / "trace")
    second.go_on(2.0)
    assert second.moments == first.moments
    (said,) = second.said
    assert f"{small_disk}/trace: Read-only file system; " in said
    assert steps_in(small_disk / "trace") == first.moments

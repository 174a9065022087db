"""Real processes on real disks and games on failing ones: full, kept from growing, killed at any moment."""

import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from cupsboard.referee.options import Options
from cupsboard.rules.clocks import Clock
from cupsboard.storage.games import KeptGame, KeptGames
from cupsboard.storage.memory import memory_in
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing
from processes import Program, started
from studies.disks.cuts import Endured, endure
from studies.disks.faulty_disk import FOR_EVER, Trouble
from studies.disks.refusals import bear

PROGRAM = Path(__file__).with_name("evening_on_disk.py")


@dataclass(frozen=True)
class Board:
    """An evening in a process of its own."""

    program: Program

    def latest(self, name: str) -> int:
        """The last number that was said with a name; 0 before the first."""
        numbers = re.findall(rf"^{name} (\d+)$", self.program.said, re.MULTILINE)
        return int(numbers[-1]) if numbers else 0

    def until(self, is_enough: Callable[[], bool]) -> None:
        """Hear what it says until that is enough."""
        self.program.hears(is_enough, "enough of an evening")


@contextmanager
def playing(folder: Path, seed: int = 4) -> Iterator[Board]:
    with started(sys.executable, PROGRAM, folder, str(seed)) as program:
        yield Board(program)


def kept_in(folder: Path) -> KeptGame:
    kept = KeptGames(memory_in(folder), lambda: "").playing()
    assert kept is not None
    return kept


def goes_on_without_a_disk_and_writes_all_when_there_is_one(
    folder: Path, refuse: Callable[[int], object], allow: Callable[[int], object], written: int = 4
) -> None:
    """`written` are the entries after which the disk begins to refuse."""
    with playing(folder) as board:
        board.until(lambda: board.latest("written") >= written)
        refuse(board.program.id)
        board.until(lambda: board.latest("entries") >= board.latest("written") + 5)
        before = board.latest("written")
        assert board.program.said.count("the last moves can't be written down") == 1
        allow(board.program.id)
        assert board.program.ended() == 0
        assert board.program.said.count("all moves are written down again") == 1
        assert board.latest("written") == board.latest("entries") >= before + 5
        kept = kept_in(folder)
        assert kept.is_over
        assert len(kept.history.entries) == board.latest("entries")


@contextmanager
def small_disk(path: Path) -> Iterator[Path]:
    path.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", str(path)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("no disk can be mounted here")
    try:
        yield path
    finally:
        subprocess.run(["umount", "-l", str(path)], check=True)


@pytest.mark.long("a whole game on a disk of its own")
def test_a_disk_that_is_full_from_the_beginning(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        filler = disk / "filler"
        with filler.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(512))
        goes_on_without_a_disk_and_writes_all_when_there_is_one(
            disk / "state", lambda _: None, lambda _: filler.unlink(), written=0
        )


@pytest.mark.long("a whole game on a disk of its own")
def test_a_disk_that_becomes_read_only(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:

        def remount(how: str) -> None:
            command = ["mount", "-o", f"remount,{how}", str(disk)]
            # It is refused while a file is being written.
            tries = (subprocess.run(command, capture_output=True, check=False) for _ in range(1000))
            assert any(tried.returncode == 0 for tried in tries)

        goes_on_without_a_disk_and_writes_all_when_there_is_one(
            disk / "state", lambda _: remount("ro"), lambda _: remount("rw")
        )


@pytest.mark.long("a whole game on a disk of its own")
def test_files_that_must_not_grow(tmp_path: Path) -> None:
    no_limit = resource.RLIM_INFINITY

    def limited(most_bytes: int) -> Callable[[int], object]:
        return lambda process: resource.prlimit(process, resource.RLIMIT_FSIZE, (most_bytes, no_limit))

    goes_on_without_a_disk_and_writes_all_when_there_is_one(
        tmp_path / "state", limited(40), limited(no_limit)
    )


@pytest.mark.long("kills at other moments", but=["0"])
@pytest.mark.parametrize("seed", range(4))
def test_a_kill_at_any_moment(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    with playing(tmp_path, seed) as board:
        board.until(lambda: board.latest("written") >= random.randrange(1, 12))
        # Somewhere in the next moves; what it says until then is heard below.
        with pytest.raises(subprocess.TimeoutExpired):
            board.program.process.wait(random.uniform(0.0, 0.5))
        assert board.program.end(signal.SIGKILL) == -signal.SIGKILL
        kept = kept_in(tmp_path)
        assert board.latest("written") <= len(kept.history.entries)
        assert len(kept.history.entries) <= board.latest("entries") + 2


@pytest.fixture(scope="module")
def endured() -> list[Endured]:
    timed = Options(clock=Clock(3600.0))
    return [endure(Pairing(Setting(seed, cups=3, options=timed)), seed) for seed in (0, 2, 3, 5)]


@pytest.mark.long("a game with a cut in every write")
def test_a_game_is_finished_through_power_cuts_at_any_instant_and_in_any_write(
    endured: list[Endured],
) -> None:
    assert [each.faults for each in endured] == [[]] * len(endured)
    assert all(each.is_over for each in endured)


@pytest.mark.long("a game with a cut in every write")
def test_the_power_really_went_in_writes_and_in_between(endured: list[Endured]) -> None:
    assert sum(each.cuts_at_instants for each in endured) >= 10
    assert sum(each.cuts_in_writes for each in endured) >= 5


@pytest.mark.long("a game with a cut in every write")
def test_at_most_the_move_is_lost_whose_own_write_was_cut(endured: list[Endured]) -> None:
    assert all(each.moves_lost <= each.cuts_in_writes for each in endured)


@pytest.mark.long("whole games", but=["Trouble.FULL-1000000-True-3"])
@pytest.mark.parametrize(
    ("trouble", "lasts", "with_cuts", "seed"),
    [
        (Trouble.FULL, 3, True, 7),
        (Trouble.FAILING, 10, False, 3),
        (Trouble.FULL, FOR_EVER, True, 3),
        (Trouble.GONE, 1, False, 3),
    ],
)
def test_a_game_on_such_a_disk_goes_on_and_loses_nothing_that_was_said_to_be_written(
    trouble: Trouble, lasts: int, with_cuts: bool, seed: int
) -> None:
    borne = bear(Pairing(Setting(seed, cups=2)), 1, trouble, lasts, with_cuts=with_cuts)
    assert borne.faults == []
    assert borne.refused > 3 or trouble is Trouble.GONE
    if with_cuts:
        assert borne.cuts_while_owing
        assert borne.is_over or borne.entries_lost
    else:
        assert borne.is_over
        # What asks players for something is said first: in six games that left 66 to 82 % of the time.
        assert trouble is Trouble.GONE or borne.seconds_shown > 0.5 * borne.seconds_owing > 20.0

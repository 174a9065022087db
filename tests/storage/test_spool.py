"""What a disk refuses is owed to it and written once, at once or one after the other beside the loop."""

import threading
from pathlib import Path
from random import Random

import pytest
from cupsboard.drivers.files import Files
from cupsboard.ports import StoreError
from cupsboard.referee.events import Ending, Event, GameStarted, TurnEnded, Undone
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.places import Side
from cupsboard.storage import journal
from cupsboard.storage.games import KeptGames
from cupsboard.storage.spool import LONGEST_PAUSE_SECONDS, AllWritten, News, Nowhere, Spool, WriteRefused
from cupsboard.storage.writer import BesideTheLoop, at_once
from hypothesis import given
from hypothesis import strategies as st
from studies.disks.faulty_disk import FOR_EVER, FaultyDisk, Trouble
from studies.disks.journals import STEPS_ON_A_FAULTY_DISK, fault_on_a_disk

MINUTE = 60.0
EVENTS: tuple[Event, ...] = (
    GameStarted(None),
    TurnEnded(Side.SOUTH, "drop 2", Ending.PRESSED),
    TurnEnded(Side.NORTH, "drop 1", Ending.PRESSED),
    Undone(),
    TurnEnded(Side.NORTH, "drop 3", Ending.PRESSED),
    TurnEnded(Side.SOUTH, "drop 1", Ending.PRESSED),
)


def troubled(trouble: Trouble = Trouble.READ_ONLY, starts_in: int = 0, lasts: int = FOR_EVER) -> FaultyDisk:
    disk = FaultyDisk(Random(1))
    disk.trouble, disk.starts_in, disk.lasts = trouble, starts_in, lasts
    return disk


def until(spool: Spool, begin: float, end: float) -> list[tuple[float, News]]:
    """What a spool says when it is stepped ten times a second."""
    said = []
    for tenth in range(round(10 * begin), round(10 * end)):
        news = spool.step(tenth / 10)
        if news is not None:
            said.append((tenth / 10, news))
    return said


def test_a_disk_that_works_is_written_at_once_and_nothing_is_said() -> None:
    disk = FaultyDisk(Random(1))
    spool = Spool(disk)
    spool.replace("a", b"1")
    spool.append("a", b"2")
    spool.append("b", b"3")
    assert (disk.read("a"), disk.read("b")) == (b"12", b"3")
    assert not spool.owes
    assert until(spool, 0.0, MINUTE) == []


def test_what_is_refused_reads_as_if_it_were_written_and_is_written_later_and_each_is_said_once() -> None:
    disk = troubled()
    spool = Spool(disk)
    spool.append("a", b"1")
    spool.append("a", b"2")
    assert spool.owes
    assert spool.read("a") == b"12"
    assert disk.read("a") is None
    ((at, news),) = until(spool, 0.0, MINUTE)
    assert at == 0.0
    assert isinstance(news, WriteRefused)
    assert "Read-only file system" in str(news.fault)
    disk.mend()
    ((at, news),) = until(spool, MINUTE, 3 * MINUTE)
    assert at <= MINUTE + LONGEST_PAUSE_SECONDS
    assert isinstance(news, AllWritten)
    assert disk.read("a") == b"12"
    assert not spool.owes


def test_a_dying_card_is_tried_seldom() -> None:
    disk = troubled()
    spool = Spool(disk)
    for number in range(100):
        spool.append("a", b"%d" % number)
        until(spool, 6.0 * number, 6.0 * number + 6.0)
    assert disk.refused <= 1 + 10 * MINUTE / LONGEST_PAUSE_SECONDS + 6


def test_one_file_is_tried_at_a_step() -> None:
    disk = troubled()
    spool = Spool(disk)
    spool.append("a", b"1")
    for name in "bcd":
        spool.replace(name, b"1")
    spool.step(0.0)
    disk.mend()
    spool.step(2.0)
    assert (disk.read("a"), disk.read("b")) == (b"1", None)
    assert until(spool, 2.0, 3.0) == [(2.2, AllWritten())]


@pytest.mark.parametrize("trouble", [Trouble.FULL, Trouble.FAILING])
@given(seed=st.integers(0, 1000), lasts=st.integers(1, 5))
def test_a_part_that_arrived_is_healed_before_anything_follows_it(
    trouble: Trouble, seed: int, lasts: int
) -> None:
    disk = FaultyDisk(Random(seed))
    spool = Spool(disk)
    spool.append("a", b"whole\n")
    disk.trouble, disk.starts_in, disk.lasts = trouble, 0, lasts
    spool.append("a", b"torn somewhere\n")
    until(spool, 0.0, 3 * MINUTE)
    spool.append("a", b"after\n")
    disk.cut_power()
    assert disk.read("a") == b"whole\ntorn somewhere\nafter\n"


def test_a_folder_that_is_taken_away_comes_back_with_all_that_was_in_it(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    spool = Spool(Files(folder))
    spool.replace("journal", b"one\n")
    spool.replace("index", b"playing")
    folder.rename(tmp_path / "away")
    spool.append("journal", b"two\n")
    until(spool, 0.0, 1.0)
    assert (folder / "journal").read_bytes() == b"one\ntwo\n"
    assert (folder / "index").read_bytes() == b"playing"


def test_at_the_end_what_is_owed_is_written_or_the_reason_is_told() -> None:
    disk = troubled()
    spool = Spool(disk)
    spool.append("a", b"1")
    spool.replace("b", b"2")
    assert "Read-only" in str(spool.last_try())
    disk.mend()
    assert spool.last_try() is None
    assert (disk.read("a"), disk.read("b")) == (b"1", b"2")


def test_in_the_place_of_games_that_cannot_be_read_nothing_is_overwritten() -> None:
    games = KeptGames(Nowhere(StoreError("games.json can't be read")), lambda: "today")
    games.begin(Cups(3), None)
    games.add(EVENTS)
    assert games.spool.owes
    assert games.journal(1).is_set_up
    assert str(games.spool.last_try()) == "games.json can't be read"


def test_while_owed_files_are_written_a_cut_never_leaves_a_game_without_its_journal() -> None:
    disk = troubled(starts_in=3)
    games = KeptGames(disk, lambda: "today")
    for _ in range(3):
        games.begin(Cups(3), None)
        games.add(EVENTS)
    games.spool.step(0.0)
    disk.mend()
    numbers = []
    for step in range(1, 10):
        games.spool.step(MINUTE + step)
        found = KeptGames(disk, lambda: "")
        assert found.playing() is not None
        numbers.append(found.number)
    assert numbers == sorted(numbers)
    assert (numbers[0], numbers[-1], found.adjourned) == (1, 3, (1, 2))


@given(
    seed=st.integers(0, 10_000),
    trouble=st.sampled_from([each for each in Trouble if each is not Trouble.GONE]),
    starts_in=st.integers(1, 25),
    lasts=st.sampled_from([1, 2, 5, FOR_EVER]),
    cut_after=st.integers(0, 2 * STEPS_ON_A_FAULTY_DISK),
)
def test_a_cut_takes_only_what_was_not_said_to_be_written_and_nothing_is_invented(
    seed: int, trouble: Trouble, starts_in: int, lasts: int, cut_after: int
) -> None:
    assert fault_on_a_disk(seed, trouble, starts_in, lasts, cut_after) is None


def test_a_whole_evening_is_on_the_disk_when_it_works_again() -> None:
    disk = troubled(Trouble.FULL, starts_in=3)
    games = KeptGames(disk, lambda: "today")
    games.begin(Cups(3), None)
    games.add(EVENTS)
    games.begin(Cups(3), Side.NORTH)
    until(games.spool, 0.0, MINUTE)
    disk.mend()
    until(games.spool, MINUTE, 2 * MINUTE)
    disk.cut_power()
    found = KeptGames(disk, lambda: "")
    assert (found.number, found.adjourned) == (2, (1,))
    assert journal.read(disk.read("game-0001.journal") or b"").history == games.journal(1).history


def refused() -> None:
    raise OSError("no space left")


def test_at_once_the_work_is_done_when_the_call_returns() -> None:
    assert at_once(lambda: 3).result() == 3
    with pytest.raises(OSError, match="no space left"):
        at_once(refused).result()


def test_beside_the_loop_work_is_done_in_order_and_work_behind_other_work_is_not_waited_for() -> None:
    may_go_on, done = threading.Event(), list[str]()
    writer = BesideTheLoop(patience_seconds=0.0)

    def slow() -> None:
        may_go_on.wait()
        done.append("slow")

    first, second = writer(slow), writer(lambda: done.append("quick"))
    assert not first.is_done
    assert not second.is_done
    may_go_on.set()
    assert second.wait(60.0)
    assert done == ["slow", "quick"]


def test_a_write_that_hangs_keeps_no_program_from_its_end() -> None:
    before = set(threading.enumerate())
    BesideTheLoop()
    (thread,) = set(threading.enumerate()) - before
    assert thread.daemon

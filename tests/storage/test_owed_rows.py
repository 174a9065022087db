"""What a disk refuses is owed to it and written once, at once or one after the other beside the loop."""

import threading
from pathlib import Path
from random import Random

import pytest
from cupsboard.ports import Rows, StoreError
from cupsboard.referee.events import Ending, Event, GameStarted, TurnEnded, Undone
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.places import Side
from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import say
from cupsboard.storage.games import KeptGames
from cupsboard.storage.ledger import LONGEST_PAUSE_SECONDS, Ledger, Nowhere
from cupsboard.storage.memory import memory_in
from cupsboard.storage.solved_puzzles import Tried
from cupsboard.storage.writer import BesideTheLoop, at_once
from hypothesis import given
from hypothesis import strategies as st
from studies.disks.faulty_disk import FOR_EVER, FaultyDisk, Trouble
from studies.disks.kept_games import STEPS_ON_A_FAULTY_DISK, fault_on_a_disk

MINUTE = 60.0
EVENTS: tuple[Event, ...] = (
    GameStarted(None),
    TurnEnded(Side.SOUTH, "drop 2", Ending.PRESSED),
    TurnEnded(Side.NORTH, "drop 1", Ending.PRESSED),
    Undone(),
    TurnEnded(Side.NORTH, "drop 3", Ending.PRESSED),
    TurnEnded(Side.SOUTH, "drop 1", Ending.PRESSED),
)


def troubled(trouble: Trouble = Trouble.FULL, starts_in: int = 0, lasts: int = FOR_EVER) -> FaultyDisk:
    disk = FaultyDisk(Random(1))
    disk.trouble, disk.starts_in, disk.lasts = trouble, starts_in, lasts
    return disk


def until(ledger: Ledger, begin: float, end: float) -> list[tuple[float, Message]]:
    """What a ledger says when it is stepped ten times a second."""
    said = []
    for tenth in range(round(10 * begin), round(10 * end)):
        said += [(tenth / 10, message) for message in ledger.step(tenth / 10)]
    return said


def tried(disk: Rows) -> list[str]:
    return [each.name for each in disk.find(Tried)]


def test_a_disk_that_works_is_written_at_once_and_nothing_is_said() -> None:
    disk = FaultyDisk(Random(1))
    ledger = Ledger(disk)
    ledger.keep((Tried("one"), Tried("two")))
    assert tried(disk) == ["one", "two"]
    assert not ledger.owes
    assert until(ledger, 0.0, MINUTE) == []


def test_what_is_gathered_is_written_as_one_with_what_is_kept_next() -> None:
    disk = troubled(Trouble.FULL, starts_in=2)
    ledger = Ledger(disk)
    ledger.gather(Tried("one"))
    assert (tried(disk), ledger.owes) == ([], True)
    ledger.keep((Tried("two"),))
    assert tried(disk) == ["one", "two"]
    ledger.gather(Tried("three"))
    assert ledger.find(Tried, name="three") == (Tried("three"),)
    ledger.step(0.0)
    assert (tried(disk), ledger.owes) == (["one", "two"], True)


def test_what_is_refused_is_found_as_if_it_were_written_and_is_written_later_and_each_is_said_once() -> None:
    disk = troubled()
    ledger = Ledger(disk)
    ledger.keep((Tried("one", 1),))
    ledger.keep((Tried("one", 2),))
    assert ledger.owes
    assert ledger.find(Tried) == ledger.find(Tried, times=2) == (Tried("one", 2),)
    assert (ledger.newest(Tried), ledger.find(Tried, times=1)) == ((Tried("one", 2),), ())
    assert tried(disk) == []
    ((at, news),) = until(ledger, 0.0, MINUTE)
    assert at == 0.0
    assert news.key == "notes.moves-unwritten"
    assert "No space left" in say(news)
    disk.mend()
    ((at, news),) = until(ledger, MINUTE, 3 * MINUTE)
    assert at <= MINUTE + LONGEST_PAUSE_SECONDS
    assert news == Message("notes.moves-written")
    assert disk.find(Tried) == (Tried("one", 2),)
    assert not ledger.owes


def test_a_dying_card_is_tried_seldom() -> None:
    disk = troubled()
    ledger = Ledger(disk)
    for number in range(100):
        ledger.keep((Tried("one", number),))
        until(ledger, 6.0 * number, 6.0 * number + 6.0)
    assert disk.refused <= 1 + 10 * MINUTE / LONGEST_PAUSE_SECONDS + 6


@given(seed=st.integers(0, 1000), lasts=st.integers(1, 5))
def test_what_a_failing_disk_forgot_is_written_again(seed: int, lasts: int) -> None:
    disk = FaultyDisk(Random(seed))
    ledger = Ledger(disk)
    ledger.keep((Tried("one"),))
    disk.trouble, disk.starts_in, disk.lasts = Trouble.FAILING, 0, lasts
    ledger.keep((Tried("two"),))
    until(ledger, 0.0, 3 * MINUTE)
    ledger.keep((Tried("three"),))
    disk.cut_power()
    assert tried(disk) == ["one", "three", "two"]


def test_a_folder_that_is_taken_away_comes_back_with_all_that_this_evening_knows(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    memory_in(folder).keep((Tried("long ago"),))
    ledger = Ledger(memory_in(folder))
    ledger.keep((Tried("one"),))
    folder.rename(tmp_path / "away")
    ledger.keep((Tried("two"),))
    ((_, news),) = until(ledger, 0.0, 1.0)
    assert "was taken away" in say(news)
    assert tried(memory_in(folder)) == ["one", "two"]
    assert tried(memory_in(tmp_path / "away")) == ["long ago", "one"]


def test_at_the_end_what_is_owed_is_written_or_the_reason_is_told() -> None:
    disk = troubled()
    ledger = Ledger(disk)
    ledger.keep((Tried("one"),))
    assert "No space left" in str(ledger.last_try())
    disk.mend()
    assert ledger.last_try() is None
    assert tried(disk) == ["one"]


def test_in_the_place_of_games_that_cannot_be_read_nothing_is_overwritten() -> None:
    games = KeptGames(Nowhere(StoreError("memory.sqlite can't be read")), lambda: "today")
    games.begin(Cups(3), None)
    games.add(EVENTS)
    assert games.ledger.owes
    assert games.game(1).is_set_up
    assert str(games.ledger.last_try()) == "memory.sqlite can't be read"


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
    until(games.ledger, 0.0, MINUTE)
    disk.mend()
    until(games.ledger, MINUTE, 2 * MINUTE)
    disk.cut_power()
    found = KeptGames(disk, lambda: "")
    assert (found.number, found.adjourned) == (2, (1,))
    assert found.game(1).history == games.game(1).history


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
    assert not first.done()
    assert not second.done()
    may_go_on.set()
    assert second.wait(60.0)
    assert done == ["slow", "quick"]


def test_a_write_that_hangs_keeps_no_program_from_its_end() -> None:
    before = set(threading.enumerate())
    BesideTheLoop()
    (thread,) = set(threading.enumerate()) - before
    assert thread.daemon

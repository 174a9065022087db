"""Writes are carried out at once, or one after the other beside the loop."""

import threading

import pytest
from cupsboard.storage.writer import BesideTheLoop, at_once


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

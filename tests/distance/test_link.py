"""What is said at a distance waits on the disk until it is heard, and a slow disk keeps no looker waiting."""

from pathlib import Path
from random import Random
from threading import Event, Thread

import pytest
from cupsboard.distance.follower import Follower
from cupsboard.distance.link import Link
from cupsboard.distance.outbox import Kept, Outbox
from cupsboard.distance.wire import Begin, Entry, Move, Said, Say, plain
from cupsboard.drivers.files import Files
from cupsim.runs.memory_store import Memory

PATIENCE_SECONDS = 60.0


class SlowOutbox(Outbox):
    """An outbox whose disk takes until it is let go."""

    begun, may_end = Event(), Event()

    def keep(self, say: Say) -> None:
        self.begun.set()
        assert self.may_end.wait(PATIENCE_SECONDS)
        super().keep(say)


def test_who_looks_at_the_game_does_not_wait_for_a_say_to_be_written_down(tmp_path: Path) -> None:
    outbox = SlowOutbox(Files(tmp_path), "GAME")
    link = Link("http://127.0.0.1:9", Follower("GAME", ""), outbox, Random(1))
    saying = Thread(target=lambda: link.say(Said("hello"), "0" * 32))
    saying.start()
    assert outbox.begun.wait(PATIENCE_SECONDS)
    assert link.follower.unsent is None
    outbox.may_end.set()
    saying.join(PATIENCE_SECONDS)
    assert link.follower.unsent is not None
    assert outbox.read().unsent == link.follower.unsent


ENTRIES = (
    Entry(1, 0.5, plain(Begin("cups 2", {"south": "Anna", "north": "Ünal"}, "south"))),
    Entry(2, 1.0, plain(Move("drop 1")), "south", "0" * 32),
)
SAY = Say("GAME", "1" * 32, 2, plain(Move("drop 2")))
COPY, UNSENT = "distance-GAME.entries", "distance-GAME.unsent"


def filled() -> tuple[Memory, Outbox]:
    store = Memory()
    outbox = Outbox(store, "GAME")
    outbox.append(ENTRIES[:1])
    outbox.append(ENTRIES[1:])
    outbox.keep(SAY)
    return store, outbox


def test_what_was_kept_is_read_again() -> None:
    _, outbox = filled()
    assert outbox.read() == Kept(ENTRIES, SAY)
    outbox.clear()
    assert outbox.read() == Kept(ENTRIES)
    assert Outbox(Memory(), "GAME").read() == Kept()


def test_a_copy_torn_at_any_byte_is_read_up_to_there_and_gone_on_with() -> None:
    store, _ = filled()
    whole = store.read(COPY) or b""
    first = whole.index(b"\n") + 1
    for torn in range(len(whole)):
        store.replace(COPY, whole[:torn])
        outbox = Outbox(store, "GAME")
        kept = outbox.read()
        intact = 1 if torn >= first else 0
        assert kept.entries == ENTRIES[:intact]
        assert kept.left_out_bytes == torn - (first if intact else 0)
        outbox.append(ENTRIES[intact:])
        assert outbox.read() == Kept(ENTRIES, SAY)


def test_a_say_torn_at_any_byte_was_never_sent_and_is_left_out() -> None:
    store, outbox = filled()
    whole = store.read(UNSENT) or b""
    for torn in range(len(whole)):
        store.replace(UNSENT, whole[:torn])
        assert outbox.read() == Kept(ENTRIES, None, torn)


@pytest.mark.parametrize("place", [0, 20, -30])
def test_a_damaged_line_ends_the_copy(place: int) -> None:
    store, outbox = filled()
    content = bytearray(store.read(COPY) or b"")
    content[place] ^= 1
    store.replace(COPY, bytes(content))
    assert len(outbox.read().entries) == (1 if place < 0 else 0)

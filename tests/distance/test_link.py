"""What is said at a distance waits on the disk until it is heard, and a slow disk keeps no looker waiting."""

from pathlib import Path
from random import Random
from threading import Event, Thread

import pytest
from cupsboard.distance.far_copy import FarCopy
from cupsboard.distance.follower import Follower
from cupsboard.distance.link import Link
from cupsboard.distance.pulse import Pulse
from cupsboard.distance.shared_game import SharedGame
from cupsboard.distance.wire import SEATED_BEAT_SECONDS, Begin, Entry, Move, Said, Say, WireError, plain
from cupsboard.ports import StoreError
from cupsboard.storage.memory import NAME, memory_in
from kept_link import kept

PATIENCE_SECONDS = 60.0
ENTRIES = (
    Entry(1, 0.5, plain(Begin("cups 2", {"south": "Anna\u2028\n", "north": "Ünal"}, "south"))),
    Entry(2, 1.0, plain(Move("drop 1")), "south", "0" * 32),
)
SAY = Say("GAME", "1" * 32, 2, plain(Move("drop 2")))
WHOLE = Follower("GAME", "", entries=ENTRIES, game=SharedGame.of(ENTRIES), unsent=SAY)


def test_who_looks_at_the_game_does_not_wait_for_a_say_to_be_written_down(tmp_path: Path) -> None:
    begun, may_end, rows = Event(), Event(), memory_in(tmp_path)

    def keep(copy: FarCopy) -> None:
        begun.set()
        assert may_end.wait(PATIENCE_SECONDS)
        rows.keep((copy,))

    link = Link("http://127.0.0.1:9", Follower("GAME", ""), keep, Random(1))
    saying = Thread(target=lambda: link.say(Said("hello"), "0" * 32))
    saying.start()
    assert begun.wait(PATIENCE_SECONDS)
    assert link.follower.unsent is None
    may_end.set()
    saying.join(PATIENCE_SECONDS)
    assert link.follower.unsent is not None
    assert kept(tmp_path, "GAME").unsent == link.follower.unsent


def test_eight_seconds_of_silence_are_a_line_that_is_gone() -> None:
    pulse = Pulse.begun(SEATED_BEAT_SECONDS, 0.0).heard(1.0)
    assert [pulse.is_lost(at) for at in (8.9, 9.0)] == [False, True]


def test_what_a_disk_refuses_is_not_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    rows = memory_in(tmp_path / "file")
    link = Link("http://127.0.0.1:9", Follower("GAME", ""), lambda copy: rows.keep((copy,)), Random(1))
    with pytest.raises(StoreError):
        link.say(Said("hello"), "0" * 32)
    assert link.follower.unsent is None


def test_what_was_kept_is_read_again(tmp_path: Path) -> None:
    assert kept(tmp_path, "GAME") == Follower("GAME", "")
    other = Follower("OTHER", "", entries=ENTRIES[:1], game=SharedGame.of(ENTRIES[:1]))
    memory_in(tmp_path).keep((WHOLE.kept, other.kept))
    assert (kept(tmp_path, "GAME"), kept(tmp_path, "OTHER")) == (WHOLE, other)


def test_a_damaged_byte_costs_the_copy_at_most_and_is_told(tmp_path: Path) -> None:
    memory_in(tmp_path).keep((WHOLE.kept,))
    file = tmp_path / NAME
    content = file.read_bytes()
    at = content.index(b"drop 2")
    file.write_bytes(content[:at] + b"D" + content[at + 1 :])
    with pytest.raises(StoreError, match="check sum"):
        kept(tmp_path, "GAME")
    assert [message.key for message in memory_in(tmp_path).mended()] == ["notes.memory-mended"]
    assert kept(tmp_path, "GAME") == Follower("GAME", "")


def test_a_row_of_another_program_says_so() -> None:
    for copy in (FarCopy("GAME", "{}", ""), FarCopy("GAME", "", '{"message": "hello"}')):
        with pytest.raises(WireError):
            Follower("GAME", "").begun_again(copy)

"""A link whose disk is slow keeps nobody waiting who only looks at the game."""

from pathlib import Path
from random import Random
from threading import Event, Thread

from cupsboard.distance.follower import Follower
from cupsboard.distance.link import Link
from cupsboard.distance.outbox import Outbox
from cupsboard.distance.wire import Said, Say
from cupsboard.drivers.files import Files

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

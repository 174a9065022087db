"""Sees to it that the game is written down, and says at the board and in words when it is not."""

from collections.abc import Callable

from cupsboard.loop import Moment
from cupsboard.ports import Sound
from cupsboard.referee.events import PowerOffWanted
from cupsboard.signs.scene import Scene, Tone
from cupsboard.signs.unwritten import with_unwritten
from cupsboard.storage.spool import AllWritten, Spool, WriteRefused

Say = Callable[[str], object]


class WrittenDown:
    """A listener of the loop: it tries again to write what is owed, and says what changes, once.

    It goes before the journal's, so that its tone comes a moment after that of the move.
    """

    def __init__(self, spool: Spool, sound: Sound, say: Say) -> None:
        self._spool = spool
        self._sound = sound
        self._say = say
        self._since: float | None = None

    def __call__(self, moment: Moment) -> None:
        """Try again if it is time to."""
        match self._spool.step(moment.time):
            case WriteRefused(fault):
                self._since = moment.time
                self._sound.show(Tone.WRONG, moment.time)
                self._say(
                    f"the last moves can't be written down: {fault}. Play goes on; leave the board on, "
                    "it tries again"
                )
            case AllWritten():
                self._say("all moves are written down again")
            case None:
                pass
        if not self._spool.owes:
            self._since = None
        if PowerOffWanted() in moment.decided.events:
            self.end()

    def over(self, scene: Scene, now: float) -> Scene:
        """What is shown instead of a scene: the same, and that something is not written down."""
        if not self._spool.owes:
            return scene
        return with_unwritten(scene, now if self._since is None else self._since, now)

    def end(self) -> None:
        """Write what is owed now or never; say it where that fails."""
        fault = self._spool.last_try()
        if fault is not None:
            self._say(f"the last moves were never written down: {fault}")

"""Make sure that the game is written to disk, and say so at the board and in words when it is not."""

from collections.abc import Callable

from cupsboard.loop import Moment
from cupsboard.ports import Sound
from cupsboard.referee.events import PowerOffWanted
from cupsboard.signs.scene import Message, Scene, Tone
from cupsboard.signs.unwritten import with_damaged, with_unwritten
from cupsboard.storage.spool import AllWritten, Spool, WriteRefused

Tell = Callable[[Message], object]


class WrittenDown:
    """A listener of the loop that retries failed writes, and reports each failure and recovery once.

    It must run before the listener that writes the journal, so that its tone follows that of the move.
    """

    def __init__(self, spool: Spool, sound: Sound, tell: Tell, damage_found_at: float | None = None) -> None:
        """Begin; `damage_found_at` is when a damaged file was found, None if all files are sound."""
        self._spool = spool
        self._sound = sound
        self._tell = tell
        self._damage_found_at = damage_found_at
        self._is_damage_heard = damage_found_at is None
        self._since: float | None = None

    def __call__(self, moment: Moment) -> None:
        """Retry the writes that are due."""
        if not self._is_damage_heard:
            self._is_damage_heard = True
            self._sound.show(Tone.WRONG, moment.time)
        match self._spool.step(moment.time):
            case WriteRefused(fault):
                self._since = moment.time
                self._sound.show(Tone.WRONG, moment.time)
                self._tell(Message("notes.moves-unwritten", {"why": str(fault)}))
            case AllWritten():
                self._tell(Message("notes.moves-written"))
            case None:
                pass
        if not self._spool.owes:
            self._since = None
        if PowerOffWanted() in moment.decided.events:
            self.end()

    def over(self, scene: Scene, now: float) -> Scene:
        """Return `scene` with a sign for unwritten moves or a damaged file; unchanged if there is neither."""
        if not self._spool.owes:
            found_at = self._damage_found_at
            return scene if found_at is None else with_damaged(scene, found_at, now)
        return with_unwritten(scene, now if self._since is None else self._since, now)

    def end(self) -> None:
        """Try for the last time to write the remaining entries; report a failure."""
        fault = self._spool.last_try()
        if fault is not None:
            self._tell(Message("notes.moves-lost", {"why": str(fault)}))

"""Show a referee from step to step, without composing the same scene again."""

from typing import Generic, TypeVar

from cupsboard.recognition.outcome import Recognition
from cupsboard.referee.inputs import Sight
from cupsboard.referee.referee import Referee
from cupsboard.referee.states import Lifting, ShowingScore
from cupsboard.signs.guidance import scene_of
from cupsboard.signs.scene import Scene

P = TypeVar("P")


class Showing(Generic[P]):
    """Keeps the scene of a referee, and composes it anew only when it may have changed."""

    def __init__(self) -> None:
        self._scene: Scene | None = None
        self._made_from: tuple[object, ...] = ()
        self._seen: Recognition | None = None

    def scene(self, referee: Referee[P], sight: Sight, now: float) -> Scene:
        """Return the scene for `referee` at `now`; the same object as long as nothing in it changes."""
        state, notice = referee.state, referee.notice
        table = referee.history.game, referee.position, referee.begun, sight.filled
        made_from = (state, notice, *table, referee.seats, sight.held)
        # The score is shown digit by digit, and a lifted cup is pointed at after a while.
        goes_on = isinstance(notice, ShowingScore) or isinstance(state, Lifting)
        is_same = self._seen is sight.recognition and made_from == self._made_from
        if self._scene is None or goes_on or not is_same:
            self._made_from, self._seen = made_from, sight.recognition
            self._scene = scene_of(referee, sight, now)
        return self._scene

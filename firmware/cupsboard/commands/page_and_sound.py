"""What a game shows its page, and which tones it sounds."""

from collections.abc import Callable

from cupsboard.loop import Moment
from cupsboard.ports import Sound
from cupsboard.signs.scene import Tone
from cupsboard.web.board_view import BoardView

PUBLISH_SECONDS = 0.2


class Publisher:
    """A listener that shows the board to whoever looks, a few times a second; goes behind the view."""

    def __init__(self, view: BoardView, publish: Callable[[dict[str, object]], object]) -> None:
        self._view = view
        self._publish = publish
        self._next = 0.0

    def __call__(self, moment: Moment) -> None:
        """Publish what there is to see, if it is time or something happened."""
        if moment.decided.events or moment.edges or moment.time >= self._next:
            self._next = moment.time + PUBLISH_SECONDS
            self._publish(self._view.state())


class SomeTones:
    """A sound that says only what somebody must hear; implements `Sound`."""

    NEEDED = frozenset({Tone.NOT_NOW, Tone.WRONG, Tone.OVER})

    def __init__(self, sound: Sound) -> None:
        self._sound = sound

    def show(self, tone: Tone, now: float) -> None:
        """See `Sound`."""
        if tone in self.NEEDED:
            self._sound.show(tone, now)

    def step(self, now: float) -> None:
        """See `Sound`."""
        self._sound.step(now)

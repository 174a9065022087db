"""How much of a board's sound is heard."""

from dataclasses import replace

from cupsboard.drivers.buzzer import Silence
from cupsboard.ports import Board, Sound
from cupsboard.signs.scene import Tone

LEVELS = ("none", "some", "all")


def at_level(board: Board, level: str | None) -> Board:
    """The board with as much of its sound as a level lets through; all of it for None."""
    match level:
        case "none":
            return replace(board, sound=Silence())
        case "some":
            return replace(board, sound=SomeTones(board.sound))
        case _:
            return board


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

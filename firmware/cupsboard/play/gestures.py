"""Two buttons become gestures: debounced, on timestamps alone.

| gesture | with the fingers | what it asks for |
|---|---|---|
| `Press` | tap one button | the end of one's turn; "yes, that is right" to a question |
| `Hold` | hold one button 0.8 s | "my stock is empty" where a bean is asked for; else help, step by step |
| `BothHold` | hold both 0.8 s | undo (again for one more) |
| `BothPress` | tap both at the same moment | redo |
| `LongHold` | hold one button 4 s | a new game, which one more press must confirm |

Undo takes both buttons and new game takes one, so no slip of a finger turns one into the other.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from cupsboard.play.sight import BothHold, BothPress, Gesture, Hold, LongHold, Press
from cupsboard.ports import Edge
from cupsboard.rules.places import Side


@dataclass(frozen=True, slots=True)
class GestureTimes:
    """The lengths in seconds that tell gestures apart.

    Contacts bounce for 5 to 20 ms, a tap lasts 60 to 300 ms.
    """

    bounce_seconds: float = 0.025
    together_seconds: float = 0.15
    hold_seconds: float = 0.8
    long_hold_seconds: float = 4.0


class Gestures:
    """Edges in, gestures out; between two calls it remembers only how the buttons stand.

    A level counts once it has lasted `bounce_seconds`, so everything is decided that much in the past:
    there no level is in doubt any more.
    """

    def __init__(self, times: GestureTimes | None = None) -> None:
        self._times = times or GestureTimes()
        self._buttons = {side: _Button(side) for side in Side}
        self._pair_since: float | None = None

    def step(self, edges: Sequence[Edge], now: float) -> tuple[Gesture, ...]:
        """The gestures that became certain up to `now`, in that order; edges of other buttons are ignored."""
        gestures: list[Gesture] = []
        for edge in sorted(edges, key=lambda edge: edge.time):
            for button in self._buttons.values():
                if button.side.value == edge.button:
                    gestures += self._advance(edge.time)
                    button.show(edge.is_down, edge.time)
        gestures += self._advance(now)
        return tuple(gestures)

    def _advance(self, now: float) -> Iterator[Gesture]:
        certain = now - self._times.bounce_seconds
        changed = [each for each in self._buttons.values() if each.has_changed_by(certain)]
        for button in sorted(changed, key=lambda each: each.shown_since):
            yield from self._holds(button.shown_since)
            if button.shown:
                self._went_down(button)
            else:
                yield from self._went_up(button)
        yield from self._holds(certain)

    def _went_down(self, button: "_Button") -> None:
        button.is_down, button.down_since, button.stage = True, button.shown_since, _Stage.FRESH
        other = self._buttons[button.side.other]
        if other.is_down and other.stage is _Stage.FRESH:
            self._pair_since = button.down_since

    def _went_up(self, button: "_Button") -> Iterator[Gesture]:
        button.is_down = False
        is_pair, self._pair_since = self._pair_since is not None, None
        if button.stage is not _Stage.FRESH:
            return
        other = self._buttons[button.side.other]
        apart = abs(button.down_since - other.down_since)
        if is_pair and apart <= self._times.together_seconds:
            other.stage = _Stage.SPENT
            yield BothPress(min(button.down_since, other.down_since))
        else:
            yield Press(button.side, button.down_since)

    def _holds(self, certain: float) -> Iterator[Gesture]:
        if self._pair_since is not None:
            if certain >= (time := self._pair_since + self._times.hold_seconds):
                self._pair_since = None
                for button in self._buttons.values():
                    button.stage = _Stage.SPENT
                yield BothHold(time)
            return
        fired = [hold for button in self._buttons.values() for hold in self._holds_of(button, certain)]
        yield from sorted(fired, key=lambda hold: hold.time)

    def _holds_of(self, button: "_Button", certain: float) -> Iterator[Hold | LongHold]:
        if not button.is_down:
            return
        hold = button.down_since + self._times.hold_seconds
        if button.stage is _Stage.FRESH and certain >= hold:
            button.stage = _Stage.HELD
            yield Hold(button.side, hold)
        long_hold = button.down_since + self._times.long_hold_seconds
        if button.stage is _Stage.HELD and certain >= long_hold:
            button.stage = _Stage.SPENT
            yield LongHold(button.side, long_hold)


class _Stage(Enum):
    FRESH = "nothing fired since it went down"
    HELD = "the hold fired"
    SPENT = "nothing more fires until it is released"


class _Button:
    """What the pin shows, and what is believed of the button since that has lasted."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self.shown = False
        self.shown_since = 0.0
        self.is_down = False
        self.down_since = 0.0
        self.stage = _Stage.FRESH

    def show(self, is_down: bool, time: float) -> None:
        if is_down != self.shown:
            self.shown, self.shown_since = is_down, time

    def has_changed_by(self, certain: float) -> bool:
        return self.shown != self.is_down and self.shown_since <= certain

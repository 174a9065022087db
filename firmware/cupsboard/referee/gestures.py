"""Two buttons become gestures: debounced, on timestamps alone.

| gesture | with the fingers | what it asks for in a game |
|---|---|---|
| `Press` | tap one button | the end of one's turn; "yes" to a question; out of turn, the score |
| `Hold` | hold one 0.8 s, let go | help; "my stock is empty", which a press must confirm |
| `LongHold` | hold one 4 s | a new game, which a press must confirm |
| `BothPress` | tap both at the same moment | redo; in a begun move its press; "the table is right" |
| `BothHold` | hold both 0.8 s, let go of both | undo (again for one more) |
| `LongBothHold` | hold both 4 s | a pause; in a pause, switching off, which a press must confirm |
| `NeverMind` | while one is held, press the other (again) | nothing; "no" to a question |

A hold counts when it is let go, so that nobody passes through it on the way to a long one; before that
`Gestures.held` says what letting go is and what holding on becomes. Whoever wants neither presses the other
button while they hold one, or, holding both, lifts one and presses it again: the hold is over and did
nothing. That is possible as soon as the fingers hold, so a finger that slipped onto a button waits for that
moment. Undo takes both buttons and new game takes one, so no slip of a finger turns one into the other.
A hold that lasts longer than the longest of these adds nothing: it has asked a question by then, or begun a
pause, and a button that is stuck must not go on to do more.
A button that is down before or after a time in which nobody looked (`unwatched`) counts for nothing until it
is let go: it may have been let go and pressed again unseen, and so may the other one.
What each gesture does from where is in `gesture_overview`.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cupsboard.referee import inputs
from cupsboard.referee.edges import Edge
from cupsboard.referee.events import Ending, TurnEnded
from cupsboard.referee.times import QUESTION_READ_SECONDS, SAME_PRESS_SECONDS
from cupsboard.rules.places import Side


class SamePress:
    """Recognises a press that only repeats the press that ended a turn: people who tap twice mean one press.

    Otherwise it would show the score, just when the lights have to say whose turn it is.
    """

    def __init__(self) -> None:
        self._ended: tuple[Side, float] | None = None

    def note(self, ended: TurnEnded[Side], now: float) -> None:
        """Record that a turn ended at `now`."""
        self._ended = (ended.side, now) if ended.how is Ending.PRESSED else None

    def is_meant(self, side: Side, time: float) -> bool:
        """Return whether a press of `side` only repeats the press that ended the turn.

        It is to be asked only while no move has begun.
        """
        return (
            self._ended is not None and side is self._ended[0] and time <= self._ended[1] + SAME_PRESS_SECONDS
        )


@dataclass(frozen=True, slots=True)
class Posed:
    """The question that players are asked, and since when (in seconds); a fresh one asks nothing.

    `question` is any value that tells questions apart; None while nothing is asked. `is_changed` says that
    the question has replaced another at once: who presses may have read that one.
    """

    question: object = None
    since: float = -math.inf
    is_changed: bool = False

    def at(self, question: object, now: float) -> "Posed":
        """Return what is asked at the time `now`, once that is `question`."""
        if question == self.question:
            return self
        return Posed(question, now, question is not None and self.question is not None)

    def is_read(self, time: float) -> bool:
        """Return whether what was done at `time` may answer: the question could be read before."""
        return self.question is not None and time >= self.since + QUESTION_READ_SECONDS

    def is_too_early(self, time: float) -> bool:
        """Return whether what was done at `time` came after the question, but too soon to have read it."""
        return self.question is not None and self.since <= time < self.since + QUESTION_READ_SECONDS


UNWATCHED_SECONDS = 0.45
"""A longer pause between two looks is such a time. A tap of 0.3 s with a pause of this length is still
shorter than a hold. The loop looks every 0.03 s, steps the core every 0.27 s or sooner, and after a stall
for the last look before it; computers have stalled for 4 and 7 s while an SD card was busy."""


class Watch:
    """Detects that the buttons were not read for a time, by the times of its calls."""

    def __init__(self) -> None:
        self._last: float | None = None

    def has_lapsed(self, now: float) -> bool:
        """Record that the buttons were read at `now` (s); return whether the pause before that was too long.

        Gestures in a pause of more than `UNWATCHED_SECONDS` are unknown. Return False for the first reading.
        """
        last, self._last = self._last, now
        return last is not None and now - last > UNWATCHED_SECONDS


@dataclass(frozen=True, slots=True)
class GestureTimes:
    """The times in seconds that distinguish gestures.

    Contacts bounce for 5 to 20 ms, a tap lasts 60 to 300 ms. A button that has been down for `told_seconds`
    is no longer tapped: from then on the board says what letting go and what holding on will do.
    """

    bounce_seconds: float = 0.025
    together_seconds: float = 0.15
    told_seconds: float = 0.3
    hold_seconds: float = 0.8
    long_hold_seconds: float = 4.0


class Gestures:
    """Turns the edges of two buttons into gestures.

    A contact counts as open or closed once it has been so for `bounce_seconds`. So every gesture is decided
    that much later than it happened, when no bounce can change it any more.
    """

    def __init__(self) -> None:
        self._times = GestureTimes()
        self._buttons = {side: _Button(side) for side in Side}
        self._pair_since: float | None = None
        """Since when both have been down together, if the second came before the first was held. Kept until
        both are up again: one alone may have been let go already."""
        self._certain = 0.0
        self._watch = Watch()

    @property
    def held(self) -> inputs.Held | None:
        """Return the gesture that the buttons now down will make; None while they may only be tapped."""
        told, held = (
            self._certain - seconds for seconds in (self._times.told_seconds, self._times.hold_seconds)
        )
        if self._pair_since is not None:
            if self._pair_since <= held:
                return inputs.Held(None, inputs.BothHold, inputs.LongBothHold)
            released = inputs.BothPress if self._is_together else None
            return inputs.Held(None, released, inputs.BothHold) if self._pair_since <= told else None
        down = [each for each in self._buttons.values() if each.is_counted and each.down_since <= told]
        if not down:
            return None
        first = min(down, key=lambda each: each.down_since)
        return (
            inputs.Held(first.side, inputs.Hold, inputs.LongHold)
            if first.down_since <= held
            else inputs.Held(first.side, inputs.Press, inputs.Hold)
        )

    def step(self, edges: Sequence[Edge], now: float) -> tuple[inputs.Gesture, ...]:
        """Return the gestures that became certain up to `now`, in order.

        Edges of other buttons are ignored.
        """
        if self._watch.has_lapsed(now):
            self._begin_anew(edges, now)
            return ()
        gestures: list[inputs.Gesture] = []
        for edge in sorted(edges, key=lambda edge: edge.time):
            for button in self._buttons.values():
                if button.side.value == edge.button:
                    gestures += self._advance(edge.time)
                    button.show(edge.is_down, edge.time)
        gestures += self._advance(now)
        return tuple(gestures)

    def _begin_anew(self, edges: Sequence[Edge], now: float) -> None:
        """Take the buttons as they stand after an unwatched time; those that are down don't count."""
        for button in self._buttons.values():
            for edge in edges:
                if button.side.value == edge.button:
                    button.show(edge.is_down, edge.time)
            button.is_down, button.down_since = button.shown, now
            button.is_spent = button.is_unseen = button.shown
            button.is_retractable = False
        self._pair_since = None
        self._certain = now - self._times.bounce_seconds

    def _advance(self, now: float) -> Iterator[inputs.Gesture]:
        certain = now - self._times.bounce_seconds
        changed = [each for each in self._buttons.values() if each.has_changed_by(certain)]
        for button in sorted(changed, key=lambda each: each.shown_since):
            yield from self._long_holds(button.shown_since)
            if button.shown:
                yield from self._went_down(button)
            else:
                yield from self._went_up(button)
        yield from self._long_holds(certain)
        self._certain = certain

    def _went_down(self, button: "_Button") -> Iterator[inputs.Gesture]:
        time, other = button.shown_since, self._buttons[button.side.other]
        button.is_down, button.down_since = True, time
        button.is_spent = button.is_unseen = other.is_unseen
        button.is_retractable = not button.is_spent
        if other.is_retractable and time >= other.down_since + self._times.hold_seconds:
            self._pair_since = None
            for each in (button, other):
                each.is_spent, each.is_retractable = True, False
            yield inputs.NeverMind(time)
        elif button.is_counted and other.is_counted and self._pair_since is None:
            self._pair_since = time

    def _went_up(self, button: "_Button") -> Iterator[inputs.Gesture]:
        button.is_down = button.is_retractable = button.is_unseen = False
        time, other, pair_since = button.shown_since, self._buttons[button.side.other], self._pair_since
        if button.is_spent:
            return
        if pair_since is not None and time >= pair_since + self._times.hold_seconds:
            if not other.is_down:
                self._pair_since = None
                yield inputs.BothHold(time)
        elif pair_since is not None:
            self._pair_since = None
            if self._is_together:
                other.is_spent, other.is_retractable = True, False
                yield inputs.BothPress(min(button.down_since, other.down_since))
            else:
                yield inputs.Press(button.side, button.down_since)
        elif time >= button.down_since + self._times.hold_seconds:
            yield inputs.Hold(button.side, time)
        else:
            yield inputs.Press(button.side, button.down_since)

    @property
    def _is_together(self) -> bool:
        """Return whether both went down at the same moment."""
        one, other = (each.down_since for each in self._buttons.values())
        return abs(one - other) <= self._times.together_seconds

    def _long_holds(self, certain: float) -> Iterator[inputs.Gesture]:
        latest = certain - self._times.long_hold_seconds
        if self._pair_since is not None:
            if self._pair_since <= latest and all(each.is_down for each in self._buttons.values()):
                yield inputs.LongBothHold(self._pair_since + self._times.long_hold_seconds)
                self._pair_since = None
                for button in self._buttons.values():
                    button.is_spent = True
            return
        held = [each for each in self._buttons.values() if each.is_counted and each.down_since <= latest]
        for button in sorted(held, key=lambda each: each.down_since):
            button.is_spent = True
            yield inputs.LongHold(button.side, button.down_since + self._times.long_hold_seconds)


class _Button:
    """A button's contact as its pin shows it, and its debounced level."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self.shown = False
        self.shown_since = 0.0
        self.is_down = False
        self.down_since = 0.0
        self.is_spent = False
        """Whether it has been part of a gesture, so that it doesn't count again until released."""
        self.is_retractable = False
        """Whether it is down and the other button may still cancel its hold; only once, in case it is
        stuck."""
        self.is_unseen = False
        """Whether it is down since an unknown time, or the order of both is unknown."""

    @property
    def is_counted(self) -> bool:
        """Return whether the button is down for a gesture that is yet to come."""
        return self.is_down and not self.is_spent

    def show(self, is_down: bool, time: float) -> None:
        if is_down != self.shown:
            self.shown, self.shown_since = is_down, time

    def has_changed_by(self, certain: float) -> bool:
        return self.shown != self.is_down and self.shown_since <= certain

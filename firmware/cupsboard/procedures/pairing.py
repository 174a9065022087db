"""Pairing: one phone becomes an owner's, after players have opened this and repeat the number on its page.

The number has a few parts. A part is repeated by as many presses of any button, and is over once no button
moves for a moment; meanwhile as many places flash. The number is on the page of the asking phone alone. So
presses can't make another phone an owner's, not even those of a player who wants to own the board.
"""

from collections.abc import Sequence

from cupsboard.loop import Output
from cupsboard.procedures.procedure import as_side
from cupsboard.referee.edges import Edge
from cupsboard.referee.gestures import Gestures
from cupsboard.referee.inputs import BothPress, Gesture, Hold, Press
from cupsboard.rules.places import Place
from cupsboard.scales.readings import Frame
from cupsboard.session.orders import Ask, OrderRefused, carried_out, refuse
from cupsboard.signs.scene import Meaning, Message, Scene, Sign, Tone

OPEN_SECONDS = 120.0
"""From its beginning to its end, however many phones ask meanwhile."""
PART_SECONDS = 2.0
"""Without a press for this time a part of the number is over."""
SHOWN_SECONDS = 6.0
"""How long the end is shown."""

_TONES = {
    "pairing.asked": Tone.PASSED,
    "pairing.next": Tone.AGREED,
    "pairing.done": Tone.OVER,
    "pairing.two": Tone.WRONG,
    "pairing.other": Tone.WRONG,
}


class Pairing:
    """Takes the request of one phone and the presses that accept it; implements `Procedure`."""

    is_still = True
    """Nothing is weighed."""

    def __init__(self, places: Sequence[Place], beside: Sequence[Place]) -> None:
        """`places` are those with lights, `beside` those of them beside a button."""
        self._places, self._beside = places, beside
        self._gestures = Gestures()
        self._until: float | None = None
        """When the present part of this is over: the whole, or what its end shows; None before it begins."""
        self._ask: Ask | None = None
        self._presses, self._pressed_at = 0, 0.0
        """Of the present part of the number, and when the last was."""
        self._parts = 0
        """The parts that were repeated."""
        self._is_over = False
        self._message = Message("pairing.open")
        self._toned = self._message
        self.is_finished = False

    @property
    def is_open(self) -> bool:
        """Whether a phone may ask, or does."""
        return not self._is_over

    def ask(self, ask: Ask) -> None:
        """Take the request of a phone. A second one ends both. Raises OrderRefused."""
        if self._is_over:
            raise OrderRefused("not-open")
        self._forget_who_left()
        if self._ask is not None:
            self._end("two", "two-ask")
            raise OrderRefused("two-ask")
        self._ask = ask
        self._message = Message("pairing.asked")

    def end(self) -> None:
        """Refuse the phone that asks, as something else begins."""
        self._end("ended", "not-open")

    def step(self, now: float, frame: Frame | None, edges: Sequence[Edge]) -> Output:  # noqa: ARG002
        """Take what the ports gave."""
        gestures = self._gestures.step([as_side(edge) for edge in edges], now)
        if self._until is None:
            self._until = now + (SHOWN_SECONDS if self._is_over else OPEN_SECONDS)
        if self._is_over:
            # A press is still one of the number, and means nothing to the game that follows.
            self.is_finished = now >= self._until
        elif now >= self._until:
            self._end("ended", "not-pressed")
        else:
            self._follow(gestures, now)
        tone = None if self._message == self._toned else _TONES.get(self._message.key)
        self._toned = self._message
        return Output.of(Scene(self._signs(), None, self._message), tone)

    def _follow(self, gestures: Sequence[Gesture], now: float) -> None:
        self._forget_who_left()
        for gesture in gestures:
            if self._ask is None or not isinstance(gesture, Press | Hold | BothPress):
                self._end("ended", "refused-there")
                return
            self._presses, self._pressed_at = self._presses + 1, now
            self._message = Message("pairing.pressed", {"count": self._presses})
        is_resting = self._gestures.held is None and now >= self._pressed_at + PART_SECONDS
        if self._ask is not None and self._presses and is_resting:
            self._compare(self._ask)

    def _compare(self, ask: Ask) -> None:
        """Compare a part that was pressed with the page's."""
        if self._presses != ask.number[self._parts]:
            self._end("other", "other-number")
            return
        self._parts, self._presses = self._parts + 1, 0
        self._message = Message("pairing.next", {"count": self._parts, "of": len(ask.number)})
        if self._parts == len(ask.number):
            carried_out(ask.pressed)
            self._end("done", "not-open")

    def _forget_who_left(self) -> None:
        """Wait for another phone where the one that asked has gone."""
        if self._ask is not None and self._ask.pressed.cancelled():
            self._ask, self._parts, self._presses = None, 0, 0
            self._message = Message("pairing.open")

    def _end(self, said: str, why: str) -> None:
        """Say what came of it; a phone that asks and was not accepted is told `why`."""
        if self._ask is not None and not self._ask.pressed.done():
            refuse(self._ask.pressed, OrderRefused(why))
        self._ask, self._is_over, self._until = None, True, None
        self._message = Message(f"pairing.{said}")

    def _signs(self) -> tuple[Sign, ...]:
        if self._is_over:
            return ()
        lit = self._beside if self._ask is None else self._places
        return tuple(Sign(place, Meaning.OWNER) for place in lit[: self._presses or None])

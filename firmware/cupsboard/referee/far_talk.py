"""What the buttons say to the other board where nothing is begun here: wishes, and set phrases.

The button of the side that sits elsewhere has no other use at this board: it offers the phrases in turn.
"""

from dataclasses import dataclass

from cupsboard.referee.far import Far, FarAsk, FarPhrase, FarWish
from cupsboard.referee.inputs import BothHold, Gesture, Hold, Press
from cupsboard.rules.places import Side

OFFER_SECONDS = 10.0
HEARD_SECONDS = 8.0
_PHRASES = tuple(FarPhrase)


@dataclass(frozen=True, slots=True)
class FarTalk:
    """The set phrase that is offered to a player, or was heard from the other board, until a time.

    A fresh talk holds neither.
    """

    offered: FarPhrase | None = None
    heard: FarPhrase | None = None
    until: float = 0.0

    def at(self, now: float, *, is_resting: bool) -> "FarTalk":
        """Return the talk at the time `now`; a fresh one once its time is up or a bean has moved."""
        return self if is_resting and now < self.until else FarTalk()

    def hearing(self, phrase: FarPhrase, now: float) -> "FarTalk":
        """Return the talk in which `phrase` of the other side is heard from `now` on."""
        return FarTalk(heard=phrase, until=now + HEARD_SECONDS)

    def after(self, gesture: Gesture, own: Side, now: float) -> "tuple[FarTalk, FarPhrase | None] | None":
        """Return the talk after a gesture, with the phrase that the gesture sends, if any.

        None if the gesture has nothing to do with phrases. `own` is the side that sits at this board.
        """
        match gesture:
            case Press(side) if side is own.other:
                at = -1 if self.offered is None else _PHRASES.index(self.offered)
                return FarTalk(_PHRASES[(at + 1) % len(_PHRASES)], until=now + OFFER_SECONDS), None
            case _ if self.offered is None:
                return None
            case Press():
                return FarTalk(), self.offered
            case _:
                return FarTalk(), None


def wish_of(far: Far, gesture: Gesture, now: float) -> FarWish | None:
    """Return the wish that a gesture sends to the other board; None if the gesture sends none."""
    match gesture:
        case Press(side) if side is far.own and far.asked is FarAsk.RESUME:
            return FarWish.RESUME
        case Press(side) if side is far.own and far.asked is not None:
            return FarWish.YES
        case Press(side) if side is far.own and is_time_over(far, far.own.other, now):
            return FarWish.CLAIM
        case Hold(side) if side is far.own and (far.is_asking or far.asked not in (None, FarAsk.RESUME)):
            return FarWish.NO
        case BothHold():
            return FarWish.TAKE_BACK
        case _:
            return None


def is_time_over(far: Far, side: Side, now: float) -> bool:
    """Return whether the clock of `side` runs and has no time left."""
    clock = far.clock
    is_going_on = clock is not None and clock.runs is side and far.end is None
    return clock is not None and is_going_on and clock.left(far.own, side, now) <= 0.0

"""What the buttons say to the other board where nothing is begun here: wishes, and set phrases.

The button of the side that sits elsewhere has no other use at this board: it offers the phrases in turn.
"""

from dataclasses import dataclass, replace
from math import inf

from cupsboard.referee.events import FarAsked
from cupsboard.referee.far import Far, FarAsk, FarEnd, FarPhrase, FarWish
from cupsboard.referee.inputs import BothHold, Gesture, Hold, Press
from cupsboard.rules.places import Side

OFFER_SECONDS = 10.0
ANSWERED_SECONDS = 10.0
"""After this an answer of which nothing has come is forgotten, and its question is asked once more."""
HEARD_SECONDS = 8.0
_PHRASES = tuple(FarPhrase)


@dataclass(frozen=True, slots=True)
class FarQuestion:
    """The question to the player here: asked by the other side in entry `ask`, or by that side's clock.

    `what` is what is asked; None for a win by the clock. `is_last` says that a question which ends the game
    was answered with yes, and is asked once more.
    """

    what: FarAsk | None
    ask: int = 0
    is_last: bool = False

    @property
    def yes(self) -> FarWish:
        """Return the wish that a yes sends to the other board."""
        return FarWish.CLAIM if self.what is None else _YES.get(self.what, FarWish.YES)

    @property
    def ends_game(self) -> bool:
        """Return whether the game is over after a yes."""
        return self.what in (None, FarAsk.ABORT)


_YES = {FarAsk.RESUME: FarWish.RESUME, FarAsk.AGAIN: FarWish.AGAIN}


@dataclass(frozen=True, slots=True)
class FarTalk:
    """What holds for a while at this board: a phrase offered or heard, or a question that was answered.

    A fresh talk holds none of them.
    """

    offered: FarPhrase | None = None
    heard: FarPhrase | None = None
    until: float = 0.0
    answered: FarQuestion | None = None

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


def question_of(far: Far, talk: FarTalk, now: float) -> FarQuestion | None:
    """Return the question that a table at rest shows; None without one, or while a phrase is offered."""
    if talk.offered is not None:
        return None
    if far.again == (far.own.other,):
        question = FarQuestion(FarAsk.AGAIN)
    elif far.end is not None:
        return None
    elif far.asked is not None:
        question = FarQuestion(far.asked, far.ask)
    elif far.is_linked and not far.is_on_its_way and is_time_over(far, far.own.other, now):
        question = FarQuestion(None)
    else:
        return None
    last = replace(question, is_last=True)
    if question.ends_game and talk.answered in (question, last):
        question = last
    return None if talk.answered == question else question


def answered(
    question: FarQuestion, gesture: Gesture, own: Side, now: float
) -> "tuple[FarTalk, FarAsked | None] | None":
    """Return the talk after a gesture that answers `question`, and what it sends to the other board.

    None if the gesture is no answer. A yes that ends the game is asked for twice.
    """
    after = FarTalk(answered=question, until=now + ANSWERED_SECONDS)
    match gesture:
        case Press(side) if side is own:
            is_yes = question.is_last or not question.ends_game
            return after, FarAsked(question.yes, ask=question.ask) if is_yes else None
        case Hold(side) if side is own and question.yes is FarWish.YES:
            return after, FarAsked(FarWish.NO, ask=question.ask)
        case Hold(side) if side is own and question.is_last:
            return FarTalk(), None
        case Hold(side) if side is own and question.what is FarAsk.AGAIN:
            # There is no answer to send: the question goes, and another hold asks for that game all the same.
            return replace(after, until=inf), None
        case _:
            return None


def wish_of(far: Far, gesture: Gesture, *, is_over: bool) -> FarAsked | None:
    """Return the wish of its own that a gesture sends to the other board; None if the gesture sends none.

    `is_over` tells that the shared game has come to its end.
    """
    match gesture:
        case Hold(side) if side is far.own and is_over and may_ask_again(far):
            return FarAsked(FarWish.AGAIN)
        case Hold(side) if side is far.own and far.is_asking:
            return FarAsked(FarWish.NO, ask=far.ask)
        case BothHold():
            return FarAsked(FarWish.TAKE_BACK)
        case _:
            return None


def may_ask_again(far: Far) -> bool:
    """Return whether this side can ask for another game once the game is over."""
    return far.end is not FarEnd.STOPPED and far.own not in far.again


def is_time_over(far: Far, side: Side, now: float) -> bool:
    """Return whether the clock of `side` runs in a game that goes on, and has no time left."""
    return far.clocks is not None and far.end is None and far.clocks.is_over(side, now)

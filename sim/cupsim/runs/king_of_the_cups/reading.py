"""What people read in the sentence on the screen, where lights alone don't say it."""

from cupsboard.core.grabs import Grabs
from cupsboard.referee.king_of_the_cups.states import Question, Race, WhichFirst, WhoLifted
from cupsboard.rules.king_of_the_cups.cups_and_dice import CUP_OF_KIND, CUPS, SPOTS, Cup, Seat, tray
from cupsboard.rules.places import Place
from cupsboard.signs.king_of_the_cups.phrases import cup_named, place_named
from cupsboard.signs.scene import Message

BIDDING = ("king.astray", "king.put")
_PLACES = (*SPOTS, *(tray(seat) for seat in Seat))


class OnTheScreen:
    """An evening's screen, as the people at the board read it."""

    heart: Grabs
    _sentence: Message | None

    @property
    def asked_about(self) -> Cup | None:
        """Return the cup of which the sentence asks who put it there; None if it asks no such thing."""
        question = self._asked()
        return question.cup if isinstance(question, WhoLifted) else None

    @property
    def asked_order(self) -> tuple[Place, Cup, Cup] | None:
        """Return the tray and two cups whose order is asked about, the right one first; else None."""
        question = self._asked()
        if not isinstance(question, WhichFirst):
            return None
        return tray(question.seat), CUP_OF_KIND[question.right.kind], CUP_OF_KIND[question.wrong.kind]

    @property
    def asked_to_bring(self) -> tuple[Cup, Place] | None:
        """Return the cup that the sentence wants moved, and where to; None if it wants none."""
        return bidden(self._sentence)

    def _asked(self) -> Question | None:
        state = self.heart.referee.state
        return state.questions[0] if isinstance(state, Race) and state.questions else None


def bidden(sentence: Message | None) -> tuple[Cup, Place] | None:
    """Return the cup that the sentence wants moved, and where to; None if it wants none."""
    if sentence is None:
        return None
    if sentence.key in BIDDING:
        cup, home = sentence.values["cup"], sentence.values["home"]
        return (
            next(each for each in CUPS if cup_named(each) == cup),
            next(each for each in _PLACES if place_named(each) == home),
        )
    then = sentence.values.get("then")
    return bidden(then[0]) if isinstance(then, tuple) and then else None

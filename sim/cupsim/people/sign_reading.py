"""What a person makes of the lights: what is wrong, who has won, whether somebody passed."""

from collections.abc import Sequence

from cupsboard.rules.places import Side, pot, side_of
from cupsboard.signs.light_patterns import PERIOD_SECONDS
from cupsboard.signs.scene import Meaning, Sign

SURE_SECONDS = 1.0
"""How long lights must say the same before they are believed: while they change they can be misread."""

_TROUBLE = (
    Meaning.LIFTED,
    Meaning.LOOK,
    Meaning.TOO_MANY,
    Meaning.TOO_FEW,
    Meaning.MUST_CAPTURE,
    Meaning.MUST_NEXT,
)
_END = (Meaning.WINNER, Meaning.TIE)
_SCORE = (Meaning.TENS, Meaning.ONES)
_POTS = frozenset(pot(side) for side in Side)


class Attention:
    """How somebody watches the lights for trouble: it counts once it has been the same for a while."""

    def __init__(self) -> None:
        self._seen: list[Sign] = []
        self._since = 0.0
        self._read_at = 0.0
        self._signs: tuple[Sign, ...] = ()
        self._steady_since = self._looked_at = 0.0

    def look(self, signs: Sequence[Sign], now: float) -> None:
        """See the lights; to be called whenever somebody looks up."""
        if tuple(signs) != self._signs or now - self._looked_at > SURE_SECONDS:
            self._signs, self._steady_since = tuple(signs), now
        self._looked_at = now

    @property
    def is_steady(self) -> bool:
        """Whether all lights have said the same for a whole rhythm.

        Everybody sees at once that lights change, long before they can say what to: until then nobody takes
        them for consent.
        """
        return self._looked_at - self._steady_since >= PERIOD_SECONDS

    def trouble(self, signs: Sequence[Sign], now: float) -> list[Sign]:
        """The trouble they are sure of, having not looked away meanwhile."""
        trouble = trouble_in(signs)
        if trouble != self._seen or now - self._read_at > SURE_SECONDS:
            self._seen, self._since = trouble, now
        self._read_at = now
        return trouble if now - self._since >= SURE_SECONDS else []


def trouble_in(signs: Sequence[Sign]) -> list[Sign]:
    """The signs that want something done, the most urgent first."""
    trouble = [sign for sign in signs if sign.meaning in _TROUBLE]
    if not trouble and all(sign.meaning is not Meaning.MAY_CAPTURE for sign in signs):
        # Captured beans are wanted, and no cup shines that they could come from.
        return [sign for sign in signs if sign.meaning is Meaning.INTO_POT]
    return sorted(trouble, key=lambda sign: _TROUBLE.index(sign.meaning))


def asks_for_press(signs: Sequence[Sign], side: Side) -> bool:
    """Whether the board thinks that this side has forgotten the button."""
    return any(sign.meaning is Meaning.PRESS and side_of(sign.place) is side for sign in signs)


def asks_to_look(signs: Sequence[Sign]) -> bool:
    """Return whether the board asks about a place."""
    return any(sign.meaning is Meaning.LOOK for sign in signs)


def shows_complete(signs: Sequence[Sign]) -> bool:
    """Whether nothing is wrong or missing, and no capture waits to be made."""
    return not trouble_in(signs) and all(sign.meaning is not Meaning.MAY_CAPTURE for sign in signs)


def shows_end(signs: Sequence[Sign]) -> bool:
    """Whether the game is over, which pots say in every game; in a cup that is a misread light."""
    return any(sign.meaning in _END and sign.place in _POTS for sign in signs)


def shows_pass(signs: Sequence[Sign], side: Side) -> bool:
    """Whether somebody has just passed, or this side was told that there is nothing to press for.

    What the other is told at their own pot answers the other's press, and says nothing of a pass. Nor does
    a refusal while a place can't be weighed, for that is what keeps the board from going on.
    """
    is_refused = any(sign.meaning is Meaning.NOT_NOW and side_of(sign.place) is side for sign in signs)
    return any(sign.meaning is Meaning.PASSED for sign in signs) or (
        is_refused and not shows_unweighed(signs)
    )


def shows_unweighed(signs: Sequence[Sign]) -> bool:
    """Return whether a place can't be weighed."""
    return any(sign.meaning is Meaning.DEAD for sign in signs)


def shows_score(signs: Sequence[Sign]) -> bool:
    """Whether the score is counted out, which a board does only while no move is begun."""
    return sum(sign.meaning in _SCORE for sign in signs) > 1


def tells_of_better(signs: Sequence[Sign], side: Side) -> bool:
    """Whether lights tell a side that there was a better move than theirs."""
    return Sign(pot(side), Meaning.WAS_BETTER) in signs

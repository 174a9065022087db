"""What a person makes of the lights: what is wrong, who has won, whether somebody passed."""

from collections.abc import Sequence

from cupsboard.signs.scene import Meaning, Sign

_TROUBLE = (
    Meaning.LIFTED,
    Meaning.LOOK,
    Meaning.TOO_MANY,
    Meaning.TOO_FEW,
    Meaning.MUST_CAPTURE,
    Meaning.MUST_NEXT,
)
_END = (Meaning.WINNER, Meaning.TIE)
_PASS = (Meaning.PASSED, Meaning.NOT_NOW)


def trouble_in(signs: Sequence[Sign]) -> list[Sign]:
    """The signs that want something done, the most urgent first."""
    trouble = [sign for sign in signs if sign.meaning in _TROUBLE]
    if not trouble and all(sign.meaning is not Meaning.MAY_CAPTURE for sign in signs):
        # Captured beans are wanted, and no cup shines that they could come from.
        return [sign for sign in signs if sign.meaning is Meaning.INTO_POT]
    return sorted(trouble, key=lambda sign: _TROUBLE.index(sign.meaning))


def shows_end(signs: Sequence[Sign]) -> bool:
    """Whether the game is over."""
    return any(sign.meaning in _END for sign in signs)


def shows_pass(signs: Sequence[Sign]) -> bool:
    """Whether somebody has just passed, or was told that it is not their turn."""
    return any(sign.meaning in _PASS for sign in signs)

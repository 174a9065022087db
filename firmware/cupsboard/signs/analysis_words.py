"""What an analysis says of a move, as messages that any language can say."""

from collections.abc import Iterable

from cupsboard.engine.analysis import Reason
from cupsboard.signs.scene import Message, Phrases, Values

_ESTIMATED = ("blocks", "frees")
"""Reasons that say about how many beans they cost."""


def reason_phrases(reasons: Iterable[Reason]) -> Phrases:
    """Why a move is worse than the better one, a phrase for each reason."""
    return tuple(map(_phrase, reasons))


def _phrase(reason: Reason) -> Message:
    values: Values = {}
    if reason.place is not None:
        values = {"side": reason.side.value, "place": reason.place, "move": reason.move}
        # Of what is captured the rules know the number; what a cup costs is the evaluation's estimate.
        is_counted = reason.name not in _ESTIMATED
        values |= (
            {"beans": reason.beans}
            if is_counted
            else {"stock": reason.beans, "beans": max(1, round(reason.cost_beans))}
        )
    return Message(f"reasons.{reason.name}", values)

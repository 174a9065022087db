"""Say what an analysis found about a move, as messages for any language."""

from collections.abc import Iterable

from cupsboard.engine.analysis import Reason
from cupsboard.signs.scene import Message, Phrases, Values

_ESTIMATED = ("blocks", "frees")
"""Reasons whose number of beans is an estimate, given only if it is worth telling."""


def reason_phrases(reasons: Iterable[Reason]) -> Phrases:
    """Return a phrase for each reason why a move is worse than the better one."""
    return tuple(map(_phrase, reasons))


def _phrase(reason: Reason) -> Message:
    values: Values = {}
    name = reason.name
    if reason.points:
        values = {"side": reason.side.value, "move": reason.move, "points": reason.points}
    elif reason.place is not None:
        values = {"side": reason.side.value, "place": reason.place, "move": reason.move}
        # Of what is captured the rules know the number; what a cup costs is the evaluation's estimate.
        is_counted = reason.name not in _ESTIMATED
        if is_counted:
            values |= {"beans": reason.beans}
        elif reason.tells_cost:
            values |= {"stock": reason.beans, "beans": max(1, round(reason.cost_beans))}
        else:
            name = f"{reason.name}-uncounted"
            values |= {"stock": reason.beans}
    return Message(f"reasons.{name}", values)

"""Recognise that a player went on with a move which their press had already ended.

The shorter move stands, since the press said so. But its player is better served by hearing which move was
taken than by hearing of a bean too many.
"""

from typing import Generic, TypeVar

from cupsboard.referee.events import Ending
from cupsboard.rules.game import Contents
from cupsboard.rules.history import History, Moved
from cupsboard.rules.places import Side
from cupsboard.rules.table_legality import judge

P = TypeVar("P")

AFTERTHOUGHT_SECONDS = 5.0
"""For this long after the end of a turn its player may still be busy with it. A hand carries a bean in 1 to 2
s, and another second or two pass until a player sees that the turn is over."""


class Afterthought(Generic[P]):
    """Recognises that a player goes on with a turn that their press has ended."""

    def __init__(self) -> None:
        self._ended: Moved[Side] | None = None
        self._since: float | None = None
        self._has_come = False

    def note(self, side: Side, label: str, how: Ending) -> None:
        """Record that the turn of `side` with the move `label` ended, and `how`.

        The time of the end is that of the next call of `look`.
        """
        self._ended = Moved(side, label) if how is Ending.PRESSED else None
        self._since = None
        self._has_come = False

    def look(self, now: float) -> None:
        """Record `now` as the time of the last turn's end, if that is not known yet."""
        if self._since is None:
            self._since = now

    def meant_more(self, history: History[P], found: Contents, now: float) -> Moved[Side] | None:
        """Return the ended move if the table `found` shows a longer move of its player; None otherwise."""
        is_soon = self._since is None or now <= self._since + AFTERTHOUGHT_SECONDS
        if self._ended is None or not (is_soon or self._has_come) or not history.can_undo:
            return None
        before = history.undo()
        if history.steps[len(before.steps)].entry != self._ended:
            return None
        others = [
            plan
            for plan in history.game.plans(before.position, self._ended.player)
            if plan.label != self._ended.label
        ]
        agreed = history.game.contents(before.position)
        places = agreed.keys() & found.keys()
        judged = judge(
            {place: agreed[place] for place in places}, others, {place: found[place] for place in places}
        )
        self._has_come = bool(judged.complete or judged.under_way)
        return self._ended if self._has_come else None

"""What really lay on the table, kept for a while: the truth that the board's belief is held against."""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cupsboard.rules.game import Contents
from cupsboard.rules.places import Place, Side

from cupsim.table.table import Table

RECENT_SECONDS = 1.0
"""So long after a hand has moved the scales may still speak of the table before."""
TABLES_KEPT = 500


@dataclass(frozen=True, slots=True)
class _Lay:
    """A table, since when it lay like that, and whose hand had done it."""

    contents: Mapping[Place, int]
    since: float
    by: Side | None


class Witness:
    """Sees every bean in the weighed places; `saw` is to be called whenever hands have done something."""

    def __init__(self, table: Table, places: Sequence[Place]) -> None:
        self._table = table
        self._places = tuple(places)
        self._lays: deque[_Lay] = deque([_Lay(self._weighed(), 0.0, None)], maxlen=TABLES_KEPT)

    def saw(self, side: Side, time: float) -> None:
        """Notice what a hand has changed."""
        contents = self._weighed()
        if contents != self._lays[-1].contents:
            self._lays.append(_Lay(contents, time, side))

    def lay_lately(self, contents: Contents, now: float) -> bool:
        """Whether exactly this lies there, or did until a moment ago."""
        return any(self._is(lay, contents) for lay in self._recent(now))

    def left_at(
        self, mover: Side, contents: Contents, not_before: float, follower: Side | None = None
    ) -> float | None:
        """Return when `mover` left this table to the `follower`, at `not_before` or later; None if never.

        The follower is the other side; with another turn, the mover. Tables that the follower's hands have
        made since are part of the answer as long as `mover` has made no further one.
        """
        follower = follower or mover.other
        following: Side | None = None
        is_unanswered = True
        for lay in reversed(self._lays):
            if lay.since < not_before:
                break
            is_left = is_unanswered or (lay.by is mover and following is follower)
            if is_left and self._is(lay, contents):
                return lay.since
            is_unanswered &= lay.by is follower
            following = lay.by
        return None

    def nearest(self, contents: Contents, since: float) -> Contents:
        """Return the table of the time since then that differs from this one in the fewest pieces."""
        lays = [lay for lay in self._lays if lay.since >= since] or [self._lays[-1]]
        return min(
            (lay.contents for lay in reversed(lays)),
            key=lambda lying: sum(abs(lying[place] - contents[place]) for place in self._places),
        )

    def differences(self, contents: Contents) -> tuple[str, ...]:
        """What is not as believed now, stocks included: "south-3 holds 4, not 5"."""
        truth = self._table.contents()
        return tuple(
            f"{place} holds {truth[place]}, not {count}"
            for place, count in contents.items()
            if truth[place] != count
        )

    def _recent(self, now: float) -> Iterator[_Lay]:
        for lay in reversed(self._lays):
            yield lay
            if lay.since < now - RECENT_SECONDS:
                return

    def _is(self, lay: _Lay, contents: Contents) -> bool:
        return all(lay.contents[place] == contents[place] for place in self._places)

    def _weighed(self) -> dict[Place, int]:
        truth = self._table.contents()
        return {place: truth[place] for place in self._places}

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

    def was_left_by(self, mover: Side, contents: Contents) -> bool:
        """Whether this is what `mover` left, apart from what the other's hand has begun since."""
        for lay in reversed(self._lays):
            if self._is(lay, contents):
                return True
            if lay.by is not mover.other:
                return False
        return False

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

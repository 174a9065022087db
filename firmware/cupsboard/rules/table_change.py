"""Compute the way from one table to another as transfers of pieces."""

from collections.abc import Iterator

from cupsboard.rules.game import Contents, Transfer
from cupsboard.rules.places import Place


def transfers_between(now: Contents, wanted: Contents, bag: Place | None = None) -> Iterator[Transfer]:
    """Yield transfers that turn a table into the wanted one; a place that isn't named holds nothing.

    Surplus goes where pieces are missing, both in the order of their tables. A `bag` then gives what is
    missing and takes what is left over; without a bag both remain.
    """
    surplus = {place: more for place in now if (more := now[place] - wanted.get(place, 0)) > 0}
    for target, count in wanted.items():
        missing = count - now.get(target, 0)
        for source in list(surplus):
            moved = min(missing, surplus[source])
            if moved > 0:
                yield Transfer(source, target, moved)
                missing -= moved
                surplus[source] -= moved
        if bag is not None and missing > 0:
            yield Transfer(bag, target, missing)
    for source, more in surplus.items():
        if bag is not None and more:
            yield Transfer(source, bag, more)

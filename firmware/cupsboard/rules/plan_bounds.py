"""Bounds that a plan's transfers set for the counts of places.

All functions work on *differences*: how many pieces more (> 0) or fewer (< 0) a weighed place holds than at
the start of the plan. Unweighed places never appear in a difference.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from cupsboard.rules.game import Transfer
from cupsboard.rules.places import OFF_BOARD, Place

Counts = Mapping[Place, int]
"""Pieces by weighed place; a place that isn't named has none."""


@dataclass(frozen=True, slots=True)
class PlanBounds:
    """Some transfers, with the total that leaves and the total that arrives at each weighed place."""

    transfers: tuple[Transfer, ...]
    weighed: Container[Place]
    leaving: Counts
    arriving: Counts

    @classmethod
    def of(cls, transfers: tuple[Transfer, ...], weighed: Container[Place]) -> "PlanBounds":
        """Return the bounds of the transfers on a board that weighs these places."""
        leaving: dict[Place, int] = {}
        arriving: dict[Place, int] = {}
        for transfer in transfers:
            if transfer.source in weighed:
                leaving[transfer.source] = leaving.get(transfer.source, 0) + transfer.count
            if transfer.target in weighed:
                arriving[transfer.target] = arriving.get(transfer.target, 0) + transfer.count
        return cls(transfers, weighed, leaving, arriving)

    def is_complete(self, difference: Counts) -> bool:
        """Return whether the difference is that of all transfers done."""
        touched = self.leaving.keys() | self.arriving.keys()
        return difference.keys() <= touched and all(
            difference.get(place, 0) == self.arriving.get(place, 0) - self.leaving.get(place, 0)
            for place in touched
        )

    def allows(self, difference: Counts) -> bool:
        """Return whether the table is under way or complete."""
        leaving, arriving = self.leaving, self.arriving
        for place, change in difference.items():
            if not -leaving.get(place, 0) <= change <= arriving.get(place, 0):
                return False
        return not self._unfounded(difference)

    def wrong(self, difference: Counts) -> Counts:
        """Return what keeps a table from being under way or complete: too many (> 0) or too few (< 0).

        Mending exactly this gives the nearest table that is.
        """
        outside = self.outside(difference)
        unfounded = self._unfounded(difference)
        return {place: outside.get(place, 0) + unfounded.get(place, 0) for place in {**outside, **unfounded}}

    def missing(self, difference: Counts) -> tuple[Transfer, ...]:
        """Return the transfers still to be done on a table under way; pieces in the hand come from OFF_BOARD.

        Which of equal transfers has begun is not seen: the earlier ones are taken to have.
        """
        left = {place: -change for place, change in difference.items() if change < 0}
        arrived = {place: change for place, change in difference.items() if change > 0}
        to_do: list[tuple[Transfer, int]] = []
        for transfer, done in zip(self.transfers, self._done(difference, arrived), strict=True):
            _take(left, transfer.source, done)
            to_do.append((transfer, transfer.count - done))
        missing: list[Transfer] = []
        for transfer, count in to_do:
            lifted = _take(left, transfer.source, count)
            if lifted and transfer.target in self.weighed:
                missing.append(Transfer(OFF_BOARD, transfer.target, lifted, transfer.kind))
            if count > lifted:
                missing.append(Transfer(transfer.source, transfer.target, count - lifted, transfer.kind))
        return tuple(missing)

    def _done(self, difference: Counts, arrived: dict[Place, int]) -> Sequence[int]:
        """Return how many pieces of each transfer have arrived, the earlier transfers first.

        A place that both receives and gives has also received the pieces that went on from there.
        """
        between = self.arriving.keys() & self.leaving.keys()
        may_have_left = {place: max(0, -difference.get(place, 0)) for place in self.leaving}
        may_have_left |= {place: self.arriving[place] - difference.get(place, 0) for place in between}
        done = [0] * len(self.transfers)
        for number, transfer in enumerate(self.transfers):
            if transfer.target not in between:
                most = min(transfer.count, may_have_left.get(transfer.source, transfer.count))
                done[number] = _take(arrived, transfer.target, most)
                if transfer.source in may_have_left:
                    may_have_left[transfer.source] -= done[number]
        for place in between:
            gone_on = sum(
                count
                for transfer, count in zip(self.transfers, done, strict=True)
                if transfer.source == place != transfer.target
            )
            came_back = sum(each.count for each in self.transfers if each.source == each.target == place)
            here = difference.get(place, 0) + (self.leaving[place] if came_back else gone_on)
            arrived[place] = max(0, here)
        for number, transfer in enumerate(self.transfers):
            if transfer.target in between:
                done[number] = _take(arrived, transfer.target, transfer.count)
        return done

    def outside(self, difference: Counts) -> Counts:
        """Return by how much each place is above (> 0) or below (< 0) its bounds; others are left out."""
        leaving, arriving = self.leaving, self.arriving
        beyond: dict[Place, int] = {}
        for place, change in difference.items():
            if change > 0 and change > (most := arriving.get(place, 0)):
                beyond[place] = change - most
            elif change < 0 and -change > (most := leaving.get(place, 0)):
                beyond[place] = change + most
        return beyond

    def _unfounded(self, difference: Counts) -> Counts:
        """Return pieces that arrived in a circle without having left there, as too many at its sources.

        They are charged to the sources because they must leave from there in any case; a place beyond its
        bounds is taken as mended already.
        """
        if not self.leaving:  # Only weighed sources can tell, and many plans have none.
            return {}
        surplus: dict[Place, int] = {}
        for circle in self._closed_circles():
            changes = {place: self._within(place, difference.get(place, 0)) for place in circle}
            excess = sum(changes.values())
            for source in self.leaving:
                if source in circle and excess > 0:
                    surplus[source] = min(excess, changes[source] + self.leaving[source])
                    excess -= surplus[source]
        return {place: count for place, count in surplus.items() if count}

    def _within(self, place: Place, change: int) -> int:
        return max(-self.leaving.get(place, 0), min(change, self.arriving.get(place, 0)))

    def _closed_circles(self) -> list[set[Place]]:
        """Return the groups of places that exchange pieces only with one another, and get none unseen."""
        circles: list[set[Place]] = []
        for transfer in self.transfers:
            ends = {transfer.source, transfer.target}
            joined = [circle for circle in circles if not ends.isdisjoint(circle)]
            circles = [circle for circle in circles if circle not in joined] + [ends.union(*joined)]
        unseen = {transfer.source for transfer in self.transfers if transfer.source not in self.weighed}
        return [circle for circle in circles if unseen.isdisjoint(circle)]


def _take(counts: dict[Place, int], place: Place, most: int) -> int:
    """Take up to `most` pieces out of a count. Return how many were taken."""
    taken = min(counts.get(place, 0), most)
    if taken:
        counts[place] -= taken
    return taken

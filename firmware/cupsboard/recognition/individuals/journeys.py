"""Reconstruct where an individual has been between its lift and its landing."""

from collections.abc import Iterable
from dataclasses import replace

from cupsboard.numbers import COSTS
from cupsboard.recognition.individuals.happenings import Happening, Landed, Lifted
from cupsboard.recognition.individuals.visits import Visit
from cupsboard.rules.places import Place

_COSTS = COSTS.individuals


def journey(
    lifted: Lifted, place: Place, time: float, latest: float, visits: Iterable[Visit]
) -> list[Happening]:
    """Return the events of an individual after its lift, `lifted`, up to its landing on `place`.

    The landing was between `time` and `latest` (in seconds). `visits` are the individual's possible short
    visits to other places. A certain visit becomes a landing and a lift, an uncertain one is noted as
    `meanwhile` in the next landing. Visits that ended too late for a hand to bring the individual to `place`
    are left out.
    """
    happened, perhaps = list[Happening](), list[Landed]()
    for visit in sorted(_possible(visits, latest), key=lambda each: each.came):
        landed = Landed(lifted.kind, visit.place, visit.came, before(visit.came, lifted), tuple(perhaps))
        if visit.is_sure:
            lifted = Lifted(lifted.kind, visit.place, visit.left)
            happened += [landed, lifted]
            perhaps.clear()
        else:
            perhaps.append(replace(landed, meanwhile=()))
    landed_at = max(time, lifted.earliest)
    return [*happened, Landed(lifted.kind, place, landed_at, before(landed_at, lifted), tuple(perhaps))]


def _possible(visits: Iterable[Visit], landed_by: float) -> list[Visit]:
    """Return the visits that a hand could have ended in time; of two at the same time neither is certain."""
    latest = landed_by - _COSTS.least_carry_seconds
    # Under a hand that still presses there nobody sees when it left.
    found = [replace(each, left=latest) if each.is_open else each for each in visits]
    found = [each for each in found if each.came + _COSTS.least_stand_seconds <= each.left <= latest]
    sure = [each for each in found if each.is_sure]
    return [replace(each, is_sure=each.is_sure and not _clashes(each, sure)) for each in found]


def _clashes(one: Visit, others: Iterable[Visit]) -> bool:
    return any(other is not one and one.came < other.left and other.came < one.left for other in others)


def before(landed_at: float, lifted: Lifted) -> Lifted:
    """Return the lift `lifted`, dated so that it lies before the individual's landing at `landed_at`.

    The latest possible time of a lift may lie after the landing, because a hand may have covered the place.
    """
    if lifted.latest <= landed_at:
        return lifted
    soonest = max(lifted.earliest, landed_at - _COSTS.least_carry_seconds)
    time = min(lifted.time, soonest, landed_at)
    return replace(lifted, time=time, perhaps_until=min(lifted.latest, landed_at))

"""What can be known of the weight of each cup's beans by one who is told what the world is like.

Nobody sees what a bean weighs: a place shows its beans and its zero together. So what lies there is known by
what went and came, as the scales showed it, and by how many beans that were. Where zeros jump, it is known
the less the more often hands have been there; where the place is empty, nothing lies there. This is the
Kalman filter of that, place by place, with the true parameters and the true tables.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from studies.worlds.beans import spread_of_the_lot, true_mean_grams
from studies.worlds.world import Beans

Flow = tuple[int | None, int | None, int]
"""From where to where how many beans went, by the numbers of the places; None is off the board."""


@dataclass(frozen=True, slots=True)
class Content:
    """What the beans of one place weigh, and how sure that is."""

    count: int = 0
    grams: float = 0.0
    variance: float = 0.0

    def part(self, count: int, bean_variance: float) -> tuple[float, float]:
        """Mean and variance of what some of these beans weigh."""
        share = count / self.count
        return share * self.grams, share * share * self.variance + count * (1.0 - share) * bean_variance


def followed(
    beans: Beans,
    before: Mapping[int, Content],
    flows: tuple[Flow, ...],
    changes: Mapping[int, tuple[float, float]],
) -> dict[int, Content]:
    """What lies in every place after these beans went, by its number.

    `changes` are what the scales showed with the variance of that, where they showed anything.
    """
    mean = true_mean_grams(beans)
    bean_variance = (spread_of_the_lot(beans) * mean) ** 2
    return {
        place: _after(place, content, before, flows, changes.get(place), mean, bean_variance)
        for place, content in before.items()
    }


def _after(
    place: int,
    content: Content,
    before: Mapping[int, Content],
    flows: tuple[Flow, ...],
    change: tuple[float, float] | None,
    mean: float,
    bean_variance: float,
) -> Content:
    left, came, came_grams, came_variance = 0, 0, 0.0, 0.0
    for source, target, count in flows:
        if source == place:
            left += count
        if target == place:
            came += count
            known = None if source is None else before[source]
            grams, variance = count * mean, count * bean_variance
            if known is not None and count <= known.count:
                grams, variance = known.part(count, bean_variance)
            came_grams, came_variance = came_grams + grams, came_variance + variance
    count = content.count + came - left
    if count == 0 or not (left or came):
        return content if count else Content()
    kept = (content.count - left) / content.count if content.count else 0.0
    stayed_variance = left * kept * bean_variance
    grams = kept * content.grams + came_grams
    variance = kept * kept * content.variance + stayed_variance + came_variance
    if change is None:
        return Content(count, grams, variance)
    shown, error_variance = change
    gone = 1.0 - kept
    expected = came_grams - gone * content.grams
    total = gone * gone * content.variance + stayed_variance + came_variance + error_variance
    shared = stayed_variance + came_variance - kept * gone * content.variance
    return Content(
        count, grams + shared / total * (shown - expected), max(variance - shared * shared / total, 0.0)
    )

"""Follow the zeros of places where no piece came or went, from one kept look to the next."""

import math
from collections.abc import Collection
from dataclasses import replace

from cupsboard.numbers import COSTS
from cupsboard.recognition.knowledge import Knowledge, still
from cupsboard.recognition.outcome import Unchanged
from cupsboard.recognition.since_agreed import Look
from cupsboard.rules.places import Place
from cupsboard.scales.readings import Weight


def followed(
    knowledge: Knowledge, look: Look, before: Look | None, disturbed: Collection[Place]
) -> tuple[Knowledge, frozenset[Place]]:
    """Return the knowledge with the zeros of untouched places followed, and those places.

    `before` is the look that was kept before `look`; None if there is none. Since the agreed table the cups
    of the places `disturbed` were in the air, or these could not be read: what is off there may be pieces.
    """
    odd = look.seen.touched | look.seen.unexplained
    traded = odd if isinstance(look.seen.outcome, Unchanged) else frozenset()
    at_rest = (
        knowledge.places.keys() - (odd - traded) - frozenset(disturbed) - _in_doubt(knowledge, look, before)
    )
    return still(knowledge, look.settled, at_rest, traded), frozenset(at_rest)


def _in_doubt(knowledge: Knowledge, look: Look, before: Look | None) -> set[Place]:
    """Return the places with pieces of doubtful weight that weigh something else than at the look before.

    A finger could pass for such pieces. Two looks that show the same end the doubt.
    """
    if before is None:
        return set()
    least_variance = (COSTS.limits.no_piece_beans * knowledge.lightest_grams) ** 2
    places = set()
    for place, known in knowledge.places.items():
        weight, last = look.settled.weights[place], before.settled.weights[place]
        is_in_doubt = known.gross.variance - known.shared_variance > least_variance
        if is_in_doubt and isinstance(weight, Weight) and isinstance(last, Weight):
            noise_grams = math.sqrt(weight.variance + last.variance + 2 * known.wander_variance)
            if abs(weight.grams - last.grams) > COSTS.limits.chance_sigmas * noise_grams:
                places.add(place)
    return places


def without_past_doubts(
    knowledge: Knowledge, look: Look, before: Look, unread: Collection[Place]
) -> Knowledge:
    """Return the knowledge with a doubtful weight accepted where the same pieces weigh the same at two looks.

    A finger has gone by then. The weight before the last look is no evidence: a piece may have come since
    that weighs what the finger did. Without this, a doubtful place might always hold one piece more, would
    count as touched, and its zero would not be followed. Where places were `unread` since the agreed table,
    hands may have been there unseen, and the doubt stays.
    """
    if look.settled.weights == before.settled.weights:
        return knowledge
    places = dict(knowledge.places)
    for place, known in places.items():
        weight, last = look.settled.weights[place], before.settled.weights[place]
        is_as_agreed = look.seen.found[place] == before.seen.found[place] == known.count
        is_certain = place in look.seen.certain and place not in look.seen.unexplained
        if not is_certain or not is_as_agreed or place in unread:
            continue
        if not isinstance(weight, Weight) or not isinstance(last, Weight):
            continue
        noise_variance = weight.variance + known.wander_variance
        is_doubtful = known.gross.variance > COSTS.limits.chance_sigmas**2 * noise_variance
        off = abs(weight.grams - last.grams)
        if is_doubtful and off < COSTS.limits.chance_sigmas * math.sqrt(2 * noise_variance):
            places[place] = known.weighed_again(weight)
    return replace(knowledge, places=places)

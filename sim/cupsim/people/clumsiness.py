"""What clumsy hands do wrong while they carry out a move."""

from collections.abc import Iterator, Sequence
from random import Random

from cupsboard.rules.places import OFF_BOARD, Place

from cupsim.table.hand_actions import Act, Bump, Drop, Rest, Take, Wait


def with_mishaps(
    acts: Sequence[Act], random: Random, clumsiness: float, spare: Place | None
) -> Iterator[Act]:
    """The same acts as they turn out: leaning, dawdling, dropping beside, knocking, two beans at once.

    `clumsiness` 0 leaves them as they are, 1 adds a mishap to about every third drop. Pieces too many
    come from `spare`, the player's stock; without one there are none.
    """
    for act in acts:
        if isinstance(act, Drop) and random.random() < 0.35 * clumsiness:
            yield from _mishap(act, random, spare)
        else:
            yield act


def _mishap(drop: Drop, random: Random, spare: Place | None) -> Iterator[Act]:
    match random.choices(("rest", "dawdle", "beside", "bump", "two"), (30, 30, 20, 10, 10))[0]:
        case "rest":
            yield from (drop, Rest(drop.place, random.uniform(2.0, 80.0), random.uniform(0.3, 1.5)))
        case "dawdle":
            yield from (Wait(random.uniform(0.8, 2.2)), drop)
        case "beside":
            beside = (
                Drop(OFF_BOARD, drop.count, drop.kinds),
                Wait(random.uniform(0.5, 1.5)),
                Take(OFF_BOARD, drop.count, drop.kinds),
            )
            yield from (*beside, drop)
        case "bump":
            yield from (drop, Bump(random.uniform(0.1, 1.0)))
        case _ if spare is None:
            yield drop
        case _:
            yield from (Take(spare), Drop(drop.place, drop.count + 1))

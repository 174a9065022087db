"""Sowing in Oware by counts alone: where beans go, which cups may be sown, and which are captured.

Places are numbered round the board without the pots: 0 to `size` - 1 are the mover's cups from the left, the
other's cups follow.
"""

from collections.abc import Iterator, Sequence

CAPTURED = (2, 3)
"""The numbers of beans in a cup that are captured."""


def path(index: int, beans: int, size: int) -> Iterator[int]:
    """Yield the places that the beans of cup `index` go to, one each; the cup itself is left out."""
    place = index
    for _ in range(beans):
        place = (place + 1) % (2 * size)
        if place == index:
            place = (place + 1) % (2 * size)
        yield place


def movable(own: Sequence[int], other: Sequence[int]) -> list[int]:
    """Return the mover's cups that may be sown, counted from 0.

    If the other has no beans, only a sowing that brings some there is allowed.
    """
    feeds = any(other)
    return [index for index, count in enumerate(own) if count and (feeds or index + count >= len(own))]


def captured(after: Sequence[int], last: int) -> list[int]:
    """Return the places that a sowing captures, from its `last` one back; `after` are the beans by place.

    These are the other's cups in a row that now hold two or three beans. A capture of all the other's beans
    (a grand slam) is none.
    """
    size = len(after) // 2
    taken: list[int] = []
    place = last
    while place >= size and after[place] in CAPTURED:
        taken.append(place)
        place -= 1
    return [] if sum(after[each] for each in taken) == sum(after[size:]) else taken


def is_decided(pot: int, other_pot: int, in_cups: int) -> bool:
    """Return whether one pot holds more than half of all beans: the other can't come up with it any more."""
    return abs(pot - other_pot) > in_cups

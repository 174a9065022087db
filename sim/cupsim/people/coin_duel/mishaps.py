"""What goes wrong in a play, by mistake or on purpose, as changes of what the hands do.

Each takes the hands' acts for a whole play and gives other ones; None where it can't be done in that play.
`lying` says what lies where before the play.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random

from cupsboard.rules.places import Kind, Place, is_cup, side_of

from cupsim.table.hand_actions import Act, Drop, Lift, Take, Wait

Lying = Mapping[Place, Mapping[Kind, int]]
Mishap = Callable[[Sequence[Act], Lying, Random], tuple[Act, ...] | None]

REST_SECONDS = 1.2
"""So long something lies there until it is exchanged."""


def skip_a_cup(acts: Sequence[Act], lying: Lying, random: Random) -> tuple[Act, ...] | None:
    """Return `acts` with a mishap, or None where it can't be: a handful passes a cup."""
    del lying
    run = _some_run(acts, 2, random)
    if run is None:
        return None
    first, last = run
    at = random.randrange(first, last)
    places = [act.place for act in acts[at + 1 : last + 1] if isinstance(act, Drop)]
    return _dropped_elsewhere(acts, at, [*places, places[-1]])


def two_at_once(acts: Sequence[Act], lying: Lying, random: Random) -> tuple[Act, ...] | None:
    """Return `acts` with a mishap, or None where it can't be: two pieces fall into one cup."""
    del lying
    run = _some_run(acts, 2, random)
    if run is None:
        return None
    first, last = run
    at = random.randrange(first + 1, last + 1)
    places = [act.place for act in acts[at - 1 : last] if isinstance(act, Drop)]
    return _dropped_elsewhere(acts[: last + 1], at, places)


def take_the_wrong_kind(acts: Sequence[Act], lying: Lying, random: Random) -> tuple[Act, ...] | None:
    """Return `acts` with a mishap, or None where it can't be: a piece is exchanged for another kind."""
    cups = [
        (act.place, act.kinds[0]) for act in acts if isinstance(act, Drop) and is_cup(act.place) and act.kinds
    ]
    left = _left_in_stock(acts, lying)
    taken = {act.place for act in acts if isinstance(act, Take)}
    ways = [
        (place, kind, bowl, instead)
        for place, kind in cups
        for bowl, instead in left
        if place not in taken and side_of(bowl) is side_of(place) and instead != kind
    ]
    if not ways or any(not isinstance(act, Drop | Take | Wait) for act in acts):
        return None
    place, kind, bowl, instead = random.choice(ways)
    exchange = (Wait(REST_SECONDS), Take(place, kinds=(kind,)), Drop(bowl, kinds=(kind,)))
    return (*acts, *exchange, Take(bowl, kinds=(instead,)), Drop(place, kinds=(instead,)))


def put_back(acts: Sequence[Act], lying: Lying, random: Random) -> tuple[Act, ...] | None:
    """Return `acts` with a mishap, or None where it can't be: a handful is lifted and put back first."""
    mine = side_of(_first_place(acts))
    ways = [
        (place, sum(kinds.values()))
        for place, kinds in lying.items()
        if is_cup(place) and side_of(place) is mine and any(kinds.values()) and place != _first_place(acts)
    ]
    if not ways:
        return None
    place, count = random.choice(ways)
    return (Take(place, count), Wait(REST_SECONDS), Drop(place, count), Wait(REST_SECONDS), *acts)


def two_for_one(acts: Sequence[Act], lying: Lying, random: Random) -> tuple[Act, ...] | None:
    """Return `acts` with a mishap, or None where it can't be: two cents are dropped for a nickel."""
    nickel, cent = Kind("nickel"), Kind("cent")
    first = acts[0]
    if not isinstance(first, Take) or not first.place.endswith("-stock"):
        return None
    if lying[first.place].get(cent, 0) < Counter(first.kinds)[cent] + 2:
        return None
    at = next((n for n, act in enumerate(acts) if isinstance(act, Drop) and act.kinds == (nickel,)), None)
    if at is None or len(acts) > len(first.kinds) + 2:
        return None
    del random
    drop = acts[at]
    assert isinstance(drop, Drop)
    kinds = list(first.kinds)
    kinds.remove(nickel)
    alone = Drop(drop.place, kinds=(cent,))
    return (Take(first.place, kinds=(*kinds, cent, cent)), *acts[1:at], alone, alone, *acts[at + 1 :])


MISHAPS: Mapping[str, Mishap] = {
    "a cup skipped": skip_a_cup,
    "two at once": two_at_once,
    "exchanged": take_the_wrong_kind,
    "put back": put_back,
    "two for one": two_for_one,
}


def _first_place(acts: Sequence[Act]) -> Place:
    return next(act.place for act in acts if isinstance(act, Take | Lift | Drop))


def _some_run(acts: Sequence[Act], least: int, random: Random) -> tuple[int, int] | None:
    """Return the first and last of some acts in which pieces of one handful fall one by one."""
    runs: list[tuple[int, int]] = []
    begun: int | None = None
    for at, act in enumerate([*acts, None]):
        is_sown = isinstance(act, Drop) and len(act.kinds) == 1
        if is_sown and begun is None:
            begun = at
        if not is_sown and begun is not None:
            if at - begun >= least:
                runs.append((begun, at - 1))
            begun = None
    return random.choice(runs) if runs else None


def _dropped_elsewhere(acts: Sequence[Act], at: int, places: Sequence[Place]) -> tuple[Act, ...]:
    changed = list(acts)
    for number, place in enumerate(places, start=at):
        act = changed[number]
        assert isinstance(act, Drop)
        changed[number] = Drop(place, kinds=act.kinds)
    return tuple(changed)


def _left_in_stock(acts: Sequence[Act], lying: Lying) -> list[tuple[Place, Kind]]:
    """What lies in the stocks after the play."""
    taken = Counter((act.place, kind) for act in acts if isinstance(act, Take) for kind in act.kinds)
    return [
        (place, kind)
        for place, kinds in lying.items()
        for kind, count in kinds.items()
        if place.endswith("-stock") and count > taken[place, kind]
    ]

"""What becomes of one sowing, by counts alone: where each bean goes, what is captured, and who goes on.

Places are numbered round the board as the player of the turn sees them: 0 to `size` - 1 are the own cups from
the left, `size` is the own pot, the other's cups follow, and the other's pot is the last. What is opposite
place `n` has the number 2 * `size` - `n`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from cupsboard.rules.sowing.rules import SowingRules
from cupsboard.rules.turns import CAPTURE, PUT, TAKE, Verb

MOST_CUPS = 12
"""The most cups a side."""
MOST_LAPS = 75
"""A sowing that goes on longer goes on for ever, as far as hands are concerned: no move."""
AGAINST, WITH = 1, -1
"""The steps from place to place against the clock and with it."""
IN_HAND = NOWHERE = -1
Marks = tuple[int, ...]
"""Places as the player numbers them: the player's tuz, the other's, NOWHERE for none, and all lost cups."""
NO_MARKS: Marks = NOWHERE, NOWHERE


class Step(NamedTuple):
    """One act of a sowing, with numbers for places."""

    verb: Verb
    source: int
    target: int
    beans: int


@dataclass(frozen=True, slots=True)
class Course:
    """A whole sowing: its cup, its way, its steps, the beans after it, and whether the player goes on."""

    index: int
    way: int
    steps: tuple[Step, ...]
    ring: tuple[int, ...]
    goes_on: bool
    marks: Marks

    @property
    def captures(self) -> bool:
        """Return whether anything was captured."""
        return self.steps[-1].verb == CAPTURE


def courses(rules: SowingRules, ring: Sequence[int], marks: Marks = NO_MARKS) -> list[Course]:
    """Return the sowings that a player may make, from the left; `ring` are the beans by place."""
    found = list(_ending(rules, ring, marks))
    if rules.slam == "not allowed" and _others(ring):
        found = [course for course in found if _others(course.ring)]
    if rules.must_feed and not _others(ring):
        feeding = [course for course in found if _others(course.ring)]
        return feeding or (found if rules.passes else [])
    return found


def _ending(rules: SowingRules, ring: Sequence[int], marks: Marks) -> Iterator[Course]:
    """Yield the sowings that end, from the left."""
    size = len(ring) // 2 - 1
    for index in range(size):
        if ring[index] >= rules.least:
            for way in _ways(rules, size, index, ring[index]):
                if (course := sown(rules, ring, index, way, marks)) is not None:
                    yield course


def sown(rules: SowingRules, ring: Sequence[int], index: int, way: int, marks: Marks) -> Course | None:
    """Return the sowing of the own cup `index`; None if it never ends."""
    lying, last, lost = list(ring), index, marks[2:]
    steps: list[Step] = []
    for lap in range(MOST_LAPS):
        stays = int(rules.leaves_one and not lap and lying[last] > 1)
        last = _lap(rules, lying, steps, last, way, stays, lost)
        following = _sown_on(rules, lying, last, way, lost)
        if following is None:
            break
        last = following
    else:
        return None
    size = len(ring) // 2 - 1
    for place, owner in zip(marks, (size, 2 * size + 1), strict=False):
        if place != NOWHERE and lying[place]:
            steps.append(Step(CAPTURE, place, owner, _taken(lying, place, owner)))
    before = lying.copy()
    if _makes_tuz(rules, lying, last, marks):
        marks, captured = (last, *marks[1:]), [(last, _taken(lying, last, size))]
    else:
        captured = [] if last in marks else list(_captured(rules, lying, last, way, lost))
    if rules.slam == "takes none" and captured and _others(before) and not _others(lying):
        lying, captured = before, []
    steps += [Step(CAPTURE, place, size, beans) for place, beans in captured]
    goes_on = (rules.again_from_pot and last == size) or (rules.again_after_capture and bool(captured))
    return Course(index, way, tuple(steps), tuple(lying), goes_on, marks)


def mover_after(rules: SowingRules, course: Course) -> bool | None:
    """Return whether the player of a sowing is to move after it; None once the game is over.

    That a table comes again is not looked at.
    """
    if is_decided(rules, course.ring):
        return None
    can_pass = rules.passes and not _can_move_after(rules, course, course.goes_on)
    goes_on = course.goes_on is not can_pass
    return goes_on if _can_move_after(rules, course, goes_on) else None


def _can_move_after(rules: SowingRules, course: Course, goes_on: bool) -> bool:
    if goes_on:
        return can_move(rules, course.ring, course.marks)
    return can_move(rules, turned(course.ring), turned_marks(course.marks, len(course.ring)))


def is_decided(rules: SowingRules, ring: Sequence[int]) -> bool:
    """Return whether the game is over whoever is to move."""
    size = len(ring) // 2 - 1
    own, others = sum(ring[:size]), _others(ring)
    if rules.ends == "a row is empty" and not (own and others):
        return True
    return not own + others or (rules.ends_beyond_half and abs(ring[size] - ring[-1]) > own + others)


def can_move(rules: SowingRules, ring: Sequence[int], marks: Marks = NO_MARKS) -> bool:
    """Return whether the player who numbers the places so may sow a cup."""
    size = len(ring) // 2 - 1
    if not any(beans >= rules.least for beans in ring[:size]):
        return False
    if rules.slam == "not allowed" or (rules.must_feed and not _others(ring)):
        return bool(courses(rules, ring, marks))
    return rules.is_one_lap or any(True for _ in _ending(rules, ring, marks))


def turned(ring: Sequence[int]) -> tuple[int, ...]:
    """Return the beans by place as the other player numbers the places."""
    half = len(ring) // 2
    return (*ring[half:], *ring[:half])


def turned_marks(marks: Marks, places: int) -> Marks:
    """Return the marks as the other player numbers the places."""
    own, other, *lost = (place if place == NOWHERE else (place + places // 2) % places for place in marks)
    return other, own, *lost


def _ways(rules: SowingRules, size: int, index: int, beans: int) -> tuple[int, ...]:
    """Return the ways in which the beans of a cup may go."""
    match rules.direction:
        case "against the clock":
            return (AGAINST,)
        case "with the clock":
            return (WITH,)
        case "odd against the clock":
            return (AGAINST,) if beans % 2 else (WITH,)
        case "outwards" if 2 * index + 1 != size:
            return (WITH,) if 2 * index + 1 < size else (AGAINST,)
        case _:
            return (WITH, AGAINST)


def _lap(
    rules: SowingRules, lying: list[int], steps: list[Step], origin: int, way: int, stays: int, lost: Marks
) -> int:
    """Sow the beans of a place but for those that stay, and return the last place."""
    place, beans = origin, lying[origin] - stays
    lying[origin] = stays
    steps.append(Step(TAKE, origin, IN_HAND, beans))
    following = _following(len(lying), way, lost, sows_pot=rules.sows_pot)
    for _ in range(beans):
        place = following[place]
        if place == origin and rules.skips_origin:
            place = following[place]
        lying[place] += 1
        steps.append(_PUTS[place])
    return place


def _next(rules: SowingRules, places: int, place: int, way: int, lost: Marks) -> int:
    """Return the place after another on the way round."""
    return _following(places, way, lost, sows_pot=rules.sows_pot)[place]


@lru_cache(1024)
def _following(places: int, way: int, lost: Marks, *, sows_pot: bool) -> Sequence[int]:
    """Return the place after each on the way round, without lost cups, and without pots that aren't sown."""
    left_out = {places - 1, *lost} if sows_pot else {places - 1, places // 2 - 1, *lost}
    ways = ((place + way * step for step in range(1, places)) for place in range(places))
    return [next(each % places for each in on if each % places not in left_out) for on in ways]


_PUTS = tuple(Step(PUT, IN_HAND, place, 1) for place in range(2 * MOST_CUPS + 2))
"""The acts by which one bean falls into each place."""


def _sown_on(rules: SowingRules, lying: Sequence[int], last: int, way: int, lost: Marks) -> int | None:
    """Return the place from which the sowing goes on; None where it ends."""
    size = len(lying) // 2 - 1
    if rules.laps == "one" or (rules.again_from_pot and last == size):
        return None
    if rules.laps == "from the next cup":
        following = _next(rules, len(lying), last, way, lost)
        return following if lying[following] and not _by_count(rules, lying, last) else None
    return last if lying[last] > 1 and last != size and not _by_count(rules, lying, last) else None


def _captured(
    rules: SowingRules, lying: list[int], last: int, way: int, lost: Marks
) -> Iterator[tuple[int, int]]:
    """Take what a sowing captures, place by place, and yield each place with its beans."""
    size = len(lying) // 2 - 1
    if last == size:
        return
    opposite = 2 * size - last
    if rules.across != "no" and lying[last] == 1:
        if not _is_in(rules.captured_where, size, opposite):
            return
        takes = lying[opposite] > 0
        if takes:
            yield opposite, _taken(lying, opposite, size)
        if rules.across == "the last bean always" or (takes and rules.across == "with the last bean"):
            yield last, _taken(lying, last, size)
    elif rules.captured_counts:
        place, on = last, way if rules.chain == "on" else -way
        while _by_count(rules, lying, place):
            yield place, _taken(lying, place, size)
            if rules.chain == "no":
                return
            place = _next(rules, len(lying), place, on, lost)
    elif rules.gap:
        place = last
        while not lying[empty := _next(rules, len(lying), place, way, lost)]:
            place = _next(rules, len(lying), empty, way, lost)
            if not lying[place] or not _is_in(rules.captured_where, size, place):
                return
            yield place, _taken(lying, place, size)
            if rules.chain == "no":
                return


def _taken(lying: list[int], place: int, owner: int) -> int:
    """Move the beans of a place into a pot, and return how many they are."""
    beans, lying[place] = lying[place], 0
    lying[owner] += beans
    return beans


def _makes_tuz(rules: SowingRules, lying: Sequence[int], last: int, marks: Marks) -> bool:
    """Return whether a last bean makes a tuz where it fell."""
    size = len(lying) // 2 - 1
    may = rules.tuz and marks[0] == NOWHERE and size < last < 2 * size and last != marks[1] + size + 1
    return bool(may and lying[last] == rules.tuz)


def _by_count(rules: SowingRules, lying: Sequence[int], place: int) -> bool:
    """Return whether the beans in a place are captured by their number."""
    size = len(lying) // 2 - 1
    is_one = place != size and lying[place] in rules.captured_counts
    return is_one and _is_in(rules.captured_where, size, place)


def _is_in(where: str, size: int, place: int) -> bool:
    return where == "both" or (place < size) is (where == "own")


def _others(ring: Sequence[int]) -> int:
    """Return the beans in the other's cups."""
    return sum(ring[len(ring) // 2 : -1])

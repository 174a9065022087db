"""What becomes of one sowing, by counts alone: where each bean goes, what is captured, and who goes on.

Places are numbered round the board as the player of the turn sees them: 0 to `size` - 1 are the own cups from
the left, `size` is the own pot, the other's cups follow, and the other's pot is the last. What is opposite
place `n` has the number 2 * `size` - `n`.
"""

from collections.abc import Collection, Iterator, Sequence
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


class Circuit(NamedTuple):
    """The way round the board in one round, as the player of the turn sees it."""

    size: int
    owns_row: bool
    """Whether the own cups are those of the own row."""
    own: Collection[int]
    """The player's own cups."""
    others: Collection[int]
    """The other's."""
    on: Sequence[int]
    """The place after each; cups that are left out, and pots that aren't sown, come after none."""
    back: Sequence[int]
    """The place before each."""

    def lying(self, ring: Sequence[int]) -> tuple[int, int]:
        """Return the beans in the own cups, and those in the other's."""
        if self.owns_row:
            return sum(ring[: self.size]), sum(ring[self.size + 1 : -1])
        return sum([ring[place] for place in self.own]), sum([ring[place] for place in self.others])


class Course(NamedTuple):
    """A whole sowing: its cup, its way, its steps, the beans after it, and whether the player goes on."""

    origin: int
    way: int
    steps: tuple[Step, ...]
    ring: tuple[int, ...]
    goes_on: bool
    marks: Marks
    circuit: Circuit

    @property
    def captures(self) -> bool:
        """Return whether anything was captured."""
        return any(step.verb == CAPTURE for step in self.steps)


def circuit_of(rules: SowingRules, ring: Sequence[int], marks: Marks, way: int = AGAINST) -> Circuit:
    """Return the way round a board with these marks."""
    lost = marks[2:]
    hands_over = bool(lost) and rules.hands_cups_over
    return _circuit(len(ring) // 2 - 1, way, lost, rules.sows_pot, hands_over)


@lru_cache(1024)
def _circuit(size: int, way: int, lost: Marks, sows_pot: bool, hands_over: bool) -> Circuit:
    places, changed = 2 * size + 2, lost if hands_over else ()
    rows = range(size), range(size + 1, places - 1)
    own, others = (
        [*(place for place in row if place not in changed), *(place for place in other if place in changed)]
        for row, other in (rows, rows[::-1])
    )
    left_out = {places - 1, *(() if sows_pot else (size,)), *(() if hands_over else lost)}

    def following(step: int) -> list[int]:
        ways = ((place + step * way * each for each in range(1, places)) for place in range(places))
        return [next(each % places for each in on if each % places not in left_out) for on in ways]

    if not changed:
        return Circuit(size, True, *rows, following(1), following(-1))
    return Circuit(size, False, own, others, following(1), following(-1))


def courses(rules: SowingRules, ring: Sequence[int], marks: Marks = NO_MARKS) -> list[Course]:
    """Return the sowings that a player may make, from the left; `ring` are the beans by place."""
    circuit = circuit_of(rules, ring, marks)
    found = list(_ending(rules, ring, marks, circuit))
    has_beans = circuit.lying(ring)[1] > 0
    if rules.slam == "not allowed" if has_beans else rules.must_feed:
        feeding = [course for course in found if circuit.lying(course.ring)[1]]
        return feeding or (found if rules.passes and not has_beans else [])
    return found


def _ending(rules: SowingRules, ring: Sequence[int], marks: Marks, circuit: Circuit) -> Iterator[Course]:
    """Yield the sowings that end, from the left; `circuit` goes against the clock."""
    for index in circuit.own:
        if ring[index] >= rules.least:
            for way in _ways(rules, circuit.size, index, ring[index]):
                on = circuit if way == AGAINST else circuit_of(rules, ring, marks, way)
                if (course := _sown(rules, ring, index, way, marks, on)) is not None:
                    yield course


def _sown(
    rules: SowingRules, ring: Sequence[int], index: int, way: int, marks: Marks, circuit: Circuit
) -> Course | None:
    """Return the sowing of the own cup `index`; None if it never ends."""
    lying, last, size = list(ring), index, circuit.size
    steps: list[Step] = []
    for lap in range(MOST_LAPS):
        stays = int(rules.leaves_one and not lap and lying[last] > 1)
        last = _lap(rules, lying, steps, last, stays, circuit)
        following = _sown_on(rules, lying, last, circuit)
        if following is None:
            break
        last = following
    else:
        return None
    for place, owner in zip(marks, (size, 2 * size + 1), strict=False):
        if place != NOWHERE and lying[place]:
            steps.append(Step(CAPTURE, place, owner, _taken(lying, place, owner)))
    before = lying.copy()
    if _makes_tuz(rules, lying, last, marks):
        marks, captured = (last, *marks[1:]), [(last, _taken(lying, last, size))]
    else:
        captured = [] if last in marks[:2] else list(_captured(rules, lying, last, circuit))
    if rules.slam == "takes none" and captured and circuit.lying(before)[1] and not circuit.lying(lying)[1]:
        lying, captured = before, []
    steps += [Step(CAPTURE, place, size, beans) for place, beans in captured]
    if rules.few and sum(circuit.lying(lying)) <= rules.few:
        left = [place for place in (*circuit.own, *circuit.others) if lying[place]]
        steps += [Step(CAPTURE, place, size, _taken(lying, place, size)) for place in left]
    goes_on = (rules.again_from_pot and last == size) or (rules.again_after_capture and bool(captured))
    return Course(index, way, tuple(steps), tuple(lying), goes_on, marks, circuit)


def mover_after(rules: SowingRules, course: Course) -> bool | None:
    """Return whether the player of a sowing is to move after it; None once the game is over.

    That a table comes again is not looked at.
    """
    if _is_decided(rules, course.ring, course.circuit):
        return None
    can_pass = rules.passes and not _can_move_after(rules, course, course.goes_on)
    goes_on = course.goes_on is not can_pass
    return goes_on if _can_move_after(rules, course, goes_on) else None


def _can_move_after(rules: SowingRules, course: Course, goes_on: bool) -> bool:
    if goes_on:
        return can_move(rules, course.ring, course.marks)
    return can_move(rules, turned(course.ring), turned_marks(course.marks, len(course.ring)))


def is_decided(rules: SowingRules, ring: Sequence[int], marks: Marks = NO_MARKS) -> bool:
    """Return whether the game is over whoever is to move."""
    return _is_decided(rules, ring, circuit_of(rules, ring, marks))


def _is_decided(rules: SowingRules, ring: Sequence[int], circuit: Circuit) -> bool:
    own, others = circuit.lying(ring)
    if rules.ends == "a row is empty" and not (own and others):
        return True
    lead = abs(ring[len(ring) // 2 - 1] - ring[-1])
    return not own + others or (rules.ends_beyond_half and lead > own + others)


def can_move(rules: SowingRules, ring: Sequence[int], marks: Marks = NO_MARKS) -> bool:
    """Return whether the player who numbers the places so may sow a cup."""
    circuit = circuit_of(rules, ring, marks)
    own = ring[: circuit.size] if circuit.owns_row else [ring[place] for place in circuit.own]
    if max(own, default=0) < rules.least:
        return False
    if rules.slam == "not allowed" or (rules.must_feed and not circuit.lying(ring)[1]):
        return bool(courses(rules, ring, marks))
    return rules.is_one_lap or any(True for _ in _ending(rules, ring, marks, circuit))


def turned(ring: Sequence[int]) -> tuple[int, ...]:
    """Return the beans by place as the other player numbers the places."""
    half = len(ring) // 2
    return (*ring[half:], *ring[:half])


def turned_marks(marks: Marks, places: int) -> Marks:
    """Return the marks as the other player numbers the places."""
    if marks == NO_MARKS:
        return marks
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
    rules: SowingRules, lying: list[int], steps: list[Step], origin: int, stays: int, circuit: Circuit
) -> int:
    """Sow the beans of a place but for those that stay, and return the last place."""
    place, beans, on = origin, lying[origin] - stays, circuit.on
    is_watched = rules.on_the_way != "no"
    lying[origin] = stays
    steps.append(Step(TAKE, origin, IN_HAND, beans))
    for left in range(beans - 1, -1, -1):
        place = on[place]
        if place == origin and rules.skips_origin:
            place = on[place]
        lying[place] += 1
        steps.append(_PUTS[place])
        if (
            is_watched
            and _by_count(rules, lying, place, circuit)
            and _captures_on_the_way(rules, place, left, circuit)
        ):
            is_own = rules.on_the_way == "sower" or place in circuit.own
            owner = circuit.size if is_own else len(lying) - 1
            steps.append(Step(CAPTURE, place, owner, _taken(lying, place, owner)))
    return place


def _captures_on_the_way(rules: SowingRules, place: int, left: int, circuit: Circuit) -> bool:
    """Return whether a bean captures by count where it fell, with `left` beans still in the hand."""
    match rules.on_the_way:
        case "no":
            return False
        case "owner, the last as well":
            return True
        case "sower in the own cups":
            return left > 0 and place in circuit.own
        case _:
            return left > 0


_PUTS = tuple(Step(PUT, IN_HAND, place, 1) for place in range(2 * MOST_CUPS + 2))
"""The acts by which one bean falls into each place."""


def _sown_on(rules: SowingRules, lying: Sequence[int], last: int, circuit: Circuit) -> int | None:
    """Return the place from which the sowing goes on; None where it ends, as it does where it captures."""
    is_pot = last == circuit.size
    if rules.laps == "one" or (is_pot and rules.again_from_pot):
        return None
    if rules.laps == "from the last cup" and (is_pot or lying[last] <= 1):
        return None
    if next(_captured_cups(rules, lying, last, circuit), None) is not None:
        return None
    if rules.laps == "from the next cup":
        return following if lying[following := circuit.on[last]] else None
    return last


def _captured(rules: SowingRules, lying: list[int], last: int, circuit: Circuit) -> Iterator[tuple[int, int]]:
    """Take what a sowing captures, place by place, and yield each place with its beans."""
    size = circuit.size
    for place in _captured_cups(rules, lying, last, circuit):
        yield place, _taken(lying, place, size)
        opposite = 2 * size - place
        if rules.opposite_too and lying[opposite]:
            yield opposite, _taken(lying, opposite, size)


def _captured_cups(rules: SowingRules, lying: Sequence[int], last: int, circuit: Circuit) -> Iterator[int]:
    """Yield each cup that a sowing captures; between two the beans of the first are taken."""
    if last == circuit.size:
        return
    if rules.across != "no" and lying[last] == 1:
        opposite = 2 * circuit.size - last
        if not _is_in(rules.captured_where, opposite, circuit):
            return
        takes = lying[opposite] > 0
        if takes:
            yield opposite
        if rules.across == "the last bean always" or (takes and rules.across == "with the last bean"):
            yield last
    elif rules.gap:
        place = last
        while (empty := circuit.on[place]) != circuit.size and not lying[empty]:
            place = circuit.on[empty]
            if place == circuit.size or not lying[place] or not _is_in(rules.captured_where, place, circuit):
                return
            yield place
            if rules.chain == "no":
                return
    elif rules.last_captures_by_count:
        place, step = last, circuit.on if rules.chain == "on" else circuit.back
        while _by_count(rules, lying, place, circuit):
            yield place
            if rules.chain == "no":
                return
            place = step[place]


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


def _by_count(rules: SowingRules, lying: Sequence[int], place: int, circuit: Circuit) -> bool:
    """Return whether the beans in a place are captured by their number."""
    is_one = place != circuit.size and lying[place] in rules.captured_counts
    return is_one and _is_in(rules.captured_where, place, circuit)


def _is_in(where: str, place: int, circuit: Circuit) -> bool:
    return where == "both" or (place in circuit.own) is (where == "own")

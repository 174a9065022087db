"""What ails a place in the games of `unwell_cells`: a cell that jumps, drifts, was leaned on, or fingers."""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import exp, inf, pi, sin, sqrt
from pathlib import Path
from random import Random

from cupsboard.rules.places import Place, Side, is_cup
from cupsim.runs.game_world import World
from cupsim.table.hand_actions import Act, Rest, Wait
from cupsim.table.hands import Hands

sys.path.insert(0, str(Path(__file__).parents[1] / "sim" / "table"))

from ailments import Drifting, Jumping, Touching, Wandering, Yielding

BEAN_GRAMS = 0.55
BEGINS_SECONDS = 25.0
"""Most beans of a game are still in the stocks then, and the board has been played on."""
NAMED_SECONDS = 75.0
"""So long after a finger has gone a place may still be named for it."""
FINGERS, REST_SECONDS, PAUSE_SECONDS = 40, 10.0, 8.0
STEP_SECONDS = 1 / 72
WELL = "well"

Ails = Callable[[float], frozenset[Place]]
"""The places that something ails at a time, or did until a while ago."""
Ail = Callable[[World, Place, Random, float], Ails]
"""Let something ail a place, or others, of a world by some amount."""


def from_the_beginning(places: Sequence[Place], begins_seconds: float = BEGINS_SECONDS) -> Ails:
    """These places are not well from some time on."""
    return lambda now: frozenset(places) if now >= begins_seconds else frozenset()


def _well(_world: World, _place: Place, _random: Random, _amount: float) -> Ails:
    return lambda _: frozenset()


def _jump(beans: float, begins_seconds: float = BEGINS_SECONDS) -> Ail:
    """Let a place leap among three levels that are so many beans apart; the first leap comes at once."""
    levels = (0.0, beans * BEAN_GRAMS, 2 * beans * BEAN_GRAMS)

    def ail(world: World, place: Place, random: Random, leaps: float) -> Ails:
        world.table.cells[place].ailments.append(Jumping(levels, leaps, random, begins_seconds))
        return from_the_beginning([place], begins_seconds)

    return ail


def _drift(world: World, place: Place, random: Random, beans_per_second: float) -> Ails:
    speed = random.choice((-1, 1)) * beans_per_second * BEAN_GRAMS
    world.table.cells[place].ailments.append(Drifting(speed, BEGINS_SECONDS))
    return from_the_beginning([place])


def _wander(world: World, _place: Place, random: Random, grams: float) -> Ails:
    for cell in world.table.cells.values():
        cell.ailments.append(Wandering(grams, Random(random.getrandbits(32)), 0.0))
    return lambda _: frozenset(world.table.cells)


def _touch(world: World, place: Place, _random: Random, share: float) -> Ails:
    row = [each for each in world.table.cells if is_cup(each) and each[:5] == place[:5]]
    at = row.index(place)
    pair = (place, row[at + 1 if at + 1 < len(row) else at - 1])
    one, other = Touching(share, BEGINS_SECONDS), Touching(share, BEGINS_SECONDS)
    one.other, other.other = other, one
    for each, ailment in zip(pair, (one, other), strict=True):
        world.table.cells[each].ailments.append(ailment)
        ailment.bear(0.0, world.table.cells[each].load_grams)
    return from_the_beginning(pair)


def _lean(world: World, place: Place, random: Random, pause: float) -> Ails:
    share = random.uniform(3e-4, 7e-4) * random.choice((-1, 1))
    # A bar that yields is one whose stop was never set.
    world.table.cells[place].stop_share = inf
    world.table.cells[place].ailments.append(Yielding(share, 250.0))
    presses = (Rest(place, random.uniform(300.0, 900.0), random.uniform(2.0, 6.0)) for _ in range(30))
    hands = Hands(Side.SOUTH, world.table, world.finger(), random)
    world.bring(hands)
    hands.do(Wait(BEGINS_SECONDS), *(act for rest in presses for act in (rest, Wait(pause))), now=0.0)
    return from_the_beginning([place])


@dataclass(frozen=True, slots=True)
class Visits:
    """Where a finger rested, from when to when."""

    visits: Sequence[tuple[Place, float, float]]

    def __call__(self, now: float) -> frozenset[Place]:
        """See `Ails`."""
        return frozenset(
            place for place, began, ended in self.visits if began <= now <= ended + NAMED_SECONDS
        )


def _tremble(world: World, _place: Place, random: Random, tremor: float) -> Ails:
    hands = Hands(Side.SOUTH, world.table, world.finger(), random)
    world.bring(hands)
    acts, visits, now = list[Act]([Wait(BEGINS_SECONDS)]), list[tuple[Place, float, float]](), BEGINS_SECONDS
    for _ in range(FINGERS):
        place = random.choice(list(world.table.cells))
        grams = random.uniform(0.3, 1.5) * BEAN_GRAMS
        acts += [Rest(place, grams, REST_SECONDS, tremor), Wait(PAUSE_SECONDS)]
        visits.append((place, now, now + REST_SECONDS))
        now += REST_SECONDS + PAUSE_SECONDS
    hands.do(*acts, now=0.0)
    return Visits(visits)


Force = Callable[[float], float]
"""The grams that a finger presses with, by the seconds since it touched."""


class Finger(Hands):
    """A finger that presses by any curve."""

    def press(self, presses: Sequence[tuple[float, Place, float, Force]], now: float) -> None:
        """Press there: after so many seconds, where, for how long, and how."""
        self._motion, self._due = self._pressing(presses), now

    def _pressing(self, presses: Sequence[tuple[float, Place, float, Force]]) -> Iterator[float]:
        for pause, place, seconds, force in presses:
            yield pause
            pressed, passed = 0.0, 0.0
            while passed < seconds:
                presses_now = max(0.0, force(passed))
                self._table.push(place, presses_now - pressed, self._due)
                pressed = presses_now
                yield STEP_SECONDS
                passed += STEP_SECONDS
            self._table.push(place, -pressed, self._due)


def _unrest(random: Random, share: float) -> Force:
    """A tremor of 7 hertz and two wanderings, a quick one and a slow one; one call a step."""
    state, phase = [0.0, 0.0], random.uniform(0.0, 2 * pi)

    def at(passed: float) -> float:
        for index, seconds in enumerate((0.25, 2.0)):
            lost = STEP_SECONDS / seconds
            state[index] += random.gauss(0.0, share * sqrt(lost)) - lost * state[index]
        return share * sin(2 * pi * 7.0 * passed + phase) + sum(state)

    return at


def _slow(random: Random, tremor: float) -> tuple[float, Force]:
    grams, rise, fall = random.uniform(0.5, 1.4), random.uniform(0.6, 3.0), random.uniform(0.4, 2.0)
    seconds, unrest = rise + random.uniform(2.0, 8.0) + fall, _unrest(random, tremor)
    return (
        seconds,
        lambda passed: (
            BEAN_GRAMS * grams * min(1.0, passed / rise, (seconds - passed) / fall) * (1.0 + unrest(passed))
        ),
    )


def _creep(random: Random, tremor: float) -> tuple[float, Force]:
    seconds, most, unrest = random.uniform(6.0, 15.0), random.uniform(0.8, 1.8), _unrest(random, tremor)
    return seconds, lambda passed: BEAN_GRAMS * most * passed / seconds * (1.0 + unrest(passed))


def _tap(random: Random, tremor: float) -> tuple[float, Force]:
    grams, unrest = random.uniform(0.4, 1.5), _unrest(random, tremor)
    return random.uniform(
        1.5, 12.0
    ), lambda passed: BEAN_GRAMS * grams * (1.0 + 4.0 * exp(-passed / 0.08) + unrest(passed))


def _press(curve: Callable[[Random, float], tuple[float, Force]]) -> Ail:
    def ail(world: World, _place: Place, random: Random, tremor: float) -> Ails:
        hands = Finger(Side.SOUTH, world.table, world.finger(), random)
        world.bring(hands)
        presses, visits = list[tuple[float, Place, float, Force]](), list[tuple[Place, float, float]]()
        now = 0.0
        for pause in (BEGINS_SECONDS, *(random.uniform(3.0, 12.0) for _ in range(FINGERS))):
            place, (seconds, force) = random.choice(list(world.table.cells)), curve(random, tremor)
            presses.append((pause, place, seconds, force))
            visits.append((place, now + pause, now + pause + seconds))
            now += pause + seconds
        hands.press(presses, 0.0)
        return Visits(visits)

    return ail


KINDS: dict[str, tuple[Ail, float]] = {
    WELL: (_well, inf),
    "jumps 3 a second": (_jump(1.0), 3.0),
    "jumps 1 a second": (_jump(1.0), 1.0),
    "jumps 0.3 a second": (_jump(1.0), 0.3),
    "jumps 0.2 a second": (_jump(1.0), 0.2),
    "from the start, jumps 3 a second": (_jump(1.0, 0.0), 3.0),
    "from the start, jumps 1 a second": (_jump(1.0, 0.0), 1.0),
    "from the start, jumps 0.3 a second": (_jump(1.0, 0.0), 0.3),
    "half a bean, 3 a second": (_jump(0.5), 3.0),
    "three beans, 3 a second": (_jump(3.0), 3.0),
    "drifts a bean a second": (_drift, 1.0),
    "drifts a bean in 5 s": (_drift, 0.2),
    "drifts a bean in 20 s": (_drift, 0.05),
    "drifts 2 beans a minute": (_drift, 1 / 30),
    "leaned on": (_lean, 40.0),
    "neighbours touch, 5 %": (_touch, 0.05),
    "neighbours touch, 10 %": (_touch, 0.1),
    "neighbours touch, 20 %": (_touch, 0.2),
    "finger, tremor 5 %": (_tremble, 0.05),
    "finger, tremor 15 %": (_tremble, 0.15),
    "finger, tremor 30 %": (_tremble, 0.3),
    "slow finger": (_press(_slow), 0.07),
    "creeping finger": (_press(_creep), 0.05),
    "finger that taps": (_press(_tap), 0.1),
    "all wander 5 mg": (_wander, 0.005),
    "all wander 10 mg": (_wander, 0.01),
    "all wander 20 mg": (_wander, 0.02),
    "all wander 40 mg": (_wander, 0.04),
    "all wander 80 mg": (_wander, 0.08),
    "all wander 160 mg": (_wander, 0.16),
}

"""What may be wrong with a table beside an honest move: how it is done, and under what name it is counted."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from cupsboard.rules.game import Plan, Transfer
from cupsboard.rules.places import Place, is_cup, pot

from studies.worlds.hands import Carrier
from studies.worlds.table import Table
from studies.worlds.world import THING_GRAMS


@dataclass(frozen=True, slots=True)
class Scene:
    """A table before a move, the move, and the hands that make it."""

    table: Table
    carrier: Carrier
    plan: Plan
    random: Random

    @property
    def targets(self) -> list[Place]:
        """The weighed places the move brings beans to."""
        return [each.target for each in self.plan.open if each.target in self.table.inside]

    def filled(self, places: Sequence[Place] | None = None) -> list[Place]:
        """The places that hold something, of some or of all."""
        return [place for place in (places or self.table.inside) if self.table.inside[place]]

    def honest(self) -> Iterator[None]:
        """The move as it should be."""
        return self.carrier.begin(self.plan)

    def neighbour(self, place: Place) -> Place:
        """A place beside one."""
        ring = list(self.table.inside)
        return ring[(ring.index(place) + self.random.choice((-1, 1))) % len(ring)]


Disturbance = Callable[[Scene], Iterator[None]]


def log_uniform(least: float, most: float, random: Random) -> float:
    """A size of no particular order of magnitude."""
    return math.exp(random.uniform(math.log(least), math.log(most)))


def extra_bean(scene: Scene) -> Iterator[None]:
    """One bean too many anywhere."""
    yield from scene.honest()
    scene.table.put(scene.random.choice(list(scene.table.inside)), [scene.table.draw()])


def second_bean(scene: Scene) -> Iterator[None]:
    """Two beans fall where one was to."""
    yield from scene.honest()
    cups = [place for place in scene.targets if is_cup(place)]
    scene.table.put(scene.random.choice(cups or scene.targets), [scene.table.draw()])


def missing_bean(scene: Scene) -> Iterator[None]:
    """A bean of the move is lost again."""
    yield from scene.honest()
    scene.table.take(scene.random.choice(scene.filled(scene.targets)), 1)


def stolen_bean(scene: Scene) -> Iterator[None]:
    """A bean goes from some place."""
    yield from scene.honest()
    scene.table.take(scene.random.choice(scene.filled()), 1)


def misplaced_bean(scene: Scene) -> Iterator[None]:
    """A bean of the move lies in the place beside."""
    yield from scene.honest()
    source = scene.random.choice(scene.filled(scene.targets))
    scene.table.put(scene.neighbour(source), scene.table.take(source, 1))


def capture_not_taken(scene: Scene) -> Iterator[None]:
    """What was won stays where it is."""
    left = tuple(each for each in scene.plan.open if each not in scene.plan.owed)
    yield from scene.carrier.carry_out(left)


def capture_short(scene: Scene) -> Iterator[None]:
    """One bean of what was won is lost on its way."""
    yield from scene.honest()
    scene.table.take(scene.plan.owed[0].target, 1)


def wrong_pot(scene: Scene) -> Iterator[None]:
    """What was won goes to the other side's pot."""
    assert scene.plan.side is not None
    wrong = pot(scene.plan.side.other)
    owed = tuple(Transfer(each.source, wrong, each.count) for each in scene.plan.owed)
    yield from scene.carrier.carry_out(
        (*(each for each in scene.plan.open if each not in scene.plan.owed), *owed)
    )


def exchanged_beans(scene: Scene) -> Iterator[None]:
    """Beans of two places change places, as many each way: the rules don't care."""
    yield from scene.honest()
    filled = scene.filled()
    if len(filled) < 2:
        return
    one, other = scene.random.sample(filled, 2)
    count = scene.random.randint(1, min(2, *(len(scene.table.inside[place]) for place in (one, other))))
    from_one = scene.table.take(one, count)
    scene.table.put(other, from_one)
    # The hand takes others than those it has just put there.
    mine = [bean for bean in scene.table.inside[other] if bean not in from_one]
    back = scene.random.sample(mine, count)
    scene.table.carry(other, one, back)


def exchanged_cups(scene: Scene) -> Iterator[None]:
    """Two cups come back on each other's places, seen in the air."""
    yield from scene.honest()
    cups = [place for place in scene.table.inside if is_cup(place)]
    yield from scene.carrier.exchange_cups(*scene.random.sample(cups, 2))


def foreign_thing(scene: Scene) -> Iterator[None]:
    """Something that is no bean lies on a place."""
    yield from scene.honest()
    place = scene.random.choice(list(scene.table.inside))
    scene.table.lay(place, log_uniform(*THING_GRAMS, scene.random))


THING = "foreign thing"
HARMLESS = "beans exchanged"
DOUBLE = "two beans in one cup"
DISTURBANCES: Mapping[str, Disturbance] = {
    "bean too many": extra_bean,
    DOUBLE: second_bean,
    "bean missing": missing_bean,
    "bean taken": stolen_bean,
    "bean misplaced": misplaced_bean,
    "capture not taken": capture_not_taken,
    "capture one short": capture_short,
    "capture into the wrong pot": wrong_pot,
    "cups exchanged in the air": exchanged_cups,
    HARMLESS: exchanged_beans,
}


def possible(scene: Scene) -> list[str]:
    """The names of the disturbances that this move and table allow."""
    names = [name for name in DISTURBANCES if not name.startswith("capture") or scene.plan.owed]
    return [name for name in names if name != HARMLESS or len(scene.filled()) >= 2]


def done(name: str, scene: Scene) -> Iterator[None]:
    """Make the move with the disturbance of that name."""
    return foreign_thing(scene) if name == THING else DISTURBANCES[name](scene)

"""What goes wrong at a table, one small thing each, after the classes of the sensing notes (4.2).

A fault takes a table on which a legal move has just been made and spoils it. It returns False where it can't
happen (nothing was captured, no cup to take from); then the situation counts for nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from cupsboard.rules.game import Plan, Transfer
from cupsboard.rules.places import OFF_BOARD, Place, Side, is_cup, pot
from cupsim.table.settled_table import SettledTable


@dataclass(slots=True)
class Scene:
    """A table before a move, the move, and who makes it."""

    table: SettledTable
    plan: Plan
    side: Side
    random: Random
    lifted_together: tuple[Place, ...] = ()
    """The cups that were in the air at the same time, as the scales will have seen."""

    def do(self, transfers: Sequence[Transfer]) -> None:
        """Move beans."""
        self.table.carry_out(transfers)

    def some(self, places: Sequence[Place]) -> Place | None:
        """One of these places, if there is any."""
        return self.random.choice(places) if places else None

    def filled(self, *, cups_only: bool = False) -> list[Place]:
        """The places with beans in them."""
        filled = [place for place, beans in self.table.beans.items() if beans]
        return [place for place in filled if is_cup(place)] if cups_only else filled

    @property
    def sown(self) -> list[Place]:
        """The places the move puts beans into, one each."""
        return [unit.target for unit in self.plan.open if unit not in self.plan.owed]

    @property
    def untouched_cups(self) -> list[Place]:
        """Filled cups the move has nothing to do with."""
        touched = {place for unit in self.plan.open for place in (unit.source, unit.target)}
        return [place for place in self.filled(cups_only=True) if place not in touched]


Fault = Callable[[Scene], bool]


def two_in_one_cup(scene: Scene) -> bool:
    """Two beans fall together into one cup of a drop, and look like one heavy bean."""
    if scene.plan.label.startswith("sow"):
        return False
    scene.do([*scene.plan.open, Transfer(OFF_BOARD, scene.random.choice(scene.sown))])
    return True


def extra_in_sowing(scene: Scene) -> bool:
    """A bean from elsewhere falls into a sown cup."""
    if not scene.plan.label.startswith("sow"):
        return False
    scene.do([*scene.plan.open, Transfer(OFF_BOARD, scene.random.choice(scene.sown))])
    return True


def extra_elsewhere(scene: Scene) -> bool:
    """A bean falls where the move has no business."""
    scene.do(scene.plan.open)
    target = scene.some([place for place in scene.table.beans if place not in scene.sown])
    if target is None:
        return False
    scene.do([Transfer(OFF_BOARD, target)])
    return True


def one_missing(scene: Scene) -> bool:
    """One bean of the move is not sown, or lost."""
    missing = scene.random.choice(scene.sown)
    scene.do([unit for unit in scene.plan.open if unit.target != missing or unit in scene.plan.owed])
    source = next(unit.source for unit in scene.plan.open if unit.target == missing)
    if source in scene.table.beans:
        scene.do([Transfer(source, OFF_BOARD)])
    return True


def one_in_the_wrong_place(scene: Scene) -> bool:
    """One bean of the move lands somewhere else."""
    wrong = scene.some([place for place in scene.table.beans if place not in scene.sown])
    if wrong is None:
        return False
    spoiled = scene.random.choice([unit for unit in scene.plan.open if unit not in scene.plan.owed])
    scene.do([unit if unit is not spoiled else Transfer(unit.source, wrong) for unit in scene.plan.open])
    return True


def capture_into_the_wrong_pot(scene: Scene) -> bool:
    """The captured beans go to the other player's pot."""
    if not scene.plan.owed:
        return False
    owed = scene.plan.owed[0]
    scene.do([unit for unit in scene.plan.open if unit is not owed])
    scene.do([Transfer(owed.source, pot(scene.side.other), owed.count)])
    return True


def capture_lost(scene: Scene) -> bool:
    """The captured beans leave the board (back to the stock, say)."""
    if not scene.plan.owed:
        return False
    owed = scene.plan.owed[0]
    scene.do([unit for unit in scene.plan.open if unit is not owed])
    scene.do([Transfer(owed.source, owed.target, owed.count - 1), Transfer(owed.source, OFF_BOARD)])
    return True


def capture_without_right(scene: Scene) -> bool:
    """A cup of the opponent is emptied into the own pot though nothing allows it."""
    scene.do(scene.plan.open)
    theirs = [place for place in scene.filled(cups_only=True) if place.startswith(scene.side.other.value)]
    victim = scene.some(theirs)
    if victim is None:
        return False
    scene.do([Transfer(victim, pot(scene.side), len(scene.table.beans[victim]))])
    return True


def capture_from_the_wrong_cup(scene: Scene) -> bool:
    """Another cup than the captured one is emptied into the pot."""
    if not scene.plan.owed:
        return False
    owed = scene.plan.owed[0]
    others = [
        place
        for place in scene.filled(cups_only=True)
        if place.startswith(scene.side.other.value) and place != owed.source
    ]
    victim = scene.some(others)
    if victim is None:
        return False
    scene.do([unit for unit in scene.plan.open if unit is not owed])
    scene.do([Transfer(victim, owed.target, len(scene.table.beans[victim]))])
    return True


def added_to_a_pot(scene: Scene) -> bool:
    """One to three beans are added to a pot."""
    scene.do(scene.plan.open)
    scene.do([Transfer(OFF_BOARD, pot(scene.random.choice(list(Side))), scene.random.randint(1, 3))])
    return True


def taken_from_a_pot(scene: Scene) -> bool:
    """One to three beans are taken out of a pot."""
    scene.do(scene.plan.open)
    place = pot(scene.random.choice(list(Side)))
    count = scene.random.randint(1, 3)
    if len(scene.table.beans[place]) < count:
        return False
    scene.do([Transfer(place, OFF_BOARD, count)])
    return True


def taken_from_a_cup(scene: Scene) -> bool:
    """A bean is taken out of a cup the move did not touch."""
    scene.do(scene.plan.open)
    victim = scene.some(scene.untouched_cups)
    if victim is None:
        return False
    scene.do([Transfer(victim, OFF_BOARD)])
    return True


def illegal_sowing(scene: Scene) -> bool:
    """A cup with too few or too many beans is sown."""
    sown = {unit.source for unit in scene.plan.open}
    own = [
        place
        for place in scene.filled(cups_only=True)
        if place.startswith(scene.side.value) and place not in sown
    ]
    source = scene.some(own)
    if source is None:
        return False
    ring = list(scene.table.beans)
    start = ring.index(source)
    count = len(scene.table.beans[source])
    scene.do([Transfer(source, ring[(start + step) % len(ring)]) for step in range(1, count + 1)])
    return True


def one_in_one_out(scene: Scene) -> bool:
    """A bean is sown into a cup and another taken out of it."""
    place = scene.random.choice(scene.sown)
    if not scene.table.beans[place]:
        return False
    old = scene.table.beans[place].pop(scene.random.randrange(len(scene.table.beans[place])))
    scene.do(scene.plan.open)
    del old
    return True


def hopped_out_of_a_sown_cup(scene: Scene) -> bool:
    """A bump makes a bean jump from a cup that was just sown to a neighbour."""
    scene.do(scene.plan.open)
    place = scene.random.choice(scene.sown)
    ring = list(scene.table.beans)
    neighbour = ring[(ring.index(place) + scene.random.choice((-1, 1))) % len(ring)]
    scene.do([Transfer(place, neighbour)])
    return True


def hopped_out_of_another_cup(scene: Scene) -> bool:
    """A bump makes a bean jump from an untouched cup to a neighbour."""
    scene.do(scene.plan.open)
    victim = scene.some(scene.untouched_cups)
    if victim is None:
        return False
    ring = list(scene.table.beans)
    neighbour = ring[(ring.index(victim) + scene.random.choice((-1, 1))) % len(ring)]
    scene.do([Transfer(victim, neighbour)])
    return True


def cups_exchanged(scene: Scene) -> bool:
    """Two cups of different contents change places."""
    scene.do(scene.plan.open)
    cups = [place for place in scene.table.beans if is_cup(place)]
    one, other = scene.random.sample(cups, 2)
    if len(scene.table.beans[one]) == len(scene.table.beans[other]):
        return False
    scene.table.exchange_cups(one, other)
    scene.lifted_together = (one, other)
    return True


DECIDABLE: Mapping[str, Fault] = {
    "extra bean in a sowing": extra_in_sowing,
    "extra bean elsewhere": extra_elsewhere,
    "bean missing": one_missing,
    "bean in the wrong place": one_in_the_wrong_place,
    "capture into the wrong pot": capture_into_the_wrong_pot,
    "capture one short": capture_lost,
    "capture without right": capture_without_right,
    "capture from the wrong cup": capture_from_the_wrong_cup,
    "1-3 beans added to a pot": added_to_a_pot,
    "1-3 beans taken from a pot": taken_from_a_pot,
    "bean taken from a cup": taken_from_a_cup,
    "illegal sowing": illegal_sowing,
    "hop out of another cup": hopped_out_of_another_cup,
    "cups exchanged": cups_exchanged,
}
"""Faults that conservation decides: none may pass silently."""

LIMITED_BY_BEANS: Mapping[str, Fault] = {
    "two in one cup": two_in_one_cup,
    "one in, one out": one_in_one_out,
    "hop out of a sown cup": hopped_out_of_a_sown_cup,
}
"""Faults that look like a heavier or lighter bean: the spread of the beans sets how many pass."""

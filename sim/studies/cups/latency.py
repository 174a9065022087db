"""How long after a bean has touched down the board sees it, through simulated pins, beside the floor."""

from random import Random

from cupsboard.core.free_order import Core
from cupsboard.loop import Moment
from cupsboard.recognition.outcome import Complete, Recognition, UnderWay
from cupsboard.rules.places import Place, Side, cup, stock
from cupsim.runs.game_world import World
from cupsim.runs.schedule import AHEAD_SECONDS
from cupsim.table.load_cell import PLATFORM_GRAMS, cell_model
from cupsim.table.table import FALL_METRES, Lining

from studies.cups.boards import lined_setting_of
from studies.cups.latency_floor import floor_seconds, settled_seconds
from studies.cups.study import Study
from studies.tally import Example, Tally

FIRST_SECONDS = 4.0
"""After this an empty board has been found still and the game has begun."""
PATIENCE_SECONDS = 3.0


class _Watcher:
    """Notes when the board is first sure of a table."""

    def __init__(self) -> None:
        self.awaited: dict[Place, int] = {}
        self.seen_at: float | None = None

    def __call__(self, moment: Moment) -> None:
        seen = moment.decided.recognition
        if self.seen_at is None and seen is not None and self._is_it(seen):
            self.seen_at = moment.time

    def _is_it(self, seen: Recognition) -> bool:
        is_sure = isinstance(seen.outcome, Complete | UnderWay)
        return is_sure and all(seen.found[place] == count for place, count in self.awaited.items())


def try_drop(study: Study, seed: int) -> Tally:
    """A drop of one bean after the other into all of south's cups, each landing timed alone."""
    found, random = Tally(), Random(seed)
    world = World(lined_setting_of(study, seed))
    watcher = _Watcher()
    world.loop.listen(watcher)
    world.run_until(FIRST_SECONDS)
    for number in range(1, study.cups + 1):
        world.run_until(world.now + random.uniform(0.2, 0.6))
        _land(world, cup(Side.SOUTH, number), world.setting.lining, random, watcher, found)
    return found


def _land(
    world: World, place: Place, lining: Lining, random: Random, watcher: _Watcher, found: Tally
) -> None:
    touches = world.now + AHEAD_SECONDS
    gross = world.table.load_grams(place)
    (bean,) = world.table.take(stock(Side.SOUTH), 1, touches)
    world.table.drop(place, bean, touches)
    counts = world.table.contents()
    watcher.awaited = {weighed: counts[weighed] for weighed in world.game.places}
    watcher.seen_at = None
    world.run_until(touches + PATIENCE_SECONDS, lambda: watcher.seen_at is not None)
    found.counts["landings"] += 1
    if watcher.seen_at is None:
        found.counts["not seen"] += 1
        found.show(_example(world, place, lining))
        return
    sps = world.setting.sps
    settled = settled_seconds(
        cell_model(world.setting.cells),
        bean_grams=bean.mass_grams,
        moving_grams=gross + PLATFORM_GRAMS,
        fall_metres=FALL_METRES,
        restitution=lining.value,
        sps=sps,
        phase=random.random(),
    )
    found.measure("seen after", watcher.seen_at - touches)
    found.measure("settled after", settled)
    found.measure("floor", floor_seconds(settled, sps))


def _example(world: World, place: Place, lining: Lining) -> Example:
    assert isinstance(world.core, Core)
    recognition = world.core.recognition
    outcome = "nothing" if recognition is None else type(recognition.outcome).__name__
    where = f"{place} at {world.now:.2f} s, {lining.name.lower()}: {outcome} instead"
    return Example("landing not seen", world.setting.seed, where)

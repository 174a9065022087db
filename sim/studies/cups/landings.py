"""What beans landing are worth as evidence, through simulated pins.

Beans fall into a cup singly or in pairs with a gap, or nothing falls and something pushes; the same settled
weights are then explained with what was seen to come down and without.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from cupsboard.loop import Moment
from cupsboard.recognition.outcome import Complete, Recognition, UnderWay
from cupsboard.recognition.tracker import Tracker
from cupsboard.rules.game import Plan
from cupsboard.rules.places import Place, Side, cup, stock
from cupsboard.scales.impacts import Landed
from cupsboard.scales.settling import Weighing
from cupsim.runs.game_world import World
from cupsim.runs.schedule import AHEAD_SECONDS

from studies.cups.boards import lined_setting_of
from studies.cups.study import Study
from studies.tally import Tally

FIRST_SECONDS = 4.0
"""After this an empty board has been found still and the game has begun."""
PLACE = cup(Side.SOUTH, 1)
ROUNDS = 5
"""How often each thing is tried in one evening."""
SETTLING_CONVERSIONS = 20


@dataclass(frozen=True, slots=True)
class Trial:
    """What comes to the first cup."""

    what: str
    gap_seconds: tuple[float, float] | None = None
    """Of a pair of beans: least and most between them."""
    push_beans: tuple[float, float] | None = None
    """Of a steady push: least and most, in mean beans."""


GAPS_MS = (60, 100, 150, 200, 300, 500)
TRIALS = (
    Trial("one bean"),
    Trial("two beans at once", gap_seconds=(0.0, 0.02)),
    *(Trial(f"two beans, {gap} ms apart", gap_seconds=(gap / 1000, gap / 1000)) for gap in GAPS_MS),
    Trial("push of about a bean", push_beans=(0.7, 1.3)),
    Trial("push of any weight", push_beans=(0.2, 360.0)),
)


class _Scales:
    """The scales of a world, followed beside its own board by a memory that knows no game."""

    def __init__(self, world: World, plans: Sequence[Plan]) -> None:
        self._calibration, self._plans = world.calibration, plans
        self._weighing = Weighing(
            world.calibration, [cell.place for cell in world.profile.cells], is_hurried=True
        )
        self._tracker = Tracker(world.calibration, world.core.knowledge)
        world.loop.listen(self)

    def __call__(self, moment: Moment) -> None:
        if moment.frame is not None:
            weighing = self._weighing
            weighing.step(moment.frame)
            self._tracker.follow(moment.time, weighing.fresh_grams, weighing.latest_grams)

    def begin_empty(self) -> None:
        """Agree that nothing lies there."""
        self._tracker.keep(self.seen(), self._weighing.settled)
        self._tracker.agree(dict.fromkeys(self._tracker.knowledge.places, 0))

    @property
    def landed(self) -> Landed | None:
        """What was seen to come down in the first cup."""
        return self._tracker.landed.get(PLACE)

    def seen(self) -> Recognition:
        """What the table is taken for."""
        return self._tracker.look(self._plans, self._weighing.settled)

    def seen_blind(self) -> Recognition:
        """The same by somebody who saw nothing come down."""
        blind = Tracker(self._calibration, self._tracker.knowledge)
        return blind.look(self._plans, self._weighing.settled)


def try_landings(study: Study, seed: int) -> Tally:
    """Every trial some times on a fresh empty board; what was seen, and what passed for a beginning."""
    found, random = Tally(), Random(seed)
    world = World(lined_setting_of(study, seed))
    scales = _Scales(world, world.game.plans(world.game.start(Side.SOUTH), Side.SOUTH))
    world.run_until(FIRST_SECONDS)
    for _ in range(ROUNDS):
        for trial in TRIALS:
            scales.begin_empty()
            push = _come(world, trial, random)
            world.run_until(world.now + SETTLING_CONVERSIONS / study.sps + 0.3)
            found.counts[f"{trial.what}: made"] += 1
            found.counts[f"{trial.what}: {_seen(scales.landed)}"] += 1
            found.counts[f"{trial.what}: passed without"] += _passes(scales.seen_blind())
            found.counts[f"{trial.what}: passed with"] += _passes(scales.seen())
            _clear(world, PLACE, push)
            world.run_until(world.now + SETTLING_CONVERSIONS / study.sps + 0.3)
    return found


def _passes(seen: Recognition) -> bool:
    return isinstance(seen.outcome, Complete | UnderWay)


def _come(world: World, trial: Trial, random: Random) -> float:
    """Let it come; the grams of the push, if it is one. The world's time is then that of the last touch."""
    at = world.now + AHEAD_SECONDS + random.random() * 0.1
    if trial.push_beans is not None:
        least, most = (math.log(beans) for beans in trial.push_beans)
        grams = math.exp(random.uniform(least, most)) * world.calibration.beans.mean_grams
        world.table.push(PLACE, grams, at)
        world.run_until(at)
        return grams
    for touches in _touches(trial, at, random):
        world.run_until(touches - AHEAD_SECONDS / 2)
        (bean,) = world.table.take(stock(Side.SOUTH), 1, touches)
        world.table.drop(PLACE, bean, touches)
    return 0.0


def _touches(trial: Trial, first: float, random: Random) -> Iterator[float]:
    yield first
    if trial.gap_seconds is not None:
        yield first + random.uniform(*trial.gap_seconds)


def _clear(world: World, place: Place, push_grams: float) -> None:
    at = world.now + AHEAD_SECONDS
    world.table.push(place, -push_grams, at)
    for bean in world.table.take(place, world.table.contents()[place], at):
        world.table.drop(stock(Side.SOUTH), bean, at)


def _seen(landed: Landed | None) -> str:
    if landed is None:
        return "steps unknown"
    blow = {True: "with a blow", False: "without a blow", None: "blow unknown"}[landed.struck]
    return f"{landed.steps} {'step' if landed.steps == 1 else 'steps'} {blow}"

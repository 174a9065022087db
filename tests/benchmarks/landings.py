"""What beans landing are worth as evidence, through simulated pins.

Beans fall singly, in pairs with a gap, or nothing falls and something pushes; the same settled weights are
then explained with what was seen to come down and without. Printed: what `sensing/landings.py` saw (its table
of probabilities is set from this), and how many pairs passed as one bean and how many pushes as a move.

    python tests/benchmarks/landings.py            some minutes
    python tests/benchmarks/landings.py --trials 2000 --jobs 2
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import product
from random import Random

from cupsboard.loop import Moment
from cupsboard.play.options import Options
from cupsboard.rules.places import Side, cup, stock
from cupsboard.sensing.landings import Landings
from cupsboard.sensing.meanwhile import NOTHING
from cupsboard.sensing.outcome import Complete, UnderWay
from cupsboard.sensing.recognition import recognise
from cupsboard.sensing.weighing import Weighing
from cupsim.table import Lining
from cupsim.world import AHEAD_SECONDS, Setting, World

PLACE = cup(Side.SOUTH, 1)
FIRST_SECONDS = 4.0
SETTLING_SECONDS = 1.2
TRIALS_A_WORLD = 50


@dataclass(frozen=True)
class Trial:
    """What happens to the first cup."""

    what: str
    gaps: tuple[float, float] | None = None
    """Of a pair of beans: least and most seconds between them."""
    is_push: bool = False


TRIALS = (
    Trial("one bean"),
    Trial("two together", (0.0, 0.02)),
    *(Trial(f"two, {gap} ms", (gap / 1000, gap / 1000)) for gap in (60, 100, 150, 200, 300, 500)),
    Trial("push of 0.7 to 1.3 beans", is_push=True),
)


class Watcher:
    """The scales and landings of a world, followed beside its own board."""

    def __init__(self, world: World) -> None:
        calibration, places = world.calibration, [cell.place for cell in world.profile.cells]
        self.weighing = Weighing(calibration, places)
        noise = {place: calibration.places[place].noise_grams for place in places}
        self.landings = Landings(calibration.rate_sps, calibration.beans.mean_grams, noise)
        world.loop.listen(self)

    def __call__(self, moment: Moment) -> None:
        if moment.frame is not None:
            self.weighing.step(moment.frame)
            self.landings.step(self.weighing.fresh_grams)


def trials(setting: Setting, trial: Trial) -> Iterator[tuple[str, bool, bool]]:
    """What was seen of each trial, and whether it passed for a drop without and with the evidence."""
    world = World(setting)
    watcher = Watcher(world)
    world.run_until(FIRST_SECONDS)
    random, plans = Random(setting.seed), world.game.plans(world.game.start(Side.SOUTH), Side.SOUTH)
    knowledge = world.core.knowledge
    for _ in range(TRIALS_A_WORLD):
        watcher.landings.begin_at({place: known.gross.grams for place, known in knowledge.places.items()})
        begins, push = world.now + AHEAD_SECONDS + random.random() * 0.1, 0.0
        if trial.is_push:
            push = random.uniform(0.7, 1.3) * world.calibration.beans.mean_grams
            world.table.push(PLACE, push, begins)
        else:
            world.table.drop(PLACE, world.table.take(stock(Side.SOUTH), 1, begins)[0], begins)
            if trial.gaps is not None:
                second = begins + random.uniform(*trial.gaps)
                world.run_until(second - AHEAD_SECONDS / 2)
                world.table.drop(PLACE, world.table.take(stock(Side.SOUTH), 1, second)[0], second)
        world.run_until(begins + SETTLING_SECONDS + (0.8 if setting.sps == 10 else 0.0))
        settled, landed = watcher.weighing.settled, watcher.landings.landed
        blind = recognise(knowledge, plans, settled)
        seeing = recognise(knowledge, plans, settled, replace(NOTHING, landed=landed))
        seen = landed.get(PLACE)
        words = "unknown" if seen is None else f"{seen.steps} steps, struck {seen.struck}"
        yield words, _passes(blind.outcome), _passes(seeing.outcome)
        world.table.push(PLACE, -push, world.now + AHEAD_SECONDS)
        beans = world.table.take(PLACE, world.table.contents()[PLACE], world.now + AHEAD_SECONDS)
        for bean in beans:
            world.table.drop(stock(Side.SOUTH), bean, world.now + AHEAD_SECONDS)
        world.run_until(world.now + SETTLING_SECONDS)


def _passes(outcome: object) -> bool:
    return isinstance(outcome, Complete | UnderWay)


def run(row: tuple[int, Lining, Trial, int]) -> tuple[Counter[str], int, int]:
    """All trials of one row."""
    sps, lining, trial, count = row
    seen, blind, seeing = Counter[str](), 0, 0
    for seed in range(count // TRIALS_A_WORLD):
        options = Options(starter=Side.SOUTH)
        setting = Setting(seed=seed, cups=4, sps=sps, lining=lining, options=options)
        for words, without, with_landings in trials(setting, trial):
            seen[words] += 1
            blind += without
            seeing += with_landings
    return seen, blind, seeing


def main(argv: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--trials", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args(argv)
    rows = [(*row, asked.trials) for row in product((80, 10), (Lining.LINED, Lining.HARD), TRIALS)]
    print(f"{'SPS':>4} {'cup':<6} {'what comes':<25} {'passes without':>15} {'with':>7}  seen")
    with ProcessPoolExecutor(asked.jobs) as pool:
        for (sps, lining, trial, _), (seen, blind, seeing) in zip(rows, pool.map(run, rows), strict=True):
            total = seen.total()
            shares = "; ".join(f"{words}: {count / total:.1%}" for words, count in seen.most_common(4))
            passes = f"{blind / total:>15.2%} {seeing / total:>7.2%}"
            print(f"{sps:>4} {lining.name.lower():<6} {trial.what:<25} {passes}  {shares}", flush=True)


if __name__ == "__main__":
    main()

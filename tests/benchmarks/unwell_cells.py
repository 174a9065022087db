"""Games with a cell that is not well: `python tests/benchmarks/unwell_cells.py [kind ...] [--games N]`.

Somebody's cell jumps, drifts, was leaned on, or bears a finger that trembles; or all cells drift. Whole games
are played by virtual time, through the pins. A row a kind: how many games ended, tables that were agreed and
did not lie there, moves that were asked about, and how long it took until the place was named. The exit code
is 1 if a wrong table was agreed.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import inf
from multiprocessing import get_context
from random import Random

from cupsboard.loop import GameLoop, Moment
from cupsboard.referee.events import QuestionAnswered, TableAgreed
from cupsboard.rules.game import Contents
from cupsboard.rules.places import Place, Side, is_cup
from cupsboard.signs.scene import Meaning
from cupsim.people.character import Traits
from cupsim.people.light_reader import LightReader
from cupsim.runs.belief_check import Tally
from cupsim.runs.direct_board import DirectBench, DirectLights, build_direct
from cupsim.runs.game_world import Setting, World
from cupsim.table.ailments import Drifting, Jumping, Wandering, Yielding
from cupsim.table.ground_truth import Witness
from cupsim.table.hand_actions import Rest, Wait
from cupsim.table.hands import Hands

BEAN_GRAMS = 0.55
BEGINS_SECONDS = 25.0
"""Most beans of a game are still in the stocks then, and the board has been played on."""
LONGEST_SECONDS = 200.0
PATIENCE_SECONDS = 100.0
UNDERSTOOD_SECONDS = 0.5
ANSWER_SECONDS = 0.5
WELL = "well"
CLUMSINESS = (0.0, 0.3, 0.6)
"""Of the people of an evening in which all cells are well; one is short."""


@dataclass(slots=True)
class Found:
    """What became of one game."""

    kind: str
    seed: int
    ended: bool = False
    turns: int = 0
    questioned: int = 0
    misread: int = 0
    wrong: list[str] = field(default_factory=list)
    """Tables that the board agreed to by itself and did not lie there."""
    vouched: list[str] = field(default_factory=list)
    """And those that a player has said to be right."""
    known: int = 0
    named_after: float | None = None
    others_named: int = 0
    named: set[str] = field(default_factory=set)
    said: list[str] = field(default_factory=list)


class ReaderOfMeanings(LightReader):
    """People who understand a light half a second after it shows, whatever its rhythm is."""

    def __init__(self, lights: DirectLights) -> None:
        self._lights = lights
        self._read: Mapping[Place, Meaning] = {}
        self._next_look = 0.0
        self.meanings: Mapping[Place, Meaning] = {}

    def watch(self, now: float) -> None:
        if now >= self._next_look:
            self._next_look = now + UNDERSTOOD_SECONDS
            before, self._read = self._read, self._lights.meanings
            self.meanings = {
                place: meaning for place, meaning in self._read.items() if before.get(place) is meaning
            }

    def lit_side(self) -> Side | None:
        return self.turn()


class DirectWorld(World):
    """An evening whose cells and lights go past the pins: several times as fast."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.direct: DirectBench = build_direct(self.table.cells, setting.sps)
        self.bench = replace(self.bench, board=self.direct.board)
        self.loop = GameLoop(self.direct.board, self.core, [self._hear])
        self.reader = ReaderOfMeanings(self.direct.lights)

    def set_button(self, side: Side, is_down: bool, time: float) -> None:
        self.direct.set_button(side, is_down, time)


def _visitor(world: World, random: Random) -> Hands:
    hands = Hands(Side.SOUTH, world.table, world.finger(), random)
    world.bring(hands)
    return hands


def _jump(world: World, place: Place, random: Random, leaps: float) -> None:
    levels = (0.0, BEAN_GRAMS, 2 * BEAN_GRAMS)
    world.table.cells[place].ailments.append(Jumping(levels, leaps, random, BEGINS_SECONDS))


def _drift(world: World, place: Place, random: Random, beans_per_second: float) -> None:
    speed = random.choice((-1, 1)) * beans_per_second * BEAN_GRAMS
    world.table.cells[place].ailments.append(Drifting(speed, BEGINS_SECONDS))


def _wander(world: World, _place: Place, random: Random, grams: float) -> None:
    for cell in world.table.cells.values():
        cell.ailments.append(Wandering(grams, Random(random.getrandbits(32)), 0.0))


def _lean(world: World, place: Place, random: Random, pause: float) -> None:
    share = random.uniform(3e-4, 7e-4) * random.choice((-1, 1))
    world.table.cells[place].ailments.append(Yielding(share, 250.0))
    presses = (Rest(place, random.uniform(300.0, 900.0), random.uniform(2.0, 6.0)) for _ in range(30))
    _visitor(world, random).do(
        Wait(BEGINS_SECONDS), *(act for rest in presses for act in (rest, Wait(pause))), now=0.0
    )


def _tremble(world: World, place: Place, random: Random, tremor: float) -> None:
    acts: list[Rest | Wait] = [Wait(BEGINS_SECONDS)]
    for _ in range(40):
        grams = random.uniform(0.3, 1.5) * BEAN_GRAMS
        acts += [Rest(random.choice(list(world.table.cells)), grams, 10.0, tremor), Wait(8.0)]
    _visitor(world, random).do(*acts, now=0.0)


Ail = Callable[[World, Place, Random, float], None]
KINDS: dict[str, tuple[Ail, float]] = {
    WELL: (lambda *_: None, 0.0),
    "jumps 3 a second": (_jump, 3.0),
    "jumps 1 a second": (_jump, 1.0),
    "jumps 0.3 a second": (_jump, 0.3),
    "drifts a bean a second": (_drift, 1.0),
    "drifts a bean in 5 s": (_drift, 0.2),
    "drifts a bean in 20 s": (_drift, 0.05),
    "drifts 2 beans a minute": (_drift, 1 / 30),
    "leaned on": (_lean, 40.0),
    "finger, tremor 5 %": (_tremble, 0.05),
    "finger, tremor 15 %": (_tremble, 0.15),
    "finger, tremor 30 %": (_tremble, 0.3),
    "all wander 5 mg": (_wander, 0.005),
    "all wander 10 mg": (_wander, 0.01),
    "all wander 20 mg": (_wander, 0.02),
    "all wander 40 mg": (_wander, 0.04),
    "all wander 80 mg": (_wander, 0.08),
    "all wander 160 mg": (_wander, 0.16),
}


def play(task: tuple[str, int, int]) -> Found:
    kind, seed, sps = task
    ail, amount = KINDS[kind]
    random = Random(seed)
    is_well = kind == WELL
    cups = 3 if is_well else random.choice((3, 4))
    world = DirectWorld(Setting(seed, cups=cups, sps=sps, stock_beans=8 if is_well else None))
    for side, player in ((Side.SOUTH, "random"), (Side.NORTH, "greedy")):
        clumsiness = CLUMSINESS[seed % len(CLUMSINESS)] if is_well else 0.0
        world.seat(side, player, Traits(opens=side is Side.SOUTH, clumsiness=clumsiness))
    place = random.choice([each for each in world.table.cells if is_cup(each)])
    ail(world, place, random, amount)
    witness = Witness(world.table, world.game.places)
    tally, found = Tally(witness), Found(kind, seed)
    world.watch_hands(witness.saw)
    world.loop.listen(tally)

    answered_at = -inf
    seen: Contents = {}
    off: dict[Place, int] = {}

    def vouch_for(contents: Contents) -> None:
        """Note by how much what players have just said is wrong."""
        truth = world.table.contents()
        off.update({place: contents[place] - truth[place] for place in world.game.places})

    def is_vouched_for(contents: Contents, now: float) -> bool:
        """Whether players have just said so, or it is wrong by no more than what they have said."""
        if now - answered_at < ANSWER_SECONDS:
            vouch_for(contents)
            return True
        without = {place: contents[place] - off.get(place, 0) for place in world.game.places}
        return witness.lay_lately(without, now) or any(witness.was_left_by(side, without) for side in Side)

    def watch(moment: Moment) -> None:
        nonlocal answered_at, seen
        for event in moment.decided.events:
            if isinstance(event, QuestionAnswered):
                answered_at = moment.time
                vouch_for(seen)
            elif isinstance(event, TableAgreed) and found.known < len(tally.misbeliefs):
                is_vouched = is_vouched_for(event.contents, moment.time)
                (found.vouched if is_vouched else found.wrong).append(tally.misbeliefs[found.known])
                found.known += 1
        if moment.decided.recognition is not None:
            seen = moment.decided.recognition.found
        dead = {sign.place for sign in moment.decided.scene.signs if sign.meaning is Meaning.DEAD}
        if dead and moment.time >= 10.0:
            found.named |= (
                {f"{moment.time:.0f} s {each}: {why.name}" for each, why in world.core.doubted.items()}
                if len(found.named) < 8
                else set()
            )
            if place in dead and found.named_after is None and moment.time >= BEGINS_SECONDS:
                found.named_after = moment.time - BEGINS_SECONDS
            others = dead - {place}
            found.others_named += bool(others) and found.others_named < len(others)
        key = moment.decided.scene.message.key
        if not found.said or found.said[-1] != key:
            found.said.append(key)

    world.loop.listen(watch)
    while not tally.is_over and world.now < min(LONGEST_SECONDS, tally.progress_at + PATIENCE_SECONDS):
        world.run_until(min(world.now + 5.0, LONGEST_SECONDS), lambda: tally.is_over)
    found.ended = tally.is_over
    found.turns, found.questioned = tally.counts.moves, tally.counts.questioned_moves
    found.misread = tally.counts.misread
    return found


def games(tasks: list[tuple[str, int, int]], jobs: int) -> Iterator[Found]:
    """Play them all, each as soon as it may."""
    if jobs == 1:
        yield from map(play, tasks)
        return
    with get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(play, tasks)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", default=list(KINDS))
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--sps", type=int, default=10)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--tell", action="store_true")
    asked = parser.parse_args()
    chosen = [kind for kind in KINDS if any(kind.startswith(name) for name in asked.kinds)]
    seeds = range(asked.first, asked.first + asked.games)
    tasks = [(kind, seed, asked.sps) for kind in chosen for seed in seeds]
    rows: dict[str, list[Found]] = {kind: [] for kind in chosen}
    wrong = 0
    for found in games(tasks, asked.jobs):
        row = rows[found.kind]
        row.append(found)
        wrong += len(found.wrong)
        if asked.tell:
            print(found, flush=True)
        if len(row) == asked.games:
            named = [inf if each.named_after is None else each.named_after for each in row]
            print(
                f"{found.kind:24} ended {sum(each.ended for each in row)} of {len(row)}  "
                f"turns {sum(each.turns for each in row):4}  asked {sum(each.questioned for each in row):3}  "
                f"misread looks {sum(each.misread for each in row):3}  "
                f"wrong tables {sum(len(each.wrong) for each in row):3}  "
                f"vouched for {sum(len(each.vouched) for each in row):2}  "
                f"named after {min(named):.1f} to {max(named):.1f} s  "
                f"games with another named {sum(each.others_named > 0 for each in row)}",
                flush=True,
            )
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())

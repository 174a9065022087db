"""Games of slow readers, quick repliers and impatient fingers, together or with the page's opponent."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from cupsboard.rules.places import Side
from cupsim.page.evening import PERSON, PageEvening
from cupsim.people.character import Traits
from cupsim.people.move_choice import at_random
from cupsim.people.player import Person
from cupsim.people.reading_times import QUICK_REPLIERS, SLOW_READERS
from cupsim.people.thinking import Unthinking
from cupsim.runs.game_world import Setting, World
from cupsim.runs.games import Pairing
from cupsim.table.hands import Hands

sys.path.insert(0, str(Path(__file__).parents[1] / "sim" / "people"))

from impatience import ImpatientFingers
from turn_watch import TurnWatch, Verdict

STEP_SECONDS = 0.1
PATIENCE_SECONDS = 900.0
"""A game in which no turn ends for so long is given up, and its player is stuck."""
FINGER_TEMPO = 20.0
MEDDLING = 0.3
"""How often impatient fingers use an occasion."""

KINDS: Mapping[str, Traits] = {
    "slow reader": Traits(times=SLOW_READERS, takes_back=0.15, begins_unpressed_after_seconds=None),
    "quick replier": Traits(times=QUICK_REPLIERS, goes_by_glances=True),
    "impatient fingers": Traits(taps_twice=0.15, holds_instead=0.1),
}
"""Who plays, by name."""
PAGE = "the page's opponent"


@dataclass(frozen=True, slots=True)
class Match:
    """A game to be watched: who plays South, who North, and the board's seed."""

    south: str
    north: str
    seed: int
    cups: int = 3
    most_turns: int = 1000
    """After so many turns nobody watches any more."""


def watched(match: Match) -> Verdict:
    """Play a game to its end and judge it."""
    with TemporaryDirectory() as folder:
        return _at_page(match, Path(folder)) if match.north == PAGE else _at_table(match)


def _at_table(match: Match) -> Verdict:
    """Two simulated people who see each other."""
    world = World(Setting(match.seed, cups=match.cups))
    people = {}
    for side, kind in ((Side.SOUTH, match.south), (Side.NORTH, match.north)):
        people[side] = world.seat(side, "random", _traits(kind, side))
    return _judged(match, world, people, frozenset(), None)


def _at_page(match: Match, folder: Path) -> Verdict:
    """A person at the page, whom the page's opponent knows by the table and the lights alone."""
    pairing = Pairing(Setting(match.seed, cups=match.cups))
    evening = PageEvening(pairing, {Side.SOUTH: PERSON, Side.NORTH: "greedy"}, folder / "trace")
    world = evening.world
    visitor: Person[Any] = Person(
        side=Side.SOUTH,
        game=world.game,
        position=world.referee.position,
        hands=world.hands[Side.SOUTH],
        eyes=world.eyes,
        random=Random(match.seed),
        thinker=Unthinking(at_random),
        traits=_traits(match.south, Side.SOUTH),
    )
    people = {Side.SOUTH: visitor, **world.people}
    found = _judged(match, world, people, frozenset({Side.NORTH}), evening)
    evening.close()
    return found


def _traits(kind: str, side: Side) -> Traits:
    return replace(KINDS[kind], opens=side is Side.SOUTH)


def _judged(
    match: Match,
    world: World,
    people: Mapping[Side, Person[Any]],
    prompt: frozenset[Side],
    evening: PageEvening | None,
) -> Verdict:
    watch = TurnWatch(world, people, prompt)
    fidgets = [
        _fidget(world, people[side], match.seed)
        for side, kind in ((Side.SOUTH, match.south), (Side.NORTH, match.north))
        if kind == "impatient fingers"
    ]
    visitors = [person for side, person in people.items() if side not in world.people]
    wakes = [0.0] * len(visitors)
    while not watch.is_over and watch.verdict.turns < match.most_turns:
        if evening is None:
            world.run_until(world.now + STEP_SECONDS)
        else:
            evening.advance(STEP_SECONDS)
        for number, person in enumerate(visitors):
            if person.is_lost:
                person.learn(world.referee.position)
            if world.now >= wakes[number]:
                wakes[number] = person.step(world.now)
        for fidget in fidgets:
            fidget.step(world.now)
        if world.now > watch.progress_at + PATIENCE_SECONDS:
            watch.verdict.stuck.append(f"at {world.now:.1f} s: no turn ended for {PATIENCE_SECONDS:.0f} s")
            break
    return watch.verdict


def _fidget(world: World, person: Person[Any], seed: int) -> ImpatientFingers[Any]:
    random = Random(1000 * seed + (person.side is Side.NORTH))
    fingers = {side: Hands(side, world.table, world.finger(), random, tempo=FINGER_TEMPO) for side in Side}
    for hands in fingers.values():
        world.bring(hands)
    return ImpatientFingers(person, fingers, random, MEDDLING)

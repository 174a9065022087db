"""Games of slow readers, quick repliers and impatient fingers, together or with the page's opponent."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from cupsboard.rules.places import Side
from cupsim.page.evening import PageEvening
from cupsim.people.character import Traits
from cupsim.people.move_choice import PERSON, at_random
from cupsim.people.player import Person
from cupsim.people.reading_times import QUICK_REPLIERS, SLOW_READERS
from cupsim.people.thinking import Unthinking
from cupsim.runs.game_world import Setting, World
from cupsim.runs.games import Pairing
from cupsim.table.hands import Hands

from studies.people.impatience import ImpatientFingers
from studies.people.turn_watch import TurnWatch, Verdict
from studies.results import Trial
from studies.runner import Evening
from studies.tally import Example, Tally

ROOMS_PLAYED = frozenset({"cups"})
TURNS, PRESSED, POLITE, REMINDED = "turns", "ended by the press", "by the other's first bean", "reminded"
PASSES, LOST, STUCK, WAIT = "passes", "lost", "stuck", "longest wait"
COUNTED = (TURNS, PRESSED, POLITE, REMINDED, PASSES)
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
CUPS = (2, 3, 2, 4)
"""How many cups a side the boards of one seed after the other have: many short games, and some long ones."""


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
    people: dict[Side, Any] = {}
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
    people: dict[Side, Any] = {Side.SOUTH: visitor, **world.people}
    found = _judged(match, world, people, frozenset({Side.NORTH}), evening)
    evening.close()
    return found


def _traits(kind: str, side: Side) -> Traits:
    return replace(KINDS[kind], opens=side is Side.SOUTH)


def _judged(
    match: Match,
    world: World,
    people: Mapping[Side, Any],
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


def _evening(south: str, north: str, seed: int) -> Tally:
    verdict = watched(Match(south, north, seed, cups=CUPS[seed % len(CUPS)]))
    noted = (verdict.turns, verdict.pressed, verdict.begun_politely, verdict.reminded, verdict.passes)
    tally = Tally(Counter(dict(zip(COUNTED, noted, strict=True))))
    for what, cases in ((LOST, verdict.lost), (STUCK, verdict.stuck)):
        tally.counts[what] += len(cases)
        for words in cases:
            tally.show(Example(what, seed, words))
    tally.measure(WAIT, verdict.longest_wait_seconds)
    return tally


ROWS: Mapping[str, Callable[[int], Tally]] = {
    f"{south} / {north}": partial(_evening, south, north)
    for south, north in (*((kind, PAGE) for kind in KINDS), *combinations_with_replacement(KINDS, 2))
}
"""Plays an evening with a seed, by the name of its row."""


def play(played: Evening) -> Tally:
    """Play an evening of its row."""
    return ROWS[played.row](played.seed)


TRIAL = Trial("people", Evening, play, Tally.from_json, "studies.people.evening", Tally.as_json)

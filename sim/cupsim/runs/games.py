"""Whole games without a screen, as fast as the machine allows, one after the other or many at once."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from cupsboard.rules.places import Side
from cupsboard.rules.record import OF_PROGRAM, Record, RecordOf, format_record
from cupsboard.rules.record_entries import shown
from cupsboard.session.puzzle_teller import MoveTeller
from cupsboard.session.replay import Tracer
from cupsboard.session.start import Start
from cupsboard.session.trace import TraceWriter
from cupsboard.signs.event_text import Say, result_words
from cupsboard.signs.sentences import say

from cupsim.people.character import Deeds, Traits
from cupsim.people.fiddling_child import ALONE, OWN_SHARE
from cupsim.people.move_choice import PERSON, described
from cupsim.people.reading_times import ADULTS, ReadingTimes
from cupsim.people.thinking import Thinkers, at_once
from cupsim.runs import played
from cupsim.runs.belief_check import BeliefCounts, Tally
from cupsim.runs.game_world import Setting, World
from cupsim.runs.thinking_awaited import ThinkersAwaited
from cupsim.runs.worker import side_by_side
from cupsim.table.ground_truth import Witness

PATIENCE_SECONDS = 300.0
"""A game in which no turn ends for this long (in virtual time) is given up."""
MOST_CALLED = 60
"""Characters of a player in a record."""
LAST_LOOK_SECONDS = 3.0
"""After the end the lights are given time to say so."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game to be played: an evening, and its two players; one called "person" is not simulated."""

    setting: Setting
    south: str = "random"
    north: str = "greedy"
    clumsiness: float = 0.0
    times: ReadingTimes = ADULTS
    """The kind of people that both are of."""

    def player_of(self, side: Side) -> str:
        """Who plays a side: "person", or a simulated player."""
        return self.south if side is Side.SOUTH else self.north

    def traits_of(self, side: Side) -> Traits:
        """The character of the person on a side."""
        takes_back = OWN_SHARE if self.setting.child == ALONE else 0.0
        opens = side is Side.SOUTH
        return Traits(opens=opens, clumsiness=self.clumsiness, times=self.times, takes_back=takes_back)

    def seated(self, thinkers: Thinkers = at_once) -> World:
        """The evening with its simulated people at the table."""
        world = World(self.setting, thinkers=thinkers)
        for side in Side:
            if self.player_of(side) != PERSON:
                world.seat(side, self.player_of(side), self.traits_of(side))
        if world.begins_with_pieces:
            world.put_up()
        return world

    def seeds(self, count: int) -> list["Pairing"]:
        """The same pairing on `count` evenings, each of the next seed."""
        first = self.setting.seed
        return [
            replace(self, setting=replace(self.setting, seed=seed)) for seed in range(first, first + count)
        ]


@dataclass(frozen=True)
class Played(played.Played[Pairing, BeliefCounts]):
    """What became of a game; wrong are tables that were agreed and did not lie there."""

    deeds: Mapping[Side, Deeds] = field(default_factory=dict)


def play(
    pairing: Pairing,
    tell: Say | None = None,
    trace: Path | None = None,
    patience_seconds: float = PATIENCE_SECONDS,
) -> Played:
    """Play one game to its end, or until no turn has ended for so long that it has none.

    `tell` gets a line a move.
    """
    with closing(ThinkersAwaited()) as thinkers:
        return _play(pairing, thinkers, tell, trace, patience_seconds)


def _play(
    pairing: Pairing, thinkers: Thinkers, tell: Say | None, trace: Path | None, patience_seconds: float
) -> Played:
    began = perf_counter()
    world = pairing.seated(thinkers)
    witness = Witness(world.table, world.game.places)
    tally = Tally(witness)
    world.watch_hands(witness.saw)
    world.loop.listen(tally)
    if tell is not None:
        world.loop.listen(MoveTeller(tell, world.referee.history))
    with ExitStack() as stack:
        if trace is not None:
            world.loop.listen(_tracer(world, stack.enter_context(trace.open("wb")).write))
        unfinished = _run(world, tally, patience_seconds)
    findings = tally.misbeliefs
    if unfinished is None:
        wrong = witness.differences(world.game.contents(world.referee.position))
        findings += [f"at the end {each}" for each in wrong]
    record = record_of(pairing, world)
    return Played(
        setting=pairing,
        record=format_record(record),
        result=result_words(record.history()),
        unfinished=unfinished,
        findings=tuple(findings),
        counts=tally.counts,
        deeds={side: person.deeds for side, person in world.people.items()},
        virtual_seconds=world.now,
        real_seconds=perf_counter() - began,
    )


def play_many(
    pairings: Sequence[Pairing], jobs: int, patience_seconds: float = PATIENCE_SECONDS
) -> Iterator[Played]:
    """Play many games in `jobs` processes; each comes, in the order of the pairings, as soon as it may."""
    play_one = partial(_survive, patience_seconds=patience_seconds)
    return side_by_side(play_one, pairings, jobs)


def record_of(pairing: Pairing, world: World) -> Record[Any]:
    """The game so far as a record."""
    setting, history = world.setting, world.referee.history
    options = {
        "seed": setting.seed,
        "sps": setting.sps,
        "beans": setting.beans,
        "cells": setting.cells,
        "clumsiness": pairing.clumsiness,
    }
    return RecordOf(
        history.game,
        history.starter,
        history.entries,
        names=(called(pairing.south), called(pairing.north)),
        options=tuple((name, str(value)) for name, value in options.items()),
    )


def called(who: str) -> str:
    """Return what a player is called in a record; "?" for a person."""
    if who == PERSON:
        return "?"
    # The command of an engine may be longer than a name in a record.
    return f"{shown(described(who), MOST_CALLED)}{OF_PROGRAM}"


def _run(world: World, tally: Tally, patience_seconds: float) -> str | None:
    """Let the people play; the reason if they don't come to an end."""
    while not tally.is_over:
        patience_ends = tally.progress_at + patience_seconds
        if world.now >= patience_ends:
            words = "" if tally.message is None else say(tally.message)
            return f"no turn ended for {patience_seconds:.0f} s; {_standstill(world, words)}"
        world.run_until(patience_ends, lambda: tally.is_over)
    world.run_until(world.now + LAST_LOOK_SECONDS)
    return None


def _standstill(world: World, words: str) -> str:
    """Where a game hangs: the state, the words and what the lights show."""
    lights = ", ".join(f"{place}: {said.value}" for place, said in world.reader.meanings.items())
    return (
        f"at {world.now:.1f} s the state is {world.referee.state}; the board says {words!r}; "
        f"the lights show {lights or 'nothing'}"
    )


def _survive(pairing: Pairing, patience_seconds: float) -> Played:
    """Play one game of many, whose end is also that the program breaks in it."""
    return Played.of(lambda: play(pairing, patience_seconds=patience_seconds), pairing, BeliefCounts())


def _tracer(world: World, write: Callable[[bytes], object]) -> Tracer:
    setting = world.setting
    start = Start(
        world.profile, world.calibration, world.game, setting.options, world.core.knowledge, setting.begun
    )
    return Tracer(TraceWriter(write, start.header()))

"""A game in which the power goes again and again: at random instants, and in the middle of writes.

Only what the store holds outlives a cut. Each time the board must take up the game that was being played, as
it really stood, from what it finds there and on its scales.
"""

from dataclasses import dataclass, field
from enum import Enum
from math import inf
from random import Random
from typing import Any

from cupsboard.loop import UNTOUCHED_STEP_SECONDS
from cupsboard.rules.clocks import Clocks
from cupsboard.rules.history import History
from cupsboard.rules.places import Side
from cupsboard.session.resume import KnowledgeKeeper, begun
from cupsboard.storage.games import CLOCK_KEPT_SECONDS, GameKeeper, KeptGames
from cupsim.runs.belief_check import Tally
from cupsim.runs.games import Pairing
from cupsim.runs.power_cuts import CutStore, PowerCut
from cupsim.table.ground_truth import Witness

from studies.disks.kept_games import without_passes

MEAN_SECONDS_BETWEEN = 40.0
MOST_WRITES_BETWEEN = 30
ROUNDED_SECONDS = 0.01
"""Clocks are kept to hundredths of a second."""
DARK_SECONDS = (0.5, 20.0)
PATIENCE_SECONDS = 900.0


class Cut(Enum):
    """Where the power went."""

    AT_AN_INSTANT = "at an instant"
    IN_A_WRITE = "in a write"


@dataclass(slots=True)
class Endured:
    """What became of the game; `faults` says in words what was not as it should be."""

    cuts_at_instants: int = 0
    cuts_in_writes: int = 0
    moves_lost: int = 0
    """Moves whose own write was cut: the board has not said yet that they count."""
    moves: int = 0
    is_over: bool = False
    misbeliefs: list[str] = field(default_factory=list)
    """Agreed tables that were not the true one; a person who says yes to a wrong question makes such."""
    faults: list[str] = field(default_factory=list)


def endure(pairing: Pairing, seed: int) -> Endured:
    """Play one game to its end through many power cuts."""
    return _Ordeal(pairing, Random(seed)).run()


class _Ordeal:
    def __init__(self, pairing: Pairing, random: Random) -> None:
        self._random = random
        self._world = pairing.seated()
        self._store = CutStore(random)
        self._witness = Witness(self._world.table, self._world.game.places)
        self._world.watch_hands(self._witness.saw)
        self._tally = Tally(self._witness)
        self._endured = Endured()

    def run(self) -> Endured:
        world, tally, endured = self._world, self._tally, self._endured
        self._switch_on()
        while not tally.is_over and world.now < tally.progress_at + PATIENCE_SECONDS:
            cut = self._play_until_cut()
            if cut is not None:
                self._endure_darkness(cut)
        endured.is_over = tally.is_over
        endured.moves = len(world.referee.history.entries)
        endured.misbeliefs = tally.misbeliefs
        if not tally.is_over:
            endured.faults.append(f"no turn ended for {PATIENCE_SECONDS:.0f} s: {world.referee.state}")
        return endured

    def _play_until_cut(self) -> Cut | None:
        """Where the power went; None where the game ended before."""
        world, store = self._world, self._store
        until = world.now + self._random.expovariate(1 / MEAN_SECONDS_BETWEEN)
        is_in_write = self._random.random() < 0.5
        if is_in_write:
            store.writes_left = self._random.randrange(MOST_WRITES_BETWEEN)
            until = world.now + 100 * MEAN_SECONDS_BETWEEN
        try:
            world.run_until(until, lambda: self._tally.is_over)
        except PowerCut:
            self._endured.cuts_in_writes += 1
            return Cut.IN_A_WRITE
        store.writes_left = None
        if self._tally.is_over:
            return None
        self._endured.cuts_at_instants += 1
        return Cut.AT_AN_INSTANT

    def _endure_darkness(self, cut: Cut) -> None:
        world = self._world
        before, clocks = world.referee.history, world.kept_clocks
        world.cut_power()
        world.run_until(world.now + self._random.uniform(*DARK_SECONDS))
        self._switch_on()
        self._compare(cut, before, world.referee.history)
        if clocks is not None:
            self._compare_clocks(clocks, world.kept_clocks)

    def _switch_on(self) -> None:
        world, store = self._world, self._store
        games = KeptGames(store, lambda: "an evening")
        options = world.setting.options
        beginning = begun(world.profile, world.calibration, world.game, options, games)
        world.restore_power(beginning.start)
        for listener in (
            KnowledgeKeeper(games.ledger, world.calibration, lambda: world.core.knowledge),
            GameKeeper(games, world.game, options.starter),
            self._tally,
        ):
            world.loop.listen(listener)

    def _compare_clocks(self, before: Clocks, after: Clocks | None) -> None:
        """Hold the time left after a cut against that before: little may come back, darkness costs none."""
        for side in Side:
            back = inf if after is None else after.left_seconds[side] - before.left_seconds[side]
            if not -ROUNDED_SECONDS <= back <= CLOCK_KEPT_SECONDS + UNTOUCHED_STEP_SECONDS:
                self._endured.faults.append(f"{side.value} got {back:.2f} s in a cut")

    def _compare(self, cut: Cut, before: History[Any], after: History[Any]) -> None:
        if without_passes(after) == without_passes(before):
            return
        earlier = before.undo() if before.can_undo else before
        if cut is Cut.IN_A_WRITE and without_passes(after) == without_passes(earlier):
            self._endured.moves_lost += 1
            return
        self._endured.faults.append(f"{before.entries} became {after.entries}")

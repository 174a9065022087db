"""Runs evenings side by side and writes each down as soon as it is done; started again, it adds to them."""

from collections.abc import Iterator, Sequence
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from cupsim.runs.worker import end_with_parent

from studies.fingerprint import EVENING, fingerprint
from studies.kept_lines import KeptLines
from studies.tally import Tally
from studies.worlds.catalogue import WORLDS
from studies.worlds.world import World

Evening = tuple[str, int]
"""One evening: the name of its world, and its seed."""

EVENINGS_A_SEED = 100_000
"""The evenings of campaign seed 7 have the seeds from 700,000 on."""
MOVES_AN_EVENING = 100
"""About as many moves three games have: so many evenings are begun at once."""


class Results:
    """The evenings of some directory that were played with the programs as they are now."""

    def __init__(self, directory: Path, played_by: str = EVENING) -> None:
        """`played_by` is the module whose `play` plays an evening."""
        self.played_by = played_by
        self._lines = KeptLines(directory / "worlds.jsonl")
        self._found: dict[Evening, Tally] = {}
        self.is_any_older = False
        """Whether evenings were left out that other programs played."""
        self._lines.read(self._take, "result of a world", "another directory")

    def __contains__(self, evening: Evening) -> bool:
        return evening in self._found

    def add(self, evening: Evening, found: Tally) -> None:
        """Keep an evening; it is on the disk when this returns."""
        name, seed = evening
        print_of = fingerprint(WORLDS[name], self.played_by)
        self._lines.add({"world": name, "seed": seed, "fingerprint": print_of, **found.as_json()})
        self._found[evening] = found

    def of(self, world: World) -> Tally:
        """Everything found in a world so far."""
        total = Tally()
        for (name, _), found in sorted(self._found.items(), key=lambda each: each[0]):
            if name == world.name:
                total.add(found)
        return total

    def seeds_of(self, world: World) -> list[int]:
        """The seeds of its evenings."""
        return sorted(seed for name, seed in self._found if name == world.name)

    def _take(self, plain: Any) -> None:
        name, seed = str(plain["world"]), int(plain["seed"])
        if name in WORLDS and plain["fingerprint"] == fingerprint(WORLDS[name], self.played_by):
            self._found[name, seed] = Tally.from_json(plain)
        else:
            self.is_any_older = True


def run(
    worlds: Sequence[World], results: Results, *, moves: int, campaign_seed: int, jobs: int
) -> Iterator[Evening]:
    """Play until each world has so many moves; each evening comes when it is written down."""
    begun = {world.name: 0 for world in worlds}
    with get_context("spawn").Pool(jobs, end_with_parent) as pool:
        while missing := list(_missing(worlds, results, moves, campaign_seed, begun)):
            for evening, found in pool.imap_unordered(partial(_played, results.played_by), missing):
                results.add(evening, found)
                yield evening


def _missing(
    worlds: Sequence[World], results: Results, moves: int, campaign_seed: int, begun: dict[str, int]
) -> Iterator[Evening]:
    """The next evenings, a round of all worlds at a time, so that an interrupted run has some of each."""
    wanted = []
    for world in worlds:
        short = moves - results.of(world).counts["all moves"]
        an_evening = MOVES_AN_EVENING * max(1, world.hands.games // 3)
        wanted.append(max(0, -(-short // an_evening)))
    for number in range(max(wanted, default=0)):
        for world, count in zip(worlds, wanted, strict=True):
            if number < count:
                seed = campaign_seed * EVENINGS_A_SEED + begun[world.name]
                while (world.name, seed) in results:
                    begun[world.name] += 1
                    seed += 1
                begun[world.name] += 1
                yield world.name, seed


def _played(played_by: str, evening: Evening) -> tuple[Evening, Tally]:
    name, seed = evening
    found: Tally = import_module(played_by).play(WORLDS[name], seed)
    return evening, found

"""Runs evenings of rows side by side and writes each down when it is done; started again, it adds to them."""

from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from cupsim.runs.worker import end_with_parent

from studies.coins.evening import play
from studies.coins.rows import ROWS, Row
from studies.fingerprint import fingerprint
from studies.kept_lines import KeptLines
from studies.tally import Tally

Evening = tuple[str, int]
"""One evening: the name of its row, and its seed."""

EVENING = "studies.coins.evening"
EVENINGS_A_SEED = 100_000
"""The evenings of campaign seed 7 have the seeds from 700,000 on."""
TURNS_AN_EVENING = 240
"""Of four rounds; so many evenings are begun at once as may be needed then."""


class Results:
    """The evenings of some directory that were played with the programs as they are now."""

    def __init__(self, directory: Path) -> None:
        self._lines = KeptLines(directory / "coins.jsonl")
        self._found: dict[Evening, Tally] = {}
        self.is_any_older = False
        """Whether evenings were left out that other programs played."""
        self._lines.read(self._take, "result of a row", "another directory")

    def __contains__(self, evening: Evening) -> bool:
        return evening in self._found

    def add(self, evening: Evening, found: Tally) -> None:
        """Keep an evening; it is on the disk when this returns."""
        name, seed = evening
        print_of = fingerprint(ROWS[name], EVENING)
        self._lines.add({"row": name, "seed": seed, "fingerprint": print_of, **found.as_json()})
        self._found[evening] = found

    def of(self, row: Row) -> Tally:
        """Everything found in a row so far."""
        total = Tally()
        for (name, _), found in sorted(self._found.items(), key=lambda each: each[0]):
            if name == row.name:
                total.add(found)
        return total

    def turns_of(self, row: Row) -> int:
        """How many turns were played of it."""
        return sum(found.counts["all turns"] for (name, _), found in self._found.items() if name == row.name)

    def seeds_of(self, row: Row) -> list[int]:
        """The seeds of its evenings."""
        return sorted(seed for name, seed in self._found if name == row.name)

    def _take(self, plain: Any) -> None:
        name, seed = str(plain["row"]), int(plain["seed"])
        if name in ROWS and plain["fingerprint"] == fingerprint(ROWS[name], EVENING):
            self._found[name, seed] = Tally.from_json(plain)
        else:
            self.is_any_older = True


def run(
    rows: Sequence[Row], results: Results, *, turns: int, campaign_seed: int, jobs: int
) -> Iterator[Evening]:
    """Play until each row has so many turns; each evening comes when it is written down."""
    begun = {row.name: 0 for row in rows}
    with get_context("spawn").Pool(jobs, end_with_parent) as pool:
        while missing := list(_missing(rows, results, turns, campaign_seed, begun)):
            for evening, found in pool.imap_unordered(_played, missing):
                results.add(evening, found)
                yield evening


def _missing(
    rows: Sequence[Row], results: Results, turns: int, campaign_seed: int, begun: dict[str, int]
) -> Iterator[Evening]:
    """The next evenings, one of each row in turn, so that an interrupted run has some of each."""
    wanted = [max(0, -(-(turns - results.turns_of(row)) // TURNS_AN_EVENING)) for row in rows]
    for number in range(max(wanted, default=0)):
        for row, count in zip(rows, wanted, strict=True):
            if number < count:
                seed = campaign_seed * EVENINGS_A_SEED + begun[row.name]
                while (row.name, seed) in results:
                    begun[row.name] += 1
                    seed += 1
                begun[row.name] += 1
                yield row.name, seed


def _played(evening: Evening) -> tuple[Evening, Tally]:
    name, seed = evening
    return evening, play(ROWS[name], seed)

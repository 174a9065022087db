"""Try the cases of a study that have no result yet, side by side; started again, it goes on.

Most cases are evenings of the rows of a page.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from typing import TypeVar

from cupsim.errors import SimulatorError
from cupsim.runs.worker import end_with_parent

from studies.results import C, F, Results, Trial
from studies.tally import Tally

R = TypeVar("R")
SEEDS_A_CAMPAIGN = 100_000
"""The cases of campaign seed 7 have the seeds from 700,000 on."""


def run(
    results: Results[C, F], cases: Iterable[C], jobs: int, is_time_up: Callable[[], bool] = lambda: False
) -> Iterator[C]:
    """Try what is missing, in `jobs` processes, until time is up; yield each case once its result is kept."""
    missing = [case for case in cases if case not in results]
    play = results.trial.play
    if jobs == 1:
        for case in missing:
            if is_time_up():
                return
            results.add(case, play(case))
            yield case
        return
    with get_context("spawn").Pool(min(jobs, len(missing) or 1), end_with_parent) as pool:
        for case, found in pool.imap_unordered(partial(_tried, play), missing):
            results.add(case, found)
            yield case
            if is_time_up():
                return


def _tried(play: Callable[[C], F], case: C) -> tuple[C, F]:
    return case, play(case)


@dataclass(frozen=True, slots=True, order=True)
class Evening:
    """Some games in a row under the conditions of a row of the page, all chance from one seed."""

    row: str
    seed: int


def evenings(rows: Sequence[str], count: int, campaign_seed: int) -> list[Evening]:
    """List `count` evenings of each row, one of every row first: an interrupted run has some of each."""
    first = campaign_seed * SEEDS_A_CAMPAIGN
    return [Evening(row, seed) for seed in range(first, first + count) for row in rows]


def of_row(results: Results[Evening, Tally], row: str) -> Tally:
    """Add up what was found in the evenings of a row."""
    total = Tally()
    for evening in sorted(results.found):
        if evening.row == row:
            total.add(results.found[evening])
    return total


def asked_for(rows: Mapping[str, R], name: str, every: Sequence[R] | None = None) -> tuple[R, ...]:
    """Return the row of this name; for "all" `every` one, all of them if None.

    Raises SimulatorError that names them.
    """
    if name == "all":
        return tuple(rows.values() if every is None else every)
    if name not in rows:
        raise SimulatorError(f"{name}: there is no such row; write all or one of {', '.join(rows)}")
    return (rows[name],)


def trial_of_rows(
    name: str, rows: Mapping[str, R], play: Callable[[R, int], Tally], played_by: str
) -> Trial[Evening, Tally]:
    """Return what is tried: evenings of rows, each played from its seed."""
    return Trial(
        name,
        Evening,
        partial(_of_its_row, rows, play),
        Tally.from_json,
        played_by,
        Tally.as_json,
        lambda evening: rows.get(evening.row),
    )


def _of_its_row(rows: Mapping[str, R], play: Callable[[R, int], Tally], evening: Evening) -> Tally:
    return play(rows[evening.row], evening.seed)


class ByRows:
    """What was found in the evenings of rows."""

    def __init__(self, results: Results[Evening, Tally], names: Sequence[str]) -> None:
        self._results = results
        self.found = {name: of_row(results, name) for name in names}

    @property
    def total(self) -> Tally:
        """Add up what was found in all of them."""
        total = Tally()
        for tally in self.found.values():
            total.add(tally)
        return total

    def table(self, row: Callable[[str, Tally, int], tuple[object, ...]]) -> list[tuple[object, ...]]:
        """Return the cells of each row that has evenings; `row` gets its name, its tally and their number."""
        evenings = {name: sum(each.row == name for each in self._results.found) for name in self.found}
        return [row(name, tally, evenings[name]) for name, tally in self.found.items() if evenings[name]]

    def cases(self) -> Iterator[str]:
        """Yield the examples in words."""
        for name, tally in self.found.items():
            yield from (f"{name}, seed {each.seed}: {each.where}" for each in tally.examples)


def play_until(
    results: Results[Evening, Tally],
    sizes: Mapping[str, int],
    *,
    counted: str,
    enough: int,
    campaign_seed: int,
    jobs: int,
) -> Iterator[Evening]:
    """Play evenings until each row has `enough` of what is `counted`; yield each once it is kept.

    `sizes` are the rows, with about how many an evening of each has.
    """
    begun = dict.fromkeys(sizes, 0)

    def another(row: str) -> Evening:
        while True:
            evening = Evening(row, campaign_seed * SEEDS_A_CAMPAIGN + begun[row])
            begun[row] += 1
            if evening not in results:
                return evening

    while True:
        had = {row: of_row(results, row).counts[counted] for row in sizes}
        wanted = {row: max(0, -(-(enough - had[row]) // size)) for row, size in sizes.items()}
        # A round of all rows at a time, so that an interrupted run has some of each.
        rounds = range(max(wanted.values(), default=0))
        missing = [another(row) for number in rounds for row in sizes if number < wanted[row]]
        if not missing:
            return
        yield from run(results, missing, jobs)

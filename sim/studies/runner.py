"""Try the cases of a study that have no result yet, side by side; started again, it goes on."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context

from cupsim.runs.worker import end_with_parent

from studies.results import C, F, Results
from studies.tally import Tally

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

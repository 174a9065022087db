"""What every study has: its options, how it goes on, and what it says of that."""

import argparse
import time
from collections.abc import Callable, Iterator
from math import inf
from pathlib import Path

from cupsboard.commands.argument_types import folder_to_write, number, whole
from cupsboard.commands.progress import watched
from cupsim.commands.shared_options import add_jobs
from cupsim.errors import SimulatorError

from studies.results import C, F, Results, Trial

MOST_GAMES = 1_000_000
YEAR_MINUTES = 525_600.0


def add_kept(parser: argparse.ArgumentParser, directory: str, page: str, beside: str) -> None:
    """Add the seed, the processes, and where results and page are kept."""
    parser.add_argument("--seed", type=whole(0), default=7, metavar="N", help="seed of everything random (7)")
    add_jobs(parser)
    parser.add_argument(
        "--directory", type=folder_to_write, metavar="DIR", help=f"folder of the results ({directory})"
    )
    parser.add_argument("--report", type=folder_to_write, metavar="DIR", help=f"folder of {page} ({beside})")
    parser.add_argument(
        "--report-only",
        action="store_true",
        help="write the report from the results so far, without running anything",
    )


def add_minutes(parser: argparse.ArgumentParser, what: str) -> None:
    """Add for how long a study goes on; `what` it begins none of after that."""
    parser.add_argument(
        "--minutes",
        type=number(0.0, YEAR_MINUTES),
        default=inf,
        metavar="N",
        help=f"begin no more {what} after N minutes",
    )


def time_limit(asked: argparse.Namespace) -> tuple[Callable[[], bool], str]:
    """Return a function that says whether the minutes asked for are over, and the option as it was given."""
    ends = time.monotonic() + 60 * asked.minutes
    return lambda: time.monotonic() > ends, "" if asked.minutes == inf else f" --minutes {asked.minutes:g}"


def kept_results(asked: argparse.Namespace, trial: Trial[C, F], usual: str) -> Results[C, F]:
    """Return the results in the folder that was asked for, or in the `usual` one."""
    folder: Path = asked.directory or folder_to_write(f"campaigns/{usual}")
    return Results(trial, folder)


def go_on(
    asked: argparse.Namespace, results: Results[C, F], cases: Iterator[C], total: int, what: str
) -> None:
    """Run what is missing, unless only the report is asked for. Raises SimulatorError if there is nothing."""
    if not asked.report_only:
        for _ in watched(cases, total, what):
            pass
    if results.is_any_older:
        print(f"{results.folder}: results of other programs are left out")
    if not results.found:
        raise SimulatorError(f"no results in {results.folder}: leave --report-only out")

"""The command `cupsim campaign`: run the grid, go on with it, write the report, repeat one example."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cupsboard.commands.argument_types import whole
from cupsboard.commands.output_paths import folder_to_write
from cupsboard.commands.parsers import describe

from cupsim.commands.shared_options import add_jobs
from cupsim.errors import SimulatorError

if TYPE_CHECKING:
    from cupsim.campaign.runner import Results
    from cupsim.campaign.study import Chunk, Study

_DESCRIPTION = """\
Put many thousand moves, faults and pushes, and whole games, through the board's recognition; count how often
it is right, in doubt or wrong, beside simpler methods. An interrupted campaign goes on where it stopped.
"""
_EXAMPLES = """\
examples:
  cupsim campaign --quick                    the small grid, some minutes; the report goes beside its results
  cupsim campaign                            the standard grid, two hours on two cores; writes sim/RESULTS.md
  cupsim campaign --only latency             only one kind of measurement
  cupsim campaign --seed 8                   the same on fresh seeds
  cupsim campaign --repeat honest/kidney/500g/4/80 123456789
  cupsim campaign --world all --moves 2000   whole games in worlds whose physics the board does not share
  cupsim campaign --world slope-5 --seed 8   one of them on fresh seeds, added to those found before
  cupsim campaign --repeat world/slope-5 800003
  cupsim campaign --coins all --moves 2000   games whose order counts, with coins of several kinds
  cupsim campaign --repeat coins/3-lap 700000
"""
KINDS = ("honest", "faults", "lean", "games", "latency", "landings", "compute")


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION, _EXAMPLES)
    parser.add_argument("--quick", action="store_true", help="run the small grid")
    parser.add_argument(
        "--only", choices=KINDS, metavar="KIND", help=f"run one kind only: {', '.join(KINDS)}"
    )
    # The default is that of the word `cupsim`, before which the option may stand as well.
    seed = "seed of everything random (7)"
    parser.add_argument("--seed", type=whole(0), default=argparse.SUPPRESS, metavar="N", help=seed)
    parser.add_argument(
        "--world", metavar="NAME", help="play whole games in another world, or in all of them (all)"
    )
    parser.add_argument(
        "--coins",
        metavar="ROW",
        help="play games whose order counts, with coins and beans on scales: rows of the report with commas "
        "between, or all",
    )
    parser.add_argument(
        "--moves",
        type=whole(1),
        metavar="N",
        help="with --world or --coins: until each has so many moves (10000; 20000)",
    )
    add_jobs(parser)
    parser.add_argument(
        "--directory",
        type=folder_to_write,
        metavar="DIR",
        help="folder of the results (campaigns/NAME-SEED; with --world campaigns/worlds, with --coins "
        "campaigns/coins)",
    )
    parser.add_argument(
        "--report",
        type=folder_to_write,
        metavar="DIR",
        help="folder of RESULTS.md (sim; with --quick, that of --directory), with --world of WORLDS.md, with "
        "--coins of COINS.md",
    )
    parser.add_argument(
        "--report-only",
        action="store_true",
        help="write the report from the results so far, without running anything",
    )
    parser.add_argument(
        "--beside",
        action="store_true",
        help="with --world: show the looks to the reader of histories too, and print both side by side",
    )
    parser.add_argument(
        "--repeat", nargs=2, metavar=("STUDY", "SEED"), help="play one case of a report again, in detail"
    )
    parser.set_defaults(command=lambda _, asked: run(asked))


def run(asked: argparse.Namespace) -> int:
    """Do what was asked; 0, or 1 where a target was missed, or 2 where it could not be done."""
    try:
        if asked.moves is not None and asked.world is None and asked.coins is None:
            raise SimulatorError(
                "--moves says how long to play in a world or a row of coins: name one with --world or --coins"
            )
        if asked.beside and asked.world is None:
            raise SimulatorError("--beside is for whole games in a world: name one with --world, or all")
        if asked.world is not None or asked.coins is not None:
            return _apart(asked)
        return _repeat(*asked.repeat) if asked.repeat else _campaign(asked)
    except (SimulatorError, OSError, argparse.ArgumentTypeError) as fault:
        print(f"cupsim campaign: {fault}", file=sys.stderr)
        return 2


def _apart(asked: argparse.Namespace) -> int:
    """Play in other worlds, or with coins."""
    option = "--coins" if asked.world is None else "--world"
    refused = {"--quick": asked.quick, "--only": asked.only, "--repeat": asked.repeat}
    refused["--coins"] = asked.coins is not None and asked.world is not None
    for other, is_there in refused.items():
        if is_there:
            raise SimulatorError(f"{other} belongs to another campaign: leave it or {option} out")
    if asked.coins is not None:
        from cupsim.commands.campaign_coins import play_with_coins

        return play_with_coins(asked)
    from cupsim.commands.campaign_worlds import play_in_worlds, play_side_by_side

    return play_side_by_side(asked) if asked.beside else play_in_worlds(asked)


def _repeat(key: str, seed: str) -> int:
    from cupsim.campaign.runner import EVENINGS
    from cupsim.campaign.study import Study

    if not seed.isdecimal():
        raise SimulatorError(f"{seed!r} is no seed: give the number that stands in the report")
    if key.startswith("world/"):
        from cupsim.commands.campaign_worlds import repeat_evening

        return repeat_evening(key.removeprefix("world/"), int(seed))
    if key.startswith("coins/"):
        from cupsim.commands.campaign_coins import repeat_evening as repeat_coins

        return repeat_coins(key.removeprefix("coins/"), int(seed))
    study = Study.parse(key)
    found = EVENINGS[study.kind](study, int(seed))
    for what, count in sorted(found.counts.items()):
        print(f"{count:>8}  {what}")
    for what, values in sorted(found.values.items()):
        print(f"{what}: {', '.join(f'{value:g}' for value in values)}")
    for example in found.examples:
        print(f"{example.what}: {example.where}")
    return 0


def _campaign(asked: argparse.Namespace) -> int:
    from cupsim.campaign import grid
    from cupsim.campaign.report import Report
    from cupsim.campaign.runner import Results, missing_chunks
    from cupsim.campaign.runner import run as run_missing
    from cupsim.campaign.targets import MISSED, judged

    studies = grid.quick() if asked.quick else grid.standard()
    name = "quick" if asked.quick else "standard"
    directory: Path = asked.directory or folder_to_write(f"campaigns/{name}-{asked.seed}")
    page_folder: Path = asked.report or (directory if asked.quick else folder_to_write("sim"))
    results = Results(directory)
    if asked.report_only:
        _require_any(results, studies, directory)
    else:
        wanted = [study for study in studies if asked.only in (None, study.kind.value)]
        missing = missing_chunks(wanted, results, asked.seed)
        chunks = run_missing(wanted, results, campaign_seed=asked.seed, jobs=asked.jobs)
        for _ in _watched(chunks, len(missing)):
            pass
    command = f"cupsim campaign{' --quick' if asked.quick else ''}"
    unfinished = 1.0 - sum(results.share_of(study) for study in studies) / len(studies)
    page = Report(studies, results, command, unfinished).write(page_folder)
    verdicts = list(judged(studies, results.of))
    for each in verdicts:
        print(f"{each.verdict:>14}  {each.what}: {each.found} (wanted {each.wanted})")
    print(f"the report is in {page}")
    return 1 if any(each.verdict == MISSED for each in verdicts) else 0


def _require_any(results: "Results", studies: "Sequence[Study]", directory: Path) -> None:
    """Refuse to put an empty report in the place of one that may be there. Raises SimulatorError."""
    if not any(results.of(study).is_any for study in studies):
        raise SimulatorError(
            f"no results in {directory}: run the campaign first, or name with --directory where they are"
        )


def _watched(chunks: Iterator["Chunk"], total: int) -> Iterator["Chunk"]:
    """The chunks as they are finished, with a bar on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        yield from chunks
        return
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

    usual = Progress.get_default_columns()[:2]
    columns = (*usual, MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("campaign", total=total)
        for chunk in chunks:
            progress.update(task, advance=1, description=chunk.study.kind.value)
            yield chunk

"""The command `python -m studies cups`: run the grid, go on with it, write the report."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cupsboard.commands.output_paths import folder_to_write
from cupsboard.commands.parsers import Commands, add_command
from cupsim.errors import SimulatorError

from studies.commands.options import add_kept

if TYPE_CHECKING:
    from studies.cups.runner import Results
    from studies.cups.study import Chunk, Study

_DESCRIPTION = """\
Put many thousand moves, faults and pushes, and whole games, through the board's recognition; count how often
it is right, in doubt or wrong, beside simpler methods.
"""
_EXAMPLES = """\
examples:
  python -m studies cups --quick             the small grid, some minutes; the report goes beside its results
  python -m studies cups                     the standard grid, two hours on two cores; writes sim/RESULTS.md
  python -m studies cups --only latency      only one kind of measurement
  python -m studies cups --seed 8            the same on fresh seeds
"""
KINDS = ("honest", "faults", "lean", "games", "latency", "landings", "compute")


def add_parser(commands: Commands) -> None:
    """Add the command to those of the studies."""
    parser = add_command(
        commands,
        "cups",
        "moves, faults, pushes and games of Cups, many thousand",
        _DESCRIPTION,
        _EXAMPLES,
    )
    parser.add_argument("--quick", action="store_true", help="run the small grid")
    parser.add_argument(
        "--only", choices=KINDS, metavar="KIND", help=f"run one kind only: {', '.join(KINDS)}"
    )
    add_kept(parser, "campaigns/NAME-SEED", "RESULTS.md", "sim; with --quick, that of --directory")
    parser.set_defaults(command=run)


def repeat_evening(key: str, seed: int) -> int:
    """Play one evening again and say all that was found; always 0."""
    from studies.cups.runner import EVENINGS
    from studies.cups.study import Study

    study = Study.parse(key)
    found = EVENINGS[study.kind](study, seed)
    for what, count in sorted(found.counts.items()):
        print(f"{count:>8}  {what}")
    for what, values in sorted(found.values.items()):
        print(f"{what}: {', '.join(f'{value:g}' for value in values)}")
    for example in found.examples:
        print(f"{example.what}: {example.where}")
    return 0


def run(asked: argparse.Namespace) -> int:
    """Do what was asked; 0, or 1 where a target was missed."""
    from studies.cups import grid
    from studies.cups.report import Report
    from studies.cups.runner import Results, missing_chunks
    from studies.cups.runner import run as run_missing
    from studies.cups.targets import MISSED, judged

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
    command = f"python -m studies cups{' --quick' if asked.quick else ''}"
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
            f"no results in {directory}: run the study first, or name with --directory where they are"
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

"""The command `python -m studies cups`: run the grid, go on with it, write the report."""

import argparse
from pathlib import Path

from cupsboard.commands.argument_types import folder_to_write
from cupsboard.commands.parsers import Commands, add_command, describe
from cupsim.errors import SimulatorError

from studies.commands.options import add_kept, go_on, kept_results
from studies.page import write

_DESCRIPTION = """\
Put many thousand moves, faults and pushes, and whole games, through the board's recognition; count how often
it is right, in doubt or wrong, beside simpler methods.
"""
_EXAMPLES = """\
examples:
  python -m studies cups --quick             the small grid, some minutes; the report goes beside its results
  python -m studies cups                     the standard grid, two hours; writes sim/results/CUPS.md
  python -m studies cups --only latency      only one kind of measurement
  python -m studies cups --seed 8            the same on fresh seeds
"""
KINDS = ("honest", "faults", "lean", "games", "latency", "landings", "compute")


def add_parser(commands: Commands) -> None:
    """Add the command to those of the studies."""
    parser = add_command(commands, "cups", "moves, faults, pushes and games of Cups, many thousand")
    describe(parser, _DESCRIPTION, _EXAMPLES)
    parser.add_argument("--quick", action="store_true", help="run the small grid")
    parser.add_argument(
        "--only", choices=KINDS, metavar="KIND", help=f"run one kind only: {', '.join(KINDS)}"
    )
    add_kept(parser, "campaigns/NAME-SEED", "CUPS.md", "sim/results; with --quick, that of --directory")
    parser.set_defaults(command=run)


def run(asked: argparse.Namespace) -> int:
    """Run what is missing, write the report and print the targets; 1 where one was missed."""
    from studies.cups import grid
    from studies.cups.report import Report
    from studies.cups.targets import MISSED, judged
    from studies.cups.trial import TRIAL, chunks_of, found_in, share_of
    from studies.runner import run as run_missing

    studies = grid.quick() if asked.quick else grid.standard()
    results = kept_results(asked, TRIAL, f"{'quick' if asked.quick else 'standard'}-{asked.seed}")
    wanted = chunks_of([study for study in studies if asked.only in (None, study.kind.value)], asked.seed)
    go_on(asked, results, run_missing(results, wanted, asked.jobs), len(wanted), "chunks")
    unfinished = 1.0 - sum(share_of(results, study) for study in studies) / len(studies)
    if unfinished == 1.0:
        # An empty report would take the place of one that may be there.
        raise SimulatorError(f"no results of this grid in {results.folder}: leave --report-only out")
    report = Report(studies, results, f"python -m studies cups{' --quick' * asked.quick}", unfinished)
    verdicts = list(judged(studies, lambda study: found_in(results, study)))
    for each in verdicts:
        print(f"{each.verdict:>14}  {each.what}: {each.found} (wanted {each.wanted})")
    folder: Path = asked.report or (results.folder if asked.quick else folder_to_write("sim/results"))
    write(folder / "CUPS.md", report.page(), report.pictures())
    return int(any(each.verdict == MISSED for each in verdicts))

"""The command `python -m studies calibrations`: many boards calibrated unattended, and played on."""

import argparse
import time
from math import inf

from cupsboard.commands.argument_types import number, whole
from cupsboard.commands.parsers import Commands, add_command

from studies.commands.options import add_kept, go_on, kept_results
from studies.page import write

MOST_SEEDS, MOST_MOVES = 10_000, 1_000_000
YEAR_MINUTES = 525_600


def add_parser(commands: Commands) -> None:
    """Add the command to those of the studies."""
    parser = add_command(commands, "calibrations", "many boards calibrated unattended, and played on")
    parser.add_argument(
        "--seeds", type=whole(1, MOST_SEEDS), default=1, metavar="N", help="boards of each kind (1)"
    )
    parser.add_argument(
        "--moves",
        type=whole(1, MOST_MOVES),
        default=400,
        metavar="N",
        help="honest moves to play on each board (400)",
    )
    parser.add_argument(
        "--minutes",
        type=number(0.0, YEAR_MINUTES),
        default=inf,
        metavar="N",
        help="begin no more boards after N minutes",
    )
    add_kept(parser, "campaigns/calibrations", "CALIBRATION.md", "that of --directory")
    parser.set_defaults(command=run)


def run(asked: argparse.Namespace) -> int:
    """Calibrate what is missing and write the page; 1 if a fault passed or too much was promised."""
    from studies.calibrations.report import calibrations_page, calibrations_table, is_good
    from studies.calibrations.trial import TRIAL, boards
    from studies.runner import run as run_missing

    results = kept_results(asked, TRIAL, "calibrations")
    ends = time.monotonic() + 60 * asked.minutes
    wanted = boards(range(asked.seed, asked.seed + asked.seeds), asked.moves)
    tried = run_missing(results, wanted, asked.jobs, lambda: time.monotonic() > ends)
    go_on(asked, results, tried, len(wanted), "boards")
    limit = "" if asked.minutes == inf else f" --minutes {asked.minutes:g}"
    said = f"--seeds {asked.seeds} --seed {asked.seed} --moves {asked.moves}{limit}"
    print(calibrations_table(results, asked.moves))
    written = (asked.report or results.folder) / "CALIBRATION.md"
    write(written, calibrations_page(results, asked.moves, f"python -m studies calibrations {said}"))
    return 0 if is_good(results, asked.moves) else 1

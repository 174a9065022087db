"""The command `python -m studies calibrations`: many boards calibrated unattended, and played on."""

import argparse
import sys
import time
from math import inf

from cupsboard.commands.argument_types import number, whole
from cupsboard.commands.output_paths import folder_to_write, write_text
from cupsboard.commands.parsers import Commands, add_command

from studies.commands.options import add_kept

MOST_SEEDS, MOST_MOVES = 10_000, 1_000_000
YEAR_MINUTES = 525_600
_RESULTS_HEAD = """\
# Calibrated boards

Each row is as many boards as there were seeds, calibrated unattended by simulated hands. Where a calibration
was accepted, honest moves were played with the errors that it really has: what it predicted stands beside
what was observed. Where something was wrong with the board, no calibration may come of it, and what was wrong
must be named together with its place.

*Held* says whether the predicted rate lies in the observed one's 95 % interval: *yes*; *better* where fewer
moves were questioned than predicted; *nearly* where more, but not surely twice as many; else *worse*.
"""


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
    from studies.calibrations.results import Kept, is_good, table
    from studies.calibrations.results import run as run_missing

    directory = asked.directory or folder_to_write("campaigns/calibrations")
    kept = Kept(directory / "calibrations.jsonl")
    ends = time.monotonic() + 60 * asked.minutes
    seeds = range(0) if asked.report_only else range(asked.seed, asked.seed + asked.seeds)
    for name, seed, _ in run_missing(kept, seeds, asked.moves, asked.jobs, lambda: time.monotonic() > ends):
        print(f"{name}, seed {seed}", file=sys.stderr)
    rows = table(kept, asked.moves)
    limit = "" if asked.minutes == inf else f" --minutes {asked.minutes:g}"
    said = f"--seeds {asked.seeds} --seed {asked.seed} --moves {asked.moves}{limit}"
    how = f"`python -m studies calibrations {said}`"
    if len(kept.sources) > 1:
        how += f" (results of {len(kept.sources)} states of the program)"
    print(rows)
    written = (asked.report or directory) / "CALIBRATION.md"
    written.parent.mkdir(parents=True, exist_ok=True)
    write_text(written, f"{_RESULTS_HEAD}\n{how}\n\n{rows}\n")
    return 0 if is_good(kept, asked.moves) else 1

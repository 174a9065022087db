"""The command `python -m studies calibrations`: many boards calibrated unattended, and played on."""

import argparse

from cupsboard.commands.argument_types import whole
from cupsboard.commands.parsers import Commands, add_command

from studies.commands.options import add_kept, add_minutes, go_on, kept_results, time_limit
from studies.page import write

MOST_SEEDS, MOST_MOVES = 10_000, 1_000_000


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
    add_minutes(parser, "boards")
    add_kept(parser, "campaigns/calibrations", "CALIBRATION.md", "that of --directory")
    parser.set_defaults(command=run)


def run(asked: argparse.Namespace) -> int:
    """Calibrate what is missing and write the page; 1 if a fault passed or too much was promised."""
    from studies.calibrations.report import calibrations_page, calibrations_table, is_good
    from studies.calibrations.trial import TRIAL, boards
    from studies.runner import run as run_missing

    results = kept_results(asked, TRIAL, "calibrations")
    is_time_up, limit = time_limit(asked)
    wanted = boards(range(asked.seed, asked.seed + asked.seeds), asked.moves)
    tried = run_missing(results, wanted, asked.jobs, is_time_up)
    go_on(asked, results, tried, len(wanted), "boards")
    said = f"--seeds {asked.seeds} --seed {asked.seed} --moves {asked.moves}{limit}"
    print(calibrations_table(results, asked.moves))
    written = (asked.report or results.folder) / "CALIBRATION.md"
    write(written, calibrations_page(results, asked.moves, f"python -m studies calibrations {said}"))
    return 0 if is_good(results, asked.moves) else 1

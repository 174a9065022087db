"""Options that several commands of the simulator have."""

import argparse
import os

from cupsboard.commands.argument_types import whole

MOST_JOBS = 256


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Add how many processes a command may use at once."""
    parser.add_argument(
        "--jobs",
        type=whole(1, MOST_JOBS),
        default=os.cpu_count() or 1,
        metavar="N",
        help="processes that run at once (one for each processor)",
    )

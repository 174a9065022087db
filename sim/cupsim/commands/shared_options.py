"""Options that several commands of the simulator have, and `cupsim` itself has not."""

import argparse
import os

from cupsboard.commands.argument_types import whole

MOST_JOBS = 256
MISTAKES = (
    *("none", "swapped-wires", "crossed-cables", "joined-lines", "dead-cell", "saturated-cell"),
    *("rattling-table", "mixed-rates", "weak-cell"),
)
"""What may be wrong with a simulated board."""


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Add how many processes a command may use at once."""
    parser.add_argument(
        "--jobs",
        type=whole(1, MOST_JOBS),
        default=os.cpu_count() or 1,
        metavar="N",
        help="processes that run at once (one for each processor)",
    )

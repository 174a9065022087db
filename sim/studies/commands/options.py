"""Options that every study has."""

import argparse

from cupsboard.commands.argument_types import whole
from cupsboard.commands.output_paths import folder_to_write
from cupsim.commands.shared_options import add_jobs

MOST_GAMES = 1_000_000


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

"""Which file of records a command is about."""

import argparse
import os
from pathlib import Path

from cupsboard.storage.paths import homes


def add_file(parser: argparse.ArgumentParser) -> None:
    """Let a command be told another file than the usual one."""
    usual = homes(os.environ, Path.home()).state / "club.sqlite"
    parser.add_argument(
        "--file",
        type=Path,
        default=usual,
        metavar="PATH",
        help="the file with the games (default: %(default)s)",
    )

"""The options of a first cup, on a real cell and on a simulated one alike."""

import argparse

from cupsboard.commands.argument_types import number, port
from cupsboard.commands.output_paths import file_to_write
from cupsboard.commands.parsers import only_with
from cupsboard.procedures.reference_masses import USUAL, reference
from cupsboard.procedures.scope.first_cup import FirstCupWish

LONGEST_MINUTES = 180.0
"""A recording of a fast amplifier then has 864 000 readings, and readers take a million."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what tells a wish, and the file."""
    parser.add_argument(
        "--reference",
        default=USUAL,
        metavar="MASS",
        help='known mass for the gain: "100 g", "2 nickels", or "none", which leaves counts (100 g)',
    )
    parser.add_argument(
        "--record",
        type=file_to_write,
        metavar="FILE",
        help="record the cell at rest into this file at the end; the report and the beans go into it, too",
    )
    parser.add_argument(
        "--minutes",
        type=number(0.1, LONGEST_MINUTES),
        default=60.0,
        metavar="N",
        help="how long to record (60)",
    )
    only_with(parser, "--record", "--minutes")


def add_page(parser: argparse.ArgumentParser) -> None:
    """Add where the page is served."""
    parser.add_argument(
        "--listen",
        metavar="ADDRESS",
        help="show it on a page, too: 127.0.0.1 for this computer alone, 0.0.0.0 for phones in the house",
    )
    parser.add_argument("--port", type=port, metavar="N", help="port of the page (any that is free)")
    only_with(parser, "--listen", "--port")


def wish_of(asked: argparse.Namespace, rating: str | None) -> FirstCupWish:
    """Return what was asked for. Raises SensingError."""
    seconds = 0.0 if asked.record is None else 60 * asked.minutes
    return FirstCupWish(reference(asked.reference), rating, seconds)

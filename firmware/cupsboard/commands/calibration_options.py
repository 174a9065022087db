"""The options of a calibration, on a real board and on a simulated one alike."""

import argparse

from cupsboard.procedures.calibration.calibration_run import Beans, Wish
from cupsboard.procedures.reference_masses import USUAL, reference
from cupsboard.rules.places import Place


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what tells a wish."""
    parser.add_argument(
        "--reference",
        default=USUAL,
        metavar="MASS",
        help='known mass for every place: "100 g", "2 nickels", or "none": one handful of beans (100 g)',
    )
    parser.add_argument("--place", metavar="PLACE", help="calibrate only this place again")
    parser.add_argument(
        "--serial",
        type=_serial,
        action="append",
        default=[],
        metavar="PLACE=NUMBER",
        help="keep the serial number of this place's cell in the file; give it once for each cell",
    )
    parser.add_argument(
        "--linearity",
        action="store_true",
        help="measure also how straight every cell is: put the mass on the bare platforms too",
    )
    parser.add_argument(
        "--anew", action="store_true", help="begin again from the start, without the readings kept so far"
    )


def wish_of(
    asked: argparse.Namespace, nominal_counts_per_gram: float | None, beans: Beans | None = None
) -> Wish:
    """Return the wish that the options express; `beans`, if given, are weighed alone. Raises SensingError."""
    return Wish(
        reference=reference(asked.reference),
        place=None if asked.place is None else Place(asked.place),
        beans=beans,
        is_anew=asked.anew,
        is_line_wanted=asked.linearity,
        serials=dict(asked.serial),
        nominal_counts_per_gram=nominal_counts_per_gram,
    )


def _serial(text: str) -> tuple[Place, str]:
    place, is_said, number = text.partition("=")
    if not (place and is_said and number):
        raise argparse.ArgumentTypeError(f"{text!r}: write it like south-3=A17")
    return Place(place), number

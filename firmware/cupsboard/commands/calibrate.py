"""The command `cupsboard calibrate`: a board learns what its places and beans weigh."""

import argparse
import re

from cupsboard.commands.board_options import add_job_options, do
from cupsboard.commands.parsers import describe
from cupsboard.procedures.beans.forecast import RATINGS
from cupsboard.procedures.reference_masses import USUAL, reference
from cupsboard.signs.scene import Message
from cupsboard.station.terminal.console import complain
from cupsboard.station.terminal.language import in_words

_DESCRIPTION = """\
Measure what every place and a bean weigh: bare platforms, the cups, a known mass on every place in turn, some
beans. A board of spots is asked for bare spots and trays, and the known mass on each. The lights, and a
sentence here, say what to do. Answer with a player's button: press it to go on or to repeat, hold it to leave
something out. Without a button, type Enter for a press and the word hold for a hold. The command keeps every
reading at once, so an interrupted calibration goes on where it was. It proves itself: the mass goes round
twice, every cup is lifted meanwhile, and where both readings of a place differ it is measured again.
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION)
    add_job_options(parser)
    add_options(parser)
    parser.add_argument(
        "--cell",
        choices=tuple(RATINGS),
        help="rating of the load cells: stands in for a known mass, or tells one that is far off",
    )
    parser.set_defaults(command=lambda asked: do(asked, "calibrate", **options_of(asked)))


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what is to be calibrated, and how; also on a simulated board."""
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
        action="store_const",
        const="yes",
        help="measure also how straight every cell is: put the mass on the bare platforms too",
    )
    parser.add_argument(
        "--anew",
        action="store_const",
        const="yes",
        help="begin again from the start, without the readings kept so far",
    )


def options_of(asked: argparse.Namespace) -> dict[str, str | None]:
    """Return the options of the job. Raises SensingError for a mass that is not known."""
    if not reference(asked.reference).is_known:
        complain(in_words(Message("terminal.unknown-mass")))
    named = {name: vars(asked)[name] for name in ("reference", "place", "linearity", "anew", "cell")}
    return {**named, "serials": " ".join(asked.serial)}


def _serial(text: str) -> str:
    if not re.fullmatch(r"[^=\s]+=\S+", text):
        raise argparse.ArgumentTypeError(f"{text!r}: write it like south-3=A17")
    return text


def define_zero(parser: argparse.ArgumentParser) -> None:
    """Define what taking a zero by hand reads, and what it runs."""
    describe(parser, "Take one cup, empty as it stands, for zero; the calibration stays as it is.")
    parser.add_argument("place", metavar="PLACE", help="the cup, as in south-3")
    add_job_options(parser)
    parser.set_defaults(command=lambda asked: do(asked, "zero", place=asked.place))


def define_prove(parser: argparse.ArgumentParser) -> None:
    """Define what proving a calibration reads, and what it runs."""
    describe(parser, "Prove the calibration in force: every place once more, every cup lifted and put back.")
    add_job_options(parser)
    parser.set_defaults(command=lambda asked: do(asked, "prove"))

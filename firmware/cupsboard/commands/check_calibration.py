"""Judge a calibration, list those kept, bring one back, and show what the board has corrected since.

These are `calibrate check`, `list`, `back` and `healing`.
"""

import argparse

from cupsboard.commands.board_options import add_options, board_wish
from cupsboard.commands.parsers import describe
from cupsboard.recognition.suitability import complaints
from cupsboard.scales.calibration import Calibration
from cupsboard.station.files import kept_calibrations
from cupsboard.station.files.board_files import board_files, now
from cupsboard.station.files.corrections import show
from cupsboard.systemd.exit_codes import Ending

_HEALING = """\
Show how far the board has moved its zeros and its bean since the calibration, and the latest lines of the
log. In play the board follows both by itself, a little at a time; it never changes the calibration. --revert
puts a place, the beans or everything back to what the calibration says. Stop the game before you use it.
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the check of a calibration reads, and what it runs."""
    told = "Show what a board's scales and beans weigh, and what of it makes it unfit to play (exit code 1)."
    describe(parser, f"{told} Exit code 2: the file can't be used.")
    add_options(parser)
    parser.set_defaults(command=_check)


def define_list(parser: argparse.ArgumentParser) -> None:
    """Define what the list of kept calibrations reads, and what it runs."""
    describe(
        parser,
        "List the calibration in force and those that were kept when it was replaced, the newest first.",
    )
    add_options(parser)
    parser.set_defaults(
        command=lambda asked: kept_calibrations.show(board_files(board_wish(asked), may_have_spots=True))
    )


def define_back(parser: argparse.ArgumentParser) -> None:
    """Define what the way back to a calibration reads, and what it runs."""
    describe(
        parser,
        "Put an earlier calibration in force again. The one it replaces is kept, too, so this can be undone "
        "by its name. Stop the game before you use it.",
    )
    parser.add_argument("kept", metavar="NAME", nargs="?", help="a name from the list (the newest before)")
    add_options(parser)
    parser.set_defaults(
        command=lambda asked: kept_calibrations.bring_back(
            board_files(board_wish(asked), may_have_spots=True), asked.kept
        )
    )


def define_healed(parser: argparse.ArgumentParser) -> None:
    """Define what showing or undoing the board's corrections reads, and what it runs."""
    describe(parser, _HEALING)
    add_options(parser)
    parser.add_argument(
        "--revert",
        metavar="WHAT",
        help="undo the corrections of a place (south-3), of the beans (beans), or all (all)",
    )
    parser.set_defaults(command=lambda asked: show(board_files(board_wish(asked)), asked.revert, now()))


def _check(asked: argparse.Namespace) -> int:
    calibration = board_files(board_wish(asked), may_have_spots=True).load_calibration()
    print(_scales(calibration))
    found = complaints(calibration)
    for complaint in found:
        print(f"not fit to play: {complaint}")
    return Ending.FAULTY if found else 0


def _scales(calibration: Calibration) -> str:
    beans = calibration.beans
    lines = [
        *_calibrated(calibration),
        f"beans    {beans.mean_grams:.3f} g, spread {beans.spread_grams:.3f} g ({beans.sample} weighed)",
        *(
            f"{kind:<8} {known.mean_grams:.3f} g, spread {known.spread_grams:.3f} g ({known.sample} weighed)"
            for kind, known in calibration.kinds.items()
        ),
        *(
            f"  {place:<12} {known.counts_per_gram:8.1f} counts a gram, cup {known.cup_grams:.2f} g, "
            f"noise {1000 * known.noise_grams:.1f} mg"
            for place, known in calibration.places.items()
        ),
    ]
    return "\n".join(lines)


def _calibrated(calibration: Calibration) -> list[str]:
    """When and how; with the places where they were not all measured together."""
    occasions = calibration.occasions
    return [
        f"calibrated {occasion}, at {calibration.rate_sps:g} SPS"
        f"{': ' + ', '.join(places) if len(occasions) > 1 else ''}"
        for occasion, places in occasions.items()
    ]

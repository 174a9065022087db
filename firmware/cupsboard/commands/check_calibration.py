"""The command `cupsboard calibration`: what scales and beans weigh, and the calibrations from before."""

import argparse

from cupsboard import profile
from cupsboard.commands.board_options import add_options, board_wish
from cupsboard.commands.parsers import Commands, add_check, add_command, add_commands
from cupsboard.formats import file_reading
from cupsboard.recognition.suitability import complaints
from cupsboard.scales.calibration import Calibration
from cupsboard.station.files import kept_calibrations
from cupsboard.station.files.board_files import board_files
from cupsboard.storage import calibration_file
from cupsboard.systemd.exit_codes import Ending


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    ways = add_commands(parser)
    checking = add_check(ways, "what a board's scales and beans weigh", _check)
    checking.add_argument("calibration", metavar="FILE", help="a calibration file")
    built_in = ", ".join(profile.built_in_names())
    belongs = f"the board it belongs to: a TOML file, or a built-in board: {built_in}"
    checking.add_argument("profile", metavar="PROFILE", help=belongs)
    _define_kept(ways)


def _define_kept(ways: Commands) -> None:
    """Define the commands `list` and `back`."""
    listing = add_command(
        ways,
        "list",
        "list the calibration in force and those kept from before",
        "List the calibration in force and those that were kept when it was replaced, the newest first.",
    )
    listing.set_defaults(
        command=lambda asked: kept_calibrations.show(board_files(board_wish(asked), may_have_spots=True))
    )
    back = add_command(
        ways,
        "back",
        "put the calibration from before in force again",
        "Put an earlier calibration in force again. The one it replaces is kept, too, so this can be undone "
        "by its name. Stop the game before you use it.",
    )
    back.add_argument("kept", metavar="NAME", nargs="?", help="a name from the list (the newest before)")
    back.set_defaults(command=_bring_back)
    for each in (listing, back):
        add_options(each)


def _bring_back(asked: argparse.Namespace) -> int:
    return kept_calibrations.bring_back(board_files(board_wish(asked), may_have_spots=True), asked.kept)


def _check(asked: argparse.Namespace) -> int:
    name: str = asked.calibration
    board = profile.load(asked.profile)
    calibration = calibration_file.parse(file_reading.read(name), name, board.places)
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

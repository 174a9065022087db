"""What a file of the board says, told to its owner, or what is wrong with it."""

import argparse
from collections.abc import Callable

from cupsboard import profile
from cupsboard.commands import profile_new
from cupsboard.commands.parsers import Commands, add_command, add_commands
from cupsboard.commands.record_file import read_record
from cupsboard.drivers import header_duties
from cupsboard.formats import file_reading
from cupsboard.profile import Profile, ProfileError
from cupsboard.recognition.suitability import complaints
from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import Side
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.errors import SensingError
from cupsboard.signs.event_text import result_words
from cupsboard.storage import calibration_file
from cupsboard.systemd.exit_codes import Ending

REFUSALS = (ProfileError, RulesError, SensingError)
"""What a file can be refused with."""

_HELP = {
    "profile": "write the profile of a board, or check one",
    "calibration": "check a calibration file",
    "record": "check the record of a game",
}


def add_parser(commands: Commands) -> None:
    """Add the commands that look into a file to those of `cupsboard`."""
    built_in = ", ".join(profile.built_in_names())
    a_profile = f"a TOML file, or a built-in board: {built_in}"
    checking, looks = _checker(commands, "profile", "what board a profile describes", _check_profile)
    profile_new.add_parser(looks)
    checking.add_argument("profile", metavar="PROFILE", help=a_profile)
    checking, _ = _checker(
        commands, "calibration", "what a board's scales and beans weigh", _check_calibration
    )
    checking.add_argument("calibration", metavar="FILE", help="a calibration file")
    checking.add_argument("profile", metavar="PROFILE", help=f"the board it belongs to: {a_profile}")
    checking, _ = _checker(commands, "record", "what game a record holds", _check_record)
    checking.add_argument("record", metavar="FILE", help="record of a game")


def _checker(
    commands: Commands,
    noun: str,
    says: str,
    check: Callable[[argparse.Namespace], int],
) -> tuple[argparse.ArgumentParser, Commands]:
    looks = add_commands(add_command(commands, noun, _HELP[noun]))
    told = f"show {says}, or what is wrong with it"
    checking = add_command(looks, "check", told, f"{told.capitalize()}. Exit code 2: the file can't be used.")
    checking.set_defaults(command=check)
    return checking, looks


def _check_profile(asked: argparse.Namespace) -> int:
    board = profile.load(asked.profile)
    print(_board(board))
    if needs := header_duties.needs(board):
        print("on the Pi", *needs, sep="\n  ")
    return 0


def _check_calibration(asked: argparse.Namespace) -> int:
    name: str = asked.calibration
    board = profile.load(asked.profile)
    calibration = calibration_file.parse(file_reading.read(name), name, board.places)
    print(_scales(calibration))
    found = complaints(calibration)
    for complaint in found:
        print(f"not fit to play: {complaint}")
    return Ending.FAULTY if found else 0


def _check_record(asked: argparse.Namespace) -> int:
    record = read_record(asked.record)
    history = record.history()
    score = record.game.score(history.position)
    standing = ", ".join(f"{side.value} {score[side]}" for side in Side)
    ended = f"over: {result_words(history)}" if history.is_over else f"unfinished: {standing}"
    print(f"{record.game.name}, {' against '.join(record.names)}, {record.date}")
    print(f"{len(record.entries)} entries, all legal; the game is {ended}")
    return 0


def _board(board: Profile) -> str:
    unit = "GPIO" if board.lines is profile.LineNumbers.GPIO else "line"
    strip = board.strip
    if board.cups:
        weighed = "cups, pots and stock trays" if board.has_stock_trays else "cups and pots"
        shape = f"{board.cups} cups a side; {weighed} weighed"
    else:
        shape = f"{board.spots} spots in the middle, {len(board.owners)} players; spots and trays weighed"
    buttons = ", ".join(f"{owner} {unit} {line}" for owner, line in board.buttons.items())
    buzzer = "none" if board.buzzer is None else f"{unit} {board.buzzer}"
    lines = [
        f"{board.name}: {shape}",
        f"cells    {len(board.cells)} at {board.rate_sps} SPS, clock on {unit} {board.clock}",
        *(
            f"  {cell.place:<12} {unit} {cell.line:<3} {_pixels(strip.spans[cell.place].pixels)}"
            for cell in board.cells
        ),
        f"pixels   {strip.pixel_count} ({strip.order}) on {unit} {strip.line}",
        f"  brightness {strip.brightness:g}, at most {strip.current_budget_ma:.0f} mA",
        f"buttons  {buttons}",
        f"buzzer   {buzzer}",
    ]
    return "\n".join(lines)


def _pixels(span: range) -> str:
    return f"pixel {span[0]}" if len(span) == 1 else f"pixels {span[0]} to {span[-1]}"


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

"""The commands `cupsboard calibrate kinds` and `cups`: pieces weighed or taken from a set, and told apart."""

import argparse
from collections.abc import Mapping

from cupsboard.commands.board_options import add_job_options, add_options, board_wish, do
from cupsboard.commands.parsers import add_command, add_commands, describe
from cupsboard.procedures.individuals.weighing import kind_said
from cupsboard.recognition.kinds_apart import kinds_complaints, mistaken, one_in
from cupsboard.rules.places import Kind
from cupsboard.scales.calibration import Calibration, PieceCalibration
from cupsboard.station.files.board_files import board_files
from cupsboard.station.jobs.pieces import apart, kinds_on, learnt
from cupsboard.station.terminal.language import in_words, language
from cupsboard.storage import piece_sets
from cupsboard.storage.piece_sets import PieceSet
from cupsboard.systemd.exit_codes import Ending

_DESCRIPTION = """\
Games with coins and the like have several kinds of pieces, and the board tells them by weight. Teach it each
kind by weighing some, or take the figures of a set; then see whether it can tell them apart.
"""
_CUPS = """\
A board of nine spots tells its cups by their mass. Let it weigh them: it says which one goes where. Then see
whether it tells all of them apart, and which ballast helps where it doesn't.
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION)
    ways = add_commands(parser)
    a_set = f"a set: a TOML file, or one of {', '.join(piece_sets.built_in_names())}"
    weighing = add_command(
        ways,
        "weigh",
        "weigh some of a kind, one to a cup",
        "Weigh pieces of one kind, one to a cup, and write down what they weigh.",
    )
    weighing.add_argument("kind", metavar="KIND", help="what they are called: dime, one-cent")
    weighing.set_defaults(command=lambda asked: do(asked, "kinds-weigh", kind=asked.kind))
    add_job_options(weighing)
    taking = add_command(
        ways,
        "take",
        "take the figures of a set, without weighing",
        "Take the masses of a set for those of your own pieces, which the board then knows less well.",
    )
    taking.add_argument("set", metavar="SET", help=a_set)
    taking.set_defaults(command=take)
    checking = add_command(
        ways,
        "check",
        "show how well the board tells kinds apart",
        "Show how often one kind would be taken for another. Exit code 1: too often to play with.",
    )
    checking.add_argument(
        "set", metavar="SET", nargs="?", help=f"{a_set}; without one the kinds that the board was taught"
    )
    checking.set_defaults(command=check)
    for each in (taking, checking):
        add_options(each)


def take(asked: argparse.Namespace) -> int:
    """Take the figures of a set; the exit code. Raises SensingError."""
    at = board_files(board_wish(asked))
    calibration = at.load_calibration()
    pieces = piece_sets.load(asked.set)
    print(*map(in_words, learnt(at, calibration, _known_or_taken(calibration, pieces))), sep="\n")
    print(f"source   {pieces.source}")
    return 0


def check(asked: argparse.Namespace) -> int:
    """Show how well kinds are told apart; the exit code. Raises SensingError."""
    at = board_files(board_wish(asked))
    calibration = at.load_calibration()
    if asked.set is None:
        pieces: Mapping[Kind, PieceCalibration] = calibration.kinds
    else:
        pieces = _known_or_taken(calibration, piece_sets.load(asked.set))
    if not pieces:
        print("no kinds beside beans: weigh some with `cupsboard calibrate kinds weigh KIND`, or name a set")
        return 0
    print(*(in_words(kind_said(*each)) for each in pieces.items()), sep="\n")
    print(*_table(calibration, pieces), sep="\n")
    found = kinds_complaints(calibration, pieces)
    for complaint in found:
        print(f"not fit to play: {complaint}")
    return Ending.FAULTY if found else 0


def define_cups(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _CUPS)
    ways = add_commands(parser)
    weighing = add_command(
        ways,
        "weigh",
        "weigh each of the nine cups, as the board asks for them",
        "Weigh each cup on three spots. Exit code 1: two of them can't be told apart.",
    )
    weighing.set_defaults(command=lambda asked: do(asked, "cups-weigh"))
    add_job_options(weighing)
    checking = add_command(
        ways,
        "check",
        "show whether the board tells its cups apart",
        "Show what each cup weighs, which pass for others, and which ballast helps. Exit code 1: some do.",
    )
    checking.set_defaults(command=check_cups)
    add_options(checking)


def check_cups(asked: argparse.Namespace) -> int:
    """Show whether the cups are told apart; the exit code. Raises SensingError."""
    at = board_files(board_wish(asked), may_have_spots=True)
    kinds = kinds_on(at)
    result = apart(at.load_calibration(), kinds)
    print(*result.told(language()), sep="\n")
    return result.code


def _known_or_taken(calibration: Calibration, pieces: PieceSet) -> dict[Kind, PieceCalibration]:
    """What the kinds of a set weigh: those that the board has weighed itself it knows better than a set."""
    weighed = {kind: known for kind, known in calibration.kinds.items() if known.sample > 1}
    return {kind: weighed.get(kind, taken) for kind, taken in pieces.calibrated(calibration).items()}


def _table(calibration: Calibration, pieces: Mapping[Kind, PieceCalibration]) -> list[str]:
    """How often at most a piece of the kind of a row is taken for that of a column."""
    shares = {(each.kind, each.other): one_in(each.share) for each in mistaken(calibration, pieces)}
    wide = max(len(text) for text in (*pieces, *shares.values())) + 2
    return [
        "taken for, at most, where the board tells them worst:",
        f"{'':<12} {''.join(f'{kind:>{wide}}' for kind in pieces)}",
        *(
            f"{kind:<12} {''.join(f'{shares.get((kind, other), chr(45)):>{wide}}' for other in pieces)}"
            for kind in pieces
        ),
    ]

"""The command `cupsboard kinds`: kinds beside beans, weighed or taken from a set, and told apart."""

import argparse
from collections.abc import Mapping
from dataclasses import replace

from cupsboard.commands.board_options import (
    BoardFiles,
    add_options,
    board_files,
    this_machine,
    wired_board,
)
from cupsboard.commands.parsers import add_command, add_commands, describe
from cupsboard.commands.run_procedure import carry_out
from cupsboard.drivers.assembly import Machine
from cupsboard.procedures.beans.kind_sample import kind_from_sample
from cupsboard.procedures.beans.portions import Checking
from cupsboard.recognition.kinds_apart import kinds_complaints, mistaken, one_in
from cupsboard.rules.places import Kind, is_cup
from cupsboard.scales.calibration import Calibration, PieceCalibration, check_kind
from cupsboard.storage import calibration_file, piece_sets
from cupsboard.storage.piece_sets import PieceSet
from cupsboard.systemd.exit_codes import Ending

_DESCRIPTION = """\
Games with coins and the like have several kinds of pieces, and the board tells them by weight. Teach it each
kind by weighing some, or take the figures of a set; then see whether it can tell them apart.
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
    weighing.set_defaults(command=_weigh)
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
    for each in (weighing, taking, checking):
        add_options(each)


def _weigh(asked: argparse.Namespace) -> int:
    check_kind(asked.kind, "KIND")
    return weigh(asked, this_machine(asked))


def weigh(asked: argparse.Namespace, machine: Machine) -> int:
    """Weigh pieces of a kind; the exit code. Raises SensingError or DriverError."""
    kind = Kind(asked.kind)
    at = board_files(asked)
    calibration = at.load_calibration()
    cups = [place for place in at.profile.places if is_cup(place)]
    checking = Checking(calibration, at.profile.places, cups, 1, kind)
    with wired_board(at.profile, machine) as ready:
        carry_out(ready.board, checking)
    _learn(at, calibration, {kind: kind_from_sample(kind, checking.result)})
    return 0


def take(asked: argparse.Namespace) -> int:
    """Take the figures of a set; the exit code. Raises SensingError."""
    at = board_files(asked)
    calibration = at.load_calibration()
    pieces = piece_sets.load(asked.set)
    _learn(at, calibration, _known_or_taken(calibration, pieces))
    print(f"source   {pieces.source}")
    return 0


def check(asked: argparse.Namespace) -> int:
    """Show how well kinds are told apart; the exit code. Raises SensingError."""
    at = board_files(asked)
    calibration = at.load_calibration()
    if asked.set is None:
        pieces: Mapping[Kind, PieceCalibration] = calibration.kinds
    else:
        pieces = _known_or_taken(calibration, piece_sets.load(asked.set))
    if not pieces:
        print("no kinds beside beans: weigh some with `cupsboard kinds weigh KIND`, or name a set")
        return 0
    print(*map(_told, pieces.items()), sep="\n")
    print(*_table(calibration, pieces), sep="\n")
    found = kinds_complaints(calibration, pieces)
    for complaint in found:
        print(f"not fit to play: {complaint}")
    return Ending.FAULTY if found else 0


def _known_or_taken(calibration: Calibration, pieces: PieceSet) -> dict[Kind, PieceCalibration]:
    """What the kinds of a set weigh: those that the board has weighed itself it knows better than a set."""
    weighed = {kind: known for kind, known in calibration.kinds.items() if known.sample > 1}
    return {kind: weighed.get(kind, taken) for kind, taken in pieces.calibrated(calibration).items()}


def _learn(at: BoardFiles, calibration: Calibration, pieces: Mapping[Kind, PieceCalibration]) -> None:
    learnt = replace(calibration, kinds={**calibration.kinds, **pieces})
    calibration_file.save(at.calibrations, at.calibration, learnt)
    print(*map(_told, pieces.items()), sep="\n")
    print(f"written: {at.calibration_path}")


def _told(known: tuple[Kind, PieceCalibration]) -> str:
    kind, pieces = known
    how = "a set's figures" if pieces.sample == 1 else f"{pieces.sample} weighed"
    return (
        f"{kind:<12} {pieces.mean_grams:.3f} g +-{pieces.mean_error_grams:.3f} g, "
        f"spread {pieces.spread_grams:.3f} g ({how})"
    )


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

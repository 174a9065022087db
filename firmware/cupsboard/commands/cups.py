"""The command `cupsboard cups`: cups that are pieces themselves, weighed one by one, and told apart."""

import argparse
from dataclasses import replace

from cupsboard.commands.board_options import (
    BoardFiles,
    add_options,
    board_files,
    this_machine,
    wired_board,
)
from cupsboard.commands.parsers import add_command, add_commands, describe
from cupsboard.commands.run_procedure import bar, carry_out
from cupsboard.drivers.assembly import Machine
from cupsboard.procedures.individuals.weighing import WeighingIndividuals
from cupsboard.recognition.individuals.apart import cures
from cupsboard.recognition.individuals.masses import masses_of
from cupsboard.rules import games
from cupsboard.rules.places import Kind, spot
from cupsboard.scales.calibration import Calibration, PieceCalibration
from cupsboard.scales.errors import SensingError
from cupsboard.storage import calibration_file
from cupsboard.systemd.exit_codes import Ending

_DESCRIPTION = """\
A board of nine spots tells its cups by their mass. Let it weigh them: it says which one goes where. Then see
whether it tells all of them apart, and which ballast helps where it doesn't.
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION)
    ways = add_commands(parser)
    weighing = add_command(
        ways,
        "weigh",
        "weigh each of the nine cups, as the board asks for them",
        "Weigh each cup on three spots. Exit code 1: two of them can't be told apart.",
    )
    weighing.set_defaults(command=_weigh)
    checking = add_command(
        ways,
        "check",
        "show whether the board tells its cups apart",
        "Show what each cup weighs, which pass for others, and which ballast helps. Exit code 1: some do.",
    )
    checking.set_defaults(command=check)
    for each in (weighing, checking):
        add_options(each)


def _weigh(asked: argparse.Namespace) -> int:
    return weigh(asked, this_machine(asked, may_have_spots=True))


def weigh(asked: argparse.Namespace, machine: Machine) -> int:
    """Weigh the cups; the exit code. Raises SensingError or DriverError."""
    at = board_files(asked, may_have_spots=True)
    kinds = _kinds(at)
    calibration = at.load_calibration()
    spots = [spot(number) for number in range(1, at.profile.spots + 1)]
    procedure = WeighingIndividuals(calibration, at.profile.places, spots, kinds)
    with wired_board(at.profile, machine) as ready:
        carry_out(ready.board, procedure, lambda: bar(*procedure.progress))
    learnt = replace(calibration, kinds={**calibration.kinds, **procedure.result})
    calibration_file.save(at.calibrations, at.calibration, learnt)
    print(f"written: {at.calibration_path}")
    return _told(learnt, kinds)


def check(asked: argparse.Namespace) -> int:
    """Show whether the cups are told apart; the exit code. Raises SensingError."""
    at = board_files(asked, may_have_spots=True)
    kinds = _kinds(at)
    return _told(at.load_calibration(), kinds)


def _kinds(at: BoardFiles) -> list[Kind]:
    if not at.profile.spots:
        raise SensingError(
            f"{at.profile.name}: its cups stand where they are; on a board of nine spots they are moved: "
            "choose one with --profile, as in --profile 3x3-4"
        )
    return list(games.of_table(len(at.profile.owners)).kinds)


def _told(calibration: Calibration, kinds: list[Kind]) -> int:
    masses = masses_of(calibration, kinds)
    print(*(_line(kind, mass) for kind, mass in masses.items()), sep="\n")
    found = cures(masses, calibration)
    for complaint in found:
        print(f"not fit to play: {complaint}")
    if not found:
        print("all cups are told apart, and so are any two that come and go together")
    return Ending.FAULTY if found else 0


def _line(kind: Kind, mass: PieceCalibration) -> str:
    return f"{kind:<16} {mass.mean_grams:8.3f} g +-{mass.mean_error_grams:.3f} g ({mass.sample} weighed)"

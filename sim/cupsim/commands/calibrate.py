"""The command `cupsim calibrate`: a simulated board is calibrated by simulated hands."""

import argparse
from typing import TYPE_CHECKING

from cupsboard.commands import calibrate
from cupsboard.commands.argument_types import number
from cupsboard.commands.parsers import describe
from cupsboard.procedures.reference_masses import USUAL, reference

from cupsim.commands.jobs import PATIENCE_SECONDS, add_directory, add_mistake, do, folder_of, mistake_of
from cupsim.commands.options import add_board

if TYPE_CHECKING:
    from cupsim.runs.rehearsal import Rehearsal

DAY_SECONDS = 86_400
MOST_BEND_PERCENT = 5.0
"""A hundred times what data sheets promise."""
HANDFUL_BEANS = 20

_DESCRIPTION = """\
Calibrate a simulated board. Simulated hands see the lights and the sentence on the screen, and do what these
ask for: bare platforms, the cups, a known mass on every place in turn, some beans. The command keeps every
reading at once, so an interrupted calibration goes on where it was. `cupsim setup` lets hands of yours do it.
"""
_EXAMPLES = """\
examples:
  cupsim calibrate --directory board             keep the calibration, and a report for the browser
  cupsim calibrate prove --directory board       prove it: every place once more, every cup lifted
  cupsim calibrate --reference "2 nickels"       use coins as the known mass
  cupsim calibrate --reference none              use one handful of beans that goes round all places
  cupsim calibrate --directory board --place south-3
  cupsim calibrate --mistake crossed-cables      see what it says of a wrongly wired board
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION, _EXAMPLES)
    calibrate.add_options(parser)
    add_directory(parser)
    parser.add_argument(
        "--stop-after",
        type=number(0.1, DAY_SECONDS),
        default=PATIENCE_SECONDS,
        metavar="SECONDS",
        help="cut the power after this long, in simulated time",
    )
    add_mistake(parser)
    add_bent_board(parser)
    parser.set_defaults(command=_command)


def define_prove(parser: argparse.ArgumentParser) -> None:
    """Define what proving a calibration reads, and what it runs."""
    describe(parser, "Prove a calibration: every place once more, every cup lifted and put back.")
    add_directory(parser, required=True)
    add_bent_board(parser)
    parser.set_defaults(reference=USUAL, mistake="none", command=lambda asked: done(asked, "prove"))


def add_bent_board(parser: argparse.ArgumentParser) -> None:
    """Add what a board is drawn from, and how far its cells are off a straight line."""
    add_board(parser, has_beans=True)
    parser.add_argument(
        "--bend",
        type=number(0.0, MOST_BEND_PERCENT),
        default=0.05,
        metavar="PERCENT",
        help="how far the cells bend from a straight line, in per cent of full load (0.05)",
    )


def _command(asked: argparse.Namespace) -> int:
    asked.cell = asked.cells
    options = calibrate.options_of(asked)
    return done(asked, "calibrate", asked.stop_after, **options)


def done(
    asked: argparse.Namespace, name: str, seconds: float = PATIENCE_SECONDS, **options: str | None
) -> int:
    """Let hands do a job of the board that the options tell of; the exit code. Raises SensingError."""
    from cupsboard.session.orders import Begin

    order = Begin(name, {key: value for key, value in options.items() if value is not None})
    world = helped_board(asked)
    with folder_of(asked) as folder:
        code = do(world, order, folder, is_given_up=lambda: world.maker.has_given_up, seconds=seconds)
    if asked.directory is None:
        print("nothing is kept; say --directory to keep the files")
    return code


def helped_board(asked: argparse.Namespace) -> "Rehearsal":
    """Return a new board, with hands that do what its lights ask for."""
    from cupsim.runs.rehearsal import Rehearsal, RehearsalSetup
    from cupsim.runs.rows_set_up import new_board

    mass = reference(asked.reference)
    grams, beans = (mass.mass_grams, 0) if mass.is_known else (0.0, HANDFUL_BEANS)
    lent = new_board(asked.seed, asked.cups, asked.sps, asked.beans, asked.cells, asked.bend / 100)
    world = Rehearsal(RehearsalSetup(mistake_of(asked), grams, beans), lent)
    world.is_helped = True
    return world

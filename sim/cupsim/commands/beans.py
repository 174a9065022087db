"""The command `cupsim calibrate beans`: a board weighs beans, and hands do what its lights say."""

import argparse
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from cupsboard.commands.argument_types import share, whole
from cupsboard.commands.parsers import add_command, add_commands, describe
from cupsboard.procedures.reference_masses import USUAL

from cupsim.commands.calibrate import add_bent_board, done
from cupsim.commands.jobs import add_directory, do, folder_of
from cupsim.commands.options import add_board

if TYPE_CHECKING:
    from random import Random

    from cupsim.people.bean_workers import Weigher
    from cupsim.runs.rows_board import RowsBoard
    from cupsim.table.hands import Hands

PATIENCE_SECONDS = 60.0
PATIENCE_SECONDS_A_BEAN = 20.0

_DESCRIPTION = """\
Weigh a heap of beans on a simulated board. Simulated hands see the lights only and do what these ask for, in
simulated time. At the end the board gives its verdict on the beans.
"""
_EXAMPLES = """\
examples:
  cupsim calibrate beans sort             sort 40 kidney beans one by one: keep, or throw away
  cupsim calibrate beans sort --beans mixed --clumsiness 0.1
  cupsim calibrate beans check --each 5   check whether sorting is worth it, with five beans a cup
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION, _EXAMPLES)
    ways = add_commands(parser)
    sorting = add_command(ways, "sort", "weigh bean by bean: keep it, or throw it away")
    sorting.add_argument(
        "--clumsiness",
        default=0.0,
        type=share,
        metavar="X",
        help="how often two beans slip or the hand rests on a cup, 0 to 1 (0.0)",
    )
    sorting.set_defaults(command=_sort)
    checking = add_command(ways, "check", "check whether sorting is worth it")
    checking.add_argument(
        "--each", type=whole(1), default=5, metavar="N", help="how many beans go into a cup (5)"
    )
    checking.set_defaults(command=partial(_check, checking))
    weighing = add_command(ways, "weigh", "weigh the beans of another bag on a board that was calibrated")
    weighing.add_argument(
        "--more", dest="bag", action="store_const", const="more", default="new", help="more of the same bag"
    )
    add_directory(weighing, required=True)
    add_bent_board(weighing)
    weighing.set_defaults(
        reference=USUAL, mistake="none", command=lambda asked: done(asked, "calibrate", beans=asked.bag)
    )
    for each in (sorting, checking):
        each.add_argument(
            "--count", default=40, type=whole(1, 2000), metavar="N", help="beans in the heap, 1 to 2000 (40)"
        )
        add_board(each, has_beans=True)


def _sort(asked: argparse.Namespace) -> int:
    from cupsim.people.bean_workers import Sorter

    return _weigh(asked, "beans-sort", partial(Sorter, clumsiness=asked.clumsiness))


def _check(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> int:
    from cupsim.people.bean_workers import Portioner

    if asked.each > asked.count:
        parser.error(
            f"--each: {asked.each} is out of range: give a whole number from 1 to {asked.count}, the heap"
        )
    return _weigh(asked, "beans-check", partial(Portioner, beans_each=asked.each), each=str(asked.each))


def _weigh(
    asked: argparse.Namespace,
    name: str,
    person: "Callable[[Hands, RowsBoard, Random], Weigher]",
    **options: str,
) -> int:
    from cupsboard.drivers.files import Files
    from cupsboard.session.orders import Begin
    from cupsboard.storage import calibration_file
    from cupsboard.storage.paths import CALIBRATION

    from cupsim.runs.rows_board import RowsBoard, RowsSetup

    setup = RowsSetup(
        asked.seed,
        cups=asked.cups,
        sps=asked.sps,
        beans=asked.beans,
        cells=asked.cells,
        heap_beans=asked.count,
    )
    world = RowsBoard(setup)
    world.seat_weigher(person)
    asked.directory = None
    patience = PATIENCE_SECONDS + PATIENCE_SECONDS_A_BEAN * asked.count
    with folder_of(asked) as folder:
        calibration_file.save(Files(folder), CALIBRATION, world.calibration)
        code = do(world, Begin(name, options), folder, seconds=patience)
    done, thrown = world.collect()
    print(f"{len(done)} lie with the kept, {len(thrown)} with the thrown away")
    return code

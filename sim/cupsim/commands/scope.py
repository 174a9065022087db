"""The command `cupsim lab scope`: a first cup on one cell of a simulated board."""

import argparse

from cupsboard.commands import scope
from cupsboard.commands.parsers import describe
from cupsboard.procedures.reference_masses import reference

from cupsim.commands.jobs import PATIENCE_SECONDS, add_mistake, do, folder_of, mistake_of
from cupsim.commands.options import add_board

MISTAKES = ("none", "swapped-wires", "dead-cell", "saturated-cell", "rattling-table", "weak-cell")

_DESCRIPTION = """\
Look at one cell of a simulated board, as `cupsboard lab scope` looks at a real one. Simulated hands do what
the sentence asks for. `cupsim setup` shows its trace on a page, where hands of yours do it.
"""
_EXAMPLES = """\
examples:
  cupsim lab scope
  cupsim lab scope --cells 5kg --beans navy
  cupsim lab scope --record cell.csv --minutes 10, then: cupsim --trace-cell south-2=cell.csv
  cupsim lab scope --mistake swapped-wires
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION, _EXAMPLES)
    scope.add_options(parser)
    add_mistake(parser, MISTAKES, "cell")
    add_board(parser, has_beans=True, has_cups=False)
    parser.set_defaults(directory=None, command=_command)


def _command(asked: argparse.Namespace) -> int:
    from cupsboard.session.orders import Begin

    from cupsim.runs.rows_set_up import first_cup_board, new_board

    lent = new_board(asked.seed, 2, asked.sps, asked.beans, asked.cells)
    world = first_cup_board(lent, mistake_of(asked), reference(asked.reference).mass_grams)
    given = {key: value for key, value in scope.options_of(asked, asked.cells).items() if value is not None}
    seconds = PATIENCE_SECONDS + 60 * asked.minutes
    with folder_of(asked) as folder:
        return do(
            world,
            Begin("scope", given),
            folder,
            bundle=asked.bundle,
            is_given_up=lambda: world.maker.has_given_up,
            seconds=seconds,
        )

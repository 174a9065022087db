"""The command `cupsboard lab budget`: what a board would do, before anything is bought."""

import argparse

from cupsboard.commands.parsers import describe
from cupsboard.procedures.beans.forecast import LISTS, RATINGS, Shopping, budget, list_forecast
from cupsboard.scales.errors import SensingError
from cupsboard.signs.sentences import say

_EXAMPLES = """\
examples:
  cupsboard lab budget --cell 500g --bean 0.55 --cv 0.15 --cups 4     kidney beans as they come
  cupsboard lab budget --cell 5kg --bean 0.20 --cv 0.12 --cups 4      navy beans on kitchen scale cells
  cupsboard lab budget --list all                                     the three lists of hardware/README.md

The rates come from a model that judges each table by weights alone. Beside them stands how many moves will be
asked about in play, reckoned from the noise and held against whole simulated games. To know the figures of
your board, calibrate it.

The rates are those of Cups, whose moves drop single beans. A game that begins with all its beans in cups,
such as Toguz Kumalak with 162, is asked about more often: a cup that is seldom seen empty is known less well.
sim/results/QUESTIONS.md has the figures of each game.
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(
        parser, "Forecast how often a board with such cells and beans will be in doubt or wrong.", _EXAMPLES
    )
    parser.add_argument(
        "--cell", default="500g", choices=tuple(RATINGS), help="rating of the load cells (500g)"
    )
    parser.add_argument(
        "--list", choices=(*LISTS, "all"), help="how often a board of that parts list asks, bean by bean"
    )
    parser.add_argument("--bean", type=float, metavar="GRAMS", help="mean mass of a bean")
    parser.add_argument(
        "--cv",
        type=float,
        metavar="SHARE",
        help="how much the beans differ: standard deviation over mean, 0.15 for 15 %%",
    )
    parser.add_argument("--cups", type=int, default=4, metavar="N", help="cups a side (4)")
    parser.add_argument("--sps", type=int, default=10, choices=(10, 80), help="samples a second (10)")
    parser.add_argument("--sorted", action="store_true", help="the beans have been sorted")
    parser.set_defaults(command=_command)


def _command(asked: argparse.Namespace) -> int:
    if asked.list is not None:
        for name in LISTS if asked.list == "all" else (asked.list,):
            for line in list_forecast(name, asked.cups, asked.sps):
                print(say(line))
        return 0
    if asked.bean is None or asked.cv is None:
        raise SensingError(
            "say with --bean what a bean weighs in grams, and with --cv by what share beans differ (0.15 for "
            "15 %), for example: cupsboard lab budget --bean 0.55 --cv 0.15"
        )
    print(budget(Shopping(asked.cell, asked.bean, asked.cv, asked.cups, asked.sps, asked.sorted)))
    return 0

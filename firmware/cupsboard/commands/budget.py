"""The command `cupsboard lab budget`: what a board would do, before anything is bought."""

import argparse
from typing import TYPE_CHECKING, cast

from cupsboard.commands.game_options import game_name
from cupsboard.commands.parsers import describe
from cupsboard.procedures.beans.forecast import (
    BEANS,
    LISTS,
    RATINGS,
    Shopping,
    budget,
    list_forecast,
    shopping_of,
)
from cupsboard.rules.families import SOWING, Askable, family_of
from cupsboard.scales.errors import SensingError
from cupsboard.signs.sentences import say

if TYPE_CHECKING:
    from cupsboard.procedures.rules_trial import Trial

_EXAMPLES = """\
examples:
  cupsboard lab budget --cell 500g --bean 0.55 --cv 0.15 --cups 4     kidney beans as they come
  cupsboard lab budget --cell 5kg --bean 0.20 --cv 0.12 --cups 4      navy beans on kitchen scale cells
  cupsboard lab budget --list all                                     the three lists of hardware/README.md
  cupsboard lab budget --list cheap --game oware                      how often they ask in another game

The rates come from a model that judges each table by weights alone. Beside them stands how many moves will be
asked about in play, reckoned from the noise and held against whole simulated games. To know the figures of
your board, calibrate it.

The rates are those of Cups, whose moves drop single beans. With --game, how many moves will be asked about is
reckoned for that game from a hundred games of random moves: what they change, and how full their cups get.
Hands that slip add a move in a hundred or so, as in every game.
sim/results/QUESTIONS.md has the figures of each game.
"""

SOWING_GAMES = Askable(SOWING)


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
    parser.add_argument(
        "--game",
        type=game_name,
        choices=SOWING_GAMES,
        help="a sowing game in place of Cups, or the file of your own game's rules, as in my.toml",
    )
    parser.add_argument("--cups", type=int, metavar="N", help="cups a side (4, or the game's)")
    parser.add_argument(
        "--sps", type=int, choices=(10, 80), help="samples a second (10, or the game's least)"
    )
    parser.add_argument("--sorted", action="store_true", help="the beans have been sorted")
    parser.set_defaults(command=_command)


def _command(asked: argparse.Namespace) -> int:
    trial = None if asked.game is None else _tried(asked.game, asked.cups)
    cups = asked.cups or (4 if trial is None else trial.game.cups)
    sps = asked.sps or (10 if trial is None else family_of(asked.game).least_sps)
    if asked.list is not None:
        for name in LISTS if asked.list == "all" else (asked.list,):
            _print_list(name, cups, sps, trial)
        return 0
    if asked.bean is None or asked.cv is None:
        raise SensingError(
            "say with --bean what a bean weighs in grams, and with --cv by what share beans differ (0.15 for "
            "15 %), for example: cupsboard lab budget --bean 0.55 --cv 0.15"
        )
    shopping = Shopping(asked.cell, asked.bean, asked.cv, cups, sps, asked.sorted)
    print(budget(shopping, None if trial is None else trial.played))
    if trial is not None:
        print(*trial.for_scales(shopping)[1:], sep="\n")
    return 0


def _tried(name: str, cups: int | None) -> "Trial":
    """Return what random games of a sowing game come to."""
    from cupsboard.procedures.rules_trial import tried
    from cupsboard.rules import games
    from cupsboard.rules.sowing.game import SowingGame
    from cupsboard.rules.wish import Wish

    return tried(cast(SowingGame, games.of_wish(Wish(name), cups=cups or family_of(name).usual_cups)))


def _print_list(name: str, cups: int, sps: int, trial: "Trial | None") -> None:
    """Print how often a board of a parts list will ask, and of a tried game how full its cups may get."""
    head, *lines = list_forecast(name, cups, sps, None if trial is None else trial.played)
    print(say(head))
    for line, (grams, spread) in zip(lines, BEANS.values(), strict=True):
        print(say(line))
        if trial is not None:
            _, fullest, heaped = trial.for_scales(shopping_of(name, grams, spread, cups, sps))
            print(f"    {fullest}")
    if trial is not None:
        print(f"  {heaped}")

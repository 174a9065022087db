"""The command `cupsboard games rules`: what the rules of a game of one's own come to."""

import argparse
from typing import cast

from cupsboard.commands.argument_types import whole
from cupsboard.commands.parsers import describe
from cupsboard.rules import games
from cupsboard.rules.families import family_of
from cupsboard.rules.sowing.game import SowingGame
from cupsboard.rules.wish import Wish

_EXAMPLES = """\
examples:
  cupsboard games rules my.toml
  cupsboard games rules my.toml --cups 4
  cupsboard games rules my.toml --bean 4 --cell 1kg    how full its cups may get for glass gems
  cupsboard lab budget --list all --game my.toml       how often each list of parts would ask about its moves
  cupsim game --game my.toml --games 10 --clumsiness 0.3    whole games by simulated hands on simulated scales
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    told = (
        "Check the rules of a sowing game of your own (firmware/SOWING_GAMES.md) by a hundred random games."
    )
    describe(parser, told, _EXAMPLES)
    parser.add_argument("rules", metavar="FILE", help="rules of a game, a TOML file")
    parser.add_argument(
        "--cups", type=whole(2, 12), metavar="N", help="cups a side of your board (as the rules say)"
    )
    parser.add_argument(
        "--bean", type=float, default=0.55, metavar="GRAMS", help="mean mass of a bean (0.55)"
    )
    parser.add_argument("--cell", default="500g", help="rating of the load cells (500g)")
    parser.set_defaults(command=_try)


def _try(asked: argparse.Namespace) -> int:
    from cupsboard.procedures.beans.forecast import Shopping
    from cupsboard.procedures.rules_trial import GAMES, tried
    from cupsboard.storage import rules_file

    name = rules_file.load(asked.rules)
    family = family_of(name)
    game = cast(SowingGame, games.of_wish(Wish(name), cups=asked.cups or family.usual_cups))
    shopping = Shopping(asked.cell, asked.bean, 0.0, game.cups, family.usual_sps)
    print(
        f"{family.title}: {game.cups} cups a side, {game.beans} beans in each; {GAMES} games of random moves"
    )
    print("\n".join(tried(game).said(shopping)))
    return 0

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
  cupsim game --game my.toml --games 10 --clumsiness 0.3    whole games by simulated hands on simulated scales
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    told = (
        "Check the rules of a sowing game of your own (firmware/NEW_GAME.md), and try a hundred random games."
    )
    describe(parser, told, _EXAMPLES)
    parser.add_argument("rules", metavar="FILE", help="rules of a game, a TOML file")
    parser.add_argument(
        "--cups", type=whole(2, 12), metavar="N", help="cups a side of your board (as the rules say)"
    )
    parser.set_defaults(command=_try)


def _try(asked: argparse.Namespace) -> int:
    from cupsboard.procedures.rules_trial import GAMES, tried
    from cupsboard.storage import rules_file

    name = rules_file.load(asked.rules)
    family = family_of(name)
    cups = asked.cups or family.usual_cups
    game = cast(SowingGame, games.of_wish(Wish(name), cups=cups))
    print(f"{family.title}: {cups} cups a side, {game.beans} beans in each; {GAMES} games of random moves")
    print("\n".join(tried(game).said))
    return 0

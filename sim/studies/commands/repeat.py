"""The command `python -m studies repeat`: one case of a page again, in detail."""

import argparse

from cupsboard.commands.argument_types import whole
from cupsboard.commands.parsers import Commands, add_command

_EXAMPLES = """\
examples:
  python -m studies repeat honest/kidney/500g/4/80 123456789
  python -m studies repeat world/slope-5 800003
  python -m studies repeat coins/3-lap 700000
"""


def add_parser(commands: Commands) -> None:
    """Add the command to those of the studies."""
    parser = add_command(commands, "repeat", "play one case of a page again, in detail", epilog=_EXAMPLES)
    parser.add_argument("study", metavar="STUDY", help="as in the page: world/slope-5")
    parser.add_argument("seed", type=whole(0), metavar="SEED", help="the number that stands in the page")
    parser.set_defaults(command=run)


def run(asked: argparse.Namespace) -> int:
    """Play one evening again and say all that was noted; always 0."""
    study, _, row = asked.study.partition("/")
    if study == "world":
        from studies.commands.worlds import repeat_evening

        return repeat_evening(row, asked.seed)
    if study == "coins":
        from studies.commands.coins import repeat_evening as repeat_coins

        return repeat_coins(row, asked.seed)
    from studies.commands.cups import repeat_evening as repeat_cups

    return repeat_cups(asked.study, asked.seed)

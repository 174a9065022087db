"""The command `python -m studies repeat`: one case of a page again, in detail."""

import argparse
from typing import TYPE_CHECKING

from cupsboard.commands.argument_types import whole
from cupsboard.commands.parsers import Commands, add_command, describe
from cupsim.errors import SimulatorError

from studies.runner import Evening

if TYPE_CHECKING:
    from studies.tally import Tally

_EXAMPLES = """\
examples:
  python -m studies repeat honest/kidney/500g/4/80 123456789
  python -m studies repeat world/slope-5 800003
  python -m studies repeat coins/3-lap 700000
  python -m studies repeat questions/usual 700000
"""


def add_parser(commands: Commands) -> None:
    """Add the command to those of the studies."""
    parser = add_command(commands, "repeat", "play one case of a page again, in detail")
    describe(parser, None, _EXAMPLES)
    parser.add_argument("study", metavar="STUDY", help="as in the page: world/slope-5")
    parser.add_argument("seed", type=whole(0), metavar="SEED", help="the number that stands in the page")
    parser.set_defaults(command=run)


def run(asked: argparse.Namespace) -> int:
    """Play one evening again and say all that was noted; always 0."""
    found = _found(asked.study, asked.seed)
    for what, count in sorted(found.counts.items()):
        if count:
            print(f"{count:>8}  {what}")
    for what, values in sorted(found.values.items()):
        print(f"{what}: {', '.join(f'{value:g}' for value in values)}")
    for example in found.examples:
        print(f"{example.what}: {example.where}")
    return 0


def _found(key: str, seed: int) -> "Tally":
    """Play the evening of a study, or of a row of the pages of worlds, coins and questions."""
    page, _, row = key.partition("/")
    if row == "all":
        raise SimulatorError(f"{key}: one evening is of one row; write its name as in the page")
    if page == "world":
        from studies.worlds.trial import TRIAL
    elif page == "questions":
        from studies.questions.trial import TRIAL
    elif page == "coins":
        from studies.coins.trial import TRIAL
    else:
        return _of_cups(key, seed)
    if TRIAL.parameters(Evening(row, seed)) is None:
        raise SimulatorError(f"{row}: there is no such row; write one as in the page")
    return TRIAL.play(Evening(row, seed))


def _of_cups(key: str, seed: int) -> "Tally":
    from studies.cups.kinds import EVENINGS
    from studies.cups.study import Study

    study = Study.parse(key)
    return EVENINGS[study.kind](study, seed)

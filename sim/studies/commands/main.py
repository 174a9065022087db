"""The command `python -m studies`: each study, and one case of a page again."""

import argparse
from collections.abc import Callable, Sequence

from cupsboard.commands.launch import ended
from cupsboard.commands.parsers import add_commands, program
from cupsboard.scales.errors import SensingError
from cupsim.errors import SimulatorError

from studies.commands import by_rows, calibrations, coins, cups, doctor, duel, king, questions, repeat, worlds

_EXAMPLES = """\
examples:
  python -m studies questions --games 8      how often honest players are asked, and how long they wait
  python -m studies cups --quick             the small grid, some minutes; the report goes beside its results
  python -m studies cups                     the standard grid, two hours; writes sim/results/CUPS.md
  python -m studies worlds all --moves 2000  whole games in worlds whose physics the board does not share
  python -m studies coins all --moves 2000   games whose order counts, with coins of several kinds
  python -m studies duel --stage 3 --games 20 --straight
  python -m studies king --games 20 --straight
  python -m studies calibrations --seeds 20
  python -m studies disks --games 10
  python -m studies doctor --seeds 3
  python -m studies people --games 20
  python -m studies slips --games 4
  python -m studies repeat world/slope-5 800003
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (those of the process if None); the exit code."""
    asked = _parser().parse_args(argv)
    command: Callable[[argparse.Namespace], int] = asked.command
    return ended(f"studies {asked.called}", lambda: command(asked), lambda: (SimulatorError, SensingError))


def _parser() -> argparse.ArgumentParser:
    parser = program(
        "python -m studies",
        "Put many thousand moves, faults, games and calibrations before the board; count how often it is\n"
        "right, in doubt or wrong. An interrupted study goes on where it stopped.",
        _EXAMPLES,
    )
    commands = add_commands(parser)
    for each in (questions, cups, worlds, coins, duel, king, calibrations, doctor, by_rows, repeat):
        each.add_parser(commands)
    for name, command in commands.choices.items():
        command.set_defaults(called=name)
    return parser

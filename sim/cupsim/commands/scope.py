"""The command `cupsim lab scope`: a first cup on one simulated cell."""

import argparse
import sys
from contextlib import nullcontext
from datetime import datetime
from math import inf

from cupsboard.commands import scope_options
from cupsboard.commands.parsers import describe
from cupsboard.procedures.reference_masses import reference
from cupsboard.procedures.scope.first_cup import FirstCup
from cupsboard.scales.errors import SensingError
from cupsboard.station.page.scope_page import scope_page, stay
from cupsboard.station.terminal.scope_display import ShownScope
from cupsboard.storage.lines import lines_beside
from cupsboard.storage.writer import at_once

from cupsim.commands.options import add_board

UNFINISHED, UNUSABLE = 1, 2
"""The exit codes where the hands gave up, and for wrong usage or a file that can't be used."""
PATIENCE_SECONDS = 600.0
"""Besides the recording, in virtual time."""
MISTAKES = ("none", "swapped-wires", "dead-cell", "saturated-cell", "rattling-table", "weak-cell")

_DESCRIPTION = """\
Look at one simulated load cell on one simulated HX711, as `cupsboard lab scope` looks at a real one.
Simulated hands do what the sentence asks for. With --listen time passes as in life, and a page shows the
trace.
"""
_EXAMPLES = """\
examples:
  cupsim lab scope
  cupsim lab scope --cells 5kg --beans navy
  cupsim lab scope --listen 127.0.0.1
  cupsim lab scope --record cell.csv --minutes 10, then: cupsim --trace-cell south-2=cell.csv
  cupsim lab scope --mistake swapped-wires
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION, _EXAMPLES)
    scope_options.add_options(parser)
    scope_options.add_page(parser)
    parser.add_argument(
        "--mistake",
        default="none",
        choices=MISTAKES,
        metavar="WHAT",
        help=f"fault that the cell has: {', '.join(MISTAKES)}",
    )
    add_board(parser, has_beans=True, has_cups=False)
    parser.set_defaults(command=_command)


def _command(asked: argparse.Namespace) -> int:
    try:
        return _look(asked)
    except (SensingError, OSError) as fault:
        print(f"cupsim lab scope: {fault}", file=sys.stderr)
        return UNUSABLE


def _look(asked: argparse.Namespace) -> int:
    from cupsim.runs.build_faults import Mistake
    from cupsim.runs.scope_world import ScopeSetup, ScopeWorld

    wish = scope_options.wish_of(asked, asked.cells)
    mistake = Mistake[asked.mistake.replace("-", "_").upper()]
    mass_grams = reference(asked.reference).mass_grams
    world = ScopeWorld(ScopeSetup(asked.seed, mass_grams, asked.beans, asked.cells, asked.sps, mistake))
    is_served, port = asked.listen is not None, asked.port or 0
    serving = scope_page(asked.listen, port, asked.record) if is_served else nullcontext(None)
    with lines_beside(asked.record, at_once) as file, serving as publish:
        cup = FirstCup(wish, world.nominal_sps)
        shown = ShownScope(cup, sys.stdout, file, publish)
        shown.begin("simulated", datetime.now().astimezone().isoformat(timespec="seconds"))
        seconds = PATIENCE_SECONDS + wish.record_seconds
        try:
            world.run(shown, seconds, None, world.has_given_up, lambda: 1.0 if is_served else inf)
        finally:
            shown.end()
        if is_served:
            stay()
    return 0 if cup.is_finished else UNFINISHED

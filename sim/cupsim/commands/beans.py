"""The command `cupsim calibrate beans`: a board weighs beans, and hands do what its lights say."""

import argparse
import sys
from functools import partial
from typing import TYPE_CHECKING

from cupsboard.commands.argument_types import share, whole
from cupsboard.commands.parsers import add_command, add_commands, describe
from cupsboard.station.terminal.language import in_words

from cupsim.commands.options import add_board

if TYPE_CHECKING:
    from cupsim.runs.bean_world import Heap

UNFINISHED = 1
"""The exit code where the hands and the lights did not come to an end."""

_DESCRIPTION = """\
Weigh a heap of beans on a simulated board. Simulated hands see the lights only and do what these ask for, in
simulated time. At the end the board gives its verdict on the beans.
"""
_EXAMPLES = """\
examples:
  cupsim calibrate beans sort                       sort 40 kidney beans one by one: keep, or throw away
  cupsim calibrate beans sort --beans mixed --clumsiness 0.1
  cupsim calibrate beans check --each 5             check whether sorting is worth it, with five beans a cup
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION, _EXAMPLES)
    ways = add_commands(parser)
    sorting = add_command(ways, "sort", "weigh bean by bean: keep it, or throw it away")
    _add_heap(sorting)
    sorting.set_defaults(command=partial(_command, sorting), weigh=_sort)
    checking = add_command(ways, "check", "check whether sorting is worth it")
    _add_heap(checking)
    checking.add_argument(
        "--each", type=whole(1), default=5, metavar="N", help="how many beans go into a cup (5)"
    )
    checking.set_defaults(command=partial(_command, checking), weigh=_check)


def _add_heap(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--count", default=40, type=whole(1, 2000), metavar="N", help="beans in the heap, 1 to 2000 (40)"
    )
    add_board(parser, has_beans=True)
    parser.add_argument(
        "--clumsiness",
        default=0.0,
        type=share,
        metavar="X",
        help="how often two beans slip or the hand rests on a cup, 0 to 1 (0.0)",
    )


def _command(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> int:
    if asked.weigh is _check and asked.each > asked.count:
        parser.error(
            f"--each: {asked.each} is out of range: give a whole number from 1 to {asked.count}, the heap"
        )
    from cupsim.runs.bean_world import Heap

    heap = Heap(asked.seed, asked.count, asked.beans, asked.cells, asked.cups, asked.sps)
    report: str | None = asked.weigh(heap, asked)
    if report is None:
        print("cupsim calibrate beans: the hands and the lights did not come to an end", file=sys.stderr)
        return UNFINISHED
    print(report)
    return 0


def _sort(heap: "Heap", asked: argparse.Namespace) -> str | None:
    from cupsim.runs.bean_run import sort

    return sort(heap, asked.clumsiness, print, in_words)


def _check(heap: "Heap", asked: argparse.Namespace) -> str | None:
    from cupsim.runs.bean_run import check

    return check(heap, asked.each, print, in_words)

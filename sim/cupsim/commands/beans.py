"""The command `cupsim beans`: the board weighs beans, and simulated hands do what its lights say."""

import argparse
import sys
from typing import TYPE_CHECKING

from cupsboard.commands.argument_types import share, whole

from cupsim.table.beans import KINDS
from cupsim.table.load_cell import MODELS

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
  cupsim beans sort                       sort 40 kidney beans one by one: keep, or throw away
  cupsim beans sort --beans mixed --clumsiness 0.1
  cupsim beans check --each 5             check whether sorting is worth it, with five beans a cup
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to those of `cupsim`."""
    parser = subparsers.add_parser(
        "beans",
        help="sort or check a heap of beans on a simulated board",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    ways = parser.add_subparsers(title="commands", metavar="command", required=True)
    sorting = ways.add_parser(
        "sort", help="weigh bean by bean: keep it, or throw it away", allow_abbrev=False
    )
    _add_heap(sorting)
    sorting.set_defaults(command=_command, weigh=_sort)
    checking = ways.add_parser("check", help="check whether sorting is worth it", allow_abbrev=False)
    _add_heap(checking)
    checking.add_argument(
        "--each", type=whole(1), default=5, metavar="N", help="how many beans go into a cup (5)"
    )
    checking.set_defaults(command=_command, weigh=_check)


def _add_heap(parser: argparse.ArgumentParser) -> None:
    def add(name: str, default: object, help: str, **how: object) -> None:
        # Options that `cupsim` itself has too may stand before the command's name.
        at_hand = argparse.SUPPRESS if name in _SHARED else default
        parser.add_argument(name, default=at_hand, help=f"{help} ({default})", **how)  # type: ignore[arg-type]

    add("--count", 40, "beans in the heap, 1 to 2000", type=whole(1, 2000), metavar="N")
    add("--seed", 7, "seed of everything random", type=whole(0), metavar="N")
    add("--cups", 4, "cups a side, 2 to 12", type=whole(2, 12), metavar="N")
    add("--sps", 10, "samples a second of each load cell", type=int, choices=(10, 80))
    add("--beans", "kidney", f"kind of beans: {', '.join(KINDS)}", choices=tuple(KINDS), metavar="KIND")
    add(
        "--cells",
        "500g",
        f"rating of the load cells: {', '.join(MODELS)}",
        choices=tuple(MODELS),
        metavar="KIND",
    )
    add(
        "--clumsiness",
        0.0,
        "how often two beans slip or the hand rests on a cup, 0 to 1",
        type=share,
        metavar="X",
    )


_SHARED = ("--seed", "--cups", "--sps", "--beans", "--cells", "--clumsiness")


def _command(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> int:
    if asked.weigh is _check and asked.each > asked.count:
        parser.error(
            f"--each: {asked.each} is out of range: give a whole number from 1 to {asked.count}, the heap"
        )
    from cupsim.runs.bean_world import Heap

    heap = Heap(asked.seed, asked.count, asked.beans, asked.cells, asked.cups, asked.sps)
    report: str | None = asked.weigh(heap, asked)
    if report is None:
        print("cupsim beans: the hands and the lights did not come to an end", file=sys.stderr)
        return UNFINISHED
    print(report)
    return 0


def _sort(heap: "Heap", asked: argparse.Namespace) -> str | None:
    from cupsim.runs.bean_run import sort

    return sort(heap, asked.clumsiness, print)


def _check(heap: "Heap", asked: argparse.Namespace) -> str | None:
    from cupsim.runs.bean_run import check

    return check(heap, asked.each, print)

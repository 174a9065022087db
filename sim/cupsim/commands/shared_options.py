"""Options that several commands of the simulator have."""

import argparse
import os
from collections.abc import Callable

from cupsboard.commands.argument_types import whole

from cupsim.table.beans import KINDS
from cupsim.table.load_cell import MODELS

MOST_JOBS = 256


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Add how many processes a command may use at once."""
    parser.add_argument(
        "--jobs",
        type=whole(1, MOST_JOBS),
        default=os.cpu_count() or 1,
        metavar="N",
        help="processes that run at once (one for each processor)",
    )


def add_board(
    add_argument: Callable[..., object], *, has_beans: bool = False, is_outermost: bool = False
) -> None:
    """Add what a simulated board is drawn from.

    These options may stand before a command's name and after it. A default at the inner parser would undo
    what was said before the name.
    """

    def add(name: str, default: object, help: str, **how: object) -> None:
        at_hand = default if is_outermost else argparse.SUPPRESS
        add_argument(name, default=at_hand, help=f"{help} ({default})", **how)

    add("--seed", 7, "seed of everything random", type=whole(0), metavar="N")
    add("--cups", 4, "cups a side, 2 to 12", type=whole(2, 12), metavar="N")
    add("--sps", 10, "samples a second of each load cell", type=int, choices=(10, 80))
    if has_beans:
        add("--beans", "kidney", f"kind of beans: {', '.join(KINDS)}", choices=tuple(KINDS), metavar="KIND")
    add(
        "--cells",
        "500g",
        f"rating of the load cells: {', '.join(MODELS)}",
        choices=tuple(MODELS),
        metavar="KIND",
    )

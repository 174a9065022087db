"""A job of the board's own program on a simulated board: hands obey its lights in virtual time."""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from cupsboard.commands.argument_types import folder_to_write

from cupsim.commands.shared_options import MISTAKES

if TYPE_CHECKING:
    from cupsboard.session.orders import Begin

    from cupsim.runs.build_faults import Mistake
    from cupsim.runs.workbench import Workbench

UNFINISHED = 1
"""The exit code where the hands and the lights did not come to an end."""
PATIENCE_SECONDS = 3600.0


def add_directory(parser: argparse.ArgumentParser, *, required: bool = False) -> None:
    """Add where the board's files are kept."""
    parser.add_argument(
        "--directory",
        type=folder_to_write,
        required=required,
        metavar="DIR",
        help="folder of the board's files, to go on with it (one that is forgotten)",
    )


def add_mistake(
    parser: argparse.ArgumentParser, mistakes: Sequence[str] = MISTAKES, of: str = "board"
) -> None:
    """Add what is wrong with the board, or with another part `of` it."""
    parser.add_argument(
        "--mistake",
        default="none",
        choices=mistakes,
        metavar="WHAT",
        help=f"fault that the {of} has: {', '.join(mistakes)}",
    )


def mistake_of(asked: argparse.Namespace) -> "Mistake":
    """Return what is wrong with the board."""
    from cupsim.runs.build_faults import Mistake

    return Mistake[asked.mistake.replace("-", "_").upper()]


@contextmanager
def folder_of(asked: argparse.Namespace) -> Iterator[Path]:
    """Give the folder of the board's files while the block runs."""
    with ExitStack() as stack:
        yield asked.directory or Path(stack.enter_context(TemporaryDirectory(prefix="cupsim-")))


def do(
    world: "Workbench",
    order: "Begin",
    folder: Path,
    *,
    bundle: Path | None = None,
    is_given_up: Callable[[], bool] = lambda: False,
    seconds: float = PATIENCE_SECONDS,
) -> int:
    """Let a simulated board do a job, with the files in `folder`; return the exit code.

    It is broken off after so many virtual seconds. Raises SensingError or OSError.
    """
    from cupsboard.drivers.assembly import Wired
    from cupsboard.station.files.board_files import files_in
    from cupsboard.station.station import Station, first_plan
    from cupsboard.station.terminal.follower import Follower
    from cupsboard.station.wishes import Wishes

    buttons = frozenset(world.profile.buttons)
    ready = Wired(world.board(), world.bench.bank.health, buttons, (), ExitStack())
    wishes = Wishes(job=order, follower=Follower(bundle, has_keys=False), page=None)
    at = files_in(folder, world.profile)
    ends = world.now + seconds
    is_broken_off = False

    def is_over() -> bool:
        nonlocal is_broken_off
        is_broken_off = is_given_up() or world.now >= ends
        return is_broken_off

    station = Station(wishes, at, ready, is_over)
    world.scene = lambda: station.scene
    code = station.run(first_plan(wishes, at))
    if is_broken_off:
        print(f"given up after {world.now:.0f} s: what was asked for is not done", file=sys.stderr)
        return UNFINISHED
    print(f"done in {world.now:.0f} s")
    return code

"""What `cupsim` does without a command: it serves a board on a page."""

import argparse
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from cupsboard.commands.parsers import never_with, only_with
from cupsboard.rules.families import Family

from cupsim.commands import options

if TYPE_CHECKING:
    from cupsboard.web.server import Served


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    options.add_play(parser)
    options.add_page(parser)
    options.add_game(parser, has_page=True)
    options.add_far(parser)
    only_with(parser, "--from", "--move")
    only_with(parser, "--distance", "--join", "--known-as")
    never_with(parser, "--watch-only", "--evening", "--new", "--distance")
    never_with(parser, "--distance", *options.NOT_FAR)
    never_with(parser, "--from", *options.OF_A_RECORD)
    never_with(parser, "--tables", "--watch-only", "--distance")
    parser.set_defaults(command=partial(serve, parser))


def serve(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> int:
    """Serve the page of the game that was asked for; the exit code."""
    family = options.family_asked(asked.game)
    options.refuse_ignored(parser, asked, _meant(family))
    if family.is_round_a_table:
        from cupsim.commands.set_up import meanwhile
        from cupsim.page.king_of_the_cups.server import run as run_table

        return run_table(asked, partial(print, flush=True), meanwhile(asked.listen))
    if asked.distance is not None:
        from cupsim.commands.distance import serve as serve_shared

        return serve_shared(parser, asked)
    from cupsim.commands.pairing import pairing

    if asked.tables is not None:
        from cupsim.page.classroom import run as run_class

        asked.north = asked.north or "person"
        return run_class(pairing(parser, asked, has_hands=True), asked, partial(print, flush=True))
    from cupsim.commands.set_up import meanwhile
    from cupsim.page.server import run

    seated = pairing(parser, asked, has_hands=not asked.watch_only)
    return run(seated, asked, partial(print, flush=True), meanwhile(asked.listen), club_in)


def _meant(family: Family) -> frozenset[str]:
    """Return what the options are called that mean something on the page of a family's games."""
    if family.is_round_a_table:
        return frozenset(options.PAGE) - {"new"} | {"players", "others", "real_dice"}
    return frozenset((*family.wishes, *options.PLAY, *options.PAGE, *options.CLASS, *options.FAR))


@contextmanager
def club_in(file: Path) -> "Iterator[Served]":
    """Serve the shared games in a file to the network while the block runs.

    Raises ServerError, and RecordsError for the file.
    """
    from cupsboard.distance.wire import USUAL_PORT
    from cupsboard.web.server import ServerError
    from cupsclub.web.server import serving as serving_club

    with ExitStack() as stack:
        try:
            served = stack.enter_context(serving_club(file, "0.0.0.0", USUAL_PORT))
        except ServerError:
            # Another server has the usual port.
            served = stack.enter_context(serving_club(file, "0.0.0.0", 0))
        yield served

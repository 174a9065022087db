"""The command `cupsim serve`: a board on a page."""

import argparse
from functools import partial

from cupsboard.commands.parsers import describe

from cupsim.commands import options


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, "Serve the page of a simulated board until Ctrl-C.")
    options.add_play(parser, is_outermost=False)
    options.add_page(parser, is_outermost=False)
    options.add_game(parser, is_outermost=False, has_page=True)
    options.add_far(parser, is_outermost=False)
    parser.set_defaults(command=serve)


def serve(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> int:
    """Serve the page of the game that was asked for; the exit code."""
    if options.family_asked(asked.game).is_round_a_table:
        from cupsim.commands.set_up import meanwhile
        from cupsim.page.king_of_the_cups.server import run as run_table

        return run_table(asked, partial(print, flush=True), meanwhile(asked.listen))
    if asked.distance is not None:
        from cupsim.commands.distance import serve as serve_shared

        return serve_shared(parser, asked)
    if asked.join is not None or asked.clock is not None or asked.known_as is not None:
        parser.error("--join, --known-as and --clock: belong to --distance ADDRESS; name the server too")
    from cupsim.commands.pairing import pairing
    from cupsim.commands.set_up import meanwhile
    from cupsim.page.server import run

    seated = pairing(parser, asked, has_hands=not asked.watch_only)
    return run(seated, asked, partial(print, flush=True), meanwhile(asked.listen))

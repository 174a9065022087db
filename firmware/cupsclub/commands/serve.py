"""The command `cupsclub serve`."""

import argparse
from time import sleep

from cupsboard.commands.argument_types import port
from cupsboard.commands.console import complain, say
from cupsboard.commands.parsers import describe
from cupsboard.distance.wire import USUAL_PORT
from cupsboard.session.process_limits import allow_descriptors
from cupsboard.session.signals import caught_signals
from cupsboard.systemd.exit_codes import Ending

from cupsclub.commands.records_file import add_file
from cupsclub.web.server import KEPT_DESCRIPTORS, serving
from cupsclub.web.sockets import MOST_CONNECTIONS

_DESCRIPTION = """\
Serve games at a distance until Ctrl-C or a stop: boards and browsers connect to the address that is printed.
Every game is in one file, and each move is on the disk before anybody hears of it.

Houses sit behind routers, so for two houses the server stands where both reach it. There a reverse proxy
gives it an https address. With Caddy that is a file of three lines:

  cups.example.org {
      reverse_proxy 127.0.0.1:2878
  }
"""
_LOOK_SECONDS = 0.2


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION)
    add_file(parser)
    parser.add_argument(
        "--listen", default="127.0.0.1", metavar="ADDRESS", help="0.0.0.0 lets others in the network in"
    )
    parser.add_argument(
        "--port", type=port, default=USUAL_PORT, help="default: %(default)s; 0 takes any that is free"
    )
    parser.set_defaults(command=_command)


def _command(asked: argparse.Namespace) -> int:
    allow_descriptors(MOST_CONNECTIONS + KEPT_DESCRIPTORS)
    with caught_signals() as caught, serving(asked.file, asked.listen, asked.port) as running:
        say(f"serving {asked.file} at {running.address} (Ctrl-C ends it)")
        while not caught and running.fault is None:
            sleep(_LOOK_SECONDS)
        if running.fault is not None:
            complain(f"cupsclub: {running.fault}")
            return Ending.TRY_AGAIN
    return Ending.WELL

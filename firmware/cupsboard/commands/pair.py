"""The command `cupsboard setup pair`: owners of this board's page, invited, listed, revoked."""

import argparse
import os
from pathlib import Path

from cupsboard.commands.argument_types import port, whole
from cupsboard.commands.parsers import describe, never_with
from cupsboard.rules.errors import RulesError
from cupsboard.station.files.board_files import owners_at
from cupsboard.station.terminal.console import say
from cupsboard.station.terminal.language import in_words
from cupsboard.storage.owners import INVITATION_SECONDS, Owners
from cupsboard.storage.paths import homes
from cupsboard.web.qr_code import can_be_shown, qr_code

_DESCRIPTION = """\
Invite a phone, or another browser, to be an owner's: open the address that this prints on it, within two
minutes, while the board serves its page. An owner may calibrate, check and set up the board at the page; what
belongs to a game is done at the board. Without a shell the board's buttons do the same, as the page says.
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--list", action="store_true", help="list the owners")
    which.add_argument(
        "--revoke", type=whole(1), metavar="N", help="let owner N of the list be one no longer"
    )
    parser.add_argument("--port", type=port, default=2877, metavar="N", help="port of the page (2877)")
    never_with(parser, "--port", "--list", "--revoke")
    parser.set_defaults(command=_command)


def _command(asked: argparse.Namespace) -> int:
    owners = owners_at(homes(os.environ, Path.home()).state, lambda message: say(in_words(message)))
    if asked.list:
        listed = owners.listed()
        lines = [f"{each.number:>3}  {each.name}, since {each.since}" for each in listed]
        print(*(lines or ["this board has no owner"]), sep="\n")
    elif asked.revoke is not None:
        if not owners.revoke(asked.revoke):
            raise RulesError(
                f"--revoke {asked.revoke}: there is no such owner; see cupsboard setup pair --list"
            )
        print(f"owner {asked.revoke} is none any more")
    else:
        _invite(owners, asked.port)
    return 0


def _invite(owners: Owners, port: int) -> None:
    from cupsboard.web.server import answering_hosts

    host = next(answering_hosts(port), None)
    if host is None:
        raise RulesError(
            f"--port {port}: no board serves its page there; start it (cupsboard play, or sudo systemctl "
            "start cupsboard), then say this again"
        )
    # What stands behind the # a browser keeps to itself, and the page forgets it.
    address = f"http://{host}:{port}/setup.html#{owners.invite()}"
    if host == "127.0.0.1":
        print("the page is for this computer alone; a board with --listen 0.0.0.0 shows it to phones, too")
    print(f"open this on the phone within {INVITATION_SECONDS:.0f} seconds:\n{address}")
    if can_be_shown():
        print(qr_code(address))

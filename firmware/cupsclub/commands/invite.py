"""The command `cupsclub invite`: the way into a club, and the way it begins."""

import argparse
from contextlib import closing

from cupsboard.commands.parsers import describe
from cupsboard.distance.verdict import Refusal
from cupsboard.distance.wire import USUAL_PORT
from cupsboard.rules.names import folded
from cupsboard.systemd.exit_codes import Ending

from cupsclub.commands.records import add_records, writer
from cupsclub.people import People, lock_of, new_code
from cupsclub.store.members import Members
from cupsclub.store.port import RecordsError

_DESCRIPTION = """\
Let a new member into the club of a server, which may run meanwhile: who opens the printed link, or types its
code on the club's page, is a member from then on. It counts once, and for seven days of the server's time.
The first one whom you invite makes a club of the server; let that be a director, who can invite others on
the page. A guest watches and does not play. --again is for a member who has lost every device, a sole
director above all: who opens that link within a day is this member, on one device more. For an invitation
that was lost --again prints another link, after which the first one counts no more, and --take-back makes
it count no more at all. Without a name the command lists the invitations that are open.
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION)
    parser.add_argument("name", metavar="NAME", nargs="?", help="what the member is called in the club")
    role = parser.add_mutually_exclusive_group()
    for each in ("director", "guest"):
        role.add_argument(f"--{each}", dest="role", action="store_const", const=each, default="member")
    role.add_argument("--again", action="store_true", help="this name has lost every device, or the link")
    role.add_argument("--take-back", action="store_true", help="this name is invited no more")
    parser.add_argument(
        "--address",
        default=f"http://127.0.0.1:{USUAL_PORT}",
        metavar="ADDRESS",
        help="the server's address as the guest reaches it (default: %(default)s)",
    )
    add_records(parser)
    parser.set_defaults(command=_invited)


def _invited(asked: argparse.Namespace) -> int:
    if asked.name is None:
        return _listed(asked)
    code = new_code()
    with closing(writer(asked)) as records:
        lock = lock_of(code, Members(records).salt())
        with records.transaction(is_in_turn=True):
            people = People(records, records.served_seconds())
            try:
                is_member = Members(records).named(folded(asked.name)) is not None
                if asked.take_back:
                    people.take_back(None, asked.name)
                elif asked.again:
                    people.code_again(asked.name, lock)
                else:
                    people.invite(asked.name, asked.role, lock)
            except Refusal as refusal:
                raise RecordsError(f"{asked.name}: {refusal.text}") from None
    if asked.take_back:
        print(f"{asked.name} is invited no more.")
        return Ending.WELL
    page = f"{asked.address.rstrip('/')}/club"
    within = "a day" if is_member else "seven days"
    print(f"{asked.name}, once and within {within}:\n  {page}#{code}\nor the code {code} at {page}")
    return Ending.WELL


def _listed(asked: argparse.Namespace) -> int:
    """Print the open invitations."""
    if asked.again or asked.take_back or asked.role != "member":
        raise RecordsError("Say the name of whom this is about.")
    with closing(writer(asked)) as records:
        now = records.served_seconds()
        cards = Members(records).invitations(now)
    for card in cards:
        hours = (card.until - now) / 3600.0
        print(f"{card.name} ({card.role}), for {hours:.0f} more hours of the server's time")
    if not cards:
        print("No invitation is open.")
    return Ending.WELL

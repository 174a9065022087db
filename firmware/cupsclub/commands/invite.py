"""The command `cupsclub invite`: the way into a club, and the way it begins."""

import argparse
from contextlib import closing

from cupsboard.commands.parsers import describe
from cupsboard.distance.verdict import Refusal
from cupsboard.distance.wire import USUAL_PORT
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
director above all: who opens that link within a day is this member, on one device more.
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION)
    parser.add_argument("name", metavar="NAME", help="what the member is called in the club")
    role = parser.add_mutually_exclusive_group()
    for each in ("director", "guest"):
        role.add_argument(f"--{each}", dest="role", action="store_const", const=each, default="member")
    role.add_argument("--again", action="store_true", help="a member of this name has lost every device")
    parser.add_argument(
        "--address",
        default=f"http://127.0.0.1:{USUAL_PORT}",
        metavar="ADDRESS",
        help="the server's address as the guest reaches it (default: %(default)s)",
    )
    add_records(parser)
    parser.set_defaults(command=_invited)


def _invited(asked: argparse.Namespace) -> int:
    code = new_code()
    with closing(writer(asked)) as records:
        lock = lock_of(code, Members(records).salt())
        with records.transaction(is_in_turn=True):
            people = People(records, records.served_seconds())
            try:
                if asked.again:
                    people.code_again(asked.name, lock)
                else:
                    people.invite(asked.name, asked.role, lock)
            except Refusal as refusal:
                raise RecordsError(f"{asked.name}: {refusal.text}") from None
    page = f"{asked.address.rstrip('/')}/club"
    within = "a day" if asked.again else "seven days"
    print(f"{asked.name}, once and within {within}:\n  {page}#{code}\nor the code {code} at {page}")
    return Ending.WELL

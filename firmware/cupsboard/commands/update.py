"""The command `cupsboard update`: a newer release, tried, with a way back."""

import argparse
import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from urllib.parse import urlsplit

from cupsboard.commands.consent import this_host
from cupsboard.commands.parsers import describe, never_with
from cupsboard.station.files.board_files import now
from cupsboard.systemd import update
from cupsboard.systemd.exit_codes import Ending
from cupsboard.systemd.shared_names import UPDATE_REQUEST
from cupsboard.systemd.steps import ServiceError, Write, take

REQUEST = Path("/run/cupsboard") / UPDATE_REQUEST
ADDRESS = "Releases"
"""The name of the address in pyproject.toml, under [project.urls]."""
NOWHERE = ".invalid"
"""The end of a name that leads nowhere, which stands there until releases are served (RFC 6761)."""
LONGEST_PLACE = 1000

_DESCRIPTION = """\
Install the newest signed release beside the program that runs, start it, and watch the board: if it does not
weigh, serve its page and go on with its game as before, the old program comes back by itself. An unsigned
release, or an older one, is refused. The game goes on. What the board keeps is copied before, and the old
program goes on with the copy.
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION)
    parser.add_argument(
        "--from",
        dest="place",
        metavar="PLACE",
        help="where the release is: a folder, such as a stick's, a file, or an address (the project's own)",
    )
    parser.add_argument("--carry-out", action="store_true", help="do what the board asked for, if anything")
    never_with(parser, "--carry-out", "--from")
    parser.set_defaults(command=_command)


def _command(asked: argparse.Namespace) -> int:
    if os.geteuid() != 0:
        raise ServiceError("this needs root; say it again with sudo")
    host = this_host(LONGEST_INSTALLING_SECONDS)
    with _alone():
        if not update.go_on(host, time.sleep, _say):
            return Ending.FAULTY
        place = _requested() if asked.carry_out else asked.place or _address()
        if place is None:
            return Ending.WELL
        try:
            return Ending.WELL if update.update(host, place, time.sleep, _say, now) else Ending.FAULTY
        except ServiceError as fault:
            # For the page of the board that asked.
            take(Write(update.OUTCOME, f"not updated: {fault}\n"), host)
            raise


LONGEST_INSTALLING_SECONDS = 40 * 60
"""On a Zero 2 W a quarter of an hour, and the network may be slow."""
LONGEST_WATCHING_SECONDS = 15 * 60
"""The board is looked at for `STARTING_SECONDS` and more, and each look may wait for its page."""


def _requested() -> str | None:
    """Take the board's request back and return the place that it names; None if there is none."""
    if not os.path.lexists(REQUEST):
        return None
    try:
        # The board's user writes this file: neither a link nor a pipe of its making is followed.
        descriptor = os.open(REQUEST, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with open(descriptor, "rb") as file:
            place = file.read(LONGEST_PLACE).decode("utf-8", "replace").strip()
    finally:
        REQUEST.unlink()
    if place and not place.startswith(("/", "https://")):
        raise ServiceError(f"{place!r}: no folder and no address; ask for an update from one of them")
    return place or _address()


def _address() -> str:
    """Return the address of releases that this program came with. Raises ServiceError if it has none."""
    try:
        named = metadata("cupsboard").get_all("Project-URL") or []
    except PackageNotFoundError:
        named = []
    addresses = dict(str(each).split(", ", 1) for each in named)
    address = addresses.get(ADDRESS, NOWHERE)
    if (urlsplit(address).hostname or NOWHERE).endswith(NOWHERE):
        raise ServiceError(
            "no address for releases is set; take the release from a folder or a stick, as in "
            "--from /media/stick"
        )
    return address


@contextmanager
def _alone() -> Iterator[None]:
    try:
        descriptor = os.open(update.PROGRAMS, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except FileNotFoundError:
        raise ServiceError(f"{update.PROGRAMS}: not there; `setup` installs what can be updated") from None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        seconds = LONGEST_WATCHING_SECONDS
        if not update.TRIAL.exists():
            seconds += LONGEST_INSTALLING_SECONDS
        raise ServiceError(
            f"another update, or `setup`, is under way, and ends within {seconds // 60} minutes, mostly much "
            "sooner; follow it with `journalctl -fu cupsboard-update`, and say this again then"
        ) from None
    finally:
        os.close(descriptor)


def _say(words: str) -> None:
    print(words, flush=True)

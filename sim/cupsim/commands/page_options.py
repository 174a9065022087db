"""The options of the commands that serve a page; the server itself is imported only to serve."""

import argparse
import re
from pathlib import Path

from cupsboard.commands.argument_types import port

OPTIONS = ("watch_only", "listen", "port", "name", "no_browser", "evening", "new")
"""What these options are called after parsing."""

_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_HOST_NAME = re.compile(rf"{_LABEL}(?:\.{_LABEL})*", re.ASCII | re.IGNORECASE)
"""RFC 1123, 2.1; browsers send a name in other letters in this form too."""
_LONGEST_HOST_NAME = 253


def add_to(parser: argparse.ArgumentParser, *, is_outermost: bool) -> None:
    """The options of a page; they may stand before a command's name and after it."""
    group = parser.add_argument_group("the page")

    def add(name: str, default: object, help: str, **how: object) -> None:
        # A default at the inner parser would undo what was said before the command's name.
        at_hand = default if is_outermost else argparse.SUPPRESS
        group.add_argument(name, default=at_hand, help=help, **how)  # type: ignore[arg-type]

    add(
        "--watch-only", False, "only show two simulated players; the page takes no moves", action="store_true"
    )
    add(
        "--listen",
        "127.0.0.1",
        "address of the page; 0.0.0.0: for phones in your network too (127.0.0.1, this computer only)",
        metavar="ADDRESS",
    )
    add(
        "--port",
        None,
        "port of the page; 0: any free one (2877, or any free one if that is taken)",
        type=port,
        metavar="N",
    )
    add(
        "--name",
        [],
        "host name that browsers may call the page by; repeatable",
        type=_host_name,
        action="append",
        metavar="HOST",
    )
    add("--no-browser", False, "don't open the browser", action="store_true")
    add(
        "--evening",
        None,
        "folder in which the evening is kept and goes on next time ($XDG_STATE_HOME/cupsim)",
        type=Path,
        metavar="FOLDER",
    )
    add("--new", False, "begin another evening than the one that was kept", action="store_true")


def _host_name(text: str) -> str:
    if len(text) > _LONGEST_HOST_NAME or not _HOST_NAME.fullmatch(text):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no host name: give letters, digits, hyphens and dots, as in cups.local"
        )
    return text

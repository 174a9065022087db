"""The options of the commands that serve a page; the server itself is imported only to serve."""

import argparse
import re

from cupsboard.commands.argument_types import port

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

    add("--watch-only", False, "show two simulated players; nobody can act", action="store_true")
    add("--listen", "127.0.0.1", "only this computer can see it (127.0.0.1)", metavar="ADDRESS")
    add("--port", None, "0: any that is free (2877, or any if that is taken)", type=port, metavar="N")
    add(
        "--name",
        [],
        "a host name it may be called by, repeatable",
        type=_host_name,
        action="append",
        metavar="HOST",
    )
    add("--no-browser", False, "open no browser", action="store_true")


def _host_name(text: str) -> str:
    if len(text) > _LONGEST_HOST_NAME or not _HOST_NAME.fullmatch(text):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no host name: give letters, digits, hyphens and dots, as in cups.local"
        )
    return text

"""How the parsers of both programs are made: alike."""

import argparse
from importlib.metadata import version
from typing import NoReturn, TypeAlias

from cupsboard.systemd.exit_codes import Ending

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""Where the commands of a program, or of a command, are added."""


class _Parser(argparse.ArgumentParser):
    """Says in one line what is wrong, and not before it how all else would be said."""

    def error(self, message: str) -> NoReturn:
        self.exit(Ending.REFUSED, f"{self.prog}: error: {message} (see {self.prog} --help)\n")


def program(name: str, description: str, epilog: str) -> argparse.ArgumentParser:
    """The parser of a program, which can tell its version."""
    parser = _Parser(
        prog=name,
        description=description,
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"{name} {version('cupsboard')}")
    return parser


def add_commands(parser: argparse.ArgumentParser, *, required: bool = True) -> Commands:
    """Let a parser have commands of its own."""
    return parser.add_subparsers(title="commands", metavar="command", required=required)


def add_command(
    commands: Commands,
    name: str,
    help: str,
    description: str | None = None,
    epilog: str | None = None,
    usage: str | None = None,
) -> argparse.ArgumentParser:
    """Add a command. Texts of several lines are printed as they are written."""
    is_laid_out = "\n" in f"{description}{epilog}"
    return commands.add_parser(
        name,
        help=help,
        description=description,
        epilog=epilog,
        usage=usage,
        formatter_class=argparse.RawDescriptionHelpFormatter if is_laid_out else argparse.HelpFormatter,
        allow_abbrev=False,
    )

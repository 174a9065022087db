"""How the parsers of both programs are made: alike, and that of a command when it is called."""

import argparse
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, NoReturn, TypeAlias

from cupsboard import __version__
from cupsboard.systemd.exit_codes import Ending

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""Where the commands of a program, or of a command, are added."""


class _Parser(argparse.ArgumentParser):
    """Says in one line what is wrong, and not before it how all else would be said."""

    module: str | None = None
    """The module that will define what this parser reads; None once it has, or where no module does."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Load the module of the command that this parser reads, if that wasn't done, and parse."""
        if self.module is not None:
            module, self.module = import_module(self.module), None
            module.define(self)
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        self.exit(Ending.REFUSED, f"{self.prog}: error: {message} (see {self.prog} --help)\n")


def program(name: str, description: str, epilog: str) -> argparse.ArgumentParser:
    """Return the parser of a program, which can tell its version."""
    parser = _Parser(prog=name, allow_abbrev=False)
    describe(parser, description, epilog)
    parser.add_argument("--version", action="version", version=f"{name} {__version__}")
    return parser


def add_commands(parser: argparse.ArgumentParser, *, required: bool = True) -> Commands:
    """Let a parser have commands of its own."""
    return parser.add_subparsers(title="commands", metavar="command", required=required)


def add_modules(commands: Commands, modules: Mapping[str, tuple[str, str]]) -> None:
    """Add a command for each name; its values are a help of one line and the module with the rest.

    The function `define` of that module takes the command's parser. The module is loaded when the command is
    called: whoever asks for a version, or for another command, does not wait for it.
    """
    for name, (help, module) in modules.items():
        parser = add_command(commands, name, help)
        assert isinstance(parser, _Parser)
        parser.module = module


def add_command(
    commands: Commands, name: str, help: str, description: str | None = None
) -> argparse.ArgumentParser:
    """Add a command, with a help of one line and what its own page of help begins with."""
    parser = commands.add_parser(name, help=help, allow_abbrev=False)
    describe(parser, description)
    return parser


def describe(parser: argparse.ArgumentParser, description: str | None, epilog: str | None = None) -> None:
    """Put texts before and behind a parser's options; texts of several lines are printed as written."""
    parser.description, parser.epilog = description, epilog
    is_laid_out = "\n" in f"{description}{epilog}"
    parser.formatter_class = argparse.RawDescriptionHelpFormatter if is_laid_out else argparse.HelpFormatter


def add_check(
    ways: Commands, says: str, check: Callable[[argparse.Namespace], int]
) -> argparse.ArgumentParser:
    """Add `check` to the ways of a command, which shows what it `says`; return its parser."""
    told = f"show {says}, or what is wrong with it"
    checking = add_command(ways, "check", told, f"{told.capitalize()}. Exit code 2: the file can't be used.")
    checking.set_defaults(command=check)
    return checking

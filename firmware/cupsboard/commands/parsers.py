"""How the parsers of all programs are made: alike, and that of a command when it is called."""

import argparse
import re
import sys
from dataclasses import dataclass, field
from importlib import import_module
from itertools import takewhile
from typing import Any, NoReturn, TypeAlias

from cupsboard import __version__
from cupsboard.systemd.exit_codes import Ending

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""Where the commands of a program, or of a command, are added."""
_OPTION = re.compile(r"--?[A-Za-z]")
_HELP = ("-h", "--help")


@dataclass(frozen=True, slots=True)
class Command:
    """A command of a program, or of another command.

    `defined` names what defines its parser, as in "cupsboard.commands.play"; a function other than `define`
    stands after a colon. None: the command only has commands of its own.
    """

    help: str
    defined: str | None
    commands: dict[str, "Command"] = field(default_factory=dict)


def commands(package: str, table: str) -> dict[str, Command]:
    """Return the commands of a table: a line has words, the module in the package, and a help of one line.

    After a module stands its function, where that is not `define`.
    """
    top = Command("", None)
    for line in table.splitlines():
        words, defined, help = (each.strip() for each in line.split("|"))
        *above, name = words.split()
        level = top
        for each in above:
            level = level.commands[each]
        level.commands[name] = Command(help, f"{package}.{defined}" if defined else None)
    return top.commands


class _Parser(argparse.ArgumentParser):
    """Reads either a command's own options or the name of one of its commands, told by the first word.

    What is wrong it says in one line, and not before it how all else would be said. The options given are in
    `said` of the namespace.
    """

    command = Command("", None)
    """The command whose options are not defined yet; the nameless one if all are."""

    def __init__(self, **how: Any) -> None:
        super().__init__(**how)
        self.needed: list[tuple[str, tuple[str, ...]]] = []
        self.barred: list[tuple[str, tuple[str, ...]]] = []

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Define what the first word asks for, and parse."""
        words = list(sys.argv[1:] if args is None else args)
        self._define(words[0] if words else "")
        known = self._option_string_actions
        is_leading = self._subparsers is not None

        def is_own(word: str) -> bool:
            return word != "--" and (word.startswith("-") or not is_leading)

        options = [word.partition("=")[0] for word in takewhile(is_own, words) if _OPTION.match(word)]
        for option in options:
            if option not in known:
                self.error(f"{option}: no such option")
        found, rest = super().parse_known_args(words, namespace)
        if rest:
            self.error(f"{rest[0]!r}: not understood; leave it out")
        if not is_leading:
            self._refuse_ignored(frozenset(options))
            found.said = frozenset(known[option].dest for option in options)
        return found, rest

    def _define(self, first: str) -> None:
        command, self.command = self.command, Command("", None)
        names_one = bool(first) and not first.startswith("-")
        if command.commands and (names_one or first in _HELP or command.defined is None):
            ways = add_commands(self, required=command.defined is None)
            for name, each in command.commands.items():
                _of(add_command(ways, name, each.help, f"{each.help.capitalize()}.")).command = each
        if command.defined is not None and not (command.commands and names_one):
            module, _, function = command.defined.partition(":")
            getattr(import_module(module), function or "define")(self)

    def _refuse_ignored(self, said: frozenset[str]) -> None:
        """End the program where an option would mean nothing beside the others, or without another."""
        for option, others in self.needed:
            if option in said and not said & set(others):
                self.error(f"{option}: belongs to {' or '.join(others)}; say that too, or leave it out")
        for option, others in self.barred:
            for other in others:
                if option in said and other in said:
                    self.error(f"{other}: does not go with {option}; leave out one of both")

    def error(self, message: str) -> NoReturn:
        self.exit(Ending.REFUSED, f"{self.prog}: error: {message} (see {self.prog} --help)\n")


def _of(parser: argparse.ArgumentParser) -> _Parser:
    assert isinstance(parser, _Parser)
    return parser


def program(
    name: str, description: str, epilog: str, command: Command = Command("", None)
) -> argparse.ArgumentParser:
    """Return the parser of a program, which can tell its version.

    The module that defines a command is loaded when the command is called; asking for the version, or for
    another command, does not load that module.
    """
    parser = _Parser(prog=name, allow_abbrev=False)
    describe(parser, description, epilog)
    parser.add_argument("--version", action="version", version=f"{name} {__version__}")
    parser.command = command
    return parser


def add_commands(parser: argparse.ArgumentParser, *, required: bool = True) -> Commands:
    """Let a parser have commands of its own."""
    metavar = "command" if required else "[command]"
    return parser.add_subparsers(title="commands", metavar=metavar, required=required)


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


def only_with(parser: argparse.ArgumentParser, others: str, *options: str) -> None:
    """Refuse each of the options where none of the others, parted by spaces, is given."""
    _of(parser).needed += [(option, tuple(others.split())) for option in options]


def never_with(parser: argparse.ArgumentParser, option: str, *others: str) -> None:
    """Refuse each of the others beside an option, where it would mean nothing."""
    _of(parser).barred.append((option, others))

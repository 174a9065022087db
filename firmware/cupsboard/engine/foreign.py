"""Names foreign engines: programs of other people that play a side.

The name is "engine:" and the command that starts the program. Evenings, traces and pages carry this name
wherever they carry the name of a level.
"""

import shlex

PREFIX = "engine:"
THINK_SECONDS = 5.0
"""The time that a foreign engine has for a move by default."""


class CommandError(ValueError):
    """A command that cannot start a program; the message says what to write."""


def level_of(command: str) -> str:
    """Return the name of the level that the program started by `command` plays at."""
    return f"{PREFIX}{command}"


def command_of(level: str) -> str | None:
    """Return the command in the name of a level; None for a level of the board's own engine."""
    return level.removeprefix(PREFIX) if level.startswith(PREFIX) else None


def words_of(command: str) -> tuple[str, ...]:
    """Split a command into program and arguments, as a shell would. Raises CommandError."""
    try:
        words = tuple(shlex.split(command))
    except ValueError as fault:
        raise CommandError(f"{command!r} is no command ({fault}): close every quotation mark") from None
    if not words or not words[0]:
        raise CommandError(f"{command!r} is no command: write a program, as in 'python3 greedy.py'")
    if not command.isprintable():
        raise CommandError(f"{command!r} is no command: write it in one line of printable characters")
    return words

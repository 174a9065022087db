"""The commands of the building guide that are walked: a line each, as they stand in the marked block."""

import re

MARK = "<!-- walked: "
"""Stands in the line before a block of commands that is followed as it is written."""
ADDRESS = "REPOSITORY"
"""What the guide writes for the repository, whose address a reader knows and the guide doesn't."""

_BLOCK = re.compile(rf"^{MARK}[^\n]*-->\n```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_UPDATE = re.compile(r"bring a board up to date, `([^`]+)`")
_COMMENT = re.compile(r"\s+# .*$")
_ON_A_PI_5 = re.compile(r"('\.\[[\w,-]+\]')\s+# on a Pi 5: ('\.\[[\w,-]+\]')")


class NoSuchCommands(ValueError):
    """A guide whose commands can't be told; the message says what is missing."""


def commands(guide: str) -> tuple[str, ...]:
    """The lines of the one marked block, without comments. Raises NoSuchCommands."""
    return tuple(_COMMENT.sub("", line) for line in _lines(guide))


def on_a_pi_5(guide: str) -> str:
    """The one command that differs on a Pi 5, as its comment says. Raises NoSuchCommands."""
    found = [(line, match) for line in _lines(guide) if (match := _ON_A_PI_5.search(line))]
    if len(found) != 1:
        raise NoSuchCommands(f"{len(found)} commands say '# on a Pi 5: ...'; one should")
    line, match = found[0]
    return line[: match.start()] + match[2]


def from_path(command: str, path: str) -> str:
    """The command with a path for the repository's address."""
    return command.replace(ADDRESS, path)


def update(guide: str) -> tuple[str, ...]:
    """How a board is brought up to date: what the text names, then all but the clone.

    Raises NoSuchCommands.
    """
    walked = commands(guide)
    rest = tuple(command for command in walked if ADDRESS not in command)
    if len(rest) != len(walked) - 1:
        raise NoSuchCommands(f"{len(walked) - len(rest)} commands name {ADDRESS}; one should")
    pulls = _UPDATE.findall(" ".join(guide.split()))
    if len(pulls) != 1:
        raise NoSuchCommands(f"{len(pulls)} sentences say 'bring a board up to date, `...`'; one should")
    return (pulls[0], *rest)


def _lines(guide: str) -> list[str]:
    blocks = _BLOCK.findall(guide)
    if len(blocks) != 1:
        raise NoSuchCommands(f"{len(blocks)} blocks of commands come after '{MARK}...-->'; one should")
    return [line for line in blocks[0].splitlines() if line.strip()]

"""The commands of the building guide that are walked: a line each, as they stand in the marked block."""

import re

MARK = "<!-- walked: "
"""Stands in the line before a block of commands that is followed as it is written."""
ADDRESS = "REPOSITORY"
"""What the guide writes for the repository, whose address a reader knows and the guide doesn't."""

_BLOCK = re.compile(rf"^{MARK}[^\n]*-->\n```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_UPDATE = re.compile(r"bring a board up to date, `([^`]+)`")


class NoSuchCommands(ValueError):
    """A guide whose commands can't be told; the message says what is missing."""


def commands(guide: str) -> tuple[str, ...]:
    """The lines of the one marked block. Raises NoSuchCommands."""
    return tuple(_lines(guide))


def from_path(command: str, path: str) -> str:
    """The command with a path for the repository's address."""
    return command.replace(ADDRESS, path)


def update(guide: str) -> str:
    """How a board is brought up to date, as the text names it. Raises NoSuchCommands."""
    pulls = _UPDATE.findall(" ".join(guide.split()))
    if len(pulls) != 1:
        raise NoSuchCommands(f"{len(pulls)} sentences say 'bring a board up to date, `...`'; one should")
    return str(pulls[0])


def _lines(guide: str) -> list[str]:
    blocks = _BLOCK.findall(guide)
    if len(blocks) != 1:
        raise NoSuchCommands(f"{len(blocks)} blocks of commands come after '{MARK}...-->'; one should")
    return [line for line in blocks[0].splitlines() if line.strip()]

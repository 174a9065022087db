"""The command `cupsboard profile new`: a few questions at a terminal, and the profile that answers them."""

import argparse
from pathlib import Path

from cupsboard.commands.parsers import Commands, add_command
from cupsboard.profile import ProfileError
from cupsboard.station.files.new_profile import answered, written
from cupsboard.station.terminal.typed_line import typed_line


def add_to(ways: Commands) -> None:
    """Add the command to those of `cupsboard profile`."""
    told = "ask a few questions, and write a profile with lines and lights that fit the answers"
    parser = add_command(ways, "new", told, f"{told.capitalize()}.")
    parser.add_argument("file", type=Path, metavar="FILE", help="TOML file to write; it must not exist yet")
    parser.set_defaults(command=_command)


def _command(asked: argparse.Namespace) -> int:
    path: Path = asked.file
    if path.exists():
        raise _existing(path)
    board = answered(_input)
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("xb") as file:
            file.write(written(board))
    except FileExistsError:
        raise _existing(path) from None
    print(f"written: {path}; see the wiring with `cupsboard profile check {path}`")
    return 0


def _existing(path: Path) -> ProfileError:
    return ProfileError(f"{path}: exists already; choose another name, or remove it first")


def _input(question: str) -> str:
    said = typed_line(question)
    if said is None:
        print()
        raise ProfileError(
            "the input ended before all questions were answered, nothing was written; answer them at a "
            "terminal (an empty line takes what is proposed)"
        )
    return said

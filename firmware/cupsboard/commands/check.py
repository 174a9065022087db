"""The commands that say what a file of the board holds, or what is wrong with it, are made alike."""

import argparse
from collections.abc import Callable

from cupsboard.commands.parsers import Commands, add_command


def add_check(
    ways: Commands, says: str, check: Callable[[argparse.Namespace], int]
) -> argparse.ArgumentParser:
    """Add `check` to the ways of a command, which shows what it `says`; return its parser."""
    told = f"show {says}, or what is wrong with it"
    checking = add_command(ways, "check", told, f"{told.capitalize()}. Exit code 2: the file can't be used.")
    checking.set_defaults(command=check)
    return checking

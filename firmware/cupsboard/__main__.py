"""Runs the command `cupsboard`."""

import sys

from cupsboard.commands.launch import launched


def main() -> int:
    """Load the command and run it; the exit code."""
    return launched("cupsboard.commands.main")


if __name__ == "__main__":
    sys.exit(main())

"""Runs the command `cupsclub`."""

import sys

from cupsboard.commands.launch import launched


def main() -> int:
    """Load the command and run it; the exit code."""
    return launched("cupsclub.commands.main")


if __name__ == "__main__":
    sys.exit(main())

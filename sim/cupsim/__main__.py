"""Runs the command `cupsim`. Ctrl-C is no fault while it loads."""

import sys

INTERRUPTED = 130
"""As in `cupsboard.commands.console`, which is not loaded yet."""


def main() -> int:
    """Load the command and run it; the exit code."""
    try:
        from cupsim.commands.main import main as run

        return run()
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())

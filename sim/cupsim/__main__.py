"""Runs the simulator's command as `python -m cupsim`."""

import sys

from cupsim.cli import main

if __name__ == "__main__":
    sys.exit(main())

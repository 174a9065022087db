"""`python -m studies`: how often the board is right, in doubt or wrong."""

import sys

from cupsboard.commands.launch import launched

if __name__ == "__main__":
    sys.exit(launched("studies.commands.main"))

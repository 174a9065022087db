"""The beginning of both programs: Ctrl-C is no fault while they load, which takes a Pi seconds.

Windows is refused here, before anything is loaded that it lacks.
"""

import sys
from importlib import import_module

from cupsboard.systemd.exit_codes import Ending

ON_WINDOWS = (
    "Windows lacks what this program needs; install Linux within it (wsl --install), and the program there"
)


def launched(module: str) -> int:
    """Load the module of a program's command and run its `main`; the exit code."""
    if sys.platform == "win32":
        print(f"{module.partition('.')[0]}: {ON_WINDOWS}", file=sys.stderr)
        return Ending.REFUSED
    try:
        code: int = import_module(module).main()
    except KeyboardInterrupt:
        return Ending.INTERRUPTED
    return code

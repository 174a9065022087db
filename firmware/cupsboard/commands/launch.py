"""The beginning and the end of every program: Ctrl-C is no fault while it loads, which takes a Pi seconds.

Windows is refused here, before anything is loaded that it lacks.
"""

import os
import sys
from collections.abc import Callable
from importlib import import_module
from typing import TypeAlias

from cupsboard.systemd.exit_codes import Ending

Refusals: TypeAlias = Callable[[], tuple[type[Exception], ...]]

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


def ended(name: str, command: Callable[[], int], refusals: Refusals = tuple) -> int:
    """Run a command; its exit code, or the one for how it broke off.

    Faults of files and `refusals()` become one line on stderr that begins with the program's `name`.
    `refusals` is called only where something was raised.
    """
    _open_streams()
    try:
        code = command()
        sys.stdout.flush()
    except KeyboardInterrupt:
        return Ending.INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has seen enough; nothing more may be flushed into the pipe at exit.
        from cupsboard.station.terminal.console import silence

        silence(sys.stdout)
        return Ending.UNHEARD
    except OSError as fault:
        where = "" if fault.filename is None else f"{fault.filename or repr('')}: "
        _complain(f"{name}: {where}{fault.strerror or fault}")
        return Ending.REFUSED
    except refusals() as fault:
        _complain(f"{name}: {fault}")
        return Ending.REFUSED
    return code


def _complain(message: str) -> None:
    # Only a fault loads what says it.
    from cupsboard.station.terminal.console import complain

    complain(message)


def _open_streams() -> None:
    """Lead streams that were closed when the program was started (`>&-`) to nowhere.

    Each takes a free descriptor, so that no file of ours gets one that other programs print into.
    """
    for stream, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, stream) is None:
            setattr(sys, stream, open(os.devnull, mode))  # noqa: SIM115 (open to the program's end)

"""The beginning of both programs: Ctrl-C is no fault while they load, which takes a Pi seconds."""

from importlib import import_module

INTERRUPTED = 130
"""The exit code of programs that Ctrl-C ended, as shells count them."""


def launched(module: str) -> int:
    """Load the module of a program's command and run its `main`; the exit code."""
    try:
        code: int = import_module(module).main()
    except KeyboardInterrupt:
        return INTERRUPTED
    return code

"""How every command speaks and ends: well, refused with one clear message, interrupted, or unheard."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TextIO, TypeAlias

from cupsboard.systemd.exit_codes import Ending

Refusals: TypeAlias = Callable[[], tuple[type[Exception], ...]]
LONGEST_MESSAGE = 400
"""Characters of a refusal, which may quote what a damaged file holds."""


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
        _silence(sys.stdout)
        return Ending.UNHEARD
    except OSError as fault:
        where = "" if fault.filename is None else f"{fault.filename or repr('')}: "
        complain(f"{name}: {where}{fault.strerror or fault}")
        return Ending.REFUSED
    except refusals() as fault:
        complain(f"{name}: {fault}")
        return Ending.REFUSED
    return code


def say(words: str) -> None:
    """Say a line at once; an output that takes no more (a full disk, a reader that is gone) ends no game."""
    try:
        print(words, flush=True)
    except OSError as fault:
        _silence(sys.stdout)
        complain(f"nothing more can be said here ({fault.strerror}); everything else goes on")


def complain(message: str) -> None:
    """Say on stderr what is wrong, cut to what fits a screen; nobody may be there to read it."""
    try:
        print(_short(message), file=sys.stderr, flush=True)
    except OSError:
        _silence(sys.stderr)


def _silence(stream: TextIO) -> None:
    """Let everything that is still to be written to a stream, at exit too, go nowhere."""
    with suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def _open_streams() -> None:
    """Lead streams that were closed when the program was started (`>&-`) to nowhere.

    Each takes a free descriptor, so that no file of ours gets one that other programs print into.
    """
    for stream, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, stream) is None:
            setattr(sys, stream, open(os.devnull, mode))  # noqa: SIM115 (open to the program's end)


def _short(message: str) -> str:
    """A message that fits a line of a screen: it begins with where it happened, and ends with what to do."""
    message = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in message)
    half = LONGEST_MESSAGE // 2
    return message if len(message) <= LONGEST_MESSAGE else f"{message[:half]} ... {message[-half:]}"

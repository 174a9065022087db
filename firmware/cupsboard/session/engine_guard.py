"""The guard of a foreign engine: `python -m cupsboard.session.engine_guard COMMAND...`.

It starts the command in its own group of processes and hands its standard input on. When that input ends (the
board has ended, however that happened) the command has a second to end too; then the whole group is killed.
"""

import os
import select
import signal
import subprocess
import sys
from contextlib import suppress
from threading import Event, Thread
from typing import IO

from cupsboard.session.process_limits import NICENESS

CHUNK_BYTES = 65_536
END_SECONDS = 1.0
NOT_STARTED = 127


def main(words: list[str]) -> int:
    """Run the command until it ends or the standard input does. Return the command's exit code."""
    os.nice(NICENESS)
    try:
        engine = subprocess.Popen(words, stdin=subprocess.PIPE, bufsize=0)
    except OSError as fault:
        print(f"{words[0]}: {fault.strerror}", file=sys.stderr)
        return NOT_STARTED
    # Only the engine may hold its output open, so that whoever reads that sees when the engine ends.
    os.close(sys.stdout.fileno())
    assert engine.stdin is not None
    is_left = Event()
    Thread(target=_hand_on, args=(engine, engine.stdin, is_left), daemon=True).start()
    code = engine.wait()
    if is_left.is_set():
        os.killpg(0, signal.SIGKILL)
    return code


def _hand_on(engine: "subprocess.Popen[bytes]", to: IO[bytes], is_left: Event) -> None:
    """Copy the standard input to the engine; when either end closes, end the engine.

    Sets `is_left` if the input ended: then the board is gone, and the exit code is not read.
    """
    watched = select.poll()
    watched.register(0, select.POLLIN)
    # Asked for nothing, it still reports when the engine has closed its end.
    watched.register(to.fileno(), 0)
    with suppress(OSError):
        while to.fileno() not in dict(watched.poll()):
            data = os.read(0, CHUNK_BYTES)
            if not data:
                is_left.set()
                break
            while data:
                data = data[to.write(data) :]
    to.close()
    try:
        engine.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    # The guard's output is closed before its end: nothing is left to flush.
    sys.stderr.flush()
    os._exit(main(sys.argv[1:]) & 0xFF)

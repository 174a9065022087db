"""Programs that tests start: a test waits for what a program says or does, and no process outlives its test.

A program leads a process group of its own, which is killed when the block that started the program is left,
however that happens. If the tests themselves are killed, a guard kills the groups: its input ends with them.
"""

import codecs
import fcntl
import os
import pty
import random
import re
import selectors
import signal
import socket
import struct
import subprocess
import sys
import termios
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, TypeVar

HERE = Path(__file__).parent
_PYTEST = tomllib.loads((HERE.parent / "pyproject.toml").read_text())["tool"]["pytest"]["ini_options"]
PATIENCE_SECONDS: float = 0.4 * _PYTEST["timeout"]
"""The longest wait for an event; only an event that never comes takes so long.

It is a part of the limit of a whole test, so that a test that waits in vain can say for what."""
LOOK_SECONDS = 0.02
"""The pause between two looks at a state that gives no notice of its changes."""

Found = TypeVar("Found")


def wait_until(
    look: Callable[[], Found], what: Callable[[], str] | str, *, pause: Callable[[float], object] = time.sleep
) -> Found:
    """Look again and again until there is something, and return it.

    Raises AssertionError with `what` was waited for in vain.
    """
    end = time.monotonic() + PATIENCE_SECONDS
    while not (found := look()):
        assert time.monotonic() < end, f"in vain waited for {what if isinstance(what, str) else what()}"
        pause(LOOK_SECONDS)
    return found


def free_port() -> int:
    """Return a port of this computer on which nobody listens, for a program that must be told one.

    It is none of those that the system gives to who connects: between this look and the program's own many
    connections of other tests begin.
    """
    while True:
        with socket.socket() as trial, suppress(OSError):
            trial.bind(("127.0.0.1", random.randrange(10_000, 32_000)))
            return int(trial.getsockname()[1])


def is_alive(process_id: int) -> bool:
    """Tell whether a process runs, on Linux. A process that has ended and was not waited for does not."""
    try:
        status = Path(f"/proc/{process_id}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


class Program:
    """A program that runs, or ran, and what it has said, which is read whenever the test looks or waits."""

    def __init__(self, process: "subprocess.Popen[bytes]", out: int | None, err: int | None) -> None:
        """Take over its process, and the files from which its output and its standard error can be read."""
        self.process = process
        self._out, self._err = _Text(), _Text()
        self._sources = selectors.PollSelector()
        for source, text in ((out, self._out), (err, self._err)):
            if source is not None:
                self._sources.register(source, selectors.EVENT_READ, text)
        self._heard_to = 0

    @property
    def id(self) -> int:
        """The number of its process and of its group."""
        return self.process.pid

    @property
    def said(self) -> str:
        """All that it has said; without its standard error if that is heard apart."""
        self._listen(0)
        return self._out.text

    @property
    def complaints(self) -> str:
        """All that it has said on its standard error if that is heard apart."""
        self._listen(0)
        return self._err.text

    @property
    def fresh(self) -> str:
        """What it has said past the last words that were waited for, or since `forget`."""
        return self.said[self._heard_to :]

    def forget(self) -> None:
        """Take all that it has said so far as heard."""
        self._heard_to = len(self.said)

    def until(self, words: "str | re.Pattern[str]") -> "re.Match[str]":
        """Wait until it says words past those that were waited for before. Raises AssertionError."""
        pattern = re.compile(re.escape(words)) if isinstance(words, str) else words
        found = self.hears(lambda: pattern.search(self._out.text, self._heard_to), repr(pattern.pattern))
        assert found is not None
        self._heard_to = found.end()
        return found

    def lines(self) -> Iterator[str]:
        """Yield the lines past the words that were waited for before as they come, until it ends."""
        while self.hears(lambda: "\n" in self.fresh or self._is_silent, "a line") and "\n" in self.fresh:
            yield self.until(re.compile(r"(.*)\n"))[1]

    def hears(self, look: Callable[[], Found], what: str) -> Found:
        """Wait until something follows from what it has said, and return that. Raises AssertionError."""
        end = time.monotonic() + PATIENCE_SECONDS
        while not (found := look()):
            assert not self._is_silent, f"it ended without {what}; {self._last_words}"
            assert time.monotonic() < end, f"in vain waited for {what}; {self._last_words}"
            self._listen(max(0.0, end - time.monotonic()))
        return found

    def wait_until(self, look: Callable[[], Found], what: str) -> Found:
        """Wait until there is something while the program runs, and return that. Raises AssertionError."""

        def seen() -> Found:
            found = look()
            assert found or self.process.poll() is None, f"it ended without {what}; {self._last_words}"
            return found

        return wait_until(seen, lambda: f"{what}; {self._last_words}", pause=self._listen)

    def ended(self) -> int:
        """Hear it to the end, and return its exit code. Raises AssertionError."""
        self.hears(lambda: self._is_silent, "its end")
        try:
            return self.process.wait(PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"it is still running; {self._last_words}") from None

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send it a signal to end by, and return its exit code. Raises AssertionError."""
        self.process.send_signal(number)
        return self.ended()

    def interrupt(self) -> None:
        """Press Ctrl-C, of which a terminal tells the whole group."""
        os.killpg(self.id, signal.SIGINT)

    def children(self) -> list[int]:
        """Return the processes that it has started and that run, on Linux."""
        return [int(each) for each in Path(f"/proc/{self.id}/task/{self.id}/children").read_text().split()]

    def close(self) -> None:
        """Hear the rest of what it has said, and no more."""
        while self._listen(0):
            pass
        for source in [key.fd for key in self._sources.get_map().values()]:
            self._close(source)

    @property
    def _is_silent(self) -> bool:
        """Whether there is nothing more to hear, as a rule because it has ended."""
        return not self._sources.get_map()

    @property
    def _last_words(self) -> str:
        return f"it said {self._out.text[-2000:]!r} {self._err.text[-2000:]!r}"

    def _listen(self, seconds: float) -> bool:
        """Read what is there, or what comes within some seconds; tell whether there was anything."""
        ready = self._sources.select(seconds)
        for key, _ in ready:
            try:
                said = os.read(key.fd, 65536)
            except OSError:
                # So ends a terminal that no program has open any more.
                said = b""
            key.data.add(said)
            if not said:
                self._close(key.fd)
        return bool(ready)

    def _close(self, source: int) -> None:
        self._sources.unregister(source)
        os.close(source)


class _Text:
    """Text whose bytes come in pieces."""

    def __init__(self) -> None:
        self.text = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")

    def add(self, said: bytes) -> None:
        self.text += self._decoder.decode(said)


class OnTerminal(Program):
    """A program on a terminal of its own; what it has said is what it has drawn there."""

    def __init__(self, process: "subprocess.Popen[bytes]", terminal: int, before: list[Any]) -> None:
        """See `Program`; `before` are the settings of the terminal as the program finds them."""
        super().__init__(process, terminal, None)
        self._terminal = terminal
        self._left = self.before = before

    @property
    def settings(self) -> list[Any]:
        """The settings of the terminal now, or as the program has left them."""
        return self._left if self._is_silent else termios.tcgetattr(self._terminal)

    def type(self, keys: str) -> None:
        """Press keys; what was drawn before counts as heard."""
        self.forget()
        os.write(self._terminal, keys.encode())

    def resize(self, columns: int, lines: int) -> None:
        """Give the terminal another size; what was drawn before counts as heard."""
        self.forget()
        _resize(self._terminal, columns, lines)

    def hang_up(self) -> None:
        """Take the terminal away."""
        self._close(self._terminal)

    def _close(self, source: int) -> None:
        """See `Program`."""
        self._left = termios.tcgetattr(source)
        super()._close(source)


def _resize(terminal: int, columns: int, lines: int) -> None:
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))


@contextmanager
def started(
    *command: str | Path,
    apart: bool = False,
    given: str = "",
    out: Path | None = None,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    limits: Mapping[int, int] = {},
) -> Iterator[Program]:
    """Run a program for as long as the block runs.

    `given` is its input. Its output may go to a file, `out`, and is not heard then. With `apart` its standard
    error is heard apart from its output. `limits` are numbers of `resource`, and how much of each it has.
    """
    is_apart = apart or out is not None
    with TemporaryFile() as words, ExitStack() as stack:
        words.write(given.encode())
        words.seek(0)
        heard, output = (
            os.pipe() if out is None else (None, os.open(out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC))
        )
        heard_apart, errors = os.pipe() if is_apart else (None, output)
        try:
            process = stack.enter_context(
                _group(command, limits, stdin=words, stdout=output, stderr=errors, env=env, cwd=cwd)
            )
        finally:
            for theirs in {output, errors}:
                os.close(theirs)
        program = Program(process, heard, heard_apart)
        stack.callback(program.close)
        yield program


@contextmanager
def on_terminal(*command: str | Path, env: Mapping[str, str] = {}) -> Iterator[OnTerminal]:
    """Run a program on a terminal of 80 by 24 for as long as the block runs; `env` is added to ours."""
    # Ours may hold a size that somebody set for another terminal.
    ours = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    with ExitStack() as stack:
        terminal, theirs = pty.openpty()
        try:
            _resize(theirs, 80, 24)
            before = termios.tcgetattr(theirs)
            process = stack.enter_context(
                _group(command, {}, stdin=theirs, stdout=theirs, stderr=theirs, env={**ours, **env})
            )
        finally:
            os.close(theirs)
        program = OnTerminal(process, terminal, before)
        stack.callback(program.close)
        yield program


@dataclass(frozen=True, slots=True)
class Ran:
    """How a program ended, and what it said."""

    code: int
    said: str
    complaints: str


def ran(*command: str | Path, **how: Any) -> Ran:
    """Run a program to its end, with its standard error apart; see `started`."""
    with started(*command, apart=True, **how) as program:
        return Ran(program.ended(), program.said, program.complaints)


LAUNCH = (sys.executable, "-I", "-S", str(HERE / "launch.py"))


@contextmanager
def _group(
    command: tuple[str | Path, ...], limits: Mapping[int, int], **how: Any
) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a program as the leader of a group of its own, and kill the group in the end."""
    limited = ",".join(f"{what}:{much}" for what, much in limits.items())
    process = subprocess.Popen([*LAUNCH, limited, *map(str, command)], start_new_session=True, **how)
    _guard(process.pid)
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        _guard(process.pid)


_GUARD = """
import os, signal, sys
groups = set()
for line in sys.stdin:
    groups ^= {int(line)}
for group in groups:
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass
"""


@cache
def _guarding() -> "subprocess.Popen[bytes]":
    """Start the guard: a process that outlives this one for as long as there are groups to kill."""
    return subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", _GUARD], stdin=subprocess.PIPE, bufsize=0, start_new_session=True
    )


def _guard(group: int) -> None:
    """Tell the guard that a group begins; told again, that it has ended."""
    guard = _guarding()
    assert guard.stdin is not None
    guard.stdin.write(f"{group}\n".encode())

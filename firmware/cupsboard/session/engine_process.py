"""The engine in a process of its own, asked without waiting: submit a question, then poll for the answer.

A search holds Python's interpreter, so it must not run where the board is weighed. A worker that dies or
stops answering is reported and replaced, and the question is asked once more; if that fails too, the answer
is a failure.
"""

import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

from cupsboard.engine import protocol
from cupsboard.engine.player import Info, Limit
from cupsboard.rules.games import AnyGame

CHUNK_BYTES = 65_536
"""The most bytes that are read at once."""
LAST_WORDS_SECONDS = 0.1


class PipedWorker:
    """A worker in a process of its own, reached by pipes; implements `engine_process.Worker`."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start the program, in its own group of processes. Raises OSError."""
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
        )
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            os.set_blocking(stream.fileno(), False)
        self._unsent = b""

    @property
    def process_id(self) -> int | None:
        """Return the id of the worker's process, or None while there is none."""
        return self._process.pid

    def write(self, line: str) -> None:
        """Send the part of the line that fits into the pipe; the rest is sent with the next `read`."""
        self._unsent += f"{line}\n".encode()
        self._flush()

    def read(self) -> bytes | None:
        """Return new output of the process; None if there is none, b"" after its end."""
        self._flush()
        assert self._process.stdout is not None
        data = self._process.stdout.read(CHUNK_BYTES)
        if data == b"":
            # Its output ends a little before it does, and how it ended is known only then.
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(LAST_WORDS_SECONDS)
        return data

    @property
    def end(self) -> str | None:
        """Return how the process ended; None while it runs."""
        code = self._process.poll()
        return None if code is None else f"it ended with {code}"

    def kill(self) -> None:
        """End the process at once."""
        self._process.kill()

    def close(self, farewell: str, seconds: float) -> None:
        """Send `farewell` and let the process end within `seconds`; then kill it and what it started."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(f"{farewell}\n".encode())
            process.stdin.close()
        except OSError:
            pass  # It is gone, or doesn't read: it is killed below.
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.stdout.close()

    def _flush(self) -> None:
        if not self._unsent:
            return
        assert self._process.stdin is not None
        try:
            sent = self._process.stdin.write(self._unsent)
        except OSError:
            return  # It is gone, which the next reading shows.
        self._unsent = self._unsent[sent or 0 :]


COMMAND = (sys.executable, "-m", "cupsboard.session.engine_worker")
Say = Callable[[str], object]
TRIES = 2
"""How often a question is put to a worker before it counts as failed."""


@dataclass(frozen=True, slots=True)
class Patience:
    """The time limits for a worker, in seconds.

    Its start is one: a new Python process takes up to 10 s on the slowest Pi (an estimate). Then it is asked
    every `ping_seconds` whether it still answers; it does within 512 nodes, 25 ms on the slowest Pi.
    """

    start_seconds: float = 30.0
    ping_seconds: float = 2.0
    silence_seconds: float = 5.0
    pause_seconds: float = 1.0
    """The pause between the end of a worker and the start of the next."""
    end_seconds: float = 1.0
    answer_seconds: float = math.inf
    """How long a question may stay open while the worker listens."""


PATIENT = Patience()


@dataclass(frozen=True, slots=True)
class Thought:
    """The answer to a question, as far as it is known."""

    question: int
    infos: tuple[Info, ...] = ()
    """The lines found so far, best first."""
    move: str | None = None
    """The best move, or a level's, once the search has ended; else None."""
    pondering_seconds: float | None = None
    """How long players should see a level think before it moves; known together with its move."""
    overlooked: tuple[str, ...] = ()
    """The kinds of things that a level overlooked; see `levels.Choice`."""
    failure: str | None = None
    """Why there will be no move; None if there is no failure."""

    @property
    def is_final(self) -> bool:
        """Return whether the answer is complete."""
        return self.move is not None or self.failure is not None


@dataclass(slots=True)
class _Question:
    number: int
    lines: tuple[str, ...]
    tries: int = 0


class Worker(Protocol):
    """A program that answers the lines of the engine's protocol; only `close` waits for it."""

    @property
    def process_id(self) -> int | None:
        """Return the id of the worker's process; None if it has none."""

    @property
    def end(self) -> str | None:
        """Return how the worker ended; None while it works."""

    def write(self, line: str) -> None:
        """Send a line to the worker; do nothing if it has ended."""

    def read(self) -> bytes | None:
        """Return the worker's new output; None if there is none, b"" after its end."""

    def kill(self) -> None:
        """End the worker at once."""

    def close(self, farewell: str, seconds: float) -> None:
        """Send `farewell` and let the worker end by itself within `seconds`; then kill it."""


StartWorker = Callable[[], Worker]
PIPED: StartWorker = partial(PipedWorker, COMMAND)
"""Start our own engine in a process of its own."""


class EngineProcess:
    """The engine in a process of its own; a new question replaces the last one.

    Only `close` waits, for at most a second.
    """

    def __init__(
        self,
        say: Say,
        patience: Patience = PATIENT,
        clock: Callable[[], float] = time.monotonic,
        start: StartWorker = PIPED,
        name: str = "the engine",
    ) -> None:
        """Start the worker. Raises OSError.

        `say` gets a message, under `name`, when a worker ends.
        """
        self._name = name
        self._say = say
        self._patience = patience
        self._clock = clock
        self._start_worker = start
        self._worker: Worker | None = None
        self._rest = b""
        self._asked: _Question | None = None
        self._count = 0
        self._to_drop = 0
        """The number of answers still to come to questions that were replaced."""
        self._thought = Thought(0)
        self._start_at = self._ping_at = self._silent_at = self._put_at = 0.0
        self._is_pinged = self._is_ready = False
        self._start()

    @property
    def process_id(self) -> int | None:
        """Return the id of the worker's process; None if none runs."""
        return None if self._worker is None else self._worker.process_id

    def submit(
        self, game: AnyGame, position: Any, limit: Limit, lines: int = 1, move: str | None = None
    ) -> int:
        """Ask for the `lines` best moves in a position, with `move` among them. Return the question's number.

        The `Thought` that answers it carries this number.
        """
        return self._ask(protocol.position_request(game, position), protocol.go_request(limit, lines, move))

    def submit_level(self, game: AnyGame, position: Any, level_name: str, seed: int) -> int:
        """Ask for the move that a level makes in a position. Return the number of the question.

        The same seed gives the same move. An unknown level raises ValueError, which lists the levels.
        """
        return self._ask(
            protocol.position_request(game, position), protocol.go_at_level_request(level_name, seed)
        )

    def _ask(self, *lines: str) -> int:
        if self._asked is not None:
            self._to_drop += 1
            self._write(protocol.STOP)
        self._count += 1
        self._asked = _Question(self._count, lines)
        self._thought = Thought(self._count)
        if self._worker is not None:
            self._put()
        return self._count

    def stop(self) -> None:
        """Ask the engine to end its search now; the move comes with one of the next polls."""
        if self._asked is not None:
            self._write(protocol.STOP)

    def poll(self) -> Thought:
        """Read new answers and check the worker. Return what is known of the answer to the last question."""
        now = self._clock()
        if self._worker is None:
            if now >= self._start_at:
                self._start()
            return self._thought
        fault = self._take(self._worker)
        if fault is None and now >= self._silent_at:
            fault = f"it said nothing for {self._patience.silence_seconds:g} s"
        if fault is None and self._is_late(now):
            fault = f"it gave no bestmove within {self._patience.answer_seconds:g} s"
        if fault is not None:
            self._let_go(fault)
        elif not self._is_pinged and now >= self._ping_at:
            self._is_pinged = True
            self._silent_at = now + self._patience.silence_seconds
            self._write(protocol.READY)
        return self._thought

    def _is_late(self, now: float) -> bool:
        """Return whether a question has been open too long; the worker's start does not count."""
        is_asked = self._asked is not None and self._is_ready
        return is_asked and now >= self._put_at + self._patience.answer_seconds

    def close(self) -> None:
        """End the worker's process within a second."""
        worker, self._worker = self._worker, None
        self._asked = None
        if worker is not None:
            worker.close(protocol.QUIT, self._patience.end_seconds)

    def _start(self) -> None:
        self._worker = self._start_worker()
        self._rest = b""
        self._to_drop = 0
        self._is_pinged, self._is_ready = True, False
        self._silent_at = self._clock() + self._patience.start_seconds
        self._write(protocol.READY)
        if self._asked is not None:
            self._put()

    def _let_go(self, fault: str) -> None:
        """End a faulty worker; the next starts after a pause."""
        worker, asked = self._worker, self._asked
        assert worker is not None
        why = worker.end or fault
        worker.kill()
        self.close()
        self._start_at = self._clock() + self._patience.pause_seconds
        self._say(f"{self._name} stopped: {why}; starting it again")
        if asked is not None and asked.tries < TRIES:
            self._asked, self._thought = asked, Thought(asked.number)
        elif asked is not None:
            self._thought = replace(self._thought, failure=f"it stopped {TRIES} times: {why}")

    def _put(self) -> None:
        assert self._asked is not None
        self._asked.tries += 1
        self._put_at = self._clock()
        for line in self._asked.lines:
            self._write(line)

    def _write(self, line: str) -> None:
        if self._worker is not None:
            self._worker.write(line)

    def _take(self, worker: Worker) -> str | None:
        """Read new answers. Return the worker's fault, or None."""
        data = worker.read()
        if data is None:
            return None
        if not data:
            return "it ended"
        *lines, self._rest = (self._rest + data).split(b"\n")
        if len(self._rest) > CHUNK_BYTES:
            return f"it wrote a line of more than {CHUNK_BYTES} bytes"
        try:
            for line in lines:
                self._hear(line.decode().rstrip("\r"))
        except (protocol.ProtocolError, UnicodeDecodeError) as fault:
            return str(fault)
        return None

    def _hear(self, line: str) -> None:
        answer = protocol.parse_answer(line)
        now = self._clock()
        self._ping_at = now + self._patience.ping_seconds
        match answer:
            case protocol.Ready():
                if not self._is_ready:
                    self._is_ready, self._put_at = True, now
                self._is_pinged = False
                self._silent_at = math.inf
            case protocol.InfoLine(number, info) if not self._to_drop:
                infos = self._thought.infos
                self._thought = replace(self._thought, infos=(*infos[: number - 1], info, *infos[number:]))
            case protocol.BestMove() | protocol.Failure() if self._to_drop:
                self._to_drop -= 1
            case protocol.BestMove(move, seconds, overlooked):
                self._end(replace(self._thought, move=move, pondering_seconds=seconds, overlooked=overlooked))
            case protocol.Failure(reason):
                self._end(replace(self._thought, failure=reason))

    def _end(self, thought: Thought) -> None:
        if self._asked is not None:
            self._thought, self._asked = thought, None


StartEngine = Callable[[Say], EngineProcess]
"""Starts an engine; its argument gets messages about faults."""

"""The bank reader in a process of its own, so that nothing the board does can stretch a clock pulse.

The child opens the lines, runs the bank and sends its frames; here they come out as from any other scales.
If the child dies, is stopped or starves, all places are reported silent and a new child is started. The
frames of a table that lies still come some at a time, so that a board at rest is woken less often.
"""

import ctypes
import gc
import os
import pickle
import select
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum
from math import inf
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from statistics import median
from typing import Any, Protocol

from cupsboard.drivers.errors import DriverError
from cupsboard.drivers.hx711.bank import Bank
from cupsboard.drivers.hx711.cell_health import CellHealth
from cupsboard.ports import Lines
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Frame

REAL_TIME_PRIORITY = 5
"""Low among the real-time ones: it must go before programs, not before the kernel's own threads (50)."""
NICENESS = -10

_LOCK_CURRENT, _LOCK_FUTURE, _LOCK_ON_FAULT = 1, 2, 4
"""mlockall(2). On fault: all of the process would be read in otherwise, of which it needs a part."""

MOST_BUSY_SECONDS = 10e-3
GIVE_WAY_SECONDS = 1e-3


class Precedence(Enum):
    """How a process is scheduled."""

    REAL_TIME = "before all other programs"
    NICE = "before most other programs"
    NONE = "like any other program"

    __hash__ = object.__hash__


def go_first() -> Precedence:
    """Take the first place that the system allows, and keep the memory from being swapped out."""
    _lock_memory()
    try:
        # Threads that a library starts later don't inherit it.
        policy = os.SCHED_FIFO | os.SCHED_RESET_ON_FORK
        os.sched_setscheduler(0, policy, os.sched_param(REAL_TIME_PRIORITY))
        return Precedence.REAL_TIME
    except (OSError, AttributeError):
        return _be_nice()


def _be_nice() -> Precedence:
    try:
        if os.getpriority(os.PRIO_PROCESS, 0) > NICENESS:
            os.setpriority(os.PRIO_PROCESS, 0, NICENESS)
        return Precedence.NICE
    except OSError:
        return Precedence.NONE


def _lock_memory() -> None:
    try:
        # A system without such limits has no mlockall either.
        import resource

        limit, _ = resource.getrlimit(resource.RLIMIT_MEMLOCK)
        # With a limit, memory to come must not count: beyond it there would be none at all.
        future = _LOCK_FUTURE if limit == resource.RLIM_INFINITY else 0
        ctypes.CDLL(None).mlockall(_LOCK_CURRENT | future | _LOCK_ON_FAULT)
    except (ImportError, OSError, AttributeError):
        return


class GivingWay:
    """Sees to it that others get the processor too, however busy a real-time process is.

    Between two sleeps lie no more than 10 ms and one step, even on a machine too slow for all it is asked.
    """

    def __init__(self, now: float) -> None:
        self._slept_at = now

    def pause(self, now: float, wake_at: float) -> float:
        """How long to sleep now, if the next work is due at a time; 0 for not at all."""
        wanted = wake_at - now
        if wanted <= 0.0:
            if now - self._slept_at < MOST_BUSY_SECONDS:
                return 0.0
            wanted = GIVE_WAY_SECONDS
        self._slept_at = now + wanted
        return wanted


GATHERED_SECONDS = 0.35
"""A frame is held back until the oldest that waits is that old: five travel together at 10 SPS, 29 at 80."""
QUIET_SECONDS = 5.0
"""How long no frame waits after a change: what the board decides by samples has come by then."""
MOVED_STEPS = 5.0
"""A reading that is off its level by this times the usual step, 4.8 standard deviations, has moved.

What moves by less is told half a second later at the most."""
LEVEL_READINGS = 16
"""A level is a mean over about this number of readings."""
GROWTH = 0.05
"""How much a larger step raises the usual one, and a smaller one lowers it, once the first few are known."""


class Level:
    """Where the readings of one cell lie (counts), and how large the step to the next reading usually is."""

    __slots__ = ("_counts", "_first_steps", "_latest", "_step")

    def __init__(self) -> None:
        self._counts = self._step = 0.0
        self._latest: int | None = None
        self._first_steps: list[int] = []

    def is_left_by(self, counts: int) -> bool:
        """Take one reading; return whether it has moved off the level, which then begins anew.

        The first one has.
        """
        latest, self._latest = self._latest, counts
        if latest is None:
            self._counts = counts
            return True
        self._learn(abs(counts - latest))
        off = counts - self._counts
        if abs(off) > MOVED_STEPS * self._step:
            self._counts = counts
            return True
        self._counts += off / LEVEL_READINGS
        return False

    def _learn(self, step: int) -> None:
        """Follow the median of the steps."""
        if len(self._first_steps) < LEVEL_READINGS:
            self._first_steps.append(step)
            usual = median(self._first_steps)
        else:
            usual = self._step * (1.0 + GROWTH if step > self._step else 1.0 - GROWTH)
        # A cell without any noise would leave its level with the first count of drift.
        self._step = max(1.0, usual)


class GatheredFrames:
    """Holds frames back while all cells stay on their levels; whatever moves sends all of them at once."""

    def __init__(self, cells: int) -> None:
        self._levels = [Level() for _ in range(cells)]
        self._held: list[Frame] = []
        self._moved_at = -inf

    def take(self, frame: Frame) -> tuple[Frame, ...]:
        """Take the newest frame; return those that are to be sent now, the oldest first."""
        for level, reading in zip(self._levels, frame.readings, strict=True):
            # A fault says nothing of the weight.
            if isinstance(reading, int) and level.is_left_by(reading):
                self._moved_at = frame.time
        self._held.append(frame)
        is_quiet = frame.time - self._moved_at > QUIET_SECONDS
        if is_quiet and frame.time - self._held[0].time < GATHERED_SECONDS:
            return ()
        sent, self._held = tuple(self._held), []
        return sent


LOOK_SECONDS = 0.1
"""How often it is looked after while there is no child, or the child is overdue."""
HEALTH_SECONDS = 1.0
GRACE_SECONDS = 3.0
"""A child that is asked to end goes on for so long: its parent, asked as well, wants to end it in order."""
REPORTS = 5
"""Frames that tell of a silence; then nothing is sent, as nothing arrives, and a watchdog may notice."""


class Cells(Protocol):
    """What reads all cells of a board: a bank on the Pi's lines, or a Pico."""

    cells: tuple[str, ...]

    def step(self) -> tuple[Frame | None, float]:
        """Do what is due; return a frame if one is finished, and when to be called again."""

    def allow_reset(self, still: bool) -> None:
        """Say whether the table is still, so that starting all chips anew would disturb no reading."""

    def health(self) -> Mapping[str, CellHealth]:
        """How each cell does, by name."""


OpenCells = Callable[[], Cells]
"""Opens what reads the cells in the child; it travels there by pickle. Raises DriverError."""
OpenLines = Callable[[], Lines]
"""Opens the Pi's lines likewise."""


@dataclass(frozen=True, slots=True)
class OpenBank:
    """Opens the lines of a bank, and sets it on them."""

    lines: OpenLines
    cells: tuple[str, ...]

    def __call__(self) -> Bank:
        """Claim the lines. Raises DriverError."""
        return Bank(self.lines(), self.cells)


Say = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a child may take.

    Its start: a new Python process takes up to 10 s to its first frame on the slowest Pi (an estimate).
    Without any frame for `silence_seconds` the places count as silent (a bank without any cell sends four a
    second), after `stuck_seconds` the child is replaced, and `pause_seconds` lie between one and the next.
    """

    start_seconds: float = 30.0
    silence_seconds: float = 2.0
    stuck_seconds: float = 6.0
    pause_seconds: float = 1.0


PATIENT = Patience()


class ReaderProcess:
    """Implements `Scales` and `Arrivals` over a child process.

    Time is the system's monotonic clock, the same in both.
    """

    def __init__(
        self, open_cells: OpenCells, cells: Sequence[str], say: Say, patience: Patience = PATIENT
    ) -> None:
        """Start the first child; `say` is told when one ends and why."""
        self._open_cells = open_cells
        self._cells = tuple(cells)
        self._say = say
        self._patience = patience
        self._child: BaseProcess | None = None
        self._connection: Connection[Any, Any] | None = None
        self._arrivals = select.poll()
        self._frames: deque[Frame] = deque()
        """Frames that the child sent together and that no step has returned yet, the oldest first."""
        self._is_still = True
        self._health: Mapping[str, CellHealth] = {}
        self.precedence: Precedence | None = None
        """How the child is scheduled, as it said; None before."""
        self._deadline = 0.0
        self._start_at = 0.0
        self._reports = 0
        self._failure = ""
        self._start(time.monotonic())

    @property
    def process_id(self) -> int | None:
        """Return the id of the child, for whoever looks after it; None while there is none."""
        return None if self._child is None else self._child.pid

    def step(self) -> tuple[Frame | None, float]:
        """Take what the child has sent, or see after it; see `Scales`."""
        now = time.monotonic()
        if self._frames:
            return self._frames.popleft(), self._deadline
        if self._connection is None:
            if now >= self._start_at:
                self._start(now)
            return self._report(now)
        try:
            while self._arrivals.poll(0):
                match self._connection.recv():
                    case tuple(frames):
                        self._deadline = now + self._patience.silence_seconds
                        self._reports = REPORTS
                        self._frames.extend(Frame(*each) for each in frames)
                        return self._frames.popleft(), self._deadline
                    case str(words):
                        self._failure = words
                    case Precedence() as precedence:
                        self.precedence = precedence
                    case health:
                        self._health = health
        except (EOFError, OSError):
            self._end(now)
            return self._report(now)
        if now < self._deadline:
            # Whatever it says, and its end, ends `wait`.
            return None, self._deadline
        patience = self._patience
        if now >= self._deadline + patience.stuck_seconds - patience.silence_seconds:
            self._failure = f"it sent nothing for {patience.stuck_seconds:g} s"
            self._end(now)
        return self._report(now)

    def have_come(self) -> bool:
        """Return whether the child has said something since the last step, or has ended; see `Arrivals`."""
        return bool(self._frames) or (self._connection is not None and bool(self._arrivals.poll(0)))

    def wait(self, seconds: float) -> bool:
        """Sleep until the child says something or ends, `seconds` at the most; see `Arrivals`."""
        if self._frames:
            return True
        if self._connection is None:
            time.sleep(seconds)
            return False
        return bool(self._arrivals.poll(1000 * seconds))

    def allow_reset(self, *, still: bool) -> None:
        """See `Scales`."""
        if still != self._is_still:
            self._is_still = still
            self._tell(still)

    def health(self) -> Mapping[str, CellHealth]:
        """How each cell does, as the child said last."""
        return self._health

    def close(self) -> None:
        """End the child; it notices at its next step, within a second or not at all."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self._child is not None:
            self._child.join(1.0)
            if self._child.is_alive():
                self._child.kill()
                self._child.join()
            self._child = None

    def _start(self, now: float) -> None:
        # Ctrl-C and a closed terminal are for the parent, which ends the child when it has finished.
        # Not forked: lgpio's threads and its handles don't survive a fork (gpiozero #1131).
        context = get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._child = context.Process(
            target=_read, args=(theirs, self._open_cells), name="scales", daemon=True
        )
        with _deaf_to_interrupts():
            self._child.start()
        theirs.close()
        self._arrivals = _arrivals_at(self._connection)
        self._deadline = now + self._patience.start_seconds
        self._tell(self._is_still)

    def _end(self, now: float) -> None:
        child = self._child
        self.close()
        # Its pipe ends before it does, so how it ended is known only now.
        code = None if child is None else child.exitcode
        why = self._failure or ("it ended" if code is None else f"it ended with {code}")
        self._say(f"the reader of the scales stopped: {why}; starting it again")
        self._failure = ""
        self._start_at = now + self._patience.pause_seconds

    def _report(self, now: float) -> tuple[Frame | None, float]:
        wake = now + LOOK_SECONDS
        if not self._reports:
            return None, wake
        self._reports -= 1
        return Frame(now, (CellFault.SILENT,) * len(self._cells)), wake

    def _tell(self, still: bool) -> None:
        if self._connection is None:
            return
        try:
            self._connection.send(still)
        except OSError:
            # It is gone, which the next step notices.
            return


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """A while in which Ctrl-C and a closed terminal wait; a child begun in it never hears of either."""
    # Starting a child begins with this, which lets through what it finds held back.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _read(connection: "Connection[Any, Any]", open_cells: OpenCells) -> None:
    """The child: read the cells until the parent is gone."""
    last_orders = _LastOrders()
    # A collection between two edges of the clock would stretch a pulse; nothing here makes cycles.
    gc.disable()
    try:
        bank = open_cells()
        connection.send(go_first())
        _run(connection, bank, last_orders)
    except DriverError as fault:
        _send_last(connection, str(fault))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return


class _LastOrders:
    """A service that is stopped asks child and parent at once: the child waits for its parent's word."""

    def __init__(self) -> None:
        self._since: float | None = None
        signal.signal(signal.SIGTERM, self._asked)

    def _asked(self, _number: int, _frame: object) -> None:
        self._since = time.monotonic()

    def is_over(self, now: float) -> bool:
        """Whether the parent has let it be for too long."""
        return self._since is not None and now > self._since + GRACE_SECONDS


def _run(connection: "Connection[Any, Any]", bank: Cells, last_orders: _LastOrders) -> None:
    next_health = 0.0
    giving_way = GivingWay(time.monotonic())
    orders = _arrivals_at(connection)
    gathered = GatheredFrames(len(bank.cells))
    while True:
        frame, wake_at = bank.step()
        if frame is not None and (frames := gathered.take(frame)):
            # Some come each second at the least, so whatever is not the bank's looks comes with those.
            connection.send_bytes(pickle.dumps(tuple((each.time, each.readings) for each in frames)))
            now = time.monotonic()
            if now >= next_health:
                next_health = now + HEALTH_SECONDS
                connection.send(_health(bank))
                if last_orders.is_over(now):
                    return
            while orders.poll(0):
                bank.allow_reset(connection.recv())
        if pause := giving_way.pause(time.monotonic(), wake_at):
            time.sleep(pause)


def _arrivals_at(connection: "Connection[Any, Any]") -> "select.poll":
    """A selector that watches the connection: `Connection.poll` would build one for each question."""
    arrivals = select.poll()
    arrivals.register(connection, select.POLLIN)
    return arrivals


def _health(bank: Cells) -> dict[str, CellHealth]:
    """Return what can travel: the bank's own mappings are read-only views, which can't be pickled."""
    return {cell: replace(each, refusals=dict(each.refusals)) for cell, each in bank.health().items()}


def _send_last(connection: "Connection[Any, Any]", words: str) -> None:
    try:
        connection.send(words)
    except OSError:
        return

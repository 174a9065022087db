"""A simulated board that something happens to while the bank reader reads it, and what that gave.

Chips, cables and computer are those of tests/drivers/hx711/datasheet_chips.py. Times are seconds.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import inf, isinf
from random import Random

from datasheet_chips import HIGHEST, LOWEST, MIDWAY, Board, Chip, Computer

SLOW, FAST = 10, 80
NOT_YET = frozenset({"MISSED", "STARTING"})
OF_THE_HOST = "SLOW_CLOCK"
TURNAROUND = 20e-6
"""What the loop of the reader's process does between two steps."""
HIT, REPAIRED = 10.0, 20.0
OSCILLATORS = 0.05
SEEN_PERIODS = 2.0
"""A value counts as right if the chip held it during the step or so many periods before."""


@dataclass(frozen=True)
class Row:
    """A board and what happens to it."""

    table: str
    name: str
    sps: int
    cells: int = 10
    call: float = 2e-6
    seconds: float = 35.0
    preemptions: float = 2.0
    victims: tuple[int, ...] = ()
    """The cells that something is done to."""
    hit: float = HIT
    repaired: float = REPAIRED
    prepare: Callable[["Scene"], None] | None = None
    acts: tuple[tuple[float, Callable[["Scene"], None]], ...] = ()
    stalls: Callable[[Random], Iterator[tuple[float, float]]] | None = None
    oscillators: float = OSCILLATORS
    is_still: bool = True
    """Whether a power cycle of all chips would disturb nobody."""


@dataclass
class Result:
    """What one run of a row gave; times are from the hit or the repair, -1 where it never came."""

    values: int = 0
    wrong: int = 0
    false: int = 0
    """Readings that call a sound cell dead."""
    resets: int = -1
    """Power cycles of the bank, after that of the start."""
    frames: float = 0.0
    """Full frames a second, from the first on; a cell that something is done to doesn't count."""
    share: float = 0.0
    """The same as a share of the slowest chip's rate."""
    first: float = -1.0
    named: float = -1.0
    back: float = -1.0
    gap: float = 0.0
    slow_named: float = -1.0
    pause: float = 0.0
    """Longest time without any frame, heartbeats included."""
    exception: str = ""
    words: dict[str, int] = field(default_factory=dict)
    """Readings without counts, by name."""


class Scene:
    """A board in the middle of a row."""

    def __init__(self, row: Row, seed: int) -> None:
        self.rng = rng = Random(f"{row.table} {row.name} {row.sps} {row.cells} {seed}")
        midway = MIDWAY[seed % len(MIDWAY)]
        self.chips = [
            Chip(
                Random(rng.random()),
                sps=row.sps,
                error=rng.uniform(-row.oscillators, row.oscillators),
                midway=midway,
                counts=partial(anything, Random(rng.random())),
            )
            for _ in range(row.cells)
        ]
        stalls = row.stalls(Random(rng.random())) if row.stalls else None
        self.computer = Computer(Random(rng.random()), row.call, row.preemptions, stalls=stalls)
        for chip in self.chips:
            chip.run_before(0.0)
        self.board = Board(self.chips, self.computer)
        if row.prepare is not None:
            row.prepare(self)
            self.board.refresh()

    def do(self, act: Callable[["Scene"], None]) -> None:
        """Change the board from outside."""
        self.board.catch_up()
        act(self)
        self.board.refresh()


def anything(rng: Random, time: float) -> int:
    """Unlike its neighbours, so that no mixture of two words passes for one of them."""
    return rng.randint(LOWEST + 1, HIGHEST - 1)


def run(
    row: Row,
    seed: int,
    bank_of: Callable[[Board, Sequence[str]], object],
    look: Callable[[object], None] = lambda frame: None,
) -> Result:
    """Play a row on a reader.

    `bank_of` makes the reader from its lines and the cells' names; `look` sees its frames.
    """
    scene = Scene(row, seed)
    board, computer, chips = scene.board, scene.computer, scene.chips
    bank = bank_of(board, [f"cell-{number}" for number in range(row.cells)])
    if not row.is_still:
        bank.allow_reset(still=False)
    notes = _Notes(row, chips)
    acts = list(row.acts)
    wake_at, was_high = 0.0, False
    try:
        while computer.time < row.seconds:
            if acts and wake_at >= acts[0][0]:
                computer.sleep_until(acts[0][0])
                scene.do(acts.pop(0)[1])
            computer.sleep_until(wake_at)
            began = computer.time
            frame, wake_at = bank.step()
            if frame is not None:
                notes.take(frame, began, computer.time)
                look(frame)
            # A clock left high between two steps is a power cycle by the reader's will.
            notes.resets += board.is_written_high and not was_high
            was_high = board.is_written_high
            computer.time += TURNAROUND
    except Exception as fault:
        notes.result.exception = f"{type(fault).__name__}: {fault}"
    return notes.concluded()


class _Notes:
    def __init__(self, row: Row, chips: Sequence[Chip]) -> None:
        self.result = Result()
        self.resets = 0
        self._row, self._chips = row, chips
        self._sound = [line for line in range(row.cells) if line not in row.victims]
        self._last_values = [0.0] * row.cells
        self._backs = dict.fromkeys(row.victims, inf)
        self._last_frame = 0.0
        self._full = 0
        self._first = self._last = inf

    def take(self, frame: object, began: float, ended: float) -> None:
        result, row = self.result, self._row
        result.pause = max(result.pause, ended - self._last_frame)
        self._last_frame = ended
        is_full = True
        for line, reading in enumerate(frame.readings):
            is_victim = line in self._backs
            if isinstance(reading, int):
                self._take_value(line, reading, began, ended, is_victim)
                continue
            result.words[reading.name] = result.words.get(reading.name, 0) + 1
            is_full = is_full and is_victim
            if reading.name == OF_THE_HOST:
                result.slow_named = ended if result.slow_named < 0 else result.slow_named
            elif reading.name not in NOT_YET:
                self._take_fault(line, ended, is_victim)
        if is_full and (len(self._sound) or ended > row.repaired):
            self._full += 1
            self._first = min(self._first, ended)
            self._last = ended

    def _take_value(self, line: int, counts: int, began: float, ended: float, is_victim: bool) -> None:
        result, row, chip = self.result, self._row, self._chips[line]
        result.values += 1
        since = began - SEEN_PERIODS * chip.period * chip.drift(began)
        result.wrong += not chip.has_held(counts, since, ended)
        if not is_victim:
            if ended > row.hit and self._last_values[line]:
                result.gap = max(result.gap, ended - max(self._last_values[line], row.hit))
            self._last_values[line] = ended
        elif ended > row.repaired:
            self._backs[line] = min(self._backs[line], ended - row.repaired)

    def _take_fault(self, line: int, ended: float, is_victim: bool) -> None:
        result, row = self.result, self._row
        if not is_victim or ended < row.hit or not isinf(self._backs[line]):
            result.false += 1
        elif result.named < 0 and (ended < row.repaired or row.repaired < row.hit):
            result.named = ended - row.hit

    def concluded(self) -> Result:
        result, row = self.result, self._row
        result.resets = self.resets - 1
        for line in self._sound:
            result.gap = max(result.gap, row.seconds - max(self._last_values[line], row.hit))
        if self._full > 1:
            result.first = self._first
            result.frames = (self._full - 1) / (row.seconds - self._first)
            slowest = max(chip.period for chip in self._chips)
            result.share = result.frames * slowest
        slowest_back = max(self._backs.values(), default=inf)
        result.back = -1.0 if isinf(slowest_back) else slowest_back
        return result

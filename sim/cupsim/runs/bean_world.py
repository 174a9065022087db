"""A simulated board with a heap of beans beside it, and somebody who weighs them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from cupsboard.loop import Loop
from cupsboard.procedures.procedure import Procedure
from cupsboard.profile import generated
from cupsboard.rules.game import Contents
from cupsboard.rules.places import OFF_BOARD, Place, Side
from cupsboard.scales.calibration import Calibration
from cupsboard.signs.scene import Meaning, Message

from cupsim.people.bean_workers import DONE, HEAP, Weigher
from cupsim.people.light_reader import LightReader
from cupsim.runs import schedule
from cupsim.runs.schedule import Actor, HandsAhead, Timed
from cupsim.runs.simulated_board import build, calibrate
from cupsim.table.beans import bean_kind
from cupsim.table.hands import Hands
from cupsim.table.load_cell import cell_model
from cupsim.table.pieces import Piece
from cupsim.table.table import Table

Teller = Callable[[float, Message], object]
"""Told, with the time, what the board has to say; again and again while it stays the same."""


@dataclass(frozen=True, slots=True)
class Heap:
    """Everything a weighing is drawn from: the board and `count` beans of a kind."""

    seed: int
    count: int
    beans: str = "kidney"
    cells: str = "500g"
    cups: int = 4
    sps: int = 10


class BeanWorld:
    """The board, the heap and a pair of hands; nobody moves them before `seat`."""

    def __init__(self, heap: Heap) -> None:
        self._rng = Random(heap.seed)
        kind, model = bean_kind(heap.beans), cell_model(heap.cells)
        self.profile = generated(heap.cups, rate_sps=heap.sps)
        self.table = Table(heap.cups, self._rng, beans=kind, cells=model, stock_beans=heap.count)
        self.table.take(DONE, heap.count, 0.0)
        self.bench = build(self.profile, self.table, self._rng, sps=heap.sps)
        self.calibration: Calibration = calibrate(self.table, kind, model, self._rng, sps=heap.sps)
        self.hands = Hands(Side.SOUTH, self.table, self.bench.set_button, Random(self._rng.getrandbits(64)))
        self._reader = LightReader(self.bench.strip, self.profile.strip.pixels)
        self._weigher: Weigher | None = None

    @property
    def now(self) -> float:
        """Virtual seconds since the board was switched on."""
        return self.bench.board.clock.now()

    def contents(self) -> Contents:
        """The beans in every place."""
        return self.table.contents()

    def meanings(self) -> Mapping[Place, Meaning]:
        """What the lights say."""
        return self._reader.meanings

    def seat(self, person: Callable[[Hands, "BeanWorld", Random], Weigher]) -> None:
        """Let somebody do what the lights ask for."""
        self._weigher = person(self.hands, self, Random(self._rng.getrandbits(64)))

    def run(self, procedure: Procedure, patience_seconds: float, tell: Teller | None = None) -> bool:
        """Let time pass until the procedure is finished, or for so long; whether it finished."""
        loop = Loop(self.bench.board, procedure)

        def step_board(_now: float) -> float:
            wake = loop.step()
            self._reader.watch(self.now)
            if tell is not None and loop.scene is not None:
                tell(self.now, loop.scene.message)
            return wake

        turns: list[Actor] = [Timed(step_board, self.now), HandsAhead(self.hands)]
        if self._weigher is not None:
            turns.append(Timed(self._weigher.step, self.now))
        ends = self.now + patience_seconds
        schedule.run_until(ends, self.bench.board.clock, lambda: turns, lambda: procedure.is_finished)
        return procedure.is_finished

    def collect(self) -> tuple[Sequence[Piece], Sequence[Piece]]:
        """Take away the beans that are done with and those that were thrown away, as they really are."""
        done, thrown = (
            self.table.take(place, self.table.contents()[place], self.now) for place in (DONE, OFF_BOARD)
        )
        return done, thrown

    @property
    def heap_left(self) -> int:
        """How many beans nobody has touched."""
        return self.table.contents()[HEAP]

"""A simulated board with a heap of beans beside it, and somebody who weighs them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from cupsboard.profile import generated
from cupsboard.rules.game import Contents
from cupsboard.rules.places import OFF_BOARD, Side
from cupsboard.scales.calibration import Calibration

from cupsim.people.bean_workers import DONE, HEAP, Weigher
from cupsim.runs.schedule import HandsAhead, Timed
from cupsim.runs.simulated_board import calibrate
from cupsim.runs.workbench import Workbench
from cupsim.table.beans import bean_kind
from cupsim.table.hands import Hands
from cupsim.table.load_cell import cell_model
from cupsim.table.pieces import Piece
from cupsim.table.table import Table


@dataclass(frozen=True, slots=True)
class Heap:
    """Everything a weighing is drawn from: the board and `count` beans of a kind."""

    seed: int
    count: int
    beans: str = "kidney"
    cells: str = "500g"
    cups: int = 4
    sps: int = 10


class BeanWorld(Workbench):
    """The board, the heap and a pair of hands; nobody moves them before `seat`."""

    def __init__(self, heap: Heap) -> None:
        self._rng = Random(heap.seed)
        kind, model = bean_kind(heap.beans), cell_model(heap.cells)
        self.table = Table(heap.cups, self._rng, beans=kind, cells=model, stock_beans=heap.count)
        self.table.take(DONE, heap.count, 0.0)
        super().__init__(generated(heap.cups, rate_sps=heap.sps), self.table, self._rng, sps=heap.sps)
        self.calibration: Calibration = calibrate(self.table, kind, model, self._rng, sps=heap.sps)
        self.hands = Hands(Side.SOUTH, self.table, self.bench.set_button, Random(self._rng.getrandbits(64)))
        self.actors.append(HandsAhead(self.hands))

    def contents(self) -> Contents:
        """The beans in every place."""
        return self.table.contents()

    def seat(self, person: Callable[[Hands, "BeanWorld", Random], Weigher]) -> None:
        """Let somebody do what the lights ask for."""
        self.actors.append(Timed(person(self.hands, self, Random(self._rng.getrandbits(64))).step, self.now))

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

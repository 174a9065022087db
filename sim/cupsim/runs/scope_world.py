"""One simulated cell on one simulated amplifier, and hands that do what the sentence asks for."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from cupsboard.drivers.assembly import Darkness
from cupsboard.drivers.buzzer import Silence
from cupsboard.drivers.hx711.bank import Bank
from cupsboard.ports import Board
from cupsboard.procedures.scope.first_cup import CELL
from cupsboard.referee.edges import Edge
from cupsboard.rules.places import Side, cup

from cupsim.electronics.chip_bank import ChipBank
from cupsim.electronics.host_timing import Host
from cupsim.electronics.hx711_chip import Chip, MidFrame
from cupsim.people.calibrating_hands import CalibratingHands, Load, Motion
from cupsim.runs.build_faults import Mistake, rattling, spoil
from cupsim.runs.schedule import Timed
from cupsim.runs.simulated_board import VirtualClock
from cupsim.runs.workbench import Accompanied
from cupsim.table.beans import bean_kind
from cupsim.table.load_cell import cell_model
from cupsim.table.table import Table

PLACE = cup(Side.SOUTH, 1)
"""Where the one cell stands on the table that is simulated."""
BEANS_AT_HAND = 40
PRESS_SECONDS = 0.15
GLANCE_SECONDS = 0.5
READING_SECONDS = 1.5
"""From a new sentence to the hand that begins to move."""
BETWEEN_BEANS_SECONDS = 3.0
PATIENCE_SECONDS = 60.0
"""How long a fault is said before the hands give up."""
AT_A_LOSS = ("scope-silent", "scope-stuck", "scope-saturated", "scope-faulty", "scope-restless", "scope-fell")
"""The sentences about something that these hands can't mend."""


@dataclass(frozen=True, slots=True)
class ScopeSetup:
    """What one cell and its beans are drawn from; `mass_grams` is what the hands lay on it, 0 for none."""

    seed: int
    mass_grams: float
    beans: str = "kidney"
    cells: str = "500g"
    sps: int = 10
    mistake: Mistake = Mistake.NONE


class ScopeWorld(Accompanied):
    """A cell below the production reader, and hands that obey until they are at a loss."""

    def __init__(self, setup: ScopeSetup) -> None:
        rng = Random(setup.seed)
        kind, model = bean_kind(setup.beans), cell_model(setup.cells)
        self.table = Table(2, rng, beans=kind, cells=model, stock_beans=BEANS_AT_HAND)
        cell = self.table.cells[PLACE]
        seed = rng.getrandbits(64)
        self.chip = Chip(cell.signal, Random(seed), sps=setup.sps, mid_frame=rng.choice(tuple(MidFrame)))
        spoil(setup.mistake, self.chip, cell)
        knocks = rattling(setup.mistake, self.table, rng)
        lines = ChipBank((self.chip,), Host(Random(rng.getrandbits(64))), Random(rng.getrandbits(64)))
        self._bank = Bank(lines, (CELL,))
        self._button = _Button()
        super().__init__(Board(VirtualClock(lines), self._bank, Darkness(), self._button, Silence()))
        hands = Random(rng.getrandbits(64))
        self.hands = CalibratingHands(self.table, hands, Load(setup.mass_grams), lambda: self.now)
        self._motion: Motion | None = None
        self._said, self._said_at = "", 0.0
        self.actors += [*knocks, Timed(self._step_hands, 0.0)]

    def nominal_sps(self) -> int | None:
        """Return what the reader knows of the amplifier's rate."""
        return self._bank.health()[CELL].nominal_sps

    def has_given_up(self) -> bool:
        """Whether a fault was said for so long that the hands have given up."""
        return self._said in AT_A_LOSS and self.now - self._said_at > PATIENCE_SECONDS

    def _step_hands(self, now: float) -> float:
        key = self.said()
        if key != self._said:
            self._said, self._said_at = key, now
        pause = None if self._motion is None else next(self._motion, None)
        if pause is None:
            self._motion = self._next(key, now)
            pause = GLANCE_SECONDS
        return now + pause

    def _next(self, key: str, now: float) -> Motion | None:
        """What the hands do about a sentence."""
        if now - self._said_at < READING_SECONDS:
            return None
        hands = self.hands
        match key:
            case "scope-rest" | "scope-waiting" if not hands.has_taken(PLACE):
                return hands.lift_off(PLACE)
            case "scope-mass" if hands.loaded_place is None:
                return hands.put_load(PLACE)
            case "scope-unload" | "scope-odd-gain" if hands.loaded_place is not None:
                return hands.take_load(PLACE)
            case "scope-cup" if hands.has_taken(PLACE):
                return hands.put_back(PLACE)
            case "scope-beans" | "scope-too-few" if hands.has_beans:
                return self._bean()
            case "scope-judged" | "scope-too-few":
                return self._button.press(lambda: self.now)
            case _:
                return None

    def _bean(self) -> Iterator[float]:
        yield from self.hands.drop_bean(PLACE)
        yield BETWEEN_BEANS_SECONDS


class _Button:
    """A button that the hands press; implements `Buttons`."""

    def __init__(self) -> None:
        self._edges: list[Edge] = []

    def edges(self, now: float) -> Sequence[Edge]:  # noqa: ARG002
        edges, self._edges = self._edges, []
        return edges

    def press(self, now: Callable[[], float]) -> Iterator[float]:
        self._edges.append(Edge(Side.SOUTH.value, True, now()))
        yield PRESS_SECONDS
        self._edges.append(Edge(Side.SOUTH.value, False, now()))
        yield READING_SECONDS

"""A simulated board of two rows of cups for what is no game, and the people who may sit down there."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from random import Random

from cupsboard.profile import by_pico, generated
from cupsboard.rules.game import Contents
from cupsboard.rules.places import OFF_BOARD, Place, Side
from cupsboard.scales.calibration import Calibration
from cupsboard.signs.scene import Meaning

from cupsim.people.bean_workers import DONE, Weigher
from cupsim.people.onlooker import Onlooker, Seen
from cupsim.runs.build_faults import Mistake
from cupsim.runs.schedule import HandsAhead, Timed
from cupsim.runs.simulated_board import calibrate
from cupsim.runs.workbench import Workbench
from cupsim.table.beans import bean_kind
from cupsim.table.hands import Hands
from cupsim.table.load_cell import PLATFORM_GRAMS, cell_model
from cupsim.table.pieces import Piece
from cupsim.table.table import Table

PAUSE_SECONDS = 0.5
TOUCH_GRAMS = (25.0, 60.0)


@dataclass(frozen=True, slots=True)
class RowsSetup:
    """Everything a board is drawn from."""

    seed: int
    mistake: Mistake = Mistake.NONE
    """What went wrong with it, after it had been calibrated."""
    cups: int = 4
    sps: int = 10
    beans: str = "kidney"
    cells: str = "500g"
    heap_beans: int = 0
    """How many beans lie beside the board."""
    warming_degrees: float = 0.0
    """How much warmer the room becomes within ten minutes."""
    bend: float = 0.0
    """How far cells are off a straight line at half load, as a share of full load: a standard deviation."""
    pico: bool = False
    """Whether the chips hang on a Pico that clocks each by itself."""


class RowsBoard(Workbench):
    """The board and its heap; nobody acts there before somebody is seated."""

    def __init__(self, setup: RowsSetup) -> None:
        self._random = Random(setup.seed)
        kind, model = bean_kind(setup.beans), cell_model(setup.cells)
        self.table = Table(
            setup.cups,
            self._random,
            beans=kind,
            cells=replace(model, non_linearity=setup.bend),
            stock_beans=setup.heap_beans,
        )
        self.calibration: Calibration = calibrate(self.table, kind, model, Random(setup.seed), sps=setup.sps)
        """A careful one, from before the mistake."""
        board = generated(setup.cups, rate_sps=setup.sps)
        profile = by_pico(board) if setup.pico else board
        super().__init__(profile, self.table, self._random, sps=setup.sps, mistake=setup.mistake)
        if setup.warming_degrees:
            self.table.room.heat(0.0, setup.warming_degrees, 600.0)

    def contents(self) -> Contents:
        """The beans in every place."""
        return self.table.contents()

    def own_random(self) -> Random:
        """Return what the choices of one more person are drawn from."""
        return Random(self._random.getrandbits(64))

    def seat_weigher(self, person: Callable[[Hands, "RowsBoard", Random], Weigher]) -> None:
        """Let somebody weigh the beans of the heap as the lights ask for."""
        self.table.take(DONE, self.contents()[DONE], self.now)
        hands = Hands(Side.SOUTH, self.table, self.bench.set_button, self.own_random())
        weigher = person(hands, self, self.own_random())
        self.actors += [HandsAhead(hands), Timed(weigher.step, self.now)]

    def collect(self) -> tuple[Sequence[Piece], Sequence[Piece]]:
        """Take away the beans that are done with and those that were thrown away, as they really are."""
        done, thrown = (
            self.table.take(place, self.contents()[place], self.now) for place in (DONE, OFF_BOARD)
        )
        return done, thrown

    def seat_toucher(self) -> None:
        """Let somebody press each place whose light asks for it, then every button."""
        acts = self._touches()
        self.actors.append(Timed(lambda now: now + next(acts), 0.0))

    def seat_onlooker(self) -> Seen:
        """Let somebody look at the lights, and press; return what they see."""
        lines, pins = self.profile.buttons, self.bench.pins
        person = Onlooker(
            lambda: self.bench.strip.colours,
            self.profile.strip.pixels,
            list(lines),
            lambda button, is_down: (pins.press if is_down else pins.release)(lines[button]),
        )
        acts = person.acts()
        self.actors.append(Timed(lambda now: now + next(acts, inf), 0.05))
        return person.seen

    def gains(self, calibration: Calibration) -> dict[Place, float]:
        """What a gram in an empty cup truly comes to on every place."""
        return {
            place: self.table.cells[place].counts_per_gram_at(PLATFORM_GRAMS + values.cup_grams)
            / values.counts_per_gram
            for place, values in calibration.places.items()
        }

    def true_gain_errors(self, calibration: Calibration) -> dict[Place, float]:
        """How far every place's gain is truly off, apart from what all have in common."""
        ratios = self.gains(calibration)
        middle = sum(ratios.values()) / len(ratios)
        return {place: ratio / middle - 1 for place, ratio in ratios.items()}

    def _touches(self) -> Iterator[float]:
        while True:
            scene = self.scene()
            asked = () if scene is None else scene.signs
            looks = [each.place for each in asked if each.meaning is Meaning.LOOK]
            if looks:
                grams = self._random.uniform(*TOUCH_GRAMS)
                self.table.push(looks[0], grams, self.now)
                yield 0.8
                self.table.push(looks[0], -grams, self.now)
                # Again, if its light goes on asking.
                yield 1.0
            elif any(each.meaning is Meaning.WINNER for each in asked):
                for button in self.profile.buttons:
                    yield from self.pushed([button])
            yield PAUSE_SECONDS

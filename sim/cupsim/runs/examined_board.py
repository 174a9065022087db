"""A simulated board that was calibrated, and then got its mistake: to be examined."""

from collections.abc import Iterator
from math import inf
from random import Random

from cupsboard.profile import generated
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration
from cupsboard.signs.scene import Meaning

from cupsim.people.onlooker import Onlooker, Seen
from cupsim.runs.build_faults import Mistake
from cupsim.runs.schedule import Timed
from cupsim.runs.simulated_board import calibrate
from cupsim.runs.workbench import Workbench
from cupsim.table.beans import bean_kind
from cupsim.table.load_cell import cell_model
from cupsim.table.table import Table

PAUSE_SECONDS = 0.5
TOUCH_GRAMS = (25.0, 60.0)


class ExaminedBoard(Workbench):
    """A board to be examined; nobody acts at it before somebody is seated."""

    def __init__(
        self,
        seed: int,
        mistake: Mistake = Mistake.NONE,
        cups: int = 4,
        sps: int = 10,
        cells: str = "500g",
    ) -> None:
        self._random = Random(seed)
        model = cell_model(cells)
        self.table = Table(cups, self._random, cells=model)
        self.calibration: Calibration = calibrate(
            self.table, bean_kind("kidney"), model, self._random, sps=sps
        )
        profile = generated(cups, rate_sps=sps)
        super().__init__(profile, self.table, self._random, sps=sps, mistake=mistake)

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

    def _touches(self) -> Iterator[float]:
        touched: Place | None = None
        while True:
            scene = self.scene()
            asked = () if scene is None else scene.signs
            looks = [each.place for each in asked if each.meaning is Meaning.LOOK and each.place != touched]
            if looks:
                touched = looks[0]
                grams = self._random.uniform(*TOUCH_GRAMS)
                self.table.push(touched, grams, self.now)
                yield 0.8
                self.table.push(touched, -grams, self.now)
                yield 1.0
            elif any(each.meaning is Meaning.WINNER for each in asked):
                for button in self.profile.buttons:
                    yield from self.pushed([button])
            yield PAUSE_SECONDS

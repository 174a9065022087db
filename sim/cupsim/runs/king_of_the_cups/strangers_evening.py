"""An evening of strangers: their table and hands under the board that everybody else plays on."""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from functools import partial
from random import Random

from cupsboard.core.grabs import Grabs
from cupsboard.loop import GameLoop, Listener, Moment
from cupsboard.profile import generated_for_seats
from cupsboard.recognition.knowledge import from_calibration
from cupsboard.referee.events import DiceFell
from cupsboard.referee.options import Options
from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS, Dice
from cupsboard.rules.king_of_the_cups.rules import FIRST, KingOfTheCups
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.session.start import Start
from cupsboard.signs.scene import Meaning, Message

from cupsim.people.king_of_the_cups.strangers.people import KINDS, Stranger
from cupsim.people.king_of_the_cups.strangers.table import Table
from cupsim.runs import schedule
from cupsim.runs.direct_board import build_direct
from cupsim.runs.king_of_the_cups.evening import Setting
from cupsim.runs.king_of_the_cups.reading import OnTheScreen
from cupsim.runs.schedule import Actor, Timed

SPS = 80
GAIN_ERROR = 2e-4
MASS_ERROR_GRAMS, PLACED_SHARE = 0.03, 3e-4


class StrangersEvening(OnTheScreen):
    """As `RaceEvening`, of strangers; their samples are fed to the loop without pins."""

    def __init__(self, setting: Setting) -> None:
        rng = Random(f"strangers {setting.players} {setting.seed}")
        self.setting = setting
        self.table = Table(setting.players, rng)
        self.profile = generated_for_seats(setting.players)
        calibration = _calibrated(self.table, rng)
        kinds = [cup.kind for cup in CUPS]
        options = Options(chance_seed=rng.getrandbits(32))
        knowledge = from_calibration(calibration, {}, kinds)
        start = Start(self.profile, calibration, KingOfTheCups(setting.players), options, knowledge)
        self.heart: Grabs = start.grabs()
        bench = build_direct(self.table.scales, SPS)
        self._board, self._lights = bench.board, bench.lights
        self.loop = GameLoop(self._board, self.heart, [self._hear])
        self.dice_fell = 0
        self._sentence: Message | None = None
        names = list(KINDS)
        self.people = {
            seat: Stranger(
                seat,
                self.table,
                self,
                bench.buttons.set_button,
                KINDS[rng.choice(names)],
                Random(rng.getrandbits(64)),
            )
            for seat in self.table.seats
        }
        self._actors: list[Actor] = [
            *(_acting(each, each.live()) for each in self.people.values()),
            *(_acting(each, each.fidget()) for each in self.people.values()),
            Timed(lambda _now: self.loop.step(), 0.0),
        ]

    @property
    def now(self) -> float:
        """Virtual seconds since the board was switched on."""
        return self._board.clock.now()

    def run_until(self, time: float, is_over: Callable[[], bool]) -> None:
        """Let time pass until `time`, or until something is over."""
        schedule.run_until(time, self._board.clock, lambda: self._actors, is_over)

    def listen(self, listener: Listener) -> None:
        """Let somebody hear of every moment."""
        self.loop.listen(listener)

    @property
    def rolls(self) -> int:
        """Return how often dice have fallen."""
        return self.dice_fell

    @property
    def dice(self) -> Dice | None:
        """Return the dice while they are in sight, else None."""
        dice: Dice | None = self.heart.history.position.dice
        return dice

    def says(self, place: Place) -> Meaning | None:
        """Return what the lights of a place mean; None while they mean nothing."""
        return self._lights.meanings.get(place)

    def _hear(self, moment: Moment) -> None:
        self._sentence = moment.decided.scene.message
        for event in moment.decided.events:
            if isinstance(event, DiceFell) and event.outcome != FIRST:
                self.dice_fell += 1


def _acting(person: Stranger, doing: Iterator[float]) -> Timed:
    """A generator of a person as an actor: what is due by then is done at its own instant."""

    def step(now: float) -> float:
        due = person_due[0]
        while due <= now:
            person.now = due
            due += next(doing)
        person_due[0] = due
        return due

    person_due = [0.0]
    return Timed(partial(step), 0.0)


def _calibrated(table: Table, rng: Random) -> Calibration:
    """What a calibration of this board and its cups would have come to, with its errors."""
    places: Mapping[Place, PlaceCalibration] = {
        place: PlaceCalibration(
            zero_counts=scale.zero_counts,
            counts_per_gram=scale.counts_per_gram * rng.gauss(1.0, GAIN_ERROR),
            gain_error=GAIN_ERROR,
            cup_grams=0.0,
            cup_error_grams=0.0,
            noise_grams=scale.noise_grams,
            method="drawn by the simulator",
        )
        for place, scale in table.scales.items()
    }
    kinds = {
        cup.kind: PieceCalibration(
            grams + rng.gauss(0.0, MASS_ERROR_GRAMS), MASS_ERROR_GRAMS, PLACED_SHARE * grams, 5
        )
        for cup, grams in table.masses_grams.items()
    }
    made = datetime.fromtimestamp(0, UTC).isoformat()
    return Calibration(made, float(SPS), PieceCalibration(0.5, 0.01, 0.05, 10), places, kinds)

"""A board of cups on paper: weights as the converter shows them, hands by call, and the heart that sees."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

from cupsboard import profile
from cupsboard.core.grabs import Grabs
from cupsboard.loop import Listener, Moment
from cupsboard.numbers import COSTS
from cupsboard.recognition.knowledge import from_calibration
from cupsboard.referee.edges import Edge
from cupsboard.referee.events import Event
from cupsboard.referee.king_of_the_cups.states import Race, State
from cupsboard.referee.options import Options
from cupsboard.rules.history import Chance
from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS, SPOTS, Cup, Dice, Seat
from cupsboard.rules.king_of_the_cups.position import Position
from cupsboard.rules.king_of_the_cups.rounds import KingHistory
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.scales.readings import Frame, Reading
from cupsboard.signs.scene import Scene
from cupsboard.signs.sentences import say
from cupsim.table.filter_response import step_response

PERIOD = 1 / 80
LADDER = (0, 1, 5, 12, 25, 27, 35, 41, 44)
ZERO_COUNTS, COUNTS_PER_GRAM = 100.0, 1500.0
E = TypeVar("E")


class Paper:
    """A board at 80 samples a second; all times are its own."""

    def __init__(
        self,
        seats: int = 2,
        *,
        seed: int = 1,
        noise_grams: float = 0.03,
        noise_times: float = 1.0,
        unit_grams: float = 2.0,
        options: Options | None = None,
        masses: Mapping[Cup, float] | None = None,
        history: KingHistory | None = None,
        lying: Position | None = None,
    ) -> None:
        """The noise is so many times what was calibrated; `lying` is where cups stand when it begins."""
        self.profile = profile.generated_for_seats(seats)
        self.seats = tuple(Seat(owner) for owner in self.profile.owners)
        self.random = Random(seed)
        self._noise_grams = noise_grams * noise_times
        ladder = {cup: 95.0 + unit_grams * mark for cup, mark in zip(CUPS, LADDER, strict=True)}
        self.masses = {**ladder, **(masses or {})}
        self.calibration = Calibration(
            "2026-01-01T00:00:00",
            80.0,
            PieceCalibration(0.5, 0.01, 0.05, 24),
            {
                place: PlaceCalibration(ZERO_COUNTS, COUNTS_PER_GRAM, 1e-4, 0.0, 0.0, noise_grams)
                for place in self.profile.places
            },
            {cup.kind: PieceCalibration(grams, 0.01, 0.03, 5) for cup, grams in self.masses.items()},
        )
        self.now = 0.0
        self.events: list[Event] = []
        self.known_at: list[float] = []
        self.scene: Scene | None = None
        self.listeners: list[Listener] = []
        self._settled = dict.fromkeys(self.profile.places, 0.0)
        self._steps: dict[Place, list[tuple[float, float]]] = {place: [] for place in self.profile.places}
        self._edges: list[Edge] = []
        self._presses: dict[Cup, tuple[Place, float]] = {}
        kinds = [cup.kind for cup in CUPS]
        pieces = {} if history is None else history.game.pieces(history.position)
        knowledge = from_calibration(self.calibration, pieces, kinds)
        self.heart = Grabs(
            self.calibration,
            self.profile.places,
            self.profile.owners,
            options or Options(chance_seed=seed),
            knowledge,
            history,
        )
        for cup in CUPS if lying is not None else ():
            self.put(cup, lying.place_of(cup))  # type: ignore[union-attr]

    # Hands

    def load(self, place: Place, grams: float) -> None:
        """Something of so many grams comes onto a place, or goes."""
        self._steps[place].append((self.now, grams))

    def put(self, cup: Cup, place: Place) -> None:
        """A cup is put down, never quite in the middle. (Once in thousands of times it is asked about.)"""
        off_share = self.random.gauss(0.0, 1e-3)
        grams = self.masses[cup] * (1 + min(max(off_share, -3e-3), 3e-3))
        self._presses[cup] = place, grams
        self.load(place, grams)

    def lift(self, cup: Cup) -> None:
        """A cup is taken up."""
        place, grams = self._presses.pop(cup)
        self.load(place, -grams)

    def hand(self, *seats: Seat, home: bool) -> None:
        """Hands come home, or leave."""
        self._edges += [Edge(seat.value, home, self.now) for seat in seats]

    def tap(self, seat: Seat) -> None:
        """A short press."""
        self.hand(seat, home=True)
        self.run(0.1)
        self.hand(seat, home=False)
        self.run(0.1)

    # Time

    def run(self, seconds: float) -> None:
        """Let time pass."""
        end = self.now + seconds - PERIOD / 2
        while self.now < end:
            self.now += PERIOD
            self._step()

    def run_until(self, kind: type[State], most_seconds: float = 10.0) -> None:
        """Let time pass until the referee is in a state of that kind."""
        end = self.now + most_seconds
        while not isinstance(self.state, kind):
            assert self.now < end, f"{self.state}: {self.said}"
            self.run(PERIOD)

    def _step(self) -> None:
        readings: list[Reading] = []
        for place, steps in self._steps.items():
            for time, grams in [step for step in steps if self.now - step[0] >= 4 * PERIOD]:
                self._settled[place] += grams
                steps.remove((time, grams))
            shown = sum(grams * step_response((self.now - time) / PERIOD) for time, grams in steps)
            noise = self.random.gauss(0.0, self._noise_grams)
            weight = self._settled[place] + shown + noise
            readings.append(round(ZERO_COUNTS + COUNTS_PER_GRAM * weight))
        edges, self._edges = tuple(self._edges), []
        frame = Frame(self.now, tuple(readings))
        decided = self.heart.step(self.now, frame, edges)
        for listener in self.listeners:
            listener(Moment(self.now, frame, edges, decided))
        self.scene = decided.scene
        self.events += decided.events
        self.known_at += [self.now] * len(decided.events)

    # What the board says

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.heart.referee.state

    @property
    def position(self) -> Position:
        """The position of the game."""
        return self.heart.history.position

    @property
    def said(self) -> str:
        """The sentence on the screen."""
        return "" if self.scene is None else say(self.scene.message)

    def seen(self, kind: type[E]) -> list[E]:
        """The events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def record(self) -> list[str]:
        """What was entered, without times: "one grab red-circle"."""
        said = []
        for entry in self.heart.history.entries:
            words = getattr(entry, "label", None) or getattr(entry, "said", None)
            if words is not None:
                said.append(f"{entry.player.value} {' '.join(words.split()[:2])}")
        return said

    # A game

    def set_up(self, order: Sequence[Cup] = CUPS) -> None:
        """All cups onto the spots, and all hands home, until the first roller is drawn."""
        for cup, spot in zip(order, SPOTS, strict=True):
            self.put(cup, spot)
        self.run(0.6)
        self.hand(*self.seats, home=True)
        self.run(COSTS.race.gathered_seconds + 0.4)

    def race(self) -> Dice:
        """Hands home until the dice lie."""
        self.hand(*self.seats, home=True)
        self.run_until(Race)
        assert self.position.dice is not None
        return self.position.dice

    def grab(self, seat: Seat, cup: Cup, place: Place, seconds: float = 0.4) -> None:
        """A hand leaves home, and brings a cup."""
        self.hand(seat, home=False)
        self.run(0.25)
        self.lift(cup)
        self.run(seconds)
        self.put(cup, place)
        self.run(0.5)

    def bring(self, cup: Cup, place: Place) -> None:
        """A cup is taken elsewhere by whoever is near."""
        self.lift(cup)
        self.run(0.4)
        self.put(cup, place)
        self.run(0.5)


def with_dice(paper: Paper, dice: Dice) -> None:
    """Let the dice of the race that is on show something else."""
    referee = paper.heart.referee
    history, position = referee.history, referee.history.position
    assert position.roller is not None
    before = history.after(len(history.entries) - 1).without_undone()
    referee.history = before.enter(Chance(position.roller, dice.outcome))
    assert replace(referee.history.position, dice=None) == replace(position, dice=None)

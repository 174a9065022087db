"""One game of King of the Cups: a set of cups, its board, and people round it, from one seed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from math import inf
from random import Random

from cupsboard.core.grabs import Grabs
from cupsboard.loop import GameLoop, Listener, Moment
from cupsboard.ports import Rows
from cupsboard.profile import generated_for_seats
from cupsboard.recognition.ballast import ballast
from cupsboard.recognition.confusable_pieces import Weighing
from cupsboard.recognition.individuals.masses import masses_of
from cupsboard.recognition.knowledge import from_calibration
from cupsboard.referee.events import DiceFell
from cupsboard.referee.king_of_the_cups.states import Armed, Homing, TellingDice
from cupsboard.referee.options import Options
from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS, Cup, Dice, Seat
from cupsboard.rules.king_of_the_cups.rules import FIRST, KingOfTheCups
from cupsboard.rules.places import Kind, Place, Player
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.session.resume import KnowledgeKeeper, begun
from cupsboard.session.start import Start
from cupsboard.signs.scene import Meaning, Message
from cupsboard.storage.games import GameKeeper, KeptGames

from cupsim.errors import SimulatorError
from cupsim.people.king_of_the_cups.habits import KINDS, Habits
from cupsim.people.king_of_the_cups.racer import GLANCE_SECONDS, Racer
from cupsim.people.light_reader import LightReader
from cupsim.runs import schedule
from cupsim.runs.direct_board import DirectScales, build_direct
from cupsim.runs.king_of_the_cups.reading import OnTheScreen
from cupsim.runs.schedule import AHEAD_SECONDS, Actor, Timed
from cupsim.runs.simulated_board import build
from cupsim.table.acting import SetButton
from cupsim.table.king_of_the_cups.cups import printed, with_washers
from cupsim.table.king_of_the_cups.race_table import SPOT_CELLS, TRAY_CELLS, RaceTable
from cupsim.table.king_of_the_cups.racing_hand import RacingHand
from cupsim.table.load_cell import cell_model, noise_grams

SPS = 80
GAIN_ERROR = 1e-4
"""How far scales of one board are apart after a calibration with one reference (firmware/SENSING.md)."""
WEIGHED_ERROR_GRAMS = 0.02
"""How far the mean of some weighings of a cup in the middle of a spot is off."""
PLACED_SHARE = 2e-4
"""What a cup weighs more or less there from one putting down to the next."""
CHANGE_GRAMS = 0.025


@dataclass(frozen=True, slots=True)
class Setting:
    """Everything a game is drawn from; through pins, or with the samples fed to the loop.

    Strangers have hands and scales of another make (`cupsim.people.king_of_the_cups.strangers`), and no pins.
    """

    seed: int
    players: int = 4
    has_pins: bool = True
    are_strangers: bool = False
    has_real_dice: bool = False
    """Whether the players throw dice of their own, and tell the board after the race what they show."""
    has_power_cuts: bool = False
    """Whether the power goes now and then, and comes back."""

    @property
    def kind(self) -> str:
        """Return the name of all games that differ from this one only in players and seed."""
        fed = "strangers" if self.are_strangers else "pins" if self.has_pins else "straight"
        dice = ", real dice" if self.has_real_dice else ""
        return f"{fed}{dice}{', power cuts' if self.has_power_cuts else ''}"


class RaceEvening(OnTheScreen):
    """A table with its board and its people. Time passes in `run_until`."""

    def __init__(
        self, setting: Setting, *, habits: Sequence[Habits] = KINDS, store: Rows | None = None
    ) -> None:
        """Who sits at the table has one of these habits, as likely each.

        With real dice whoever makes the evening lets them fall (`throw`). With a store the board keeps its
        games there, and its power can be cut.
        """
        self.setting = setting
        rng = Random(f"king of the cups {setting.players} {setting.seed}")
        self.table = RaceTable(setting.players, rng, _masses(rng), rng.sample(CUPS, len(CUPS)))
        self.profile = generated_for_seats(setting.players)
        self.calibration = calibrated(self.table, rng)
        self._options = Options(chance_seed=rng.getrandbits(32), has_real_dice=setting.has_real_dice)
        self._store = store
        self._random = rng
        self._listeners: list[Listener] = []
        self._are_down: set[Player] = set()
        self.is_powered = False
        self._sentence: Message | None = None
        self._meanings: Callable[[], Mapping[Place, Meaning]] = _dark
        self._board_turns = Timed(self._step_board, 0.0)
        self._connect(rng)
        self._switch_on()
        self.dice_fell = 0
        self.rolls = 0
        """How often dice have come into sight: once a round, and again where its race begins anew."""
        self._were_in_sight = False
        self.thrown: Dice | None = None
        """The players' own dice as they lie on the table."""
        self.last_throw: tuple[float, Dice] | None = None
        """When they were thrown last, and what they showed."""
        self.hands: Mapping[Seat, RacingHand] = {seat: self._hand(seat, rng) for seat in self.table.seats}
        """The hand of every player that has a button."""
        self.other_hands: Mapping[Seat, RacingHand] = {
            seat: RacingHand(seat, self.table, _no_button, Random(rng.getrandbits(64)))
            for seat in self.table.seats
        }
        self.people: Mapping[Seat, Racer] = {
            seat: Racer(
                self.hands[seat],
                self.other_hands[seat],
                self.table,
                self,
                rng.choice(habits),
                Random(rng.getrandbits(64)),
            )
            for seat in self.table.seats
        }
        self.resting: set[Seat] = set()
        """Simulated people who leave their hands to somebody else: to a person at a page."""
        self._actors: list[Actor] = [
            self._board_turns,
            *(_Ahead(hand) for hand in (*self.hands.values(), *self.other_hands.values())),
            *(Timed(partial(self._step_person, seat), rng.uniform(0.5, 1.5)) for seat in self.people),
        ]

    @property
    def now(self) -> float:
        """Virtual seconds since the board was switched on."""
        return self._board.clock.now()

    def run_until(self, time: float, is_over: Callable[[], bool]) -> None:
        """Let time pass until `time`, or until something is over."""
        schedule.run_until(time, self._board.clock, lambda: self._actors, is_over)

    def listen(self, listener: Listener) -> None:
        """Let somebody hear of every moment, power cuts or not."""
        self._listeners.append(listener)
        self.loop.listen(listener)

    def add(self, actor: Actor) -> None:
        """Let somebody else act in this evening."""
        self._actors.append(actor)

    def cut_power(self) -> None:
        """The board goes dark at this instant, and what it had not written down is lost.

        Hands finish what they are about; people see that it is dark, and begin nothing.
        """
        self.is_powered, self._board_turns.next_time = False, inf
        self._meanings = _dark
        self._sentence = None

    def restore_power(self, kept: Start | None = None, now: float | None = None) -> None:
        """The board comes back with what its store holds, and with the buttons as hands hold them now.

        It begins with what was `kept` instead, if that is given; `now` is the time, where it went on without
        this evening.
        """
        now = self.now if now is None else now
        self._connect(self._random, now)
        for player in self._are_down:
            self._set_button(player, True, now)
        self._switch_on(kept)
        # The players' own dice are taken up again: nobody has told what they showed.
        self.thrown, self._were_in_sight = None, False
        self._board_turns.next_time = now

    @property
    def dice(self) -> Dice | None:
        """Return the dice of this race: the board's on its page, or the players' own.

        Return None while the board is dark, and before a race that begins anew.
        """
        waits = isinstance(self.heart.referee.state, Homing | Armed) and self.thrown is None
        if not self.is_powered or waits:
            return None
        dice: Dice | None = self.heart.history.position.dice
        return dice or self.thrown

    def throw(self, dice: Dice) -> None:
        """Let the players' own dice fall; the board hears nothing of it."""
        self.thrown = dice
        self.last_throw = self.now, dice
        self.dice_fell += 1

    @property
    def is_told_of_dice(self) -> bool:
        """Return whether the players are telling the board what real dice show."""
        return isinstance(self.heart.referee.state, TellingDice)

    def says(self, place: Place) -> Meaning | None:
        """Return what the lights of a place mean; None while they mean nothing."""
        return self._meanings().get(place)

    def start_by(self, calibration: Calibration) -> Start:
        """What the board would go on with now by a calibration, with dice of its own from then on.

        Raises SensingError if it can't.
        """
        history, kinds = self.heart.history, [cup.kind for cup in CUPS]
        knowledge = self.heart.knowledge
        if calibration != self.calibration:
            masses_of(calibration, kinds)
            knowledge = from_calibration(calibration, {}, kinds)
        return replace(
            self.start,
            calibration=calibration,
            options=replace(self._options, chance_seed=self._random.getrandbits(32)),
            knowledge=knowledge,
            history=history if history.entries else None,
        )

    def _switch_on(self, kept: Start | None = None) -> None:
        """The board begins: with what was kept, with what its store holds, or a new game."""
        keepers: Sequence[Listener] = ()
        game = KingOfTheCups(self.setting.players)
        if kept is not None or self._store is None:
            known = from_calibration(self.calibration, {}, [cup.kind for cup in CUPS])
            self.start = kept or Start(self.profile, self.calibration, game, self._options, known)
            self.calibration = self.start.calibration
            self.heart: Grabs = self.start.grabs()
        else:
            games = KeptGames(self._store, lambda: "an evening")
            beginning = begun(self.profile, self.calibration, game, self._options, games)
            self.start = beginning.start
            self.heart = heart = self.start.grabs()
            keepers = (
                KnowledgeKeeper(games.ledger, self.calibration, lambda: heart.knowledge),
                GameKeeper(games, game, None),
            )
        self.loop = GameLoop(self._board, self.heart, [*keepers, self._hear, *self._listeners])
        self.is_powered = True

    def _press(self, player: Player, is_down: bool, time: float) -> None:
        (self._are_down.add if is_down else self._are_down.discard)(player)
        self._set_button(player, is_down, time)

    def _connect(self, rng: Random, now: float = 0.0) -> None:
        """Wire the board under the table: through pins, or straight."""
        self._reader: LightReader | None = None
        self._set_button: SetButton[Player]
        if self.setting.has_pins:
            bench = build(self.profile, self.table, rng, sps=SPS, start=now)
            reader = LightReader(bench.strip, self.profile.strip.pixels)
            self._reader, self._board, self._set_button = reader, bench.board, bench.set_button
            self._meanings = lambda: reader.meanings
        else:
            direct = build_direct(self.table.cells, SPS)
            direct.board.clock.sleep_until(now)
            assert isinstance(direct.board.scales, DirectScales)
            direct.board.scales.due = now
            self._board, self._set_button = direct.board, direct.buttons.set_button
            self._meanings = lambda: direct.lights.meanings

    def _hand(self, seat: Seat, rng: Random) -> RacingHand:
        return RacingHand(
            seat, self.table, self._press, Random(rng.getrandbits(64)), tempo=rng.uniform(0.8, 1.25)
        )

    def _step_board(self, _now: float) -> float:
        wake = self.loop.step()
        if self._reader is not None:
            self._reader.watch(self.now)
        return wake

    def _step_person(self, seat: Seat, now: float) -> float:
        rests = seat in self.resting or not self.is_powered
        return now + GLANCE_SECONDS if rests else self.people[seat].step(now)

    def _hear(self, moment: Moment) -> None:
        self._sentence = moment.decided.scene.message
        for event in moment.decided.events:
            if isinstance(event, DiceFell) and event.outcome != FIRST:
                # Thrown dice have been seen before the board was told of them.
                self.dice_fell += self.thrown is None
                self.thrown = None
        are_in_sight = self.dice is not None
        self.rolls += are_in_sight and not self._were_in_sight
        self._were_in_sight = are_in_sight


def calibrated(table: RaceTable, rng: Random) -> Calibration:
    """What a careful calibration of this board and its cups would have come to, with its errors."""
    places = {}
    for place, cell in table.cells.items():
        model = cell_model(SPOT_CELLS if place.startswith("spot") else TRAY_CELLS)
        scale = cell.counts_per_gram * rng.gauss(1.0, GAIN_ERROR)
        platform = table.platform_grams(place)
        places[place] = PlaceCalibration(
            zero_counts=cell.zero_counts + cell.counts_per_gram * platform,
            counts_per_gram=scale,
            gain_error=GAIN_ERROR,
            cup_grams=0.0,
            cup_error_grams=0.0,
            noise_grams=noise_grams(model, SPS),
            method="drawn by the simulator",
        )
    kinds = {
        cup.kind: PieceCalibration(
            grams * rng.gauss(1.0, PLACED_SHARE) + rng.gauss(0.0, WEIGHED_ERROR_GRAMS),
            max(WEIGHED_ERROR_GRAMS, PLACED_SHARE * grams),
            PLACED_SHARE * grams,
            5,
        )
        for cup, grams in table.masses_grams.items()
    }
    made = datetime.fromtimestamp(0, UTC).isoformat()
    return Calibration(made, float(SPS), PieceCalibration(0.5, 0.01, 0.05, 10), places, kinds)


def _masses(rng: Random) -> Mapping[Cup, float]:
    """A set as its owner makes it: printed, weighed, and given the ballast that the board asks for."""
    empty = printed(rng)
    weighed: Mapping[Kind, PieceCalibration] = {
        cup.kind: PieceCalibration(grams, WEIGHED_ERROR_GRAMS, 0.0, 5) for cup, grams in empty.items()
    }
    added = ballast(weighed, Weighing(CHANGE_GRAMS))
    if added is None:
        raise SimulatorError("these printed cups can't be told apart with any ballast; take another seed")
    return with_washers(empty, added, rng)


def _dark() -> Mapping[Place, Meaning]:
    """The lights of a board without power."""
    return {}


def _no_button(player: Player, is_down: bool, time: float) -> None:
    """The other hand has no button."""


class _Ahead:
    """A hand as an actor, carried out a little ahead so that no conversion misses what it did."""

    def __init__(self, hand: RacingHand) -> None:
        self._hand = hand

    @property
    def next_time(self) -> float:
        """See `Actor`."""
        return self._hand.next_time

    def act(self, now: float) -> None:
        """See `Actor`."""
        self._hand.advance(now + AHEAD_SECONDS)

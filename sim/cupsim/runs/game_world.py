"""A whole evening in virtual time: table, board, firmware, hands and people, from one seed."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from random import Random
from typing import Any

from cupsboard import profile
from cupsboard.core.as_landed import AsLanded
from cupsboard.core.free_order import Core
from cupsboard.loop import GameLoop, Listener, Moment
from cupsboard.profile import Profile, generated
from cupsboard.recognition.kinds_apart import require_apart
from cupsboard.recognition.knowledge import from_calibration
from cupsboard.referee.events import PowerOffWanted
from cupsboard.referee.options import Options
from cupsboard.rules import games
from cupsboard.rules.clocks import Clocks
from cupsboard.rules.game import GameOfRounds, Pieces
from cupsboard.rules.games import AnyGame
from cupsboard.rules.history import History
from cupsboard.rules.places import BEAN, OFF_BOARD, Kind, Place, Side, side_of, stock
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.readings import Settled
from cupsboard.session.start import Start
from cupsboard.signs.advice import Adviser, nobody

from cupsim.electronics.host_timing import HostSpeed
from cupsim.people.character import Eyes, Player, Traits
from cupsim.people.fiddling_child import BESIDE, NO_CHILD, FiddlingChild
from cupsim.people.light_reader import LightReader
from cupsim.people.thinking import Thinkers, at_once
from cupsim.runs import schedule
from cupsim.runs.pieces_of_kinds import Lying, laid, weighed
from cupsim.runs.putting_up import GLANCE_SECONDS, TEMPO, AnyReferee, Helper, is_table_wanted
from cupsim.runs.schedule import Actor, HandsAhead, Timed
from cupsim.runs.seated import EyesOf, seated
from cupsim.runs.simulated_board import Bench, build, calibrate
from cupsim.table.acting import SetButton
from cupsim.table.beans import bean_kind
from cupsim.table.contacts import Contacts
from cupsim.table.hand_actions import PressButton, Wait
from cupsim.table.handling import USUAL, handling
from cupsim.table.hands import TOUCHES, Hands
from cupsim.table.kept_table import KeptTable
from cupsim.table.load_cell import CellModel, cell_model
from cupsim.table.noise import WHITE_NOISE, DrawnNoise
from cupsim.table.recorded_cell import RecordedCell
from cupsim.table.table import Lining, Table

AFTER_DARK_SECONDS = 4.0
"""So long people look at lights that have just come back before they act on them."""

COIN_BOARD = "2x10-coins"
COIN_POT_CELLS = "1kg"
"""Under the pots where coins are played with, as on the board for them: a pot may hold 80."""

SidesHeart = Core | AsLanded

HandsWatcher = Callable[[Side, float], None]
"""Told whenever hands have done something: of which side, and up to which time."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Everything an evening is drawn from."""

    seed: int
    cups: int = 4
    sps: int = 10
    beans: str = "kidney"
    cells: str = "500g"
    stock_beans: int | None = None
    stock_trays: bool = False
    """Whether the stocks stand on scales too."""
    pico: bool = False
    """Whether the chips hang on a Pico that clocks each by itself."""
    options: Options = field(default_factory=lambda: Options(can_power_off=True))
    speed: HostSpeed = field(default_factory=HostSpeed)
    lining: Lining = Lining.LINED
    handling: str = USUAL.name
    """How players leave beans in cups and take them out, by the name of the handling."""
    noise: str = WHITE_NOISE
    """What cells are off by, by the name of the kind of noise."""
    child: str = NO_CHILD
    """How a child fiddles with the beans of a simulated player, by name."""
    game: str | None = None
    """The game by its name as in a record, of `cups`; if not said the usual one of such a board."""
    recorded: Mapping[Place, RecordedCell] = field(default_factory=dict)
    """Cells that wander as real ones were recorded to."""
    begun: History[Any] | None = None
    """A game that is gone on with; its position has yet to be put up. Its board and stocks are `cups` and
    `stock_beans`."""

    def going_on(self, history: History[Any]) -> "Setting":
        """The same evening, with this game gone on with on a board of its size."""
        game = history.game
        asked = replace(self, cups=len(game.places) // 2 - 1, begun=history)
        if games.of_board(asked.cups, stock := games.stock_beans(game)) == game:
            return replace(asked, stock_beans=stock, game=None)
        return replace(asked, stock_beans=None, game=game.name)

    def of_game(self) -> AnyGame:
        """What is played. Raises RulesError."""
        return games.named(self.game) if self.game else games.of_board(self.cups, self.stock_beans)


class World:
    """One evening. People may sit at either side, at both, or at none (a person at the keys)."""

    def __init__(
        self,
        setting: Setting,
        listeners: Sequence[Listener] = (),
        thinkers: Thinkers = at_once,
        adviser: Adviser = nobody,
    ) -> None:
        """`adviser` thinks for the board where it plays a side itself."""
        self.setting = setting
        self._thinkers, self._adviser = thinkers, adviser
        rng = Random(setting.seed)
        kind, model = bean_kind(setting.beans), cell_model(setting.cells)
        self.game = setting.of_game()
        is_of_kinds = self.game.kinds.keys() != {BEAN}
        self.profile = _board_for_coins(setting) if is_of_kinds else _board(setting)
        pot_model = cell_model(COIN_POT_CELLS) if is_of_kinds else model
        lying = laid(_owned(self.game, setting.begun), kind, rng) if is_of_kinds else None
        self.table = _table(setting, self.game, rng, pot_model, lying)
        self.bench: Bench = build(self.profile, self.table, rng, sps=setting.sps, speed=setting.speed)
        self.calibration = calibrate(self.table, kind, model, rng, sps=setting.sps)
        if lying is not None:
            self.calibration = weighed(self.calibration, self.game.kinds, lying, kind, pot_model, rng)
        knowledge = from_calibration(self.calibration, self.table.pieces(), tuple(self.game.kinds))
        start = Start(self.profile, self.calibration, self.game, setting.options, knowledge, setting.begun)
        self.core: SidesHeart = _heart_of(start)
        self.referee: AnyReferee = self.core.referee
        self.loop = GameLoop(self.bench.board, self.core, [self._hear, *listeners], adviser)
        self.reader = LightReader(self.bench.strip, self.profile.strip.pixels)
        self._contacts = Contacts(self.set_button)
        self.hands: Mapping[Side, Hands] = {
            side: self.new_hands(side, Random(rng.getrandbits(64))) for side in Side
        }
        self.eyes: Eyes = EyesOf(self)
        """What anybody at this table sees."""
        self.people: dict[Side, Player] = {}
        self.sentence_key = ""
        """What the screen says."""
        self._watchers: list[HandsWatcher] = []
        self._rng = rng
        self._board_turns = Timed(self._step_board, 0.0)
        self._hands_turns = [HandsAhead(hands, self._tell_watchers) for hands in self.hands.values()]
        self._people_turns: dict[Side, Timed] = {}
        self._child_turns: list[Timed] = []
        self.is_powered = True
        self._off_from = inf
        """When the power went; for ever ahead while the board is on."""
        self._is_power_off_wanted = False
        self._is_position_awaited = self.begins_with_pieces
        self._helper: Helper | None = None
        self.child = self._brought_child() if setting.child in BESIDE else None

    def _brought_child(self) -> FiddlingChild:
        hands = {side: self.new_hands(side, Random(self._rng.getrandbits(64))) for side in Side}
        for each in hands.values():
            self.bring(each)
        child = FiddlingChild(self.setting.child, hands, self.eyes, Random(self._rng.getrandbits(64)))
        self._child_turns = [Timed(lambda now: child.step(self.people, now), 0.0)]
        return child

    @property
    def now(self) -> float:
        """Virtual seconds since the board was switched on."""
        return self.bench.board.clock.now()

    def seat(self, side: Side, player: str, traits: Traits | None = None) -> Player:
        """Let a simulated person of that name play one side. Raises SimulatorError if nobody is called so."""
        random = Random(self._rng.getrandbits(64))
        thinker = self._thinkers(player, self.game, 2 * self.setting.seed + (side is Side.NORTH))
        person = seated(self, side, thinker, traits or Traits(opens=side is Side.SOUTH), random)
        self.people[side] = person
        self._people_turns[side] = Timed(lambda now: self._step_person(side, person, now), self.now)
        return person

    def unseat(self, side: Side) -> None:
        """Send the simulated person away; a bean in the hand is still in the hand."""
        self.people.pop(side, None)
        self._people_turns.pop(side, None)

    @property
    def begins_with_pieces(self) -> bool:
        """Whether pieces have to be put up first: a game goes on, or begins with them on the board."""
        return self.setting.begun is not None or bool(games.laid_out(self.game))

    @property
    def is_table_wanted(self) -> bool:
        """Whether the board waits for one certain table."""
        return self.is_powered and is_table_wanted(self.referee, self.now)

    @property
    def settled(self) -> Settled | None:
        """What all places weigh now, where acts may be done in any order; None while something moves."""
        return self.core.settled if isinstance(self.core, Core) else None

    @property
    def helper(self) -> Helper | None:
        """Return the person who was called to put up what the board asks for; None if nobody was."""
        return self._helper

    def put_up(self) -> None:
        """Let a third pair of hands put the beans where the board wants them."""
        if self._helper is None:
            hands = self.new_hands(Side.SOUTH, Random(0), touches=0.0, tempo=TEMPO)
            self._helper = Helper(self, hands)
            self.bring(self._helper.hands)
        self._helper.begin(self.now)

    def new_hands(self, side: Side, random: Random, *, touches: float = TOUCHES, tempo: float = 1.0) -> Hands:
        """Return one more pair of hands of the people at this table; `bring` lets them reach over it."""
        finger, usual = self.finger(), handling(self.setting.handling)
        return Hands(side, self.table, finger, random, touches=touches, tempo=tempo, handling=usual)

    def bring(self, hands: Hands) -> None:
        """Let one more pair of hands reach over this table."""
        self._hands_turns.append(HandsAhead(hands, self._tell_watchers))

    @property
    def hands_there(self) -> Iterable[Hands]:
        """All pairs of hands at this table."""
        return (each.hands for each in self._hands_turns)

    def watch_hands(self, watcher: HandsWatcher) -> None:
        """Tell one more watcher of everything that hands do from now on."""
        self._watchers.append(watcher)

    def finger(self) -> SetButton[Side]:
        """The buttons for one more pair of hands."""
        return self._contacts.finger()

    def set_button(self, side: Side, is_down: bool, time: float) -> None:
        """Close or open the contact of a player's button."""
        self.bench.set_button(side, is_down, time)

    def stall(self, seconds: float) -> None:
        """Keep the board's computer from doing anything for a while; table and hands go on."""
        self._board_turns.next_time = max(self._board_turns.next_time, self.now + seconds)

    def cut_power(self) -> None:
        """Switch the board off: the lights go out, and what its computer was about is lost.

        Hands finish what they are about; people see that it is dark and begin nothing.
        """
        self.is_powered = self._is_power_off_wanted = False
        self._off_from = min(self._off_from, self.now)
        self.bench.strip.fill(0)
        self.bench.strip.show()
        self.reader = LightReader(self.bench.strip, self.profile.strip.pixels)
        self._board_turns.next_time = inf
        self._wake_people(inf)

    def adopt(self, loop: GameLoop) -> None:
        """Go on with the loop of a sitting begun on this board. Raises TypeError for another heart."""
        if not isinstance(loop.heart, SidesHeart):
            raise TypeError(f"{type(loop.heart).__name__}: this world plays games of two sides")
        self.loop, self.core, self.referee = loop, loop.heart, loop.heart.referee

    def restore_power(self, kept: Start | None = None, now: float | None = None) -> None:
        """Switch the board on again with what was kept, if not said record and knowledge.

        `now` is the time, where it went on without this world. It is a new loop with a new core, so whoever
        listened must listen again.
        """
        setting = self.setting
        if kept is None:
            kept = self.start(self._begun_history)
        now = self.now if now is None else now
        self.calibration = kept.calibration
        self.bench = build(
            self.profile, self.table, self._rng, sps=setting.sps, speed=setting.speed, start=now
        )
        for chip in self.bench.chips.values():
            chip.unplug()
            chip.plug()
        self.core = _heart_of(kept)
        self.referee = self.core.referee
        self.loop = GameLoop(self.bench.board, self.core, [self._hear], self._adviser)
        self.reader = LightReader(self.bench.strip, self.profile.strip.pixels)
        self._board_turns.next_time = self.now
        self._wake_people(self.now + AFTER_DARK_SECONDS)
        self.is_powered, self._off_from = True, inf

    @property
    def _begun_history(self) -> History[Any] | None:
        history = self.referee.history
        return history if history.entries else None

    def start_by(self, calibration: Calibration) -> Start:
        """What the board would go on with now by another calibration. Raises SensingError if it can't."""
        kept = self.start(self._begun_history)
        if calibration == self.calibration:
            return kept
        require_apart(calibration, self.game.kinds)
        agreed = {place: known.pieces for place, known in kept.knowledge.places.items()}
        knowledge = from_calibration(calibration, agreed, tuple(self.game.kinds))
        return replace(kept, calibration=calibration, knowledge=knowledge)

    def start(self, played: History[Any] | None) -> Start:
        """What the board would begin with now; `played` is None before a game was set up."""
        lap = None if played is None or isinstance(self.core, Core) else self.core.referee.course.begun
        return Start(
            *(self.profile, self.calibration, self.game, self.setting.options, self.core.knowledge),
            history=played,
            lap=lap,
            clocks=self.kept_clocks,
        )

    @property
    def kept_clocks(self) -> Clocks | None:
        """Both sides' time, standing as a board keeps it: none runs while its power is off."""
        clock = self.referee.turn_clock
        return None if clock is None else clock.clocks.stopped(min(self.now, self._off_from))

    def resume(self, kept: Start, table: KeptTable) -> None:
        """Let a table lie here as it lay, and switch the board on with what it kept.

        For a world in which nothing has happened yet; whoever listened must listen again. Raises
        SimulatorError if the table was of other places.
        """
        self.table.resume(table)
        self.restore_power(kept)

    def run_until(self, time: float, is_done: Callable[[], bool] = lambda: False) -> None:
        """Let virtual time pass until `time`, or until `is_done` says so after some step."""
        schedule.run_until(time, self.bench.board.clock, self._turns, is_done)

    def _turns(self) -> list[Actor]:
        return [self._board_turns, *self.others]

    @property
    def others(self) -> list[Actor]:
        """Return who acts at this board beside the board itself, in their order."""
        helper = () if self._helper is None else (self._helper,)
        return [*self._hands_turns, *helper, *self._child_turns, *self._people_turns.values()]

    def _step_board(self, _now: float) -> float:
        wake = self.loop.step()
        self.reader.watch(self.now)
        if self._is_power_off_wanted:
            self.cut_power()
        return wake if self.is_powered else inf

    def _step_person(self, side: Side, person: Player, now: float) -> float:
        if self._is_waited_for_position():
            return now + GLANCE_SECONDS
        if self.child is not None and self.child.holds_up(person, now):
            return now + GLANCE_SECONDS
        if person.is_lost:
            # Who can't make sense of the table any more reads the position off the screen.
            person.learn(self.referee.position)
        clock, hands = self.referee.turn_clock, self.hands[side]
        if clock is not None and side in clock.away and not hands.is_busy:
            hands.do(PressButton(), Wait(AFTER_DARK_SECONDS), now=now)
        return person.step(now)

    def _is_waited_for_position(self) -> bool:
        """Whether a game that is gone on with has yet to lie there; people then begin from what it became."""
        if self._is_position_awaited and not self.is_table_wanted:
            self._is_position_awaited = False
            for person in self.people.values():
                person.learn(self.referee.position)
        return self._is_position_awaited

    def _wake_people(self, time: float) -> None:
        for turns in self._people_turns.values():
            turns.next_time = time

    def _tell_watchers(self, hands: Hands, time: float) -> None:
        for watcher in self._watchers:
            watcher(hands.side, time)

    def _hear(self, moment: Moment) -> None:
        """Read the screen, and do what the system does for a board that asks to be switched off."""
        self.sentence_key = moment.decided.scene.message.key
        self._is_power_off_wanted |= PowerOffWanted() in moment.decided.events


def _board(setting: Setting) -> Profile:
    board = generated(setting.cups, stock_trays=setting.stock_trays, rate_sps=setting.sps)
    return profile.by_pico(board) if setting.pico else board


def _board_for_coins(setting: Setting) -> Profile:
    """The board that is built for coins, where no line is left for a buzzer, or one of another size."""
    built = profile.load(COIN_BOARD)
    is_of_size = (setting.cups, setting.sps) == (built.cups, built.rate_sps)
    return built if is_of_size and not setting.stock_trays else _board(setting)


def _heart_of(start: Start) -> SidesHeart:
    heart = start.core()
    if not isinstance(heart, SidesHeart):
        raise TypeError(f"{start.game.name}: is not played by two sides")
    return heart


def _table(setting: Setting, game: AnyGame, rng: Random, pot_model: CellModel, lying: Lying | None) -> Table:
    """The table of an evening, with the pieces that lie there at first, and cells that wander as recorded."""
    table = Table(
        setting.cups,
        rng,
        beans=bean_kind(setting.beans),
        cells=cell_model(setting.cells),
        pot_cells=pot_model,
        lying=lying,
        stock_beans=_beans_of_sides(game, setting.begun),
        stock_trays=setting.stock_trays,
        lining=setting.lining,
    )
    if setting.noise != WHITE_NOISE:
        for cell in table.cells.values():
            cell.follow(DrawnNoise(setting.noise, Random(rng.getrandbits(64)), setting.sps))
    for place, recorded in setting.recorded.items():
        # A game that is begun later may be of a smaller board.
        if place in table.cells:
            table.cells[place].follow(recorded)
    return table


def _owned(game: AnyGame, begun: History[Any] | None) -> Pieces:
    """All of a player's side, in their stock; and beside the board what only later rounds need."""
    position = game.start(None) if begun is None else begun.position
    lying = {place: Counter[Kind]() for place in (*map(stock, Side), OFF_BOARD)}
    for place, lot in game.pieces(position).items():
        if (side := side_of(place)) is not None:
            lying[stock(side)].update(lot)
    if isinstance(game, GameOfRounds) and game.rounds > 1:
        whole = Counter[Kind]()
        for side in Side:
            whole.update(lying[stock(side)])
        most = max(whole.values())
        lying[OFF_BOARD].update({kind: most - whole[kind] for kind in game.kinds})
    return lying


def _beans_of_sides(game: AnyGame, begun: History[Any] | None) -> Mapping[Side, int]:
    """The beans that lie in each player's bowl at first: all that belong on their side of the board."""
    position = game.start(None) if begun is None else begun.position
    contents = game.contents(position)
    return {side: sum(count for place, count in contents.items() if side_of(place) is side) for side in Side}

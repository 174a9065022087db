"""A whole game of Coin Duel from one seed: a table, a board that referees and keeps the game, two people."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from cupsboard.core.as_landed import AsLanded
from cupsboard.loop import GameLoop, Listener, Moment
from cupsboard.referee.as_landed.referee import Referee
from cupsboard.referee.as_landed.states import RoundEnded
from cupsboard.referee.options import Options
from cupsboard.rules import games
from cupsboard.rules.places import Place, Side, stock
from cupsboard.session.resume import KnowledgeKeeper, begun
from cupsboard.signs.scene import Meaning
from cupsboard.storage.games import GameKeeper, KeptGames

from cupsim.people.coin_duel.handling import MANNERS
from cupsim.people.coin_duel.pair import Conduct, Pair
from cupsim.people.light_reader import LightReader, glowing_side
from cupsim.runs.coin_duel.coin_world import SPS, CoinWorld, Given
from cupsim.runs.coin_duel.screen import Screen
from cupsim.runs.direct_board import DirectBench
from cupsim.runs.memory_store import Memory
from cupsim.table.coins import coin_kind

_AT_TURN = frozenset({Meaning.YOUR_TURN})


@dataclass(frozen=True, slots=True)
class Setting:
    """Everything a game is drawn from; through pins, or with the samples fed to the loop."""

    seed: int
    game: str
    has_pins: bool = True
    worn_times: float = 1.0
    power_cuts: float = 0.0
    """How often the power is cut, of the times when a handful is in the hand for a second."""
    sps: int = SPS
    beans: str = "kidney"


class DuelEvening(Screen):
    """The table with its board and its people. Time passes in `run_until`."""

    def __init__(self, setting: Setting, conduct: Conduct) -> None:
        self.setting = setting
        self.game: Any = games.named(setting.game)
        self.random = Random(f"duel {setting.seed}")
        self._store = Memory()
        self._options = Options(starter=None, press_asked_after_seconds=None)
        self._listeners: list[Listener] = []
        self.sentence_key = ""
        self._is_laid_out = False
        self.world = CoinWorld(
            self.game,
            self.game.start(None),
            setting.seed,
            self._switched_on,
            worn_times=setting.worn_times,
            sps=setting.sps,
            has_pins=setting.has_pins,
            beans=setting.beans,
        )
        super().__init__(self.world.table)
        bench = self.world.bench
        self._reader = (
            None
            if isinstance(bench, DirectBench)
            else LightReader(bench.strip, self.world.profile.strip.pixels)
        )
        self._listen()
        manners = {side: self.random.choice(MANNERS) for side in Side}
        self.pair = Pair(self.game, self.world.hands, self, manners, conduct, Random(f"pair {setting.seed}"))
        self.world.people = self.pair

    def listen(self, listener: Listener) -> None:
        """Let somebody hear of every moment, power cuts or not."""
        self._listeners.append(listener)
        self.world.loop.listen(listener)

    @property
    def now(self) -> float:
        """Virtual seconds."""
        return self.world.now

    @property
    def referee(self) -> Referee:
        """Who judges."""
        return self.heart.referee

    def cut_power(self) -> None:
        """The power goes and comes back: what is not written down is lost."""
        self.world.heart = self._switched_on(self._given)
        self.world.loop = GameLoop(self.world.bench.board, self.heart)
        self._listen()
        for listener in self._listeners:
            self.world.loop.listen(listener)

    def _switched_on(self, given: Given) -> AsLanded:
        self._given = given
        kept = KeptGames(self._store, lambda: "2026-11-23T20:15")
        beginning = begun(given.profile, given.calibration, self.game, self._options, kept)
        heart = beginning.start.core()
        if not isinstance(heart, AsLanded):
            raise TypeError(f"{self.game.name}: its turns are not followed act by act")
        self.heart = heart
        self._keepers: list[Listener] = [
            KnowledgeKeeper(kept.ledger, given.calibration, lambda: heart.knowledge),
            GameKeeper(kept, self.game, self._options.starter),
        ]
        return heart

    def _listen(self) -> None:
        self.world.loop.listen(self._see)
        for keeper in self._keepers:
            self.world.loop.listen(keeper)

    def _see(self, moment: Moment) -> None:
        self.sentence_key = moment.decided.scene.message.key
        if self._reader is not None:
            self._reader.watch(self.now)
        state = self.referee.state
        if isinstance(state, RoundEnded) and state.is_cleared and not self._is_laid_out:
            self._lay_out()
        self._is_laid_out = isinstance(state, RoundEnded) and state.is_cleared

    def _lay_out(self) -> None:
        """Both fetch the coins of the next round from the box, and put back what they don't need."""
        table, wanted = self.world.table, self.referee.course.pieces
        for here in (place for place in map(stock, Side) if place in wanted):
            table.take(here, table.contents()[here], self.now)
            for kind, count in wanted[here].items():
                for _ in range(count):
                    table.drop(here, coin_kind(kind).draw(self.random), self.now)

    # What both people see beside the rest of the screen.

    def sentence(self) -> str:
        """See `Eyes`."""
        return self.sentence_key

    def turn(self) -> Side | None:
        """See `Eyes`."""
        return glowing_side(place for place, meaning in self._meanings().items() if meaning in _AT_TURN)

    def _meanings(self) -> Mapping[Place, Meaning]:
        bench = self.world.bench
        if isinstance(bench, DirectBench):
            return bench.lights.meanings
        return {} if self._reader is None else self._reader.meanings

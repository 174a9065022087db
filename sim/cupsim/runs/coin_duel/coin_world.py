"""A round in virtual time: table, chips, drivers, a heart and two pairs of hands, from one seed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from cupsboard.core.heart import Heart
from cupsboard.loop import GameLoop
from cupsboard.profile import Profile, generated
from cupsboard.recognition.histories.reader import begun
from cupsboard.recognition.kinds_apart import kinds_complaints
from cupsboard.recognition.knowledge import Knowledge, from_calibration
from cupsboard.rules.game import GameOf
from cupsboard.rules.places import Side, is_cup
from cupsboard.scales.calibration import Calibration

from cupsim.runs import schedule
from cupsim.runs.direct_board import DirectBench, build_direct
from cupsim.runs.pieces_of_kinds import laid, weighed
from cupsim.runs.schedule import Actor, HandsAhead, Timed
from cupsim.runs.simulated_board import Bench, build, calibrate
from cupsim.table.beans import BeanKind, bean_kind
from cupsim.table.contacts import Contacts
from cupsim.table.hands import Hands
from cupsim.table.load_cell import cell_model
from cupsim.table.table import Table

SPS = 80
"""Laps are told apart only so: ten samples a second see no end of a lap."""

SETS_TRIED = 5
"""Whoever is told that two kinds pass for each other takes other coins; about one set in 300 is refused."""


@dataclass(frozen=True, slots=True)
class Given:
    """What a heart begins with."""

    game: GameOf[Any, Any]
    position: Any
    profile: Profile
    calibration: Calibration
    knowledge: Knowledge


class CoinWorld:
    """A board on which a position lies, and the hands of two players."""

    def __init__(
        self,
        game: GameOf[Any, Any],
        position: Any,
        seed: int,
        heart_of: Callable[[Given], Heart],
        *,
        worn_times: float = 1.0,
        sps: int = SPS,
        has_pins: bool = True,
        beans: str = "kidney",
    ) -> None:
        rng = Random(seed)
        self.game = game
        cups = sum(map(is_cup, game.places)) // 2
        self.profile = generated(cups, rate_sps=sps)
        for _ in range(SETS_TRIED):
            self._lay_out(position, rng, worn_times, sps, bean_kind(beans), has_pins=has_pins)
            known_kinds = {kind: self.calibration.pieces[kind] for kind in game.kinds}
            if not kinds_complaints(self.calibration, known_kinds):
                break
        known = from_calibration(self.calibration, game.pieces(position), tuple(game.kinds))
        knowledge = begun(known, self.calibration)
        self.heart = heart_of(Given(game, position, self.profile, self.calibration, knowledge))
        self.loop = GameLoop(self.bench.board, self.heart)
        contacts = Contacts(self._set_button)
        self.hands: Mapping[Side, Hands] = {
            side: Hands(side, self.table, contacts.finger(), Random(rng.getrandbits(64))) for side in Side
        }
        self.hands_did: Callable[[float], None] = lambda _time: None
        """Told up to when hands have done something."""
        self._board_turns = Timed(lambda _now: self.loop.step(), 0.0)
        self.people: Actor | None = None
        """Whoever moves the hands."""
        self._hands_turns = [
            HandsAhead(hands, lambda _hands, time: self.hands_did(time)) for hands in self.hands.values()
        ]

    def _lay_out(
        self, position: Any, rng: Random, worn_times: float, sps: int, beans: BeanKind, *, has_pins: bool
    ) -> None:
        """Coins out of a purse, on scales that are calibrated, and weighed."""
        profile = self.profile
        cells, pot_cells = cell_model("500g"), cell_model("1kg")
        lying = laid(self.game.pieces(position), beans, rng, worn_times)
        cups = sum(map(is_cup, profile.places)) // 2
        self.table = Table(cups, rng, cells=cells, pot_cells=pot_cells, lying=lying)
        self.bench: Bench | DirectBench = (
            build(profile, self.table, rng, sps=sps)
            if has_pins
            else build_direct({place: self.table.cells[place] for place in profile.places}, sps)
        )
        made = calibrate(self.table, beans, cells, rng, sps=sps)
        self.calibration = weighed(made, self.game.kinds, lying, beans, pot_cells, rng, worn_times)

    def _set_button(self, side: Side, is_down: bool, time: float) -> None:
        self.bench.set_button(side, is_down, time)

    @property
    def now(self) -> float:
        """Virtual seconds since the board was switched on."""
        return self.bench.board.clock.now()

    def run_until(self, time: float, is_done: Callable[[], bool] = lambda: False) -> None:
        """Let virtual time pass until `time`, or until `is_done` says so after some step."""
        schedule.run_until(time, self.bench.board.clock, self._actors, is_done)

    def _actors(self) -> list[Actor]:
        people = () if self.people is None else (self.people,)
        return [self._board_turns, *self._hands_turns, *people]

"""A heart that only watches: it weighs, looks whenever the table lies still, and says what it believes.

It has no referee. So it shows what the reader of histories makes of a table below the drivers, whatever the
board would then do with it; a button ends the turn, and whoever judges it says what is to be agreed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cupsboard.core.heart import Decided
from cupsboard.recognition.histories.reader import Look, Reader
from cupsboard.recognition.knowledge import Knowledge
from cupsboard.referee.edges import Edge
from cupsboard.rules.game import GameOf
from cupsboard.rules.history import History, HistoryOf
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.readings import Frame
from cupsboard.scales.settling import Weighing
from cupsboard.signs.advice import Advice
from cupsboard.signs.scene import Message, Scene

AGAIN_SECONDS, DOUBTED_AGAIN_SECONDS = 1.0, 0.15
"""How soon a table that lies on as it lay is looked at again, after a sure look and after another."""
DOUBT_SECONDS = 1.0
"""So long a doubt must last, or longer where the verdict says so, to be believed: it may pass by itself."""
LAIN_SECONDS = 0.12
"""So long it must have lain still: a hand that rests on a rim for a moment weighs like pieces, as a cup is
set down. With the tenth of a second that shows a place at rest it comes to 16 samples at 80 a second."""
_NOTHING = Scene((), None, Message("nothing"))


@dataclass(frozen=True, slots=True)
class Looked:
    """A look that was kept."""

    time: float
    look: Look[Any]
    is_done: bool
    """Whether the player had said that the turn is done."""


class WatchingHeart:
    """Follows the turns of one round."""

    def __init__(
        self,
        game: GameOf[Any, Any],
        position: Any,
        player: Any,
        calibration: Calibration,
        cells: Sequence[Place],
        knowledge: Knowledge,
    ) -> None:
        self._game, self._starter = game, player
        self._weighing = Weighing(calibration, cells)
        noise = {place: calibration.places[place].noise_grams for place in cells}
        turn = game.turns.begin(position, player)
        self._reader: Reader[Any] = Reader(game.turns, turn, game.pieces(position), knowledge, noise)
        self._is_done = False
        self._table: object = None
        self._stretches: object = None
        self._lain_since = 0.0
        self._next_look = 0.0
        self._doubted: object = None
        self._doubted_since = 0.0
        self.looked: Looked | None = None
        """The look that was kept in the last step, if there was one."""
        self.moving: frozenset[Place] = frozenset()

    @property
    def knowledge(self) -> Knowledge:
        """What is known of places and pieces by now."""
        return self._reader.knowledge

    @property
    def history(self) -> History[Any]:
        """It keeps no record."""
        return HistoryOf(self._game, self._starter)

    def step(
        self,
        now: float,
        frame: Frame | None,
        edges: Sequence[Edge],
        advice: Sequence[Advice] = (),
    ) -> Decided:
        """Follow the scales; look if the table lies still."""
        self.looked = None
        if any(edge.is_down for edge in edges):
            self._is_done, self._table = True, None
        if frame is not None:
            self._weighing.step(frame)
            self.moving = self._weighing.moving
            self._reader.follow(now, self._weighing.fresh_grams, self._weighing.latest_grams)
            if self.moving:
                self._stretches = None
            elif self._has_lain(now):
                self._look_if_due(now)
        return Decided((), _NOTHING, None, self.moving, self._weighing.latest_grams)

    def _has_lain(self, now: float) -> bool:
        """Whether the table has lain still for long enough."""
        stretches = self._weighing.stretches
        if stretches != self._stretches:
            self._stretches, self._lain_since = stretches, now
        return now - self._lain_since >= LAIN_SECONDS

    def _look_if_due(self, now: float) -> None:
        table = self._weighing.stretches, self._is_done
        if table == self._table and now < self._next_look:
            return
        look = self._reader.look(self._weighing.settled, is_done=self._is_done)
        self._table = table
        if not look.verdict.is_sure:
            if table != self._doubted:
                self._doubted, self._doubted_since = table, now
            if now - self._doubted_since < max(DOUBT_SECONDS, look.verdict.wait_seconds):
                self._next_look = now + DOUBTED_AGAIN_SECONDS
                return
        self._next_look = now + AGAIN_SECONDS
        self._reader.keep(look)
        self.looked = Looked(now, look, self._is_done)

    def agree(self, position: Any, player: Any) -> None:
        """Go on from a position, with a turn of this player."""
        pieces: Mapping[Place, Any] = self._game.pieces(position)
        self._reader.agree(pieces, self._game.turns.begin(position, player))
        self._is_done, self._table, self._doubted = False, None, None

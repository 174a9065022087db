"""Count what lies on a board, and hear from players whose turn it is and what the scales can't tell."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cupsboard.loop import Output
from cupsboard.procedures.procedure import as_side
from cupsboard.recognition.counting import Counted, Numbers, counted
from cupsboard.recognition.knowledge import Knowledge
from cupsboard.referee.edges import Edge
from cupsboard.referee.gestures import Gestures
from cupsboard.referee.inputs import Hold, Press
from cupsboard.rules.game import Contents
from cupsboard.rules.games import AnyGame
from cupsboard.rules.history import History
from cupsboard.rules.laid_table import TableRefused, is_whole, laid, pieces_of, shared_rest
from cupsboard.rules.places import Place, Side
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.readings import Frame
from cupsboard.scales.settling import Weighing
from cupsboard.signs.scene import Meaning, Message, Phrases, Scene, Sign, Tone

STILL_SECONDS = 2.0
"""What is counted once, and by nothing but its weight, must lie still for longer than a bean."""


@dataclass(frozen=True, slots=True)
class Told:
    """What players say of a table: whose turn it is, and numbers, of places and of stocks.

    A stock that is not said is its share of what is left.
    """

    mover: Side
    numbers: Mapping[Place, int]
    stocks: Mapping[Side, int]


class CountingTable:
    """Counts again whenever something has moved, until players have told the rest, or break off."""

    def __init__(
        self,
        game: AnyGame,
        calibration: Calibration,
        cells: Sequence[Place],
        knowledge: Knowledge,
        told: Told | None = None,
    ) -> None:
        """With `told` a press says that the table is as it was counted; without, `answer` alone does."""
        self.game, self._knowledge, self._told = game, knowledge, told
        self._weighing = Weighing(calibration, cells)
        self._gestures = Gestures()
        self._still_since: float | None = None
        self.numbers: Numbers | None = None
        """What was counted; None while something moves."""
        self.history: History[object] | None = None
        """The game that goes on from the table; None before it is told."""
        self.is_finished = False
        self._refused: TableRefused | None = None

    @property
    def is_still(self) -> bool:
        """Whether nothing moves."""
        return not self._weighing.moving

    @property
    def likeliest(self) -> Contents:
        """Return the numbers that were told, or else the likeliest; 0 where no weight says anything."""
        said = {} if self._told is None else self._told.numbers
        found = {place: one.count if one is not None else 0 for place, one in (self.numbers or {}).items()}
        return {place: said.get(place, count) for place, count in found.items()}

    def answer(self, told: Told) -> None:
        """Take what players say. Raises TableRefused for what can't lie there; then nothing was said."""
        before, self._told = self._told, told
        try:
            self.history = self._laid(told)
        except TableRefused:
            self._told = before
            raise
        self.is_finished = True

    def _laid(self, told: Told) -> History[object]:
        if self.numbers is None:
            raise TableRefused(
                "laid-moving", "something moves on the board; take your hands off, then say it"
            )
        for place in self.unread:
            raise TableRefused(
                "laid-unread", f"{place}: can't be weighed; say how many lie there", place=place
            )
        stocks = {**shared_rest(self.game, self.likeliest), **told.stocks}
        return laid(self.game, told.mover, self.likeliest, stocks)

    def step(self, now: float, frame: Frame | None, edges: Sequence[Edge]) -> Output:
        """Take what the ports gave."""
        if frame is not None:
            self._weigh(now, frame)
        tone = None
        for gesture in self._gestures.step([as_side(edge) for edge in edges], now):
            if isinstance(gesture, Hold):
                self.is_finished = True
            elif isinstance(gesture, Press):
                tone = self._pressed()
        return Output.of(self._scene(), tone)

    def _weigh(self, now: float, frame: Frame) -> None:
        self._weighing.step(frame)
        if self._weighing.moving:
            self._still_since = self.numbers = self._refused = None
            return
        self._still_since = now if self._still_since is None else self._still_since
        if self.numbers is None and now - self._still_since >= STILL_SECONDS:
            self.numbers = counted(
                self._knowledge,
                self._weighing.settled,
                pieces_of(self.game),
                is_whole=is_whole(self.game, self._knowledge.contents),
            )
            if self._told is not None and not self.doubted:
                self._pressed()

    def _pressed(self) -> Tone:
        if self._told is None or self.numbers is None:
            return Tone.NOT_NOW
        try:
            self.answer(self._told)
        except TableRefused as fault:
            self._refused = fault
            return Tone.WRONG
        return Tone.AGREED

    @property
    def unread(self) -> list[Place]:
        """Return the places that say nothing, and of which nothing was told."""
        said = {} if self._told is None else self._told.numbers
        return [place for place, one in (self.numbers or {}).items() if one is None and place not in said]

    @property
    def doubted(self) -> list[Place]:
        """Return the places of which players have to say a number, or to agree to one."""
        said = {} if self._told is None else self._told.numbers
        return [
            place
            for place, one in (self.numbers or {}).items()
            if place not in said and (one is None or not one.is_sure)
        ]

    def _scene(self) -> Scene:
        if self.numbers is None:
            return Scene((), None, Message("lying.still"))
        if self._refused is not None:
            return Scene((), None, Message(f"refused.{self._refused.key}", dict(self._refused.values)))
        what = tuple(map(self._doubt, self.doubted))
        key = "unread" if self.unread else "doubted" if what else "counted"
        key += "" if self._told is None else "-told"
        message = Message(f"lying.{key}", {"what": what} if what else {})
        return Scene(tuple(Sign(place, Meaning.LOOK) for place in self.doubted), None, message)

    def _doubt(self, place: Place) -> Message:
        assert self.numbers is not None
        match self.numbers[place]:
            case Counted(count, fewest, most):
                return Message(
                    "lying.number", {"place": place, "count": count, "least": fewest, "most": most}
                )
            case _:
                return Message("lying.none", {"place": place})


def phrases_of(contents: Contents) -> Phrases:
    """Return how many beans lie in each place that holds some."""
    return tuple(
        Message("corrections.belong", {"beans": count, "place": place})
        for place, count in contents.items()
        if count
    )

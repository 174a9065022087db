"""Count what lies on a board, and hear from players whose turn it is and what the scales can't tell."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from cupsboard.loop import Output
from cupsboard.procedures.procedure import as_side
from cupsboard.recognition.counting import Counted, Numbers, counted, most_doubtful
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
from cupsboard.scales.readings import Frame, Settled, Weight
from cupsboard.scales.settling import Weighing
from cupsboard.signs.scene import Meaning, Message, Phrases, Scene, Sign, Tone

STILL_SECONDS = 2.0
"""What is counted once, and by nothing but its weight, must lie still for longer than a bean."""
SAME_PIECES = 0.5
"""A place that weighs as much as before to this many pieces was lifted, counted and put back."""


@dataclass(frozen=True, slots=True)
class Told:
    """What players say of a table: whose turn it is, and numbers, of places and of stocks.

    Who says no `mover` tells numbers alone. A stock that is not said is its share of what is left.
    """

    mover: Side | None = None
    numbers: Mapping[Place, int] = field(default_factory=dict)
    stocks: Mapping[Side, int] = field(default_factory=dict)

    def and_then(self, more: "Told") -> "Told":
        """Return all of it together; what was said last counts."""
        return Told(
            more.mover or self.mover, {**self.numbers, **more.numbers}, {**self.stocks, **more.stocks}
        )


NOTHING_TOLD = Told()


def count(game: AnyGame, knowledge: Knowledge, settled: Settled, told: Told) -> Numbers:
    """Return how many pieces lie in each place, by its weight and by what was told.

    Who says both stocks tells how many lie there in all.
    """
    is_all = is_whole(game, knowledge.contents)
    stocks = {} if is_all else told.stocks
    return counted(
        knowledge,
        settled,
        pieces_of(game) - sum(stocks.values()),
        is_whole=is_all or len(stocks) == len(Side),
        said=told.numbers,
    )


class CountingTable:
    """Counts again whenever something has moved, until players have told the rest, or break off.

    One place after the other is asked about, the most doubtful first: its number tells of the others.
    """

    def __init__(
        self,
        game: AnyGame,
        calibration: Calibration,
        cells: Sequence[Place],
        knowledge: Knowledge,
        told: Told = NOTHING_TOLD,
    ) -> None:
        """With a mover in `told` a press begins a game from the table; without, `answer` alone does."""
        self.game, self._knowledge, self._told = game, knowledge, told
        self._weighing = Weighing(calibration, cells)
        self._gestures = Gestures()
        self._still_since: float | None = None
        self._said: dict[Place, tuple[int, float | None]] = {}
        """The numbers that were said of what lies there, with its weight (g); None where none is known."""
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
    def told(self) -> Told:
        """Return what was told by now."""
        return self._told.and_then(Told(numbers={place: count for place, (count, _) in self._said.items()}))

    def answer(self, told: Told) -> None:
        """Take what players say of the table that lies there. Raises TableRefused for what can't lie there.

        Then nothing was said.
        """
        if self.numbers is None:
            raise TableRefused(
                "laid-moving", "something moves on the board; take your hands off, then say it"
            )
        before = self._told, self._said
        weights = {place: (count, self._grams(place)) for place, count in told.numbers.items()}
        self._told, self._said = self._told.and_then(replace(told, numbers={})), {**self._said, **weights}
        self._count()
        if told.mover is None:
            return
        try:
            self.history = self._laid(told.mover)
        except TableRefused:
            self._told, self._said = before
            self._count()
            raise
        self.is_finished = True

    def _laid(self, mover: Side) -> History[object]:
        for place in self.unread:
            raise TableRefused(
                "laid-unread", f"{place}: can't be weighed; say how many lie there", place=place
            )
        numbers = {place: one.count for place, one in (self.numbers or {}).items() if one is not None}
        return laid(self.game, mover, numbers, {**shared_rest(self.game, numbers), **self._told.stocks})

    def _count(self) -> None:
        self.numbers = count(self.game, self._knowledge, self._weighing.settled, self.told)

    def _grams(self, place: Place) -> float | None:
        weight = self._weighing.settled.weights.get(place)
        return weight.grams if isinstance(weight, Weight) else None

    def _is_as_said(self, place: Place, grams: float | None) -> bool:
        """Return whether a place weighs what it weighed when its number was said."""
        now, piece = self._grams(place), self._knowledge.lightest_grams
        return now is grams if now is None or grams is None else abs(now - grams) < SAME_PIECES * piece

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
            self._said = {at: said for at, said in self._said.items() if self._is_as_said(at, said[1])}
            self._count()
            if self._told.mover is not None and not self.asked:
                self._pressed()

    def _pressed(self) -> Tone:
        """Take a press: yes to the number that is asked about, or else to the whole table."""
        if self.numbers is None:
            return Tone.NOT_NOW
        said = {place: one.count for place in self.asked if (one := self.numbers[place]) is not None}
        if said:
            self.answer(Told(numbers=said))
        if self._told.mover is None or (self.asked and said):
            return Tone.AGREED if said else Tone.NOT_NOW
        try:
            self.answer(Told(self._told.mover))
        except TableRefused as fault:
            self._refused, self._said = fault, {}
            return Tone.WRONG
        return Tone.AGREED

    @property
    def unread(self) -> list[Place]:
        """Return the places that say nothing, and of which nothing was told."""
        return [place for place, one in (self.numbers or {}).items() if one is None]

    @property
    def asked(self) -> list[Place]:
        """Return the places of which players have to say a number, or the one whose number tells most."""
        first = most_doubtful(self.numbers or {})
        return self.unread or ([] if first is None else [first])

    def _scene(self) -> Scene:
        if self.numbers is None:
            return Scene((), None, Message("lying.still"))
        if self._refused is not None:
            return Scene((), None, Message(f"refused.{self._refused.key}", dict(self._refused.values)))
        what = tuple(map(self._doubt, self.asked))
        key = "unread" if self.unread else "doubted" if what else "counted"
        key += "" if self._told.mover is None else "-told"
        message = Message(f"lying.{key}", {"what": what} if what else {})
        return Scene(tuple(Sign(place, Meaning.LOOK) for place in self.asked), None, message)

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

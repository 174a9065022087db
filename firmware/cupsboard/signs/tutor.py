"""A tutor: tells of a move that lost something while it can be taken back, and what a lifted cup would bring.

The engine is asked once in each turn what every move is worth, for either side where either may begin. So the
answer is there when the turn ends, or when a player lifts a cup, and the game never waits for it. What comes
too late is not said, nor what may be an error of the estimate. The tutor judges nothing at the board: it
shows, and gestures mean what they always do. While a puzzle lies on the table it rests: what it says would
give the puzzle away.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cupsboard.engine import engines
from cupsboard.engine.analysis import TOLD_POINTS, Worth
from cupsboard.engine.hints import begun_by
from cupsboard.referee.events import Ending, Event, MoveHurried, TurnEnded
from cupsboard.referee.times import OFFER_SECONDS
from cupsboard.referee.tutoring import Tutor, Tutoring
from cupsboard.rules.errors import RulesError
from cupsboard.rules.games import AnyGame
from cupsboard.rules.history import History, Moved
from cupsboard.rules.places import BEAN, Place, Side, is_cup, pot, side_of
from cupsboard.rules.puzzle import Puzzle
from cupsboard.rules.turns import Order
from cupsboard.signs.advice import Advice, Question, Thinking, Thought
from cupsboard.signs.scene import Meaning, Message, Scene, Sign, Values

AGREED = (Ending.PRESSED, Ending.STILLNESS)
"""How a turn ends before the other side has begun."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A game at one step, as a tutor is shown it."""

    history: History[Any]
    side: Side | None
    """Whose turn it is, or who has begun one; None while either may begin."""
    own: Side | None
    """The side that the board plays; None if it plays none."""
    is_resting: bool
    """Whether nothing of a move is begun, and nothing else is asked."""
    is_begun: bool
    """Whether something of a move is; where neither, the board asks about the table, or players pause."""
    is_still: bool
    """Whether the table was looked at since a cup or a bean last moved."""
    lifted: frozenset[Place] = frozenset()
    """Cups that are off their platforms before anything else of a move is begun."""
    is_replying: bool = False
    """Whether the board shows a move of its own already."""


@dataclass(frozen=True, slots=True)
class _Wish:
    """A side and the position in which it is to move, and the move that matters if it is only one."""

    side: Side
    position: Any
    move: str | None = None


@dataclass(frozen=True, slots=True)
class _Thought(Thought):
    wish: _Wish = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class _Finished:
    """A move that has just been made, whose worth is not known yet; `entries` is how long the record was."""

    wish: _Wish
    move: str
    entries: int


@dataclass(frozen=True, slots=True)
class _Offer:
    """What is told of the last move, which may be taken back."""

    side: Side
    told: Message
    entries: int
    until: float


@dataclass(frozen=True, slots=True)
class _Cup:
    """A cup that was lifted and put down again, as the question what its move would bring."""

    place: Place
    entries: int
    until: float


class TutorOfGame(Thinking[_Thought]):
    """Asks the engine what moves are worth, and shows what players should know of it."""

    def __init__(self, tutor: Tutor, numbers: Iterator[int], own_puzzles: Sequence[Puzzle] = ()) -> None:
        """`numbers` give each question its own, also among those of others to the same engine.

        In puzzles it is silent, those of one's own among them.
        """
        super().__init__(numbers)
        self._tutoring, self._own_puzzles = Tutoring(tutor), own_puzzles
        self._earlier: tuple[_Thought, ...] = ()
        """The other questions about the table as it lies, with their answers."""
        self._finished: _Finished | None = None
        self._offer: _Offer | None = None
        self._lifted: frozenset[Place] = frozenset()
        self._cup: _Cup | None = None
        self._begun: object = None
        """The game and its first entry, by which it was last found out whether the tutor teaches in it."""
        self._has_game = False

    @property
    def is_offering(self) -> bool:
        """Return whether players are told of the last move, so that the next player leaves them time."""
        return self._offer is not None

    def step(self, seen: Seen | None, events: Sequence[Event], advice: Sequence[Advice], now: float) -> None:
        """Take in one step of the referee; `seen` None is a game without lessons."""
        for each in advice:
            self._hear(each)
        is_on = self._tutoring.tutor is not Tutor.OFF
        if seen is None or not is_on or not self._is_taught_in(seen.history):
            self._thought = self._finished = self._offer = self._cup = None
            self._earlier = ()
            return
        self._note_end(seen, events)
        self._lapse(seen, events, now)
        self._follow_cups(seen, now)
        self._judge(seen, now)
        self._ask(seen, now)

    def shown(self, scene: Scene) -> Scene:
        """Return `scene` with what is told of the last move or of a lifted cup, if anything is."""
        if any(sign.meaning is Meaning.HELD for sign in scene.signs):
            return scene
        if self._offer is not None:
            sign = Sign(pot(self._offer.side), Meaning.WAS_BETTER)
            values: Values = {"side": self._offer.side.value, "what": (self._offer.told,)}
            return replace(scene, signs=(sign, *scene.signs), message=Message("tutor.lost", values))
        thought = self._thought
        if self._cup is None or thought is None or thought.advice is None or not thought.advice.worths:
            return scene
        meaning, message = _answer(thought, self._cup.place)
        signs = () if meaning is None else (Sign(self._cup.place, meaning),)
        return replace(scene, signs=(*signs, *scene.signs), message=message)

    def _hear(self, advice: Advice) -> None:
        if advice.tutoring is not None:
            self._tutoring = advice.tutoring
        thought = self._thought
        if thought is not None and thought.advice is None and advice.question == thought.question.number:
            self._thought = replace(thought, advice=advice)

    def _is_taught_in(self, history: History[Any]) -> bool:
        """Return whether there is something to say in a game: an engine plays it, and it is no puzzle."""
        begun = history.game, history.entries[:1]
        if begun != self._begun:
            self._begun = begun
            is_puzzle = engines.puzzle_of(history, self._own_puzzles) is not None
            self._has_game = engines.is_played(history.game) and not is_puzzle
        return self._has_game

    def _is_taught(self, side: Side | None, seen: Seen) -> bool:
        return side in self._tutoring.sides and side is not seen.own

    def _note_end(self, seen: Seen, events: Sequence[Event]) -> None:
        """Note the move that has just ended, if its player is taught and no reply is begun."""
        ended = next((each for each in reversed(events) if isinstance(each, TurnEnded)), None)
        if ended is None:
            return
        self._finished, self._lifted = None, frozenset()
        entries = seen.history.entries
        last = max((at for at, entry in enumerate(entries) if isinstance(entry, Moved)), default=None)
        if last is None or ended.how not in AGREED or not self._is_taught(ended.side, seen):
            return
        position = begun_by(seen.history.after(last), ended.side).position
        self._finished = _Finished(_Wish(ended.side, position), ended.label, len(entries))

    def _lapse(self, seen: Seen, events: Sequence[Event], now: float) -> None:
        """Forget what was told or asked once anything of a move is begun, or its time is up."""
        entries = len(seen.history.entries)
        is_begun = not seen.is_resting
        if self._finished is not None and (is_begun or entries != self._finished.entries):
            self._finished = None
        if (offer := self._offer) is not None and (
            is_begun
            or entries != offer.entries
            or now >= offer.until
            or any(isinstance(event, MoveHurried) for event in events)
        ):
            self._offer = None
        if (cup := self._cup) is not None and (is_begun or entries != cup.entries or now >= cup.until):
            self._cup = None

    def _follow_cups(self, seen: Seen, now: float) -> None:
        """Take a cup of whose turn it is, lifted alone and put down as it was, for a question."""
        if seen.lifted:
            self._lifted, self._cup = self._lifted | seen.lifted, None
        elif seen.is_begun:
            self._lifted = frozenset()
        elif self._lifted and seen.is_resting and seen.is_still:
            (place, *others), self._lifted = sorted(self._lifted), frozenset()
            side = side_of(place)
            if not others and seen.side in (None, side) and self._is_taught(side, seen):
                self._cup = _Cup(place, len(seen.history.entries), now + OFFER_SECONDS)

    def _judge(self, seen: Seen, now: float) -> None:
        """Tell of the move that has just ended, once its worth is known and if it lost enough."""
        finished, thought = self._finished, self._thought
        if finished is None or thought is None or thought.wish != finished.wish:
            return
        if thought.advice is None or not seen.is_still:
            return
        self._finished = None
        least = self._tutoring.tutor.least_pieces * engines.scale_of(seen.history.game).piece_points
        worth = next((each for each in thought.advice.worths if each.move == finished.move), None)
        if worth is None and thought.advice.worths and finished.wish.move is None:
            # Of very many moves a search looks only at the better ones: this one is looked at by itself.
            wish = replace(finished.wish, move=finished.move)
            self._finished = replace(finished, wish=wish)
        if worth is not None and worth.is_loss_of(least) and not seen.is_replying:
            told = _told(worth, thought.question.game)
            self._offer = _Offer(finished.wish.side, told, finished.entries, now + OFFER_SECONDS)

    def _ask(self, seen: Seen, now: float) -> None:
        wishes = self._wishes(seen)
        known = {each.wish: each for each in (*self._earlier, self._thought) if each and each.wish in wishes}
        waiting = (wish for wish in wishes if wish not in known or known[wish].advice is None)
        wish = next(waiting, wishes[0] if wishes else None)
        if wish is None:
            self._thought = None
        elif (thought := known.get(wish)) is not None:
            self._thought = thought
        else:
            number, game = next(self._numbers), seen.history.game
            question = Question(number, game, wish.side, wish.position, is_of_every_move=True, move=wish.move)
            self._thought = _Thought(question, now, wish=wish)
        self._earlier = tuple(each for each in known.values() if each is not self._thought)

    def _wishes(self, seen: Seen) -> Sequence[_Wish]:
        """Return what the tutor has to know now, what it needs first at the beginning."""
        if self._finished is not None:
            return (self._finished.wish,)
        movers = seen.history.game.movers(seen.history.position)
        side = seen.side if self._cup is None else side_of(self._cup.place)
        # Where either may begin it is found out before anybody has: a first move is soon made.
        sides = (side,) if side in movers else movers if side is None and len(movers) > 1 else ()
        return [
            _Wish(each, begun_by(seen.history, each).position)
            for each in sides
            if self._is_taught(each, seen)
        ]


def _answer(thought: Thought, place: Place) -> tuple[Meaning | None, Message]:
    """Return the light and the sentence for the best move of a cup."""
    assert thought.advice is not None
    question = thought.question
    worths = thought.advice.worths
    moves = _moves_of(question.game, question.position, question.side, place, worths)
    if not moves:
        return None, Message("tutor.none", {"place": place})
    worth = min(moves, key=lambda each: each.loss_points)
    values: Values = {"side": question.side.value, "advised": worth.move}
    if worth.loss_points < TOLD_POINTS:
        return Meaning.GOOD_MOVE, Message("tutor.best" if worth.is_proved else "tutor.alike", values)
    if worth.is_loss_of(TOLD_POINTS):
        return Meaning.WAS_BETTER, Message("tutor.would", {**values, "what": (_told(worth, question.game),)})
    return None, Message("tutor.unclear", values)


def _told(worth: Worth, game: AnyGame) -> Message:
    """Return how much a move loses as a phrase."""
    unit = "beans" if game.kinds.keys() == {BEAN} else "points"
    values: Values = {unit: max(1, round(worth.loss_points))}
    return Message(f"tutor.{unit}" if worth.is_proved else f"tutor.{unit}-about", values)


def _moves_of(
    game: AnyGame, position: Any, side: Side, place: Place, worths: Sequence[Worth]
) -> Sequence[Worth]:
    """Return the moves that take up a cup; without one, those from the stock that end there."""
    if game.turns.order is not Order.FREE:
        return [each for each in worths if _first_source(game, position, side, each.move) == place]
    sown, dropped = set[str](), set[str]()
    for plan in game.plans(position, side):
        brought = [transfer for transfer in plan.open if transfer not in plan.owed]
        if any(transfer.source == place for transfer in brought):
            sown.add(plan.label)
        elif brought and brought[-1].target == place and not is_cup(brought[0].source):
            dropped.add(plan.label)
    return [each for each in worths if each.move in (sown or dropped)]


def _first_source(game: AnyGame, position: Any, side: Side, move: str) -> Place | None:
    try:
        return engines.acts_of(game, position, side, move)[0].source
    except (RulesError, IndexError):
        return None

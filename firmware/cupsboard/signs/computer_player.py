"""A computer player without hands: lights dictate its moves to the people at the board.

The board only asks: the referee accepts any legal move of its side. The move comes from an engine
(`signs.advice`), which takes its time; meanwhile the board shows that it thinks. It thinks only in its turn
on an agreed table, and as long as the position stands. Hints for the players come the same way.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Generic, TypeVar

from cupsboard.engine.greedy import greedily, potted
from cupsboard.engine.hints import begun_by
from cupsboard.referee.events import Event, HintAsked, MoveHurried
from cupsboard.referee.referee import Referee
from cupsboard.referee.states import Hinting, Over, Owed, Restoring, Turn
from cupsboard.rules.game import Plan, Progress, Transfer
from cupsboard.rules.places import OFF_BOARD, Place, Side, is_cup, pot, stock
from cupsboard.signs.advice import Advice, Question, Thinking, Thought
from cupsboard.signs.hint_words import hint_message, hint_signs
from cupsboard.signs.next_moves import not_begun, offers
from cupsboard.signs.scene import Meaning, Message, Scene, Sign, Values

P = TypeVar("P")

OFFERED = (Meaning.MAY_NEXT, Meaning.MUST_NEXT, Meaning.MAY_CAPTURE, Meaning.MUST_CAPTURE, Meaning.INTO_POT)
"""The meanings that show where a piece may or must go next."""

_ORDERS = {
    Meaning.MUST_CAPTURE: "computer-capture",
    Meaning.INTO_POT: "computer-pot",
    Meaning.MUST_NEXT: "computer-next",
}
"""The sentence for each order; an earlier one here has precedence."""


@dataclass(frozen=True, slots=True)
class _Wish:
    """What to ask the engine: a move for the side that the board plays, or (no level) a hint for a player."""

    side: Side
    position: Any
    level: str | None


@dataclass(frozen=True, slots=True)
class _Thought(Thought):
    """A question for a wish, and the move that came of it."""

    wish: _Wish = field(kw_only=True)
    plan: Plan | None = None
    """The move to play; if the engine has failed, the move that gains most at once."""


class ComputerPlayer(Thinking[_Thought], Generic[P]):
    """Asks the engine one question at a time, and shows its answer in the scene as lights for the hands."""

    def step(
        self, referee: Referee[P], events: Sequence[Event], advice: Sequence[Advice], now: float
    ) -> None:
        """Update the question to the engine after one step of the referee.

        `events` are those of the step, such as a request for a hint or to hurry. `advice` holds new answers
        of the engine. A new position opens a new question; the old one is dropped.
        """
        for each in advice:
            self._hear(each, referee)
        if any(isinstance(event, HintAsked) for event in events):
            # Who asks again after a failure asks the engine again.
            self._forget_failure()
        wish = self._wish(referee)
        if wish is None:
            self._thought = None
        elif self._thought is None or self._thought.wish != wish:
            number, game = next(self._numbers), referee.history.game
            question = Question(number, game, wish.side, wish.position, wish.level)
            self._thought = _Thought(question, now, wish=wish)
        thought = self._thought
        if thought is not None and any(event == MoveHurried(thought.wish.side) for event in events):
            self._thought = replace(thought, question=replace(thought.question, is_hurried=True))

    def is_replying(self, now: float) -> bool:
        """Return whether the board's own move is to be shown now."""
        thought = self._thought
        return thought is not None and thought.wish.level is not None and thought.is_ready(now)

    def shown(self, scene: Scene, referee: Referee[P], now: float) -> Scene:
        """Return `scene` with the signs for all legal moves replaced by the computer's.

        These are a sign of thinking, the move that a player is to make for it, or a hint.
        """
        thought = self._thought
        if thought is None or any(sign.meaning is Meaning.HELD for sign in scene.signs):
            return scene
        if thought.wish.level is None:
            return self._hinted(thought, scene, referee)
        if not thought.is_ready(now):
            return self._thinking(thought, scene, referee)
        return self._dictated(thought, scene, referee)

    def _hear(self, advice: Advice, referee: Referee[P]) -> None:
        thought = self._thought
        if thought is None or advice.question != thought.question.number or thought.advice is not None:
            return
        plans = referee.history.game.plans(thought.wish.position, thought.wish.side)
        plan = next((plan for plan in plans if plan.label == advice.move), None)
        if plan is None:
            advice = replace(advice, move=None, hint=None)
            plan = greedily(plans, Random(advice.question), potted)
        self._thought = replace(thought, advice=advice, plan=plan)

    def _forget_failure(self) -> None:
        advice = None if self._thought is None else self._thought.advice
        if advice is not None and advice.move is None:
            self._thought = None

    def _wish(self, referee: Referee[P]) -> _Wish | None:
        game, position, computer = referee.history.game, referee.position, referee.seats.computer
        if isinstance(referee.state, Restoring | Over):
            return None
        if isinstance(referee.notice, Hinting):
            side = referee.notice.side
            return _Wish(side, begun_by(referee.history, side).position, None)
        if computer is None or game.movers(position) != (computer.side,):
            return None
        wish = _Wish(computer.side, position, computer.level)
        # What was begun goes on through questions and pauses; it begins on a table that is agreed.
        has_begun = self._thought is not None and self._thought.wish == wish
        return wish if has_begun or isinstance(referee.state, Turn) else None

    def _thinking(self, thought: _Thought, scene: Scene, referee: Referee[P]) -> Scene:
        if referee.state != Turn() or referee.notice is not None:
            return scene
        side = thought.wish.side
        sign = Sign(pot(side), Meaning.THINKING)
        return replace(
            scene, signs=(sign, *scene.signs), message=Message("computer-thinks", {"side": side.value})
        )

    def _hinted(self, thought: _Thought, scene: Scene, referee: Referee[P]) -> Scene:
        side, advice = thought.wish.side, thought.advice
        if advice is None:
            sign = Sign(pot(side), Meaning.THINKING)
            message = Message("hint-thinks", {"side": side.value})
            return replace(scene, signs=(sign, *scene.signs), message=message)
        signs = () if thought.plan is None or advice.hint is None else hint_signs(thought.plan)
        message = hint_message(advice.hint)
        if isinstance(referee.notice, Hinting) and referee.notice.stock is not None:
            values: Values = {"what": (message,), "place": stock(side), "beans": referee.notice.stock}
            message = Message("hint-stock", values)
        return replace(scene, signs=(*signs, *scene.signs), message=message)

    def _dictated(self, thought: _Thought, scene: Scene, referee: Referee[P]) -> Scene:
        plan, advice = thought.plan, thought.advice
        assert plan is not None
        assert advice is not None
        progress = _progress(referee, plan)
        if progress is None:
            return scene
        rest = tuple(sign for sign in scene.signs if sign.meaning not in OFFERED)
        is_engines = advice.move is not None
        if not progress.missing:
            message = _message("computer-press", plan, is_engines=is_engines)
            press = Sign(pot(thought.wish.side), Meaning.PRESS)
            return replace(scene, signs=tuple(dict.fromkeys((press, *rest))), message=message)
        wanted = offers((progress,))
        message = _order(wanted, plan, is_engines=is_engines)
        source = _source(progress.missing[0])
        # What is captured has its own sign, which a bean to take out would cover.
        if source is not None and source not in {sign.place for sign in wanted}:
            wanted = (Sign(source, Meaning.TOO_MANY, 1), *wanted)
        return replace(scene, signs=(*wanted, *rest), message=message)


def _progress(referee: Referee[Any], plan: Plan) -> Progress | None:
    """Return how far the chosen move has got; None if another move or table is in progress."""
    match referee.state:
        case Turn(ways, done):
            pass
        case Owed(_, ways):
            done = None
        case _:
            return None
    if referee.notice is not None:
        return None
    if done is not None and done.label == plan.label and done.side is plan.side:
        return Progress(plan, ())
    if not ways and done is None:
        return not_begun((plan,))[0]
    own = (way for way in ways if way.plan.side is plan.side and way.plan.label == plan.label)
    return next(own, None)


def _order(wanted: Sequence[Sign], plan: Plan, *, is_engines: bool) -> Message:
    """Return the sentence for the next order; a begun capture comes before the next bean."""
    place_of = {sign.meaning: sign.place for sign in wanted}
    asked = next(meaning for meaning in _ORDERS if meaning in place_of)
    return _message(_ORDERS[asked], plan, is_engines=is_engines, place=place_of[asked])


def _message(key: str, plan: Plan, *, is_engines: bool, **values: str) -> Message:
    assert plan.side is not None
    message = Message(key, {"side": plan.side.value, "move": plan.label, **values})
    return message if is_engines else Message("computer-simple", {"what": (message,)})


def _source(step: Transfer) -> Place | None:
    """Return the cup that the next bean still lies in; None if it comes from a stock or the hand."""
    return step.source if step.source != OFF_BOARD and is_cup(step.source) else None

"""A simple computer player without hands: its moves are dictated by the lights to whoever sits at the board.

It only ever asks: the referee takes any legal move of its side, whoever carries it out.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from cupsboard.referee.referee import Referee
from cupsboard.referee.states import Owed, Turn
from cupsboard.rules.game import Plan, Progress, Transfer
from cupsboard.rules.places import OFF_BOARD, Place, Side, is_cup
from cupsboard.signs.next_moves import not_begun, offers
from cupsboard.signs.scene import Meaning, Message, Scene, Sign

P = TypeVar("P")

Choose = Callable[[Sequence[Plan]], Plan]
"""One of the legal moves, at least one."""

_OFFERED = (Meaning.MAY_NEXT, Meaning.MUST_NEXT, Meaning.MAY_CAPTURE, Meaning.MUST_CAPTURE, Meaning.INTO_POT)

_ORDERS = {
    Meaning.MUST_CAPTURE: "computer-capture",
    Meaning.INTO_POT: "computer-pot",
    Meaning.MUST_NEXT: "computer-next",
}
"""The sentence for each thing that is ordered; one that comes first here is said first."""


class Dictation(Generic[P]):
    """One side played by the board; a move is chosen once for every position."""

    def __init__(self, side: Side, choose: Choose) -> None:
        self.side = side
        self._choose = choose
        self._position: P | None = None
        self._plan: Plan | None = None

    def dictated(self, scene: Scene, referee: Referee[P]) -> Scene:
        """The scene, with what the hands should do next in the place of all that they might."""
        progress = self._progress(referee)
        if progress is None or any(sign.meaning is Meaning.HELD for sign in scene.signs):
            return scene
        rest = tuple(sign for sign in scene.signs if sign.meaning not in _OFFERED)
        if not progress.missing:
            return replace(scene, signs=rest, message=self._message("computer-press", progress.plan))
        wanted = offers((progress,))
        message = self._order(wanted, progress.plan)
        if source := _source(progress.missing[0]):
            wanted = (Sign(source, Meaning.TOO_MANY, 1), *wanted)
        return replace(scene, signs=(*wanted, *rest), message=message)

    def _progress(self, referee: Referee[P]) -> Progress | None:
        """How far the chosen move has got; None while something else is wanted, or another move is made."""
        match referee.state:
            case Turn(ways, done):
                pass
            case Owed(_, ways):
                done = None
            case _:
                return None
        plan = self._chosen(referee)
        if plan is None or referee.notice is not None:
            return None
        if done is not None and done.label == plan.label and done.side is plan.side:
            return Progress(plan, ())
        if not ways and done is None:
            return not_begun((plan,))[0]
        own = (way for way in ways if way.plan.side is plan.side and way.plan.label == plan.label)
        return next(own, None)

    def _chosen(self, referee: Referee[P]) -> Plan | None:
        game, position = referee.history.game, referee.position
        if game.movers(position) != (self.side,):
            return None
        if position != self._position or self._plan is None:
            self._position, self._plan = position, self._choose(game.plans(position, self.side))
        return self._plan

    def _order(self, wanted: Sequence[Sign], plan: Plan) -> Message:
        """The sentence for what is wanted now, a capture that has begun before the next bean."""
        place_of = {sign.meaning: sign.place for sign in wanted}
        asked = next(meaning for meaning in _ORDERS if meaning in place_of)
        return self._message(_ORDERS[asked], plan, place=place_of[asked])

    def _message(self, key: str, plan: Plan, **values: str) -> Message:
        return Message(key, {"side": self.side.value, "move": plan.label, **values})


def _source(step: Transfer) -> Place | None:
    """The cup that the next bean still lies in; a stock has no light, and a bean in the hand no place."""
    return step.source if step.source != OFF_BOARD and is_cup(step.source) else None

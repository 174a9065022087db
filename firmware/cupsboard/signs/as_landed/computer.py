"""A side that the board plays where turns are followed act by act: lights dictate one act after the other.

The board only asks: any legal play of its side is accepted. If hands do something else than was dictated, all
legal acts are shown as for a player.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cupsboard.engine import engines
from cupsboard.referee.as_landed.referee import Referee
from cupsboard.referee.as_landed.states import Playing, RoundEnded
from cupsboard.referee.events import Event, MoveHurried
from cupsboard.referee.states import Over, Restoring
from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import ANY_KIND, Side, pot
from cupsboard.rules.turns import PUT, TAKE, Act
from cupsboard.signs.advice import Advice, Question, Thinking, Thought
from cupsboard.signs.computer_player import OFFERED
from cupsboard.signs.scene import Meaning, Message, Scene, Sign

_OFFERED = (*OFFERED, Meaning.TAKE_UP, Meaning.PRESS, Meaning.YOUR_TURN)
"""The meanings that show a player's possible acts in a turn."""


@dataclass(frozen=True, slots=True)
class _Thought(Thought):
    """A question about a position, and the answered play."""

    acts: tuple[Act, ...] | None = None
    """The play act by act; None if the answer can't be played."""


class LapComputer(Thinking[_Thought]):
    """Asks the engine one question at a time, and shows its answer in the scene, act by act."""

    def step(self, referee: Referee, events: Sequence[Event], advice: Sequence[Advice], now: float) -> None:
        """Update the question to the engine after one step of the referee.

        `events` are those of the step, such as a request to hurry. `advice` holds new answers of the engine.
        """
        for each in advice:
            self._hear(each, referee)
        side = _side_to_play(referee)
        position, level = referee.course.position, referee.seats.level
        known = self._thought
        if side is None:
            self._thought = None
        elif known is None or (known.question.position, known.question.level) != (position, level):
            question = Question(next(self._numbers), referee.course.game, side, position, level)
            self._thought = _Thought(question, now)
        thought = self._thought
        if thought is not None and MoveHurried(thought.question.side) in events:
            self._thought = replace(thought, question=replace(thought.question, is_hurried=True))

    def is_replying(self, now: float) -> bool:
        """Return whether the board's own move is to be shown now."""
        return self._thought is not None and self._thought.is_ready(now)

    def shown(self, scene: Scene, referee: Referee, now: float) -> Scene:
        """Return `scene` with the signs for all possible acts replaced by the computer's.

        While it thinks, that is a sign of thinking; then the act that a player is to do for it.
        """
        thought, state = self._thought, referee.state
        if thought is None or not isinstance(state, Playing) or referee.notice is not None:
            return scene
        side = thought.question.side
        if not thought.is_ready(now):
            if state.acts:
                return scene
            thinking = Sign(pot(side), Meaning.THINKING)
            rest = tuple(sign for sign in scene.signs if sign.meaning not in _OFFERED)
            message = Message("computer-thinks", {"side": side.value})
            return replace(scene, signs=(thinking, *rest), message=message)
        done = thought.acts and _rest_of(thought.acts, state.acts)
        if thought.advice is None or thought.advice.move is None or done is None:
            return scene
        return _dictated(scene, side, done[0] if done else None)

    def _hear(self, advice: Advice, referee: Referee) -> None:
        thought = self._thought
        if thought is None or advice.question != thought.question.number or thought.advice is not None:
            return
        acts = None
        if advice.move is not None:
            try:
                side = thought.question.side
                acts = engines.acts_of(referee.course.game, thought.question.position, side, advice.move)
            except RulesError:
                # What can't be played is no advice; its side is played as a player would.
                acts = None
        self._thought = replace(thought, advice=advice, acts=acts)


def _side_to_play(referee: Referee) -> Side | None:
    """Return the side that the board is to play now; None if it is not to play."""
    side = referee.seats.side
    is_asked = isinstance(referee.state, Restoring | Over | RoundEnded)
    return side if side is not None and not is_asked and referee.course.player is side else None


def _rest_of(acts: Sequence[Act], done: Sequence[Act]) -> tuple[Act, ...] | None:
    """Return the acts of a play that remain after `done`; None if those belong to another play."""
    if len(done) > len(acts) or any(not _is_same(*pair) for pair in zip(acts, done, strict=False)):
        return None
    return tuple(acts[len(done) :])


def _is_same(planned: Act, done: Act) -> bool:
    return planned[:4] == done[:4] and (ANY_KIND in (planned.kind, done.kind) or planned.kind == done.kind)


def _dictated(scene: Scene, side: Side, act: Act | None) -> Scene:
    """Return the scene with the one act that hands are to do for the board."""
    rest = tuple(sign for sign in scene.signs if sign.meaning not in _OFFERED)
    values = {"side": side.value}
    signs: tuple[Sign, ...]
    if act is None:
        signs, key = (Sign(pot(side), Meaning.PRESS),), "computer-done"
    elif act.verb == PUT:
        signs, key = (Sign(act.target, Meaning.MUST_NEXT, 1),), "computer-piece"
        values |= {"place": act.target, "kind": act.kind}
    elif act.verb == TAKE:
        signs, key = (Sign(act.source, Meaning.TAKE_UP, act.pieces),), "computer-take-up"
        values |= {"place": act.source}
    else:
        signs = (Sign(act.source, Meaning.MUST_CAPTURE), Sign(act.target, Meaning.INTO_POT))
        key, values = "computer-take", {**values, "place": act.source}
    return replace(scene, signs=(*signs, *rest), message=Message(key, values))

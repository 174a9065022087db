"""A table at which hands do for the board's own side what its lights say, and an engine in virtual time."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cupsboard.engine import engines
from cupsboard.engine.analysis import worths_of
from cupsboard.engine.hints import hint_from
from cupsboard.engine.levels import level_named
from cupsboard.engine.player import EVERY_MOVE, Limit
from cupsboard.loop import Moment
from cupsboard.rules.history import Moved
from cupsboard.rules.places import Place, Side, pot, side_of, stock
from cupsboard.signs.advice import Advice, Question
from cupsboard.signs.scene import Meaning, Scene
from cupsim.runs.game_world import World
from cupsim.table.hand_actions import Drop, Lift, Pour, PressButton, PutBack, Take

GLANCE_SECONDS = 1.0
PONDERING_SECONDS = 1.5


class EngineHere:
    """The engine in this very process, for virtual time: it answers when it is asked the second time."""

    def __init__(self, nodes: int = 20_000) -> None:
        """`nodes` are looked at where it is asked what every move is worth."""
        self.nodes = nodes
        self.asked: list[Question] = []

    def __call__(self, question: Question | None) -> tuple[Advice, ...]:
        if question is None:
            return ()
        if not self.asked or self.asked[-1].number != question.number:
            self.asked.append(question)
            return ()
        if question.level is not None:
            opponent = engines.at_level(question.game, level_named(question.level))
            move = opponent.choose(question.position, seed=7).move
            return (Advice(question.number, move, PONDERING_SECONDS),)
        nodes = self.nodes if question.is_of_every_move else 500
        infos = engines.of_game(question.game).analyse(question.position, Limit(nodes=nodes), EVERY_MOVE)
        if question.is_of_every_move:
            return (Advice(question.number, infos[0].move, worths=worths_of(infos)),)
        explain = engines.reasons_of(question.game)
        found = hint_from(question.game, question.position, question.side, infos, explain)
        return (Advice(question.number, found.move, hint=found),)


@dataclass
class Sitting:
    """The table with its board, what happened, and hands that obey the lights of the board's own side."""

    world: World
    moments: list[Moment] = field(default_factory=list)
    trace: list[bytes] = field(default_factory=list)
    glanced: float = 0.0
    seen: Mapping[Place, Meaning] = field(default_factory=dict)

    def happened(self, kind: type) -> list[Any]:
        return [event for each in self.moments for event in each.decided.events if isinstance(event, kind)]

    @property
    def scene(self) -> Scene:
        return self.moments[-1].decided.scene

    @property
    def board(self) -> Side | None:
        return self.world.referee.seats.side

    def until(self, is_done: Any, seconds: float = 120.0) -> None:
        end = self.world.now + seconds
        self.world.run_until(end, lambda: bool(self.obey() or is_done()))
        assert is_done(), f"in vain: {self.world.referee.state}, {self.scene.message}"

    def moves(self) -> int:
        return sum(isinstance(each, Moved) for each in self.world.referee.history.entries)

    def obey(self) -> None:
        """Do for the board's side what its lights say, read off the strip."""
        world, side = self.world, self.board
        if side is None or world.now < self.glanced + GLANCE_SECONDS or world.is_table_wanted:
            return
        hands = world.hands[side]
        if hands.is_busy or world.reader.turn() is not side:
            return
        self.glanced, before, self.seen = world.now, self.seen, world.reader.meanings
        row = [place for place in world.profile.places if side_of(place) is side]
        if self.seen != before or not set(row) <= self.seen.keys():
            # Rhythms that have just changed are not all understood yet.
            return
        place_of = {meaning: place for place, meaning in world.reader.meanings.items()}
        if (cup := place_of.get(Meaning.MUST_CAPTURE)) is not None:
            hands.do(Lift(cup), Pour(pot(side)), PutBack(cup), now=world.now)
        elif (target := place_of.get(Meaning.MUST_NEXT)) is not None:
            source = place_of.get(Meaning.TOO_MANY, stock(side))
            hands.do(Take(source), Drop(target), now=world.now)
        elif place_of.get(Meaning.PRESS) == pot(side) or Meaning.LOOK in place_of:
            hands.do(PressButton(), now=world.now)
        else:
            return
        self.glanced = world.now + 5.0

    def hold(self, seconds: float, *sides: Side) -> None:
        for side in sides:
            self.world.set_button(side, True, self.world.now)
        self.world.run_until(self.world.now + seconds)
        for side in sides:
            self.world.set_button(side, False, self.world.now)
        self.world.run_until(self.world.now + 1.0)

    def lit(self) -> dict[str, Meaning]:
        """What the strip says once its rhythms have been seen, beside the glow."""
        self.world.run_until(self.world.now + 4.0)
        return {
            place: meaning
            for place, meaning in self.world.reader.meanings.items()
            if meaning is not Meaning.YOUR_TURN
        }

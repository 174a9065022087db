"""Players at a level who think in a process of their own, so that a page never stands still."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from cupsboard.engine.foreign import THINK_SECONDS, command_of
from cupsboard.engine.player import Limit
from cupsboard.rules.game import Plan
from cupsboard.rules.games import AnyGame
from cupsboard.session.engine_adviser import checked_move, foreign_process, patience_with
from cupsboard.session.engine_process import EngineProcess, Say, Thought
from cupsboard.signs.advice import Question

from cupsim.people.move_choice import LEVEL_NAMES, captures_first
from cupsim.people.thinking import Decision, Thinker, at_once


class ThinkersAside:
    """Makes such players, who share one process; it is asked one question at a time. Close it at the end."""

    def __init__(self, say: Say, start: Callable[[Say], EngineProcess] = EngineProcess) -> None:
        """`say` is told when the process fails. It is started for the first question."""
        self._say = say
        self._start = start
        self._process: EngineProcess | None = None
        self._asking: _Aside | None = None
        self._waiting: list[_Aside] = []
        self._foreign: dict[str, ThinkersAside] = {}
        """Those who ask a foreign engine, by its command: each engine answers one question at a time."""

    def __call__(self, name: str, game: AnyGame, seed: int) -> Thinker:
        """See `Thinkers`. Who plays without thinking needs no process."""
        if (command := command_of(name)) is not None:
            return _Aside(self._asking_foreign(command), game, name, seed)
        return _Aside(self, game, name, seed) if name in LEVEL_NAMES else at_once(name, game, seed)

    def close(self) -> None:
        """End all processes; nobody decides any more."""
        for room in self._foreign.values():
            room.close()
        if self._process is not None:
            self._process.close()

    def _asking_foreign(self, command: str) -> "ThinkersAside":
        if command not in self._foreign:
            start = partial(foreign_process, command, patience=patience_with(THINK_SECONDS))
            self._foreign[command] = ThinkersAside(self._say, start)
        return self._foreign[command]

    def ask(self, who: "_Aside") -> None:
        """Put somebody's question in the line; one that they asked before is asked no more."""
        if self._asking is who:
            self._asking = None
        if who not in self._waiting:
            self._waiting.append(who)
        self.step()

    def hurry(self, who: "_Aside") -> None:
        """Let the process answer somebody's question now, if it is at it."""
        if self._asking is who and self._process is not None:
            self._process.stop()

    def step(self) -> None:
        """Hand on an answer that has come, and ask the next question."""
        try:
            self._hand_on()
            self._ask_next()
        except OSError as fault:
            # No memory or no process to be had: play goes on, and the next question tries again.
            self._say(f"the engine can't be started: {fault}")
            self.close()
            self._process = None
            self._answer(Thought(0, failure=str(fault)))

    def _hand_on(self) -> None:
        if self._process is not None and self._asking is not None:
            thought = self._process.poll()
            if thought.is_final:
                self._answer(thought)

    def _answer(self, thought: Thought) -> None:
        who, self._asking = self._asking, None
        if who is not None:
            who.take(thought, self._say)

    def _ask_next(self) -> None:
        if self._asking is None and self._waiting:
            who = self._asking = self._waiting.pop(0)
            self._process = self._process or self._start(self._say)
            if command_of(who.level) is None:
                self._process.submit_level(who.game, who.position, who.level, who.seed)
            else:
                self._process.submit(who.game, who.position, Limit(seconds=THINK_SECONDS))


@dataclass(slots=True, eq=False)
class _Aside:
    """One player's questions, one at a time."""

    room: ThinkersAside
    game: AnyGame
    level: str
    seed: int
    position: Any = None
    _decision: Decision | None = None
    _has_failed: bool = False

    def begin(self, position: Any) -> None:
        if position != self.position:
            self.position, self._decision, self._has_failed = position, None, False
            self.room.ask(self)

    def decided(self, position: Any, plans: Sequence[Plan], random: Random) -> Decision | None:
        self.begin(position)
        self.room.step()
        if self._has_failed:
            # A player without an engine still plays; that it failed has been said.
            return Decision(captures_first(plans, random).label)
        return self._decision

    def hurry(self) -> None:
        self.room.hurry(self)

    def take(self, thought: Thought, say: Say) -> None:
        """Hear what came of the question; `say` is told of a foreign engine that gave no legal move."""
        move, seconds = thought.move, thought.pondering_seconds or 0.0
        if (command := command_of(self.level)) is not None:
            (side,) = self.game.movers(self.position)
            question = Question(thought.question, self.game, side, self.position, self.level)
            move, seconds = checked_move(command, question, thought, say), 0.0
        self._has_failed = move is None
        if move is not None:
            self._decision = Decision(move, seconds)

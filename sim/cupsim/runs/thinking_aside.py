"""Players at a level who think in a process of their own, so that a page or a terminal never stands still."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from cupsboard.rules.game import Plan
from cupsboard.rules.games import AnyGame
from cupsboard.session.engine_process import EngineProcess, Say, Thought

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

    def __call__(self, name: str, game: AnyGame, seed: int) -> Thinker:
        """See `Thinkers`. Who plays without thinking needs no process."""
        return _Aside(self, game, name, seed) if name in LEVEL_NAMES else at_once(name, game, seed)

    def close(self) -> None:
        """End the process; nobody decides any more."""
        if self._process is not None:
            self._process.close()

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
            who.take(thought)

    def _ask_next(self) -> None:
        if self._asking is None and self._waiting:
            who = self._asking = self._waiting.pop(0)
            self._process = self._process or self._start(self._say)
            self._process.submit_level(who.game, who.position, who.level, who.seed)


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

    def take(self, thought: Thought) -> None:
        """Hear what came of the question."""
        self._has_failed = thought.move is None
        if thought.move is not None:
            self._decision = Decision(thought.move, thought.pondering_seconds or 0.0)

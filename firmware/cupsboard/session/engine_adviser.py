"""The board's adviser: the engine in a process of its own, started with the first question."""

from collections.abc import Callable
from zlib import crc32

from cupsboard.engine import engines
from cupsboard.engine.hints import hint_from
from cupsboard.engine.levels import LEVELS
from cupsboard.engine.player import EVERY_MOVE, Limit
from cupsboard.session.engine_process import EngineProcess, Say, Thought
from cupsboard.signs.advice import Advice, Question
from cupsboard.storage.games import KeptGames

HINT = Limit(nodes=20_000)
"""The search limit of a hint: a fifth of a second on a laptop, about a second on the smallest Pi."""
LEVEL_NAMES = tuple(level.name for level in LEVELS)
Seed = Callable[[], int]


def seed_of(games: KeptGames) -> int:
    """Return a seed that belongs to the game being played.

    It is the same after a power cut, so that the computer's moves stay the same.
    """
    return crc32(f"{games.number} {games.began}".encode())


class EngineAdviser:
    """Puts one question at a time to the engine; implements `Adviser`.

    The process starts with the first question. `say` gets its faults as messages. The same `seed` gives the
    same moves.
    """

    def __init__(self, say: Say, seed: Seed, start: Callable[[Say], EngineProcess] = EngineProcess) -> None:
        self._say = say
        self._seed = seed
        self._start = start
        self._process: EngineProcess | None = None
        self._asked: Question | None = None
        """The open question as it was last asked; None if there is none."""
        self._answered = 0
        """The number of the last question that was answered."""
        self._number = 0
        """The number under which the engine knows the open question."""

    def __call__(self, question: Question | None) -> tuple[Advice, ...]:
        """Take the open question, and return new answers; see `Adviser`."""
        if question is not None and question.number == self._answered:
            question = None
        try:
            if question != self._asked:
                self._ask(question)
            thought = None if self._process is None else self._process.poll()
        except OSError as fault:
            # No memory or no process to be had: play goes on, and the next question tries again.
            self._say(f"the engine can't be started: {fault}")
            self.close()
            self._process, thought = None, Thought(self._number, failure=str(fault))
        asked = self._asked
        if asked is None or thought is None or thought.question != self._number or not thought.is_final:
            return ()
        self._asked, self._answered = None, asked.number
        return (self._advice(asked, thought),)

    def close(self) -> None:
        """End the engine's process within a second, if one was started."""
        if self._process is not None:
            self._process.close()

    def _ask(self, question: Question | None) -> None:
        before, self._asked = self._asked, question
        if question is None:
            if self._process is not None:
                self._process.stop()
            return
        if self._process is None:
            self._process = self._start(self._say)
        if before is None or before.number != question.number:
            self._number = self._submit(self._process, question)
        if question.is_hurried:
            self._process.stop()

    def _submit(self, process: EngineProcess, question: Question) -> int:
        if question.level is None:
            return process.submit(question.game, question.position, HINT, EVERY_MOVE)
        return process.submit_level(question.game, question.position, question.level, self._seed())

    def _advice(self, question: Question, thought: Thought) -> Advice:
        if thought.move is None:
            return Advice(question.number)
        if question.level is not None:
            return Advice(question.number, thought.move, thought.pondering_seconds or 0.0)
        explain = engines.reasons_of(question.game)
        found = hint_from(question.game, question.position, question.side, thought.infos, explain)
        return Advice(question.number, found.move, hint=found)

"""The board's advisers: its own engine or a foreign one, in a process started with the first question.

The rules check a foreign engine's move before it is shown. If it fails, the board goes on as when its own
engine fails.
"""

import sys
from collections.abc import Callable
from functools import partial
from zlib import crc32

from cupsboard.engine import engines
from cupsboard.engine.analysis import LONGER, worths_of
from cupsboard.engine.engines import require_legal
from cupsboard.engine.foreign import THINK_SECONDS, command_of, words_of
from cupsboard.engine.hints import hint_from
from cupsboard.engine.levels import LEVELS
from cupsboard.engine.player import EVERY_MOVE, Limit
from cupsboard.rules.errors import RulesError
from cupsboard.session.engine_process import EngineProcess, Patience, PipedWorker, Say, Thought
from cupsboard.signs.advice import Advice, Adviser, Question
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
        if question.is_of_every_move:
            nodes = engines.scale_of(question.game).analysis_nodes * (LONGER if question.move is None else 1)
            return process.submit(
                question.game, question.position, Limit(nodes=nodes), EVERY_MOVE, question.move
            )
        if question.level is None:
            return process.submit(question.game, question.position, HINT, EVERY_MOVE)
        return process.submit_level(question.game, question.position, question.level, self._seed())

    def _advice(self, question: Question, thought: Thought) -> Advice:
        if thought.move is None:
            return Advice(question.number)
        if question.level is not None:
            return Advice(question.number, thought.move, thought.pondering_seconds or 0.0)
        if question.is_of_every_move:
            return Advice(question.number, thought.move, worths=worths_of(thought.infos))
        explain = engines.reasons_of(question.game)
        found = hint_from(question.game, question.position, question.side, thought.infos, explain)
        return Advice(question.number, found.move, hint=found)


GRACE_SECONDS = 5.0
PAGE = "firmware/ENGINE_PROTOCOL.md"


def patience_with(think_seconds: float) -> Patience:
    """Return the time limits for an engine that may think for `think_seconds`.

    It may still be busy with an earlier position before it hears of the next question.
    """
    seconds = 2 * think_seconds + GRACE_SECONDS
    return Patience(silence_seconds=seconds, answer_seconds=seconds)


def foreign_process(command: str, say: Say, patience: Patience) -> EngineProcess:
    """Start a foreign engine by its command, under a guard that ends it when this process ends."""
    guarded = (sys.executable, "-m", "cupsboard.session.engine_guard", *words_of(command))
    return EngineProcess(say, patience, start=partial(PipedWorker, guarded), name=f"the engine {command!r}")


class ForeignAdviser(EngineAdviser):
    """Puts the questions at its own level to one foreign engine; implements `Adviser`."""

    def __init__(
        self, command: str, say: Say, think_seconds: float = THINK_SECONDS, patience: Patience | None = None
    ) -> None:
        """Begin with the engine's `command`; it may think about a move for `think_seconds`."""
        start = partial(foreign_process, command, patience=patience or patience_with(think_seconds))
        super().__init__(say, lambda: 0, start)
        self._command = command
        self._limit = Limit(seconds=think_seconds)

    def _submit(self, process: EngineProcess, question: Question) -> int:
        return process.submit(question.game, question.position, self._limit)

    def _advice(self, question: Question, thought: Thought) -> Advice:
        move = checked_move(self._command, question, thought, self._say)
        return Advice(question.number, move)


def checked_move(command: str, question: Question, thought: Thought, say: Say) -> str | None:
    """Return the engine's move if it is legal; otherwise report the fault by `say`, and return None."""
    if thought.move is None:
        say(f"the engine {command!r} gave no move: {thought.failure}. {_CONSEQUENCE}")
        return None
    try:
        require_legal(question.game, question.position, question.side, thought.move)
    except RulesError as fault:
        position = question.game.format_position(question.position)
        say(
            f"the engine {command!r} answered {thought.move!r} to position {question.game.name}: {position}, "
            f"which is refused: {fault}. {_CONSEQUENCE}"
        )
        return None
    return thought.move


_CONSEQUENCE = f"The board goes on without it; mend the engine by {PAGE}, or give the side to a level"


class AdviserByLevel:
    """Puts questions at the foreign engine's level to that engine, and all others to the board's own."""

    def __init__(self, own: Adviser, foreign: Adviser) -> None:
        self._own, self._foreign = own, foreign

    def __call__(self, question: Question | None) -> tuple[Advice, ...]:
        """Take the open question, and return new answers; see `Adviser`."""
        level = None if question is None else question.level
        is_foreign = level is not None and command_of(level) is not None
        return (
            *self._own(None if is_foreign else question),
            *self._foreign(question if is_foreign else None),
        )

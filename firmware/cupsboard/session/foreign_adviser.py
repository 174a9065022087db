"""Advisers for foreign engines: one asks a foreign engine for moves, one chooses whom to ask.

A foreign engine gets a position and seconds to think. The rules check its move before it is shown. If it
fails, the board goes on as when its own engine fails.
"""

import sys
from functools import partial

from cupsboard.engine.engines import require_legal
from cupsboard.engine.foreign import THINK_SECONDS, command_of, words_of
from cupsboard.engine.player import Limit
from cupsboard.rules.errors import RulesError
from cupsboard.session.engine_adviser import EngineAdviser
from cupsboard.session.engine_process import EngineProcess, Patience, Say, Thought
from cupsboard.session.piped_worker import PipedWorker
from cupsboard.signs.advice import Advice, Adviser, Question

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

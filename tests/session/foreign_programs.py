"""Programs that play through `--engine`: the example of the page, and some that do everything wrong."""

import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from shlex import join
from tempfile import TemporaryDirectory

from cupsboard.session.engine_adviser import ForeignAdviser
from cupsboard.session.engine_process import Patience
from cupsboard.signs.advice import Advice, Question
from processes import wait_until

PAGE = Path(__file__).parents[2] / "firmware" / "ENGINE_PROTOCOL.md"
PATIENT = Patience(pause_seconds=0.01, silence_seconds=600)
FOR_AN_ANSWER = replace(PATIENT, answer_seconds=0.3)
FOR_A_WORD = replace(PATIENT, ping_seconds=0.05, silence_seconds=0.3)
LISTENING = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "isready":
        print("readyok", flush=True)
"""
"""The beginning of a program that is ready; what it does at other words comes after it, indented once."""


def blocks(language: str) -> list[str]:
    """Return the code of the page that is in a language."""
    parts = PAGE.read_text().split("\n```")
    return [part.removeprefix(f"{language}\n") for part in parts[1::2] if part.partition("\n")[0] == language]


def command(source: str, folder: Path) -> str:
    """Write a Python program into a folder, and return the command that runs it."""
    path = folder / "engine.py"
    path.write_text(source)
    return join((sys.executable, str(path)))


class Desk:
    """An adviser that asks a foreign engine, and what it says."""

    def __init__(self, command: str, adviser: ForeignAdviser, said: list[str]) -> None:
        self.command, self.adviser, self.said = command, adviser, said

    def answer(self, question: Question) -> Advice:
        """Ask until there is an answer."""
        look: Callable[[], tuple[Advice, ...]] = lambda: self.adviser(question)  # noqa: E731
        (only,) = wait_until(look, lambda: f"advice; it said {self.said}")
        return only


@contextmanager
def desk(source: str, patience: Patience = PATIENT) -> Iterator[Desk]:
    """Give a desk whose engine is a Python program; it is ended at last."""
    said: list[str] = []
    with TemporaryDirectory() as folder:
        runs = command(source, Path(folder))
        with closing(ForeignAdviser(runs, said.append, 0.1, patience)) as adviser:
            yield Desk(runs, adviser, said)

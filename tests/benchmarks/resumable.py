"""Benchmarks of many games that go on where they stopped: what was played is kept, a page is made of it."""

import argparse
import shlex
import sys
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from studies.fingerprint import fingerprint_of_script
from studies.page import made_now
from studies.results import KeptLines

G = TypeVar("G", bound=tuple[Any, ...])
R = TypeVar("R")

FAULTS_SHOWN = 20


@dataclass(frozen=True)
class Depends(Generic[G]):
    """What the results of games depend on."""

    played_by: str
    """The file of the script that plays, or of its sister that does."""
    rooms: Collection[str]
    """Those of the rules of the games that are played."""
    parameters: Callable[[G], object] = lambda _: None
    """What else, as a value that says all of itself in its text; None if nothing."""

    def mark(self, game: G | None = None) -> str:
        """A fingerprint of all that the result of this game depends on; without one that of the programs."""
        parameters = None if game is None else self.parameters(game)
        return fingerprint_of_script(Path(self.played_by).resolve(), parameters, self.rooms)


class PlayedGames(Generic[G, R]):
    """Finished games and what became of them; those of another state of what plays don't count."""

    def __init__(self, path: Path, wanted: Sequence[G], kind: Callable[..., R], depends: Depends[G]) -> None:
        """Read the results of games that are wanted. Raises SimulatorError for a file of something else."""
        self.sources = depends.mark()
        self.found: dict[G, R] = {}
        self._wanted = {self._key(game): game for game in wanted}
        self._kind = kind
        self._mark = depends.mark
        self._lines = KeptLines(path)
        self._lines.read(self._take, "result of this benchmark", "another file")

    @property
    def missing(self) -> list[G]:
        """The games that are wanted and not yet played."""
        return [game for game in self._wanted.values() if game not in self.found]

    def add(self, game: G, result: R) -> None:
        """Keep the result of a game; it is on the disk when this returns."""
        self.found[game] = result
        line = {"sources": self._mark(game), "game": self._key(game), "result": asdict(result)}  # type: ignore[call-overload]
        self._lines.add(line)

    def _take(self, plain: Any) -> None:
        game = self._wanted.get(plain["game"])
        if game is not None and plain["sources"] == self._mark(game):
            self.found[game] = self._kind(**plain["result"])

    @staticmethod
    def _key(game: G) -> str:
        return "/".join(map(str, game))


def conclude(
    asked: argparse.Namespace,
    head: str,
    sources: str,
    lines: Sequence[str],
    journals: str,
    faults: Sequence[str],
) -> None:
    """Print what was found, and write it as a page if one was asked for with --report."""
    found = "\n".join([*lines, "", journals, *(f"- {fault}" for fault in faults[:FAULTS_SHOWN])])
    print(found)
    if asked.report is not None:
        command = shlex.join(["python", f"tests/benchmarks/{Path(sys.argv[0]).name}", *sys.argv[1:]])
        made = f"`{command}`\n\n(program {sources}, {made_now()})"
        asked.report.write_text(f"{head}{made}\n\n{found}\n", encoding="utf-8")


def add_options(parser: argparse.ArgumentParser, into: str, page: str) -> None:
    """Add how long it plays, and where results and page are kept."""
    parser.add_argument("--minutes", type=float, default=600.0)
    parser.add_argument("--into", type=Path, default=Path(into))
    parser.add_argument("--report", type=Path, help=f"write the table as a page too ({page})")

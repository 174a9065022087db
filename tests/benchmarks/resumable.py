"""Benchmarks of many games that go on where they stopped: what was played is kept, a page is made of it."""

import argparse
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Generic, TypeVar

from studies.fingerprint import sources_now
from studies.results import KeptLines

G = TypeVar("G", bound=tuple[Any, ...])
R = TypeVar("R")

FAULTS_SHOWN = 20


class PlayedGames(Generic[G, R]):
    """Finished games and what became of them; those of another state of the program don't count."""

    def __init__(self, path: Path, wanted: Sequence[G], kind: Callable[..., R]) -> None:
        """Read the results of games that are wanted. Raises SimulatorError for a file of something else."""
        self.sources = sources_now()
        self.found: dict[G, R] = {}
        self._wanted = {self._key(game): game for game in wanted}
        self._kind = kind
        self._lines = KeptLines(path)
        self._lines.read(self._take, "result of this benchmark", "another file")

    @property
    def missing(self) -> list[G]:
        """The games that are wanted and not yet played."""
        return [game for game in self._wanted.values() if game not in self.found]

    def add(self, game: G, result: R) -> None:
        """Keep the result of a game; it is on the disk when this returns."""
        self.found[game] = result
        line = {"sources": self.sources, "game": self._key(game), "result": asdict(result)}  # type: ignore[call-overload]
        self._lines.add(line)

    def _take(self, plain: Any) -> None:
        if plain["sources"] == self.sources and plain["game"] in self._wanted:
            self.found[self._wanted[plain["game"]]] = self._kind(**plain["result"])

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
        made = f"`{command}`\n\n(program {sources}, {datetime.now(UTC):%Y-%m-%d})"
        asked.report.write_text(f"{head}{made}\n\n{found}\n", encoding="utf-8")


def add_options(parser: argparse.ArgumentParser, into: str, page: str) -> None:
    """Add how long it plays, and where results and page are kept."""
    parser.add_argument("--minutes", type=float, default=600.0)
    parser.add_argument("--into", type=Path, default=Path(into))
    parser.add_argument("--report", type=Path, help=f"write the table as a page too ({page})")

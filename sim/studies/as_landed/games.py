"""Whole games as they are kept: what was counted, whether they ended, and what was wrong."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from cupsboard.formats.strict_data import from_plain
from cupsim.runs.played import Adding, Played

K = TypeVar("K", bound=Adding)


@dataclass(frozen=True, slots=True)
class Game(Generic[K]):
    """One game as it was kept."""

    counts: K
    virtual_seconds: float
    unfinished: str | None
    findings: tuple[str, ...]

    @property
    def is_good(self) -> bool:
        """Whether it ended, and nothing wrong was found."""
        return not (self.findings or self.unfinished)


def kept(played: Played[Any, K]) -> Game[K]:
    """Return of a game what is kept."""
    return Game(played.counts, played.virtual_seconds, played.unfinished, tuple(played.findings))


def read(counts: type[K], plain: Any) -> Game[K]:
    """Return a game from plain values. Raises ValueError, KeyError or TypeError for anything else."""
    seconds, unfinished, findings = plain["virtual_seconds"], plain["unfinished"], plain["findings"]
    return Game(from_plain(counts, plain["counts"]), float(seconds), unfinished, tuple(findings))


def total(none: K, games: Iterable[Game[K]]) -> K:
    """Add up the counts of games, beginning with counts of nothing."""
    for game in games:
        none.add(game.counts)
    return none


def troubles(game: Game[K], which_line: int) -> Iterator[str]:
    """Yield what was found wrong in a game, then that line of why it did not end."""
    yield from game.findings
    if game.unfinished:
        yield game.unfinished.strip().splitlines()[which_line]


def at(values: Sequence[int], share: float) -> str:
    """Return the value below which that share of sorted values lies; "" of no values."""
    return str(values[min(len(values) - 1, int(share * len(values)))]) if values else ""

"""Plays what is missing and writes each game down as soon as it is done; started again, it adds to them."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from cupsim.runs.king_of_the_cups.evening import Setting
from cupsim.runs.king_of_the_cups.games import RacePlayed, play_many
from cupsim.runs.king_of_the_cups.judge import Counts

from studies.fingerprint import fingerprint
from studies.kept_lines import KeptLines

GAMES = "cupsim.runs.king_of_the_cups.games"
"""The module that plays them: what it reaches is what a result depends on."""
GAMES_A_SEED = 100_000
"""The games of campaign seed 7 have the seeds from 700,000 on."""


@dataclass(frozen=True, slots=True)
class Kept:
    """One game as it was kept."""

    counts: Counts
    virtual_seconds: float
    unfinished: str | None
    findings: tuple[str, ...]


class Results:
    """The games of some directory that were played with the programs as they are now."""

    def __init__(self, directory: Path) -> None:
        self._lines = KeptLines(directory / "king.jsonl")
        self.found: dict[Setting, Kept] = {}
        self.is_any_older = False
        """Whether games were left out that other programs played."""
        self._lines.read(self._take, "game of King of the Cups", "another directory")

    def add(self, played: RacePlayed) -> None:
        """Keep a game; it is on the disk when this returns."""
        kept = Kept(played.counts, played.virtual_seconds, played.unfinished, tuple(played.findings))
        setting = played.setting
        self._lines.add({**asdict(setting), "fingerprint": fingerprint("king", GAMES), **asdict(kept)})
        self.found[setting] = kept

    def of(self, players: int, kind: str) -> dict[int, Kept]:
        """The games of so many players and of a kind (`Setting.kind`), by seed."""
        return {
            setting.seed: kept
            for setting, kept in sorted(self.found.items(), key=lambda each: each[0].seed)
            if setting.players == players and setting.kind == kind
        }

    def _take(self, plain: Any) -> None:
        if plain["fingerprint"] != fingerprint("king", GAMES):
            self.is_any_older = True
            return
        setting = Setting(
            int(plain["seed"]),
            int(plain["players"]),
            bool(plain["has_pins"]),
            bool(plain["are_strangers"]),
            bool(plain["has_real_dice"]),
            bool(plain["has_power_cuts"]),
        )
        self.found[setting] = Kept(
            Counts(**plain["counts"]),
            float(plain["virtual_seconds"]),
            plain["unfinished"],
            tuple(plain["findings"]),
        )


def missing(results: Results, players: Sequence[int], games: int, like: Setting) -> list[Setting]:
    """What is yet to be played of campaign seed `like.seed`, a game of each number of players at a time."""
    first = like.seed * GAMES_A_SEED
    wanted = (
        replace(like, seed=number, players=count)
        for number in range(first, first + games)
        for count in players
    )
    return [setting for setting in wanted if setting not in results.found]


def run(results: Results, settings: Sequence[Setting], jobs: int) -> Iterator[RacePlayed]:
    """Play them, if there are any; each comes when it is written down."""
    for played in play_many(settings, jobs) if settings else ():
        results.add(played)
        yield played

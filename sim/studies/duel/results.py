"""Plays what is missing and writes each game down as soon as it is done; started again, it adds to them."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from cupsim.runs.coin_duel.evening import Setting
from cupsim.runs.coin_duel.games import PATIENCE_SECONDS, DuelPlayed, play_many
from cupsim.runs.coin_duel.judge import Counts

from studies.fingerprint import fingerprint
from studies.kept_lines import KeptLines

GAMES = "cupsim.runs.coin_duel.games"
"""The module that plays them: what it reaches is what a result depends on."""
GAMES_A_SEED = 100_000
"""The games of campaign seed 7 have the seeds from 700,000 on."""
POWER_CUTS = 0.01
"""How often a handful costs the power in a campaign, for each second that it is in the hand."""


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
        self._lines = KeptLines(directory / "coin-duel.jsonl")
        self.found: dict[Setting, Kept] = {}
        self.is_any_older = False
        """Whether games were left out that other programs played."""
        self._lines.read(self._take, "game of Coin Duel", "another directory")

    def add(self, played: DuelPlayed) -> None:
        """Keep a game; it is on the disk when this returns."""
        kept = Kept(played.counts, played.virtual_seconds, played.unfinished, tuple(played.findings))
        setting = played.setting
        self._lines.add({**asdict(setting), "fingerprint": fingerprint("duel", GAMES), **asdict(kept)})
        self.found[setting] = kept

    @property
    def games(self) -> tuple[str, ...]:
        """What was played."""
        return tuple(sorted({setting.game for setting in self.found}))

    def of(self, game: str, *, has_pins: bool) -> dict[int, Kept]:
        """The games of a name, by seed."""
        return {
            setting.seed: kept
            for setting, kept in sorted(self.found.items(), key=lambda each: each[0].seed)
            if setting.game == game and setting.has_pins is has_pins
        }

    def _take(self, plain: Any) -> None:
        setting = Setting(
            int(plain["seed"]),
            str(plain["game"]),
            bool(plain["has_pins"]),
            float(plain["worn_times"]),
            float(plain["power_cuts"]),
            int(plain["sps"]),
        )
        if plain["fingerprint"] != fingerprint("duel", GAMES):
            self.is_any_older = True
            return
        self.found[setting] = Kept(
            Counts(**plain["counts"]),
            float(plain["virtual_seconds"]),
            plain["unfinished"],
            tuple(plain["findings"]),
        )


def missing(results: Results, like: Setting, games: int, seed: int) -> list[Setting]:
    """What is yet to be played of games `like` this one."""
    first = seed * GAMES_A_SEED
    wanted = (replace(like, seed=each, power_cuts=POWER_CUTS) for each in range(first, first + games))
    return [setting for setting in wanted if setting not in results.found]


def run(
    results: Results, settings: Sequence[Setting], jobs: int, patience_seconds: float = PATIENCE_SECONDS
) -> Iterator[DuelPlayed]:
    """Play them; each comes when it is written down."""
    for played in play_many(settings, jobs, patience_seconds):
        results.add(played)
        yield played

"""The part of `cupsim game` that plays Coin Duel: one game in full, or many in a line each."""

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cupsboard.commands.output_paths import write_text

if TYPE_CHECKING:
    from cupsim.runs.coin_duel.evening import Setting


def play(asked: argparse.Namespace, game: str) -> int:
    """Play what was asked for; 1 if a game did not end, or the board was wrong."""
    from cupsim.runs.coin_duel.evening import Setting
    from cupsim.runs.coin_duel.games import play as play_one
    from cupsim.runs.coin_duel.games import play_many
    from cupsim.runs.coin_duel.summary import row, row_head, summary

    like = Setting(asked.seed, game, not asked.straight, sps=asked.sps)
    if asked.campaign is not None:
        return _campaign(asked, like, asked.campaign)
    if asked.games == 1:
        played = play_one(like, asked.patience)
        if asked.record is not None:
            write_text(asked.record, played.record)
        print(played.record)
        print(summary(played))
        return 0 if played.is_good else 1
    settings = [replace(like, seed=seed) for seed in range(asked.seed, asked.seed + asked.games)]
    print(row_head())
    is_good = True
    for played in play_many(settings, asked.jobs, asked.patience):
        print(row(played), flush=True)
        is_good &= played.is_good
    return 0 if is_good else 1


def _campaign(asked: argparse.Namespace, like: "Setting", directory: Path) -> int:
    from cupsboard.commands.progress import watched

    from cupsim.campaign.coin_duel.report import page
    from cupsim.campaign.coin_duel.results import Results, missing, run

    results = Results(directory)
    if results.is_any_older:
        print(f"{directory}: games that other programs played are left out")
    wanted = missing(results, like, asked.games, asked.seed)
    for _ in watched(run(results, wanted, asked.jobs, asked.patience), len(wanted)):
        pass
    directory.mkdir(parents=True, exist_ok=True)
    written = directory / "COIN_DUEL.md"
    said = "".join(
        f" {option} {value}"
        for option, value in (("--stage", asked.stage), ("--kinds", asked.kinds), ("--turns", asked.turns))
        if value
    )
    said += f" --games {asked.games} --seed {asked.seed}" + " --straight" * asked.straight
    command = f"cupsim game --game coin-duel{said} --campaign DIR"
    written.write_text(page(results, [command]), encoding="utf-8")
    print(f"the report is in {written}")
    return int(any(kept.findings or kept.unfinished for kept in results.found.values()))

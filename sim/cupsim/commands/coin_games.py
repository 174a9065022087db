"""The part of `cupsim game` that plays Coin Duel: one game in full, or many in a line each."""

import argparse
from dataclasses import replace

from cupsboard.commands.argument_types import write_text
from cupsboard.commands.progress import watched


def play(asked: argparse.Namespace, game: str) -> int:
    """Play what was asked for; 1 if a game did not end, or the board was wrong."""
    from cupsim.runs.coin_duel.evening import Setting
    from cupsim.runs.coin_duel.games import play as play_one
    from cupsim.runs.coin_duel.games import play_many
    from cupsim.runs.coin_duel.summary import row, row_head, summary

    like = Setting(asked.seed, game, not asked.straight, sps=asked.sps, beans=asked.beans)
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
    for played in watched(play_many(settings, asked.jobs, asked.patience), asked.games):
        print(row(played), flush=True)
        is_good &= played.is_good
    return 0 if is_good else 1

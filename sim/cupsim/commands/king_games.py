"""The part of `cupsim game` that plays King of the Cups: one game in full, or many in a line each."""

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from cupsboard.commands.argument_types import write_text
from cupsboard.commands.progress import watched

from cupsim.commands.options import USUAL

if TYPE_CHECKING:
    from cupsim.runs.king_of_the_cups.evening import Setting


OPTIONS = ("straight", "strangers", "real_dice", "power_cuts")
"""What its options are called after parsing."""


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the options that belong to it."""
    group = parser.add_argument_group("King of the Cups and Coin Duel")
    group.add_argument(
        "--straight",
        action="store_true",
        help="feed the samples to the board without pins: several times faster",
    )
    group.add_argument(
        "--strangers",
        action="store_true",
        help="with --game king-of-the-cups: people, hands and scales of another make, without pins",
    )
    group.add_argument(
        "--power-cuts",
        action="store_true",
        help="with --game king-of-the-cups: the power goes now and then, in races and writes too",
    )


def play(asked: argparse.Namespace) -> int:
    """Play what was asked for; 1 if a game did not end, or the board was wrong."""
    from cupsim.runs.king_of_the_cups.games import play as play_one
    from cupsim.runs.king_of_the_cups.games import play_many
    from cupsim.runs.king_of_the_cups.summary import row, row_head, summary

    like = _setting(asked)
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
    for played in watched(play_many(settings, asked.jobs), asked.games):
        print(row(played), flush=True)
        is_good &= played.is_good
    return 0 if is_good else 1


def _setting(asked: argparse.Namespace) -> "Setting":
    """The first of the games that were asked for."""
    from cupsim.runs.king_of_the_cups.evening import Setting

    return Setting(
        asked.seed,
        asked.players or USUAL,
        not (asked.straight or asked.strangers),
        asked.strangers,
        asked.real_dice,
        asked.power_cuts,
    )

"""The part of `cupsim game` that plays Coin Duel or King of the Cups: one in full, or many in a line each."""

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING, Any

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


def play_coins(asked: argparse.Namespace, game: str) -> int:
    """Play Coin Duel as it was asked for; 1 if a game did not end, or the board was wrong."""
    from cupsim.runs.coin_duel import games, summary
    from cupsim.runs.coin_duel.evening import Setting

    like = Setting(asked.seed, game, not asked.straight, sps=asked.sps, beans=asked.beans)
    return _play(asked, like, games, summary)


def play_race(asked: argparse.Namespace) -> int:
    """Play King of the Cups as it was asked for; 1 if a game did not end, or the board was wrong."""
    from cupsim.runs.king_of_the_cups import games, summary

    return _play(asked, _setting(asked), games, summary)


def _play(asked: argparse.Namespace, like: Any, games: Any, summary: Any) -> int:
    """Play one game like that, or as many as were asked for; `games` and `summary` are the game's modules."""
    if asked.games == 1:
        played = games.play(like, asked.patience)
        if asked.record is not None:
            write_text(asked.record, played.record)
        print(played.record)
        print(summary.summary(played))
        return 0 if played.is_good else 1
    settings = [replace(like, seed=seed) for seed in range(asked.seed, asked.seed + asked.games)]
    print(summary.row_head())
    is_good = True
    for played in watched(games.play_many(settings, asked.jobs, asked.patience), asked.games):
        print(summary.row(played), flush=True)
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

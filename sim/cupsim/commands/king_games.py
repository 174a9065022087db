"""The part of `cupsim game` that plays King of the Cups: one game in full, or many in a line each."""

import argparse
from pathlib import Path

from cupsboard.commands.output_paths import folder_to_write, write_text

from cupsim.commands.table_options import FEWEST, MOST, USUAL


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
        help="with --game king: people, hands and scales of another make, without pins",
    )
    group.add_argument(
        "--campaign",
        type=folder_to_write,
        metavar="DIR",
        help="keep the games in this folder, play only what is missing, and write a report beside them",
    )


def asked_for(asked: argparse.Namespace) -> list[str]:
    """The options of these that were given."""
    given = {
        "--players": asked.players,
        "--strangers": asked.strangers,
        "--straight": asked.straight,
        "--campaign": asked.campaign,
    }
    return [option for option, value in given.items() if value]


def play(asked: argparse.Namespace) -> int:
    """Play what was asked for; 1 if a game did not end, or the board was wrong."""
    from cupsim.runs.king_of_the_cups.evening import Setting
    from cupsim.runs.king_of_the_cups.games import play as play_one
    from cupsim.runs.king_of_the_cups.games import play_many
    from cupsim.runs.king_of_the_cups.summary import row, row_head, summary

    if asked.campaign is not None:
        return _campaign(asked, asked.campaign)
    players, has_pins = asked.players or USUAL, not (asked.straight or asked.strangers)
    if asked.games == 1:
        played = play_one(Setting(asked.seed, players, has_pins, asked.strangers), asked.patience)
        if asked.record is not None:
            write_text(asked.record, played.record)
        print(played.record)
        print(summary(played))
        return 0 if played.is_good else 1
    settings = [
        Setting(seed, players, has_pins, asked.strangers)
        for seed in range(asked.seed, asked.seed + asked.games)
    ]
    print(row_head())
    is_good = True
    for played in play_many(settings, asked.jobs):
        print(row(played), flush=True)
        is_good &= played.is_good
    return 0 if is_good else 1


def _campaign(asked: argparse.Namespace, directory: Path) -> int:
    from cupsboard.commands.progress import watched

    from cupsim.campaign.king_of_the_cups.report import page
    from cupsim.campaign.king_of_the_cups.results import Results, missing, run

    results = Results(directory)
    if results.is_any_older:
        print(f"{directory}: games that other programs played are left out")
    players = [asked.players] if asked.players else list(range(FEWEST, MOST + 1))
    wanted = missing(
        results,
        players,
        asked.games,
        asked.seed,
        has_pins=not (asked.straight or asked.strangers),
        are_strangers=asked.strangers,
    )
    for _ in watched(run(results, wanted, asked.jobs), len(wanted)):
        pass
    directory.mkdir(parents=True, exist_ok=True)
    written = directory / "KING.md"
    straight = " --strangers" if asked.strangers else " --straight" if asked.straight else ""
    command = f"cupsim game --game king --games {asked.games} --seed {asked.seed}{straight} --campaign DIR"
    written.write_text(page(results, range(FEWEST, MOST + 1), command), encoding="utf-8")
    print(f"the report is in {written}")
    return int(any(kept.findings or kept.unfinished for kept in results.found.values()))

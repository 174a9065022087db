"""The command `python -m studies coins`: games whose order counts, with coins on scales."""

import argparse
from pathlib import Path

from cupsboard.commands.argument_types import whole
from cupsboard.commands.output_paths import folder_to_write
from cupsboard.commands.parsers import Commands, add_command
from cupsboard.commands.progress import watched
from cupsim.errors import SimulatorError

from studies.coins.evening import play
from studies.coins.report import Line, page
from studies.coins.rows import asked_for
from studies.coins.runner import TURNS_AN_EVENING, Results, run
from studies.commands.options import add_kept

TURNS = 20_000
"""In so many turns a row, what happens once in 6,000 is seen."""


def add_parser(commands: Commands) -> None:
    """Add the command to those of the studies."""
    parser = add_command(commands, "coins", "games whose order counts, with coins and beans on scales")
    parser.add_argument("rows", metavar="ROWS", help="rows of the report with commas between, or all")
    parser.add_argument(
        "--moves", type=whole(1), default=TURNS, metavar="N", help=f"until each has so many turns ({TURNS})"
    )
    add_kept(parser, "campaigns/coins", "COINS.md", "that of --directory")
    parser.set_defaults(command=play_with_coins)


def play_with_coins(asked: argparse.Namespace) -> int:
    """Play what is missing, print a line a row and write the page; 1 if a look was sure of another table."""
    rows = [row for name in asked.rows.split(",") for row in asked_for(name)]
    turns = asked.moves
    directory: Path = asked.directory or folder_to_write("campaigns/coins")
    results = Results(directory)
    if not asked.report_only:
        evenings = run(rows, results, turns=turns, campaign_seed=asked.seed, jobs=asked.jobs)
        for _ in watched(evenings, len(rows) * turns // TURNS_AN_EVENING, "evenings"):
            pass
    if results.is_any_older:
        print(f"{directory}: evenings that other programs played are left out")
    lines = [Line(row, results.of(row)) for row in rows if results.seeds_of(row)]
    if not lines:
        raise SimulatorError(f"no results in {directory}: leave --report-only out to play the evenings first")
    for line in lines:
        print(line.in_words())
    command = f"python -m studies coins {asked.rows} --moves {turns} --seed {asked.seed}"
    written = (asked.report or directory) / "COINS.md"
    written.parent.mkdir(parents=True, exist_ok=True)
    written.write_text(page([line.row for line in lines], results, command), encoding="utf-8")
    print(f"the report is in {written}")
    return int(any(line.mistaken for line in lines))


def repeat_evening(name: str, seed: int) -> int:
    """Play one evening again and say all that was noted; always 0."""
    if name == "all":
        raise SimulatorError("coins/all: one evening is of one row; write its name as in the report")
    (row,) = asked_for(name)
    found = play(row, seed)
    for what, count in sorted(found.counts.items()):
        if count:
            print(f"{count:>8}  {what}")
    for example in found.examples:
        print(f"{example.what}: {example.where}")
    return 0

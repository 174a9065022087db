"""The command `python -m studies coins`: games whose order counts, with coins on scales."""

import argparse

from cupsboard.commands.argument_types import whole
from cupsboard.commands.parsers import Commands, add_command
from cupsim.errors import SimulatorError

from studies.commands.options import add_kept, go_on, kept_results
from studies.page import write

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
    parser.set_defaults(command=run)


def run(asked: argparse.Namespace) -> int:
    """Play what is missing, print a line a row and write the page; 1 if a look was sure of another table."""
    from studies.coins.report import Line, coins_page
    from studies.coins.rows import ROWS
    from studies.coins.trial import TRIAL, TURNS_AN_EVENING
    from studies.runner import asked_for, of_row, play_until

    rows = [row for name in asked.rows.split(",") for row in asked_for(ROWS, name)]
    results = kept_results(asked, TRIAL, "coins")
    sizes = {row.name: TURNS_AN_EVENING for row in rows}
    evenings = play_until(
        results, sizes, counted="all turns", enough=asked.moves, campaign_seed=asked.seed, jobs=asked.jobs
    )
    go_on(asked, results, evenings, len(rows) * asked.moves // TURNS_AN_EVENING, "evenings")
    found = {evening.row for evening in results.found}
    lines = [Line(row, of_row(results, row.name)) for row in rows if row.name in found]
    if not lines:
        raise SimulatorError(f"no results of {asked.rows} in {results.folder}: leave --report-only out")
    for line in lines:
        print(line.in_words())
    command = f"python -m studies coins {asked.rows} --moves {asked.moves} --seed {asked.seed}"
    written = (asked.report or results.folder) / "COINS.md"
    write(written, coins_page([line.row for line in lines], results, command))
    return int(any(line.mistaken for line in lines))

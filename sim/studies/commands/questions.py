"""The command `python -m studies questions`: how often honest players are asked, and how long they wait."""

import argparse

from cupsboard.commands.argument_types import whole
from cupsboard.commands.parsers import Commands, add_command, describe
from cupsim.errors import SimulatorError

from studies.commands.options import MOST_GAMES, add_kept, go_on, kept_results
from studies.page import write

_EXAMPLES = """\
examples:
  python -m studies questions --games 8
  python -m studies questions --row usual --games 25     what is promised of the usual board, over 1,000 moves
  python -m studies questions --row coloured --seed 8    fresh seeds, added to the games found before
"""


def add_parser(commands: Commands) -> None:
    """Add the command to those of the studies."""
    parser = add_command(commands, "questions", "how often honest players are asked, and how long they wait")
    describe(parser, None, _EXAMPLES)
    parser.add_argument("--row", default="all", metavar="NAME", help="one row of the page (all)")
    parser.add_argument(
        "--games", type=whole(1, MOST_GAMES), default=8, metavar="N", help="games of each row (8)"
    )
    add_kept(parser, "campaigns/questions", "QUESTIONS.md", "that of --directory")
    parser.set_defaults(command=run)


def run(asked: argparse.Namespace) -> int:
    """Play what is missing, print a line a row and write the page; 1 if a row misses what it promises."""
    from studies.questions.report import Line, questions_page
    from studies.questions.rows import ROWS
    from studies.questions.trial import TRIAL
    from studies.runner import asked_for, evenings
    from studies.runner import run as run_missing

    rows = asked_for(ROWS, asked.row)
    results = kept_results(asked, TRIAL, "questions")
    wanted = evenings([row.name for row in rows], asked.games, asked.seed)
    go_on(asked, results, run_missing(results, wanted, asked.jobs), len(wanted), "games")
    found = {evening.row for evening in results.found}
    lines = [Line(row, results) for row in ROWS.values() if row.name in found]
    shown = [line for line in lines if line.row in rows]
    if not shown:
        raise SimulatorError(f"no results of {asked.row} in {results.folder}: leave --report-only out")
    for line in shown:
        print(line.in_words())
    command = f"python -m studies questions --row {asked.row} --games {asked.games} --seed {asked.seed}"
    write((asked.report or results.folder) / "QUESTIONS.md", questions_page(lines, command))
    return int(not all(line.is_good for line in shown))

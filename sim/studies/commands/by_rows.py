"""The commands `python -m studies disks`, `people` and `slips`: a fault is a row's, and exits with 1."""

import argparse
from functools import partial
from importlib import import_module

from cupsboard.commands.argument_types import whole
from cupsboard.commands.parsers import Commands, add_command

from studies.commands.options import MOST_GAMES, add_kept, add_minutes, go_on, kept_results, time_limit
from studies.page import write

_PAGES = {
    "disks": ("disks", "games through power cuts and on disks that refuse writes", "DISKS.md"),
    "slips": ("calibrations.slips", "calibrations by people who slip once", "CALIBRATION_SLIPS.md"),
    "people": ("people", "games of slow readers, quick repliers and impatient fingers", "PEOPLE.md"),
}


def add_parser(commands: Commands) -> None:
    """Add the commands to those of the studies."""
    for name, (_, what, written) in _PAGES.items():
        parser = add_command(commands, name, what)
        parser.add_argument("--row", default="all", metavar="NAME", help="one row of the page (all)")
        parser.add_argument(
            "--games", type=whole(1, MOST_GAMES), default=1, metavar="N", help="games of each row (1)"
        )
        add_minutes(parser, "games")
        add_kept(parser, f"campaigns/{name}", written, "that of --directory")
        parser.set_defaults(command=partial(run, name))


def run(name: str, asked: argparse.Namespace) -> int:
    """Play what is missing of a study and write its page; 1 if anything was wrong."""
    from studies.runner import asked_for, evenings
    from studies.runner import run as run_missing

    report, evening = (import_module(f"studies.{_PAGES[name][0]}.{each}") for each in ("report", "evening"))
    rows = asked_for({name: name for name in evening.ROWS}, asked.row)
    results = kept_results(asked, evening.TRIAL, name)
    wanted = evenings(rows, asked.games, asked.seed)
    is_time_up, limit = time_limit(asked)
    go_on(asked, results, run_missing(results, wanted, asked.jobs, is_time_up), len(wanted), "games")
    said = "" if asked.row == "all" else f" --row '{asked.row}'"
    command = f"python -m studies {name}{said} --games {asked.games} --seed {asked.seed}{limit}"
    text, faults = report.made(results, command)
    write((asked.report or results.folder) / report.PAGE, text)
    return int(faults > 0)

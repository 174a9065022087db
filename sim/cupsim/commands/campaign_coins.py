"""The part of `cupsim campaign` that plays games whose order counts, with coins on scales."""

import argparse
from pathlib import Path

from cupsboard.commands.output_paths import folder_to_write
from cupsboard.commands.progress import watched

from cupsim.coins.evening import play
from cupsim.coins.report import Line, page
from cupsim.coins.rows import asked_for
from cupsim.coins.runner import TURNS_AN_EVENING, Results, run
from cupsim.errors import SimulatorError

TURNS = 20_000
"""In so many turns a row, what happens once in 6,000 is seen."""


def play_with_coins(asked: argparse.Namespace) -> int:
    """Play what is missing, print a line a row and write the page; 1 if a look was sure of another table."""
    rows = [row for name in asked.coins.split(",") for row in asked_for(name)]
    turns = asked.moves or TURNS
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
    command = f"cupsim campaign --coins {asked.coins} --moves {turns} --seed {asked.seed}"
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

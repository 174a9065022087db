"""The command `python -m studies worlds`: whole games in worlds of other physics."""

import argparse
from pathlib import Path

from cupsboard.commands.argument_types import whole
from cupsboard.commands.output_paths import folder_to_write
from cupsboard.commands.parsers import Commands, add_command
from cupsboard.commands.progress import watched
from cupsim.errors import SimulatorError

from studies.commands.options import add_kept
from studies.worlds.catalogue import asked_for
from studies.worlds.evening import play
from studies.worlds.report import PICTURE, Row, page, picture
from studies.worlds.runner import MOVES_AN_EVENING, Results, run

_EXAMPLES = """\
examples:
  python -m studies worlds all --moves 2000
  python -m studies worlds slope-5 --seed 8   one of them on fresh seeds, added to those found before
"""
MOVES = 10_000
"""In so many moves a world, what happens once in 3,000 is seen."""


def add_parser(commands: Commands) -> None:
    """Add the command to those of the studies."""
    parser = add_command(
        commands, "worlds", "whole games in worlds whose physics the board does not share", epilog=_EXAMPLES
    )
    parser.add_argument("world", metavar="NAME", help="a world, or all")
    parser.add_argument(
        "--moves", type=whole(1), default=MOVES, metavar="N", help=f"until each has so many moves ({MOVES})"
    )
    parser.add_argument(
        "--beside",
        action="store_true",
        help="show the looks to the reader of histories too, and print both side by side",
    )
    add_kept(parser, "campaigns/worlds", "WORLDS.md", "that of --directory")
    parser.set_defaults(command=lambda asked: (play_side_by_side if asked.beside else play_in_worlds)(asked))


def play_in_worlds(asked: argparse.Namespace) -> int:
    """Play what is missing, print a row a world and write the page; 1 if anything decidable went wrong."""
    worlds, moves = asked_for(asked.world), asked.moves
    directory: Path = asked.directory or folder_to_write("campaigns/worlds")
    results = Results(directory)
    if not asked.report_only:
        evenings = run(worlds, results, moves=moves, campaign_seed=asked.seed, jobs=asked.jobs)
        for _ in watched(evenings, len(worlds) * moves // MOVES_AN_EVENING, "evenings"):
            pass
    if results.is_any_older:
        print(f"{directory}: evenings that other programs played are left out")
    rows = [Row(world, results.of(world)) for world in worlds]
    if not any(row.counts["all moves"] for row in rows):
        raise SimulatorError(f"no results in {directory}: leave --report-only out to play the evenings first")
    for row in rows:
        print(row.in_words())
    command = f"python -m studies worlds {asked.world} --moves {moves} --seed {asked.seed}"
    written = (asked.report or directory) / "WORLDS.md"
    written.parent.mkdir(parents=True, exist_ok=True)
    written.write_text(page(worlds, results, command), encoding="utf-8")
    (written.parent / PICTURE).write_text(picture(rows), encoding="utf-8")
    print(f"the report is in {written}")
    return int(any(row.wrong_though_decidable for row in rows))


def play_side_by_side(asked: argparse.Namespace) -> int:
    """Play what is missing with the other reader in the shadow, and print both readers' rows; always 0."""
    from studies.worlds.beside import side_by_side

    worlds, moves = asked_for(asked.world), asked.moves
    directory: Path = asked.directory or folder_to_write("campaigns/beside")
    results = Results(directory, "studies.worlds.shadow")
    if not asked.report_only:
        evenings = run(worlds, results, moves=moves, campaign_seed=asked.seed, jobs=asked.jobs)
        for _ in watched(evenings, len(worlds) * moves // MOVES_AN_EVENING, "evenings"):
            pass
    print("\n".join(side_by_side(worlds, results)))
    return 0


def repeat_evening(name: str, seed: int) -> int:
    """Play one evening again and say all that was noted; always 0."""
    if name == "all":
        raise SimulatorError("world/all: one evening is of one world; write its name as in the report")
    (world,) = asked_for(name)
    found = play(world, seed)
    for what, count in sorted(found.counts.items()):
        if count:
            print(f"{count:>8}  {what}")
    for what, values in sorted(found.values.items()):
        print(f"{what}: {', '.join(f'{value:.4g}' for value in values)}")
    for example in found.examples:
        print(f"{example.what}: {example.where}")
    return 0

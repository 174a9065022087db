"""The command `python -m studies worlds`: whole games in worlds of other physics."""

import argparse

from cupsboard.commands.argument_types import whole
from cupsboard.commands.parsers import Commands, add_command, describe
from cupsim.errors import SimulatorError

from studies.commands.options import add_kept, go_on, kept_results
from studies.page import write

_EXAMPLES = """\
examples:
  python -m studies worlds all --moves 2000
  python -m studies worlds slope-5 --seed 8   one of them on fresh seeds, added to those found before
"""
MOVES = 10_000
"""In so many moves a world, what happens once in 3,000 is seen."""


def add_parser(commands: Commands) -> None:
    """Add the command to those of the studies."""
    parser = add_command(commands, "worlds", "whole games in worlds whose physics the board does not share")
    describe(parser, None, _EXAMPLES)
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
    parser.set_defaults(command=run)


def run(asked: argparse.Namespace) -> int:
    """Play what is missing, print a row a world and write the page; 1 if anything decidable went wrong."""
    from studies.runner import asked_for, of_row, play_until
    from studies.worlds.beside import side_by_side
    from studies.worlds.catalogue import USUAL, WORLDS
    from studies.worlds.report import PICTURE, Row, picture, worlds_page
    from studies.worlds.trial import BESIDE, MOVES_AN_EVENING, TRIAL, moves_an_evening

    worlds, moves = asked_for(WORLDS, asked.world, USUAL), asked.moves
    results = kept_results(asked, BESIDE, "beside") if asked.beside else kept_results(asked, TRIAL, "worlds")
    sizes = {world.name: moves_an_evening(world) for world in worlds}
    evenings = play_until(
        results, sizes, counted="all moves", enough=moves, campaign_seed=asked.seed, jobs=asked.jobs
    )
    go_on(asked, results, evenings, len(worlds) * moves // MOVES_AN_EVENING, "evenings")
    if asked.beside:
        print("\n".join(side_by_side(worlds, results)))
        return 0
    rows = [Row(world, of_row(results, world.name)) for world in worlds]
    if not any(row.counts["all moves"] for row in rows):
        raise SimulatorError(f"no results of {asked.world} in {results.folder}: leave --report-only out")
    for row in rows:
        print(row.in_words())
    command = f"python -m studies worlds {asked.world} --moves {moves} --seed {asked.seed}"
    written = (asked.report or results.folder) / "WORLDS.md"
    write(written, worlds_page(worlds, results, command), {PICTURE: picture(rows)})
    return int(any(row.wrong_though_decidable for row in rows))

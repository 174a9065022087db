"""The command `python -m studies king`: many games of King of the Cups, held against what hands did."""

import argparse

from cupsboard.commands.argument_types import whole
from cupsboard.commands.output_paths import folder_to_write
from cupsboard.commands.parsers import Commands, add_command
from cupsboard.commands.progress import watched
from cupsim.commands.table_options import FEWEST, MOST
from cupsim.errors import SimulatorError

from studies.commands.options import MOST_GAMES, add_kept


def add_parser(commands: Commands) -> None:
    """Add the command to those of the studies."""
    parser = add_command(commands, "king", "many games of King of the Cups, held against what hands did")
    parser.add_argument(
        "--players", type=whole(FEWEST, MOST), metavar="N", help="players round the table (each of 2 to 6)"
    )
    parser.add_argument(
        "--games",
        type=whole(1, MOST_GAMES),
        default=1,
        metavar="N",
        help="games of each number (1)",
    )
    parser.add_argument("--straight", action="store_true", help="feed the samples to the board without pins")
    parser.add_argument(
        "--strangers", action="store_true", help="people, hands and scales of another make, without pins"
    )
    parser.add_argument(
        "--dice",
        choices=("board", "real"),
        default="board",
        help="whose dice the players throw (board)",
    )
    parser.add_argument("--power-cuts", action="store_true", help="the power goes now and then")
    add_kept(parser, "campaigns/king", "KING.md", "that of --directory")
    parser.set_defaults(command=run)


def run(asked: argparse.Namespace) -> int:
    """Play what is missing and write the page; 1 if a game did not end, or the board was wrong."""
    from cupsim.runs.king_of_the_cups.evening import Setting

    from studies.king.report import page
    from studies.king.results import Results, missing
    from studies.king.results import run as run_missing

    if asked.strangers and (asked.dice == "real" or asked.power_cuts):
        raise SimulatorError("strangers have no dice and no power cuts of their own: leave out --strangers")
    directory = asked.directory or folder_to_write("campaigns/king")
    results = Results(directory)
    if results.is_any_older:
        print(f"{directory}: games that other programs played are left out")
    like = Setting(
        asked.seed,
        FEWEST,
        not (asked.straight or asked.strangers),
        asked.strangers,
        asked.dice == "real",
        asked.power_cuts,
    )
    every = range(FEWEST, MOST + 1)
    players = [asked.players] if asked.players else list(every)
    wanted = [] if asked.report_only else missing(results, players, asked.games, like)
    for _ in watched(run_missing(results, wanted, asked.jobs), len(wanted)):
        pass
    folder = asked.report or directory
    folder.mkdir(parents=True, exist_ok=True)
    written = folder / "KING.md"
    said = " --strangers" if asked.strangers else " --straight" if asked.straight else ""
    said += " --dice real" if asked.dice == "real" else ""
    said += " --power-cuts" if asked.power_cuts else ""
    command = f"python -m studies king --games {asked.games} --seed {asked.seed}{said}"
    written.write_text(page(results, every, command), encoding="utf-8")
    print(f"the report is in {written}")
    return int(any(kept.findings or kept.unfinished for kept in results.found.values()))

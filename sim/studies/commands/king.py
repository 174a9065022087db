"""The command `python -m studies king`: many games of King of the Cups, held against what hands did."""

import argparse

from cupsboard.commands.argument_types import whole
from cupsboard.commands.parsers import Commands, add_command
from cupsim.commands.options import FEWEST, MOST
from cupsim.errors import SimulatorError

from studies.commands.options import MOST_GAMES, add_kept, go_on, kept_results
from studies.page import write


def add_parser(commands: Commands) -> None:
    """Add the command to those of the studies."""
    parser = add_command(commands, "king", "many games of King of the Cups, held against what hands did")
    parser.add_argument(
        "--players", type=whole(FEWEST, MOST), metavar="N", help="players round the table (each of 2 to 6)"
    )
    parser.add_argument(
        "--games", type=whole(1, MOST_GAMES), default=1, metavar="N", help="games of each number (1)"
    )
    parser.add_argument("--straight", action="store_true", help="feed the samples to the board without pins")
    parser.add_argument(
        "--strangers", action="store_true", help="people, hands and scales of another make, without pins"
    )
    parser.add_argument("--real-dice", action="store_true", help="the players throw dice of their own")
    parser.add_argument("--power-cuts", action="store_true", help="the power goes now and then")
    add_kept(parser, "campaigns/king", "KING.md", "that of --directory")
    parser.set_defaults(command=run)


def run(asked: argparse.Namespace) -> int:
    """Play what is missing and write the page; 1 if a game did not end, or the board was wrong."""
    from cupsim.runs.king_of_the_cups.evening import Setting

    from studies.as_landed.king import TRIAL, king_page, settings
    from studies.runner import run as run_missing

    if asked.strangers and (asked.real_dice or asked.power_cuts):
        raise SimulatorError("strangers have no dice and no power cuts of their own: leave out --strangers")
    results = kept_results(asked, TRIAL, "king")
    has_pins = not (asked.straight or asked.strangers)
    like = Setting(asked.seed, FEWEST, has_pins, asked.strangers, asked.real_dice, asked.power_cuts)
    every = range(FEWEST, MOST + 1)
    wanted = settings([asked.players] if asked.players else every, asked.games, like)
    go_on(asked, results, run_missing(results, wanted, asked.jobs), len(wanted), "games")
    said = " --strangers" if asked.strangers else " --straight" if asked.straight else ""
    said += " --real-dice" if asked.real_dice else ""
    said += " --power-cuts" if asked.power_cuts else ""
    said += f" --players {asked.players}" if asked.players else ""
    command = f"python -m studies king --games {asked.games} --seed {asked.seed}{said}"
    write((asked.report or results.folder) / "KING.md", king_page(results, every, command))
    return int(not all(each.is_good for each in results.found.values()))

"""The command `python -m studies duel`: many games of Coin Duel, held against what lies there."""

import argparse

from cupsboard import profile
from cupsboard.commands import game_options
from cupsboard.commands.argument_types import whole
from cupsboard.commands.parsers import Commands, add_command
from cupsboard.rules.errors import RulesError
from cupsboard.session.playable import LANDINGS_SPS
from cupsboard.station.game import wished_game
from cupsim.errors import SimulatorError

from studies.commands.options import MOST_GAMES, add_kept, go_on, kept_results
from studies.page import write

COIN_CUPS = 10
"""The board for coins has so many a side."""


def add_parser(commands: Commands) -> None:
    """Add the command to those of the studies."""
    parser = add_command(commands, "duel", "many games of Coin Duel, held against what lies there")

    def add(name: str, default: object, help: str, **how: object) -> None:
        if name != "--game":
            parser.add_argument(name, default=default, help=help.removeprefix("with --game: "), **how)  # type: ignore[arg-type]

    game_options.add_to(add, ("coin-duel",), "coin-duel")
    parser.add_argument(
        "--games", type=whole(1, MOST_GAMES), default=1, metavar="N", help="number of games (1)"
    )
    parser.add_argument("--straight", action="store_true", help="feed the samples to the board without pins")
    add_kept(parser, "campaigns/duel", "COIN_DUEL.md", "that of --directory")
    parser.set_defaults(command=run, game="coin-duel")


def run(asked: argparse.Namespace) -> int:
    """Play what is missing and write the page; 1 if a game did not end, or the board was wrong."""
    from cupsim.runs.coin_duel.evening import Setting

    from studies.as_landed.duel import TRIAL, duel_page, settings
    from studies.runner import run as run_missing

    try:
        game = wished_game.wished(
            game_options.wish_of(asked), profile.generated(COIN_CUPS, rate_sps=LANDINGS_SPS)
        )
    except RulesError as fault:
        raise SimulatorError(str(fault)) from None
    assert game is not None
    results = kept_results(asked, TRIAL, "duel")
    wanted = settings(Setting(asked.seed, game.name, not asked.straight, sps=LANDINGS_SPS), asked.games)
    go_on(asked, results, run_missing(results, wanted, asked.jobs), len(wanted), "games")
    said = "".join(
        f" {option} {value}"
        for option, value in (("--stage", asked.stage), ("--kinds", asked.kinds), ("--turns", asked.turns))
        if value
    )
    said += f" --games {asked.games} --seed {asked.seed}" + " --straight" * asked.straight
    written = (asked.report or results.folder) / "COIN_DUEL.md"
    write(written, duel_page(results, f"python -m studies duel{said}"))
    return int(not all(each.is_good for each in results.found.values()))

"""The command `cupsim game`: games without a screen, checked against the truth."""

import argparse
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

from cupsboard.commands.argument_types import file_to_write, whole, write_text, written_twice
from cupsboard.commands.parsers import describe, never_with, only_with
from cupsboard.rules import games
from cupsboard.rules.families import Family
from cupsboard.rules.turns import Order
from cupsboard.rules.wish import Wish

from cupsim.commands import options, other_games
from cupsim.commands.shared_options import add_jobs

if TYPE_CHECKING:
    from cupsim.runs.games import Pairing, Played

ROWS_PRINTED = 50
MOST_GAMES = 1_000_000
DAY_SECONDS = 86_400
MANY = ("games", "jobs", "patience", "record")
"""What the options are called that every game has."""

_DESCRIPTION = """\
Play whole games without a screen, as fast as possible, and compare what the board believes with what really
lies there.
"""
_EXAMPLES = """\
The exit code is 0 if every game finished and the board never agreed to a table that did not lie there.

examples:
  cupsim game --seed 7 --cups 4 --south random --north greedy
  cupsim game --seed 7 --clumsiness 0.5 --record game.txt --trace game.trace
  cupsim game --games 200 --cups 10 --jobs 4
  cupsim game --trace-cell south-2=cell.csv --trace-cell all=others.csv
  cupsim game --game king-of-the-cups --players 4
  cupsim game --game coin-duel --stage 3 --straight
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION, _EXAMPLES)
    options.add_play(parser)
    parser.add_argument(
        "--games",
        type=whole(1, MOST_GAMES),
        default=1,
        metavar="N",
        help="number of games; each has the next seed (1)",
    )
    add_jobs(parser)
    parser.add_argument(
        "--patience",
        type=whole(1, DAY_SECONDS),
        default=300,
        metavar="SECONDS",
        help="give up a game when no turn ends for this long, in simulated time (300)",
    )
    parser.add_argument(
        "--record", type=file_to_write, metavar="FILE", help="also write the game's record to FILE"
    )
    parser.add_argument(
        "--trace",
        type=file_to_write,
        metavar="FILE",
        help="also write all frames, button presses and decisions to FILE",
    )
    options.add_game(parser, has_page=False)
    other_games.add_to(parser)
    only_with(parser, "--from", "--move")
    never_with(parser, "--from", *options.OF_A_RECORD)
    never_with(parser, "--games", "--record", "--trace")
    never_with(parser, "--strangers", "--straight", "--real-dice", "--power-cuts")
    parser.set_defaults(command=partial(_command, parser))


def _command(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> int:
    if fault := written_twice({"--record": asked.record, "--trace": asked.trace}):
        parser.error(fault)
    family = options.family_asked(asked.game)
    if family.is_round_a_table:
        options.refuse_ignored(parser, asked, (*MANY, "players", *other_games.OPTIONS))
        return other_games.play_race(asked)
    from cupsim.commands.pairing import game_name, pairing

    if _counts_as_landed(family, asked.cups):
        options.refuse_ignored(
            parser, asked, (*MANY, *family.wishes, "cups", "sps", "stock", "beans", "straight")
        )
        name = game_name(parser, asked, has_hands=False)
        assert name is not None
        return other_games.play_coins(asked, name)
    options.refuse_ignored(parser, asked, (*MANY, *family.wishes, *options.PLAY, "trace"))
    run = _one_game if asked.games == 1 else _many_games
    return run(pairing(parser, asked, has_hands=False), asked)


def _counts_as_landed(family: Family, cups: int) -> bool:
    """Whether the acts of a family's games count in the order in which they are done."""
    return games.of_wish(Wish(family.name), cups=family.usual_cups or cups).turns.order is Order.AS_LANDED


def _one_game(pairing: "Pairing", asked: argparse.Namespace) -> int:
    from cupsboard.commands.progress import line_shown

    from cupsim.runs.games import play
    from cupsim.runs.summary import summary

    with line_shown() as show:
        played = play(pairing, show, asked.trace, asked.patience)
    if asked.record is not None:
        write_text(asked.record, played.record)
    print(played.record)
    print(summary(played))
    return 0 if played.is_good else 1


def _many_games(pairing: "Pairing", asked: argparse.Namespace) -> int:
    from cupsboard.commands.progress import watched

    from cupsim.runs.games import play_many
    from cupsim.runs.summary import table_head, table_row, totals

    began = perf_counter()
    is_each_shown = asked.games <= ROWS_PRINTED
    games: list[Played] = []
    print(table_head())
    each_played = play_many(pairing.seeds(asked.games), asked.jobs, asked.patience)
    for played in watched(each_played, asked.games):
        games.append(played)
        if is_each_shown or not played.is_good:
            print(table_row(played), flush=True)
    print()
    print(totals(games, perf_counter() - began))
    return 0 if all(played.is_good for played in games) else 1

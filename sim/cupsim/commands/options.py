"""The options of a simulated board, of a game on it, and of its page.

A help page is no reason to load what is chosen from: but for the games, whose list is light, the choices are
named here once more, and a test compares them.
"""

import argparse
import re
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from cupsboard.commands import game_options
from cupsboard.commands.argument_types import clock, port, share, whole
from cupsboard.rules import families
from cupsboard.rules.families import Family

BEANS = (
    *("navy", "black", "pinto", "kidney", "kidney sorted", "mixed", "mixed sorted"),
    *("gem", "go stone", "penny", "penny unsorted"),
)
CELLS = ("100g", "500g", "1kg", "5kg")
HANDLINGS = ("usual", "laying", "uniform")
NOISES = ("white", "coloured", "two-levels", "long-tails", "mains")
TUTORS = ("off", "gentle", "strict")
CHILDREN = ("none", "alone", "together", "in-turn", "stealing")
FEWEST, MOST, USUAL = 2, 6, 4
"""Players round a table."""
QUICKNESS = ("calm", "mixed", "quick")

BOARD = ("seed", "cups", "sps", "beans", "cells")
"""What the options of a simulated board are called after parsing."""
PLAY = (
    *(*BOARD, "stock", "stock_trays", "pico", "anyway"),
    *("starter", "clock", "south", "north", "tutor", "clumsiness", "handling", "child", "from", "move"),
    *("noise", "trace_cell"),
)
"""And those of a game of two players."""
PAGE = ("watch_only", "listen", "port", "host_name", "no_browser", "evening", "new")
CLASS = ("tables",)
"""And those of a page."""
FAR = ("distance", "join", "known_as")
"""And those of a page whose other side sits elsewhere."""
NOT_FAR = ("--south", "--north", "--tutor", "--clumsiness", "--child", "--from", "--move")
"""Options that mean nothing there: people play, and the game is the shared one."""
OF_A_RECORD = (
    "--cups",
    "--stock",
    "--starter",
    "--game",
    "--stage",
    "--kinds",
    "--turns",
    "--friendly",
    "--odds",
)
"""Options that mean nothing beside `--from`: a record says its own game."""

_PLAYERS = "person, a level (1 to 8, perfect), random, greedy or engine:COMMAND"
_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_HOST_NAME = re.compile(rf"{_LABEL}(?:\.{_LABEL})*", re.ASCII | re.IGNORECASE)
"""RFC 1123, 2.1; browsers send a name in other letters in this form too."""
_LONGEST_HOST_NAME = 253


def add_board(parser: argparse._ActionsContainer, *, has_beans: bool = False, has_cups: bool = True) -> None:
    """Add what a simulated board is drawn from."""

    def add(name: str, default: object, help: str, **how: Any) -> None:
        parser.add_argument(name, default=default, help=f"{help} ({default})", **how)

    add("--seed", 7, "seed of everything random", type=whole(0), metavar="N")
    if has_cups:
        add("--cups", 4, "cups a side, 2 to 12", type=whole(2, 12), metavar="N")
    add("--sps", 10, "samples a second of each load cell", type=int, choices=(10, 80))
    if has_beans:
        add("--beans", "kidney", f"kind of beans: {', '.join(BEANS)}", choices=BEANS, metavar="KIND")
    add("--cells", "500g", f"rating of the load cells: {', '.join(CELLS)}", choices=CELLS, metavar="KIND")


def _adding(group: argparse._ActionsContainer) -> Callable[..., None]:
    """Return a function that adds an option to a group by its name, default and help."""

    def add(name: str, default: object, help: str, **how: Any) -> None:
        group.add_argument(name, default=default, help=help, **how)

    return add


def add_play(parser: argparse.ArgumentParser) -> None:
    """Add the options of a game of two players."""
    group = parser.add_argument_group("the game")
    add_board(group, has_beans=True)
    add = _adding(group)
    add("--stock", None, "beans in each stock (ten for each cup)", type=whole(0, 9999), metavar="N")
    add("--stock-trays", False, "weigh the stocks too, on two more load cells", action="store_true")
    add("--pico", False, "a Pico clocks the cells, each by itself: up to 2x5", action="store_true")
    add("--anyway", False, "play even if the board refuses these beans", action="store_true")
    sides = ("south", "north", "open")
    add("--starter", "open", "who starts; open: whoever plays first (open)", choices=sides)
    time = (
        "time to think: 10+5 are minutes, and seconds more a move; 30s a move; in hourglass:3 each gets what "
        "the other uses; 10/5 are South's and North's; with --distance also 3d, days a move (none)"
    )
    add("--clock", None, time, type=clock, metavar="TIME")
    south = f"who plays south: {_PLAYERS} (a person on the page, else random)"
    add("--south", None, south, type=_player, metavar="PLAYER")
    north = "who plays north (level 2 against a person, else greedy)"
    add("--north", None, north, type=_player, metavar="PLAYER")
    tutor = "tell people on the page of moves that lose something: only where it is much, or always (off)"
    add("--tutor", "off", tutor, choices=TUTORS)
    record = "go on with the game in this record, or with a puzzle (puzzle:7), on its board"
    add("--from", None, record, metavar="RECORD")
    add("--move", None, "with --from: go on after move N (after the last)", type=whole(0), metavar="N")
    slips = "how often simulated hands slip: 0 never, 1 at every third drop (0.0)"
    add("--clumsiness", 0.0, slips, type=share, metavar="X")
    hands = "how beans come and go: from 0 to 8 cm or laid down, most laid down, or all from 4 cm"
    add("--handling", "usual", f"{hands} (usual)", choices=HANDLINGS)
    child = (
        "a child takes beans out that were just dropped, and drops them again: the player, another child "
        "meanwhile, or another one before the press (none)"
    )
    add("--child", "none", child, choices=CHILDREN)
    noise = "what cells at rest are off by; coloured: as recorded of real ones (white)"
    add("--noise", "white", noise, choices=NOISES)
    recorded = "let a cell, or all of them, wander as a real one did; FILE: sim/README.md; repeatable"
    add("--trace-cell", [], recorded, type=_place_and_file, action="append", metavar="PLACE=FILE")


def add_page(parser: argparse.ArgumentParser) -> None:
    """Add the options of a page; its server is loaded to serve."""
    add = _adding(parser.add_argument_group("the page"))
    watch = "only show two simulated players; the page takes no moves"
    add("--watch-only", False, watch, action="store_true")
    listen = "address of the page; 0.0.0.0: for phones in your network too (127.0.0.1, this computer only)"
    add("--listen", "127.0.0.1", listen, metavar="ADDRESS")
    free = "port of the page; 0: any free one (2877, or any free one if that is taken)"
    add("--port", None, free, type=port, metavar="N")
    name = "host name that browsers may call the page by; repeatable"
    add("--host-name", [], name, type=_host_name, action="append", metavar="HOST")
    add("--no-browser", False, "don't open the browser", action="store_true")
    evening = "folder in which the evening is kept and goes on next time, and games ($XDG_STATE_HOME/cupsim)"
    add("--evening", None, evening, type=Path, metavar="FOLDER")
    add("--new", False, "begin another evening than the one that was kept", action="store_true")
    tables = (
        "serve this many boards at one address, for a class of which two sit at each: 2 to 12 (one board)"
    )
    add("--tables", None, tables, type=whole(2, 12), metavar="N")


def add_far(parser: argparse.ArgumentParser) -> None:
    """Add the options of a game whose other side sits at another board, or at a server's page."""
    add = _adding(parser.add_argument_group("another board"))
    server = (
        "share a game with another board by this server (cupsclub serve): the one shared last, or open one"
    )
    add("--distance", None, server, metavar="ADDRESS")
    add("--join", None, "with --distance: sit down at the game of this code", metavar="CODE")
    add("--known-as", None, "with --distance: what the other side calls you (Board)", metavar="NAME")


def add_game(parser: argparse.ArgumentParser, *, has_page: bool) -> None:
    """Add what chooses a game, and who sits round the table of one that isn't played by two sides."""
    group = parser.add_argument_group("which game")
    add = _adding(group)
    game_options.add_to(
        group.add_argument,
        families.Askable(families.names()),
        families.FAMILIES[0].name,
        " (usual on the page)",
    )
    players = f"with --game king-of-the-cups: players round the table, 2 to 6 ({USUAL})"
    add("--players", None, players, type=whole(FEWEST, MOST), metavar="N")
    dice = "with --game king-of-the-cups: players throw dice of their own, and tell the board after the race"
    add("--real-dice", False, dice, action="store_true")
    if has_page:
        quick = "with --game king-of-the-cups: how quick simulated players are (mixed)"
        add("--others", None, quick, choices=QUICKNESS)


def _player(text: str) -> str:
    """A person, somebody who can be simulated, or a foreign engine by its command."""
    from cupsboard.commands.argument_types import engine_command
    from cupsboard.engine.foreign import command_of

    from cupsim.people.move_choice import PERSON, PLAYERS

    if (command := command_of(text)) is not None:
        engine_command(command)
    elif text != PERSON and text not in PLAYERS:
        raise argparse.ArgumentTypeError(
            f"no player {text!r}: choose one of {PERSON}, {', '.join(PLAYERS)}, engine:COMMAND"
        )
    return text


def _place_and_file(text: str) -> tuple[str, Path]:
    place, _, name = text.partition("=")
    if not place or not name:
        raise argparse.ArgumentTypeError(
            f"{text!r}: give a place and the file of a recording, as in south-2=cell.csv or all=cell.csv"
        )
    return place, Path(name)


def _host_name(text: str) -> str:
    if len(text) > _LONGEST_HOST_NAME or not _HOST_NAME.fullmatch(text):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no host name: give letters, digits, hyphens and dots, as in cups.local"
        )
    return text


def family_asked(game: str | None) -> Family:
    """Return the family of a game by its name; without a name the one that is usually played."""
    return families.FAMILIES[0] if game is None else families.family_of(game)


def refuse_ignored(
    parser: argparse.ArgumentParser, asked: argparse.Namespace, meant: Collection[str]
) -> None:
    """End the program where an option is not among those that mean something to the game."""
    if ignored := sorted(asked.said - {"help", "game", "seed", *meant}):
        names = ", ".join(f"--{name.replace('_', '-')}" for name in ignored)
        game = family_asked(asked.game).name
        parser.error(f"{names}: means nothing to --game {game}; leave it out")

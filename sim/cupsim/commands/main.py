"""The command `cupsim`: a board to watch and to play on, and games without a screen."""

import argparse
import os
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

from cupsboard.commands.console import ended
from cupsboard.commands.parsers import add_command, add_commands, program

from cupsim.commands import (
    beans,
    calibrate,
    doctor,
    evening_options,
    game,
    page_options,
    table_options,
)
from cupsim.commands.evening_options import pairing

_EXAMPLES = """\
examples:
  cupsim                                  play on a page in the browser
  cupsim --cups 6 --north random          the same on a larger board
  cupsim --game coin-duel --stage 3       coins in ten cups a side, both hands yours
  cupsim --game king --players 4          grab cups with three simulated players
  cupsim --watch-only                     watch two simulated players
  cupsim --terminal                       play on the board as text on this terminal
  cupsim | cat                            let two simulated players play; print a line a move
  cupsim game --seed 7 --cups 4 --south random --north greedy
  cupsim game --games 50 --cups 10 --sps 80
"""


_BOARD = ("seed", "cups", "sps", "beans", "cells")
_HONOURED: Mapping[str, Collection[str]] = {
    "serve": (
        *(*evening_options.OPTIONS, *page_options.OPTIONS),
        *(*table_options.OPTIONS, *table_options.PAGE_OPTIONS),
    ),
    "game": (*evening_options.OPTIONS, *table_options.OPTIONS),
    "beans": (*_BOARD, "clumsiness"),
    "calibrate": _BOARD,
    "doctor": ("seed", "cups", "sps", "cells"),
}
"""Which options of `cupsim` itself mean something to a command, wherever they stand."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (those of the process if None); the exit code."""
    parser = _parser()
    asked = parser.parse_args(argv)
    _refuse_ignored(parser, asked, said := _said(parser, argv))
    asked.said = said
    command: Callable[[argparse.ArgumentParser, argparse.Namespace], int] = asked.command
    return ended("cupsim", lambda: command(parser, asked))


def _said(parser: argparse.ArgumentParser, argv: Sequence[str] | None) -> frozenset[str]:
    """Which options of `cupsim` itself were given, before a command's name or after it."""
    of_tables = (*table_options.OPTIONS, *table_options.PAGE_OPTIONS)
    names = ("terminal", *evening_options.OPTIONS, *page_options.OPTIONS, *of_tables)
    # What is there already keeps its value where argparse would put in a default.
    asked = parser.parse_args(argv, argparse.Namespace(**dict.fromkeys(names)))
    return frozenset(name for name in names if getattr(asked, name) is not None)


def _refuse_ignored(parser: argparse.ArgumentParser, asked: argparse.Namespace, said: frozenset[str]) -> None:
    """End the program where an option would mean nothing."""
    if asked.called is not None:
        ignored, where = said - set(_HONOURED[asked.called]), f"cupsim {asked.called}"
    elif asked.terminal:
        ignored, where = said & set(page_options.OPTIONS), "--terminal"
    else:
        ignored, where = frozenset[str](), "cupsim"
    if not ignored and asked.watch_only:
        ignored, where = said & {"evening", "new"}, "--watch-only"
    if not ignored and asked.called in (None, "serve"):
        ignored, where = _not_of_this_game(asked.game, said), f"--game {asked.game or table_options.CUPS}"
    if ignored:
        names = ", ".join(f"--{name.replace('_', '-')}" for name in sorted(ignored))
        parser.error(f"{names}: means nothing to {where}; leave it out")


def _not_of_this_game(game: str | None, said: Collection[str]) -> frozenset[str]:
    """Which options belong to another game than is asked for."""
    others = {"players", *table_options.PAGE_OPTIONS}
    if game == table_options.KING:
        others = {*evening_options.OPTIONS, *table_options.OF_SIDES, "terminal", "evening", "new"} - {"seed"}
    elif game in (None, table_options.CUPS):
        others |= set(table_options.OF_SIDES)
    return frozenset(said) & others


def _parser() -> argparse.ArgumentParser:
    parser = program(
        "cupsim",
        "Play Cups, Coin Duel or King of the Cups on a simulated board: beans, coins, hands, load cells and\n"
        "lights are simulated, the firmware is the real one. On a terminal, cupsim serves a page and opens\n"
        "it in the browser.",
        _EXAMPLES,
    )
    parser.add_argument(
        "--terminal", action="store_true", help="draw the board as text on this terminal, without a page"
    )
    evening_options.add_to(parser, is_outermost=True)
    page_options.add_to(parser, is_outermost=True)
    table_options.add_to(parser, is_outermost=True, has_page=True)
    parser.set_defaults(command=_show, called=None)
    commands = add_commands(parser, required=False)
    serve = add_command(
        commands,
        "serve",
        "serve the page, also without a terminal",
        "Serve the page of a simulated board until Ctrl-C.",
    )
    evening_options.add_to(serve, is_outermost=False)
    page_options.add_to(serve, is_outermost=False)
    table_options.add_to(serve, is_outermost=False, has_page=True)
    serve.set_defaults(command=_serve)
    for each in (game, beans, calibrate, doctor):
        each.add_parser(commands)
    for name, command in commands.choices.items():
        command.set_defaults(called=name)
    return parser


def _show(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> int:
    """The board on a page or on a terminal; where there is none, one game as text."""
    has_terminal = _has_terminal()
    if asked.game == table_options.KING:
        return _serve(parser, asked)
    if asked.terminal:
        if not has_terminal:
            parser.error("--terminal: this is no terminal; say serve, or game")
        from cupsim.terminal.terminal import run

        return run(pairing(parser, asked, has_hands=True))
    if has_terminal or not asked.said.isdisjoint(page_options.OPTIONS):
        return _serve(parser, asked)
    from cupsim.runs.demonstration import demonstrate

    return (
        0 if demonstrate(pairing(parser, asked, has_hands=False), partial(print, flush=True)).is_good else 1
    )


def _has_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def _serve(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> int:
    if asked.game == table_options.KING:
        from cupsim.page.king_of_the_cups.server import run as run_table

        return run_table(asked, partial(print, flush=True))
    from cupsim.page.server import run

    return run(pairing(parser, asked, has_hands=not asked.watch_only), asked, partial(print, flush=True))

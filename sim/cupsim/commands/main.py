"""The command `cupsim`: a board to watch and to play on, and games without a screen."""

import argparse
from collections.abc import Callable, Collection, Mapping, Sequence

from cupsboard.commands.launch import ended
from cupsboard.commands.parsers import add_commands, add_modules, program

from cupsim.commands import options

_EXAMPLES = """\
examples:
  cupsim                                  play on a page in the browser
  cupsim --cups 6 --north random          the same on a larger board
  cupsim --game coin-duel --stage 3       coins in ten cups a side, both hands yours
  cupsim --game king --players 4          grab cups with three simulated players
  cupsim --distance http://127.0.0.1:2878  play with another board by a server (cupsclub serve)
  cupsim --watch-only                     watch two simulated players
  cupsim game --seed 7 --cups 4 --south random --north greedy
  cupsim game --games 50 --cups 10 --sps 80
"""


COMMANDS: Mapping[str, tuple[str, str]] = {
    "serve": ("serve the page, as cupsim without a command does", "cupsim.commands.serve"),
    "game": (
        "play whole games as fast as possible, and compare what the board believes with what lies there",
        "cupsim.commands.game",
    ),
    "beans": ("sort or check a heap of beans on a simulated board", "cupsim.commands.beans"),
    "calibrate": (
        "calibrate a simulated board, by simulated hands or by yours",
        "cupsim.commands.calibrate",
    ),
    "doctor": ("examine a simulated board, sound or wrongly wired", "cupsim.commands.doctor"),
    "scope": ("look at one simulated load cell, before there is a board", "cupsim.commands.scope"),
    "setup": ("set up a simulated board on its owner's page, as a real one", "cupsim.commands.set_up"),
    "site": ("write the board as static files that play in a browser tab", "cupsim.commands.site"),
}
"""The help of each command, and the module that has the rest of it."""
_HONOURED: Mapping[str, Collection[str]] = {
    "serve": (*options.PLAY, *options.PAGE, *options.GAME, *options.GAME_ON_PAGE, *options.FAR),
    "game": (*options.PLAY, *options.GAME),
    "beans": (*options.BOARD, "clumsiness"),
    "calibrate": options.BOARD,
    "doctor": ("seed", "cups", "sps", "cells"),
    "scope": ("seed", "sps", "beans", "cells", "listen", "port"),
    "setup": (*options.BOARD, "listen", "port"),
    "site": (),
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
    names = (
        *(*options.PLAY, *options.PAGE),
        *(*options.GAME, *options.GAME_ON_PAGE, *options.FAR),
    )
    # What is there already keeps its value where argparse would put in a default.
    asked = parser.parse_args(argv, argparse.Namespace(**dict.fromkeys(names)))
    return frozenset(name for name in names if getattr(asked, name) is not None)


def _refuse_ignored(parser: argparse.ArgumentParser, asked: argparse.Namespace, said: frozenset[str]) -> None:
    """End the program where an option would mean nothing."""
    if asked.called is not None:
        ignored, where = said - set(_HONOURED[asked.called]), f"cupsim {asked.called}"
    else:
        ignored, where = frozenset[str](), "cupsim"
    if not ignored and asked.watch_only:
        ignored, where = said & {"evening", "new", *options.FAR}, "--watch-only"
    if not ignored and "distance" in said:
        ignored, where = said & set(options.NOT_FAR), "--distance"
    if not ignored and asked.called in (None, "serve"):
        ignored, where = (
            _not_of_this_game(asked.game, said),
            f"--game {asked.game or options.family_asked(None).name}",
        )
    if ignored:
        names = ", ".join(f"--{name.replace('_', '-')}" for name in sorted(ignored))
        parser.error(f"{names}: means nothing to {where}; leave it out")


def _not_of_this_game(game: str | None, said: Collection[str]) -> frozenset[str]:
    """Which options belong to another game than is asked for."""
    family = options.family_asked(game)
    if family.is_round_a_table:
        others = {
            *(*options.PLAY, *options.OF_SIDES, *options.FAR),
            *("evening", "new"),
        } - {"seed"}
    else:
        others = {"players", *options.GAME_ON_PAGE, *options.OF_SIDES} - set(family.wishes)
    return frozenset(said) & others


def _parser() -> argparse.ArgumentParser:
    parser = program(
        "cupsim",
        "Play Cups, or one of four more games, on a simulated board: beans, coins, hands, load cells and\n"
        "lights are simulated, the firmware is the real one. cupsim serves a page, opens it in the browser,\n"
        "and prints its address and a line a move.",
        _EXAMPLES,
    )
    options.add_play(parser, is_outermost=True)
    options.add_page(parser, is_outermost=True)
    options.add_game(parser, is_outermost=True, has_page=True)
    options.add_far(parser, is_outermost=True)
    parser.set_defaults(command=_serve, called=None)
    commands = add_commands(parser, required=False)
    add_modules(commands, COMMANDS)
    for name, command in commands.choices.items():
        command.set_defaults(called=name)
    return parser


def _serve(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> int:
    from cupsim.commands.serve import serve

    return serve(parser, asked)

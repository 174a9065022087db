"""The command `cupsim`: a board to watch and to play on, and games without a screen."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from cupsboard.commands.argument_types import share, whole
from cupsboard.commands.console import ended
from cupsboard.commands.output_paths import file_to_write, written_twice
from cupsboard.referee.options import Options
from cupsboard.rules.places import Side

from cupsim.commands import beans, calibrate, doctor, page_options
from cupsim.commands import campaign as campaign_command
from cupsim.commands.shared_options import add_jobs
from cupsim.people.move_choice import POLICIES
from cupsim.table.beans import KINDS
from cupsim.table.load_cell import MODELS

if TYPE_CHECKING:
    from cupsim.runs.games import Pairing, Played

ROWS_PRINTED = 50
MOST_GAMES = 1_000_000
DAY_SECONDS = 86_400

_EXAMPLES = """\
examples:
  cupsim                                  play on a page in the browser
  cupsim --cups 6 --north random          the same on a larger board
  cupsim --watch-only                     watch two simulated players
  cupsim --terminal                       play on the board as text on this terminal
  cupsim | cat                            let two simulated players play; print a line a move
  cupsim game --seed 7 --cups 4 --south random --north greedy
  cupsim game --games 50 --cups 10 --sps 80
"""
_GAME = """\
Play whole games without a screen, as fast as possible, and compare what the board believes with what really
lies there.
"""
_GAME_EXAMPLES = """\
The exit code is 0 if every game finished and the board never agreed to a table that did not lie there.

examples:
  cupsim game --seed 7 --cups 4 --south random --north greedy
  cupsim game --seed 7 --clumsiness 0.5 --record game.txt --trace game.trace
  cupsim game --games 200 --cups 10 --jobs 4
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (those of the process if None); the exit code."""
    parser = _parser()
    asked = parser.parse_args(argv)
    command: Callable[[argparse.ArgumentParser, argparse.Namespace], int] = asked.command
    return ended("cupsim", lambda: command(parser, asked))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="cupsim",
        description="Play Cups on a simulated board: beans, hands, load cells and lights are simulated, the\n"
        "firmware is the real one. On a terminal, cupsim serves a page and opens it in the browser.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"cupsim {version('cupsboard')}")
    parser.add_argument(
        "--terminal", action="store_true", help="draw the board as text on this terminal, without a page"
    )
    _add_setting(parser, is_outermost=True)
    page_options.add_to(parser, is_outermost=True)
    parser.set_defaults(command=_show)
    commands = parser.add_subparsers(title="commands", metavar="command")
    serve = commands.add_parser(
        "serve",
        help="serve the page, also without a terminal",
        description="Serve the page of a simulated board until Ctrl-C.",
        allow_abbrev=False,
    )
    _add_setting(serve, is_outermost=False)
    page_options.add_to(serve, is_outermost=False)
    serve.set_defaults(command=_serve)
    _add_game(commands)
    beans.add_parser(commands)
    calibrate.add_parser(commands)
    doctor.add_parser(commands)
    campaign_command.add_parser(commands).set_defaults(command=_campaign)
    return parser


def _add_game(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command for games without a screen."""
    game = commands.add_parser(
        "game",
        help="play whole games as fast as possible, and compare what the board believes with what lies there",
        description=_GAME,
        epilog=_GAME_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    _add_setting(game, is_outermost=False)
    _add_games(game)
    game.set_defaults(command=_games)


def _add_games(game: argparse.ArgumentParser) -> None:
    """The options of games without a screen."""
    game.add_argument(
        "--games",
        type=whole(1, MOST_GAMES),
        default=1,
        metavar="N",
        help="number of games; each has the next seed (1)",
    )
    add_jobs(game)
    game.add_argument(
        "--patience",
        type=whole(1, DAY_SECONDS),
        default=300,
        metavar="SECONDS",
        help="give up a game when no turn ends for this long, in simulated time (300)",
    )
    game.add_argument(
        "--record", type=file_to_write, metavar="FILE", help="also write the game's record to FILE"
    )
    game.add_argument(
        "--trace",
        type=file_to_write,
        metavar="FILE",
        help="also write all frames, button presses and decisions to FILE",
    )


def _add_setting(parser: argparse.ArgumentParser, *, is_outermost: bool) -> None:
    """The options of every command; they may stand before the command's name and after it."""
    group = parser.add_argument_group("the game")

    def add(name: str, default: object, help: str, **how: object) -> None:
        # A default at the inner parser would undo what was said before the command's name.
        at_hand = default if is_outermost else argparse.SUPPRESS
        told = help if default is None or default is False else f"{help} ({default})"
        group.add_argument(name, default=at_hand, help=told, **how)  # type: ignore[arg-type]

    add("--seed", 7, "seed of everything random", type=whole(0), metavar="N")
    add("--cups", 4, "cups a side, 2 to 12", type=whole(2, 12), metavar="N")
    add("--sps", 10, "samples a second of each load cell", type=int, choices=(10, 80))
    add("--beans", "kidney", f"kind of beans: {', '.join(KINDS)}", choices=tuple(KINDS), metavar="KIND")
    add(
        "--cells",
        "500g",
        f"rating of the load cells: {', '.join(MODELS)}",
        choices=tuple(MODELS),
        metavar="KIND",
    )
    add("--stock", None, "beans in each stock (ten for each cup)", type=whole(0, 9999), metavar="N")
    add("--stock-trays", False, "weigh the stocks too, on two more load cells", action="store_true")
    add("--anyway", False, "play even if the board refuses these beans", action="store_true")
    add(
        "--starts", "open", "who starts; open: the player who drops first", choices=("south", "north", "open")
    )
    add("--south", "random", "how a simulated player plays south", choices=tuple(POLICIES))
    add("--north", "greedy", "how a simulated player plays north", choices=tuple(POLICIES))
    add(
        "--clumsiness",
        0.0,
        "how often simulated hands slip: 0 never, 1 at every third drop",
        type=share,
        metavar="X",
    )


def _pairing(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> "Pairing":
    """What is to be played; ends the program where the board would refuse to."""
    from cupsboard.recognition.suitability import complaints

    from cupsim.runs.game_world import Setting, World
    from cupsim.runs.games import Pairing

    setting = Setting(
        seed=asked.seed,
        cups=asked.cups,
        sps=asked.sps,
        beans=asked.beans,
        cells=asked.cells,
        stock_beans=asked.stock,
        stock_trays=asked.stock_trays,
        options=Options(starter=None if asked.starts == "open" else Side(asked.starts)),
    )
    if not asked.anyway and (refused := complaints(World(setting).calibration)):
        parser.error("; ".join(map(str, refused)) + " (or say --anyway)")
    return Pairing(setting, asked.south, asked.north, asked.clumsiness)


def _show(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> int:
    """The board on a page or on a terminal; where there is none, one game as text."""
    has_terminal = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    if asked.terminal:
        if not has_terminal:
            parser.error("--terminal: this is no terminal; say serve, or game")
        from cupsim.terminal.terminal import run

        return run(_pairing(parser, asked))
    if has_terminal or asked.watch_only:
        return _serve(parser, asked)
    from cupsim.runs.demonstration import demonstrate

    return 0 if demonstrate(_pairing(parser, asked), partial(print, flush=True)).is_good else 1


def _serve(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> int:
    from cupsim.page.server import run

    return run(_pairing(parser, asked), asked, partial(print, flush=True))


def _games(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> int:
    files: dict[str, Path | None] = {"--record": asked.record, "--trace": asked.trace}
    if asked.games > 1 and any(files.values()):
        parser.error("--record and --trace hold one game: leave them out, or leave out --games")
    if fault := written_twice(files):
        parser.error(fault)
    pairing = _pairing(parser, asked)
    return _one_game(pairing, asked) if asked.games == 1 else _many_games(pairing, asked)


def _campaign(_: argparse.ArgumentParser, asked: argparse.Namespace) -> int:
    return campaign_command.run(asked)


def _one_game(pairing: "Pairing", asked: argparse.Namespace) -> int:
    from cupsim.runs.games import play
    from cupsim.runs.summary import summary

    played = play(pairing, trace=asked.trace, patience_seconds=asked.patience)
    if asked.record is not None:
        asked.record.write_text(played.record, encoding="utf-8")
    print(played.record)
    print(summary(played))
    return 0 if played.is_good else 1


def _many_games(pairing: "Pairing", asked: argparse.Namespace) -> int:
    from cupsim.commands.progress import watched
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

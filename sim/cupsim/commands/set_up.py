"""The command `cupsim setup`: a new board on the page of its owner."""

import argparse
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from cupsboard.commands.argument_types import number, port
from cupsboard.commands.parsers import describe

from cupsim.commands.jobs import add_directory, add_mistake, folder_of, mistake_of
from cupsim.commands.options import add_board

if TYPE_CHECKING:
    from cupsboard.station.files.board_files import BoardFiles
    from cupsboard.station.station import Station

    from cupsim.page.set_up_meanwhile import OwnersProgram, SayAddress
    from cupsim.runs.rehearsal import Lent, Rehearsal, RehearsalSetup

_DESCRIPTION = """\
Set up a simulated board on its owner's page, as a real one: become its owner, check it, calibrate it, weigh
beans. The known mass, the cups and the beans are yours by mouse or finger, or simulated hands do what the
lights ask for. What runs is the board's own program, on simulated chips.
"""
MOST_PACE, MOST_GRAMS = 20.0, 500.0


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION)
    add_mistake(parser)
    add_directory(parser)
    parser.add_argument(
        "--mass", type=number(1, MOST_GRAMS), default=100.0, metavar="GRAMS", help="the known mass (100)"
    )
    parser.add_argument(
        "--pace",
        type=number(0.25, MOST_PACE),
        default=1.0,
        metavar="TIMES",
        help="how many times as fast as life time goes (1)",
    )
    parser.add_argument(
        "--listen", default="127.0.0.1", metavar="ADDRESS", help="address of the page (127.0.0.1)"
    )
    parser.add_argument("--port", type=port, default=2877, metavar="N", help="port of the page (2877)")
    add_board(parser, has_beans=True)
    parser.set_defaults(command=_command)


def _command(asked: argparse.Namespace) -> int:
    from cupsboard.session.signals import caught_signals
    from cupsboard.web.server import require_free

    require_free(asked.listen, asked.port)
    with caught_signals() as caught, folder_of(asked) as folder:
        return run(asked, folder, lambda: bool(caught))


def run(asked: argparse.Namespace, folder: Path, is_asked_to_end: Callable[[], bool]) -> int:
    """Let the board's own program run on a new simulated board until asked to end; the exit code."""
    from cupsboard.station.files.board_files import files_in
    from cupsboard.station.occupation import Plan

    from cupsim.runs.rehearsal import Rehearsal, RehearsalSetup
    from cupsim.runs.rows_set_up import new_board

    board = new_board(asked.seed, asked.cups, asked.sps, asked.beans, asked.cells)
    rehearsal = Rehearsal(RehearsalSetup(mistake_of(asked), asked.mass), board)
    station = _station(
        rehearsal, files_in(folder, rehearsal.profile), asked.listen, asked.port, asked.pace, is_asked_to_end
    )
    return station.run(Plan())


def meanwhile(listen: str) -> "OwnersProgram":
    """Return what runs on the board of a game that is set up, with its owner's page at this address."""
    from cupsboard.session.orders import Begin
    from cupsboard.station.files.board_files import files_in, owners_at
    from cupsboard.station.jobs.activities import prepared
    from cupsboard.station.occupation import GAME, Plan

    from cupsim.runs.rehearsal import Rehearsal

    def program(
        setup: "RehearsalSetup",
        lent: "Lent",
        folder: Path,
        pace: float,
        say_address: "SayAddress",
        is_asked_to_end: Callable[[], bool],
    ) -> "Rehearsal":
        rehearsal = Rehearsal(setup, lent)
        at = files_in(folder, lent.profile)

        def is_over() -> bool:
            # The game that an owner would play now is the one that lies there.
            return is_asked_to_end() or rehearsal.is_left or station.activity == GAME

        station = _station(rehearsal, at, listen, 0, pace, is_over)
        owners = owners_at(at.state_path, lambda _: None)
        station.page.say_address = lambda address: say_address(address, owners.invite)
        station.run(Plan(prepared(Begin("doctor"), at)) if at.calibration_path.exists() else Plan())
        return rehearsal

    return program


def _station(
    rehearsal: "Rehearsal",
    at: "BoardFiles",
    listen: str,
    port: int,
    pace: float,
    is_asked_to_end: Callable[[], bool],
) -> "Station":
    """Return the board's own program on a simulated board, whose hands are on its page."""
    from cupsboard.drivers.assembly import Wired
    from cupsboard.station.occupation import PAIRING
    from cupsboard.station.station import Station
    from cupsboard.station.wishes import PageWish, Wishes

    from cupsim.page import set_up_hands

    ready = Wired(
        # Presses are counted as fast as in life.
        rehearsal.board(lambda: 1.0 if station.activity == PAIRING else pace),
        rehearsal.bench.bank.health,
        frozenset(rehearsal.profile.buttons),
        (),
        ExitStack(),
    )
    wishes = Wishes(page=PageWish(listen, port))
    station = Station(wishes, at, ready, is_asked_to_end)
    rehearsal.scene = lambda: station.scene
    station.page.add(set_up_hands.routes(rehearsal), set_up_hands.folders(), (set_up_hands.MODULE,))
    return station

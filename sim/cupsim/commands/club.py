"""The command `cupsim club`: a club on this computer in a minute, and a simulated board of it."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from cupsboard.commands.argument_types import number, port
from cupsboard.commands.parsers import describe, only_with
from cupsboard.station.terminal.console import say

from cupsim.commands.jobs import add_directory, folder_of

if TYPE_CHECKING:
    from cupsboard.station.station import Station
    from cupsclub.store.members import Role

_DESCRIPTION = """\
A club on this computer, with the engine's levels as members and a simulated board: open the links that are
printed in two browsers (or one of them in a private window), and you are two members. Play with each other
or with a level, or call each other to the board: once both have confirmed, simulated hands play there.
What runs is the club's own server and the board's own program. With --join the board belongs to another club.
"""
MOST_PACE = 100.0
PEOPLE: "tuple[tuple[str, Role], ...]" = (("Anna", "director"), ("Ben", "member"))
KEEPER = "Hall"
"""The guest whose device the board is."""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION)
    add_directory(parser)

    def add(name: str, default: object, help: str, **how: object) -> None:
        parser.add_argument(name, default=default, help=f"{help} ({default})", **how)  # type: ignore[arg-type]

    add(
        "--listen",
        "127.0.0.1",
        "address of both pages; 0.0.0.0: for phones in your network too",
        metavar="ADDRESS",
    )
    add("--port", 2877, "port of the board's page; 0: any free one", type=port, metavar="N")
    add("--club-port", 2878, "port of the club; 0: any free one", type=port, metavar="N")
    add("--known-as", "Table 1", "what the club calls the board", metavar="NAME")
    add("--cups", 3, "cups a side", type=int, choices=range(2, 13), metavar="N")
    add("--player", "2", "who plays: a level (1 to 8, perfect), random or greedy", metavar="PLAYER")
    add("--seed", 7, "seed of everything random", type=int, metavar="N")
    pace = "how many times as fast as life the hands play"
    add("--pace", 4.0, pace, type=number(0.25, MOST_PACE), metavar="TIMES")
    other = "the address of another club, which has the board instead; --member is its code for a device"
    parser.add_argument("--join", metavar="ADDRESS", help=other)
    parser.add_argument("--member", metavar="CODE", help="with --join: the code, the first time")
    only_with(parser, "--join", "--member")
    parser.set_defaults(command=_command)


def _command(asked: argparse.Namespace) -> int:
    from cupsboard.session.signals import caught_signals
    from cupsboard.station.occupation import Plan

    with caught_signals() as caught, folder_of(asked) as folder, _club(asked, folder) as (address, code):
        own = folder / "board"
        own.mkdir(parents=True, exist_ok=True)
        _joined(own, address, code, asked.known_as)
        return _station(asked, own, lambda: bool(caught)).run(Plan())


def _station(asked: argparse.Namespace, folder: Path, is_asked_to_end: Callable[[], bool]) -> "Station":
    """Return the board's own program on a simulated board that is calibrated, with its files in a folder."""
    from cupsboard.drivers.assembly import Wired
    from cupsboard.drivers.files import Files
    from cupsboard.station.files.board_files import files_in
    from cupsboard.station.station import Station
    from cupsboard.station.wishes import PageWish, Wishes
    from cupsboard.storage import calibration_file
    from cupsboard.storage.paths import CALIBRATION

    from cupsim.runs.club_board import ClubBoard
    from cupsim.runs.game_world import Setting

    board = ClubBoard(Setting(asked.seed, cups=asked.cups), asked.player, asked.pace)
    world = board.world
    calibration_file.save(Files(folder), CALIBRATION, world.calibration)
    ready = Wired(board.board, world.bench.bank.health, frozenset(world.profile.buttons), (), ExitStack())
    wishes, at = Wishes(page=PageWish(asked.listen, asked.port)), files_in(folder, world.profile)
    station = Station(wishes, at, ready, is_asked_to_end)
    board.loop, board.is_played = (lambda: station.loop), (lambda: station.is_of_club)
    return station


@contextmanager
def _club(asked: argparse.Namespace, folder: Path) -> Iterator[tuple[str, str | None]]:
    """Give the club's address, and the board's code for it; without --join its server runs meanwhile."""
    if asked.join is not None:
        yield asked.join, asked.member
        return
    from cupsclub.web.server import serving

    file = folder / "club.sqlite"
    with serving(file, asked.listen, asked.club_port, has_levels=True) as club:
        address = club.address.rstrip("/")
        for name, role in PEOPLE:
            say(f"{name}, a {role} of the club, comes in once by\n  {address}/club#{_code(file, name, role)}")
        yield address, _code(file, KEEPER, "guest")


def _code(file: Path, name: str, role: "Role") -> str:
    """Return a code that lets somebody in: who is a member already comes in with one device more."""
    from cupsboard.distance.verdict import Refusal
    from cupsclub.people import People, lock_of, new_code
    from cupsclub.store.sqlite import SqliteRecords

    code = new_code()
    with closing(SqliteRecords(file)) as records, records.transaction():
        people = People(records, records.served_seconds())
        lock = lock_of(code, people.salt)
        try:
            people.code_again(name, lock)
        except Refusal:
            people.invite(name, role, lock)
    return code


def _joined(folder: Path, server: str, code: str | None, name: str) -> None:
    """Have the board with these files join a club, unless it is in that one; then it needs no code."""
    from cupsboard.distance import membership
    from cupsboard.distance.link import DistanceError
    from cupsboard.drivers.files import Files
    from cupsboard.station.club import join

    store = Files(folder)
    known = membership.read(store)
    if known is not None and known.server == server.rstrip("/"):
        return
    if code is None:
        raise DistanceError("this board is in no club yet: say --member with a code from a member's page")
    join(store, server, code, name)

"""A game that a board shares with another one: its options, its seat, and the link while it is played."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from random import Random, SystemRandom

from cupsboard.commands import chosen_game
from cupsboard.commands.board_options import BoardFiles
from cupsboard.commands.console import say
from cupsboard.core.free_order import Core
from cupsboard.distance import seat as seats
from cupsboard.distance.follower import Follower
from cupsboard.distance.link import Link, take_seat
from cupsboard.distance.outbox import Outbox
from cupsboard.distance.seat import Seat
from cupsboard.distance.shared_game import SharedGame, for_distance
from cupsboard.distance.wire import WireError, side_name
from cupsboard.referee.options import Options
from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import Side
from cupsboard.session.far_table import FarTable
from cupsboard.session.resume import usual
from cupsboard.storage.games import KeptGames
from cupsboard.storage.journal import JournalError

_AGENT = "cupsboard"


def add_to(playing: argparse.ArgumentParser) -> None:
    """Add the options of a game with another board."""
    where = playing.add_mutually_exclusive_group()
    where.add_argument(
        "--distance",
        metavar="ADDRESS",
        help="play with another board by this server (see `cupsclub serve`): go on with the game shared "
        "last, or open one and say its code; with --new another one",
    )
    where.add_argument(
        "--invite",
        action="store_true",
        help="the same by a server on this board itself, for a board or a browser in your network",
    )
    playing.add_argument("--join", metavar="CODE", help="with --distance: sit down at the game of this code")
    playing.add_argument("--name", default="Board", help="with --distance: what the other side calls you")


def check(asked: argparse.Namespace) -> None:
    """Refuse options that don't go with a shared game, or without one. Raises RulesError."""
    is_shared = asked.distance is not None or asked.invite
    if asked.join is not None and asked.distance is None:
        raise RulesError(f"--join {asked.join}: belongs to --distance ADDRESS; name the server too")
    for option in ("record", "go_on", "computer", "engine"):
        if is_shared and getattr(asked, option) is not None:
            name = {"record": "from"}.get(option, option.replace("_", "-"))
            raise RulesError(f"--{name}: does not go with a game at a distance; leave out one of both")


@contextmanager
def sat_down(asked: argparse.Namespace, at: BoardFiles) -> Iterator[Seat | None]:
    """Have a seat at a shared game, if one was asked for, while the block runs.

    Raises RulesError for a game that is not for a distance, DistanceError where the seat can't be had,
    StoreError where it can't be kept, and ServerError where no server can be begun here.
    """
    if asked.distance is not None:
        yield _seat(asked, at, asked.distance)
    elif asked.invite:
        # A board that only plays loads none of this.
        from cupsclub.web.server import PORT, serving

        with serving(at.state_path / "club.sqlite", "0.0.0.0", PORT) as club:
            yield _seat(asked, at, f"http://127.0.0.1:{PORT}", club.address)
    else:
        yield None


def _seat(asked: argparse.Namespace, at: BoardFiles, server: str, shown: str | None = None) -> Seat:
    before = seats.read(at.state)
    token = None if before is None else before.token
    is_same = before is not None and before.server == server and asked.join in (None, before.code)
    if before is not None and is_same and not asked.new and (asked.join or not _is_over(before, at)):
        seat = before
    elif asked.join is not None:
        seat = Seat.joining(server, asked.join, token)
    else:
        game = chosen_game.chosen(asked, at.profile, load_set=at.load_set) or usual(at.profile, None)
        starter = SystemRandom().choice(list(Side)) if asked.starter == "open" else Side(asked.starter)
        seat = Seat.invited(server, for_distance(game.name).name, side_name(starter), token)
    # The key is on the disk before it is sent: after a power cut the same seat is asked for again.
    seats.keep(at.state, seat)
    if not seat.is_taken:
        seat = seat.taken(take_seat(server, seat.token, seat.wish(asked.name)))
        seats.keep(at.state, seat)
        for_distance(seat.game)
    say(f"{seat.game}, {seat.side} at this board, {seat.starter} starts. The other side joins by the code")
    say(f"  cupsboard play --distance {shown or server} --join {seat.code}")
    return seat


def _is_over(seat: Seat, at: BoardFiles) -> bool:
    """Return whether the copy of a shared game has come to its end; False for one that is damaged."""
    try:
        return SharedGame.of(Outbox(at.state, seat.code).read().entries).end is not None
    except WireError:
        return False


def options_of(seat: Seat, options: Options) -> Options:
    """Return the options of a shared game: no engine plays in it or gives hints, and its starter is known."""
    return replace(options, starter=Side(seat.starter), levels=(), computer=None, games=())


def take_up(seat: Seat, at: BoardFiles, kept: KeptGames) -> None:
    """Go on with the board's own journal of a shared game, or begin one."""
    before = seats.read(at.state)
    if before is not None and before.code == seat.code:
        # The number of a journal that was begun since this board sat down.
        seat = before
    if seat.number:
        # One that is damaged or gone is no loss: the shared record has every move.
        with suppress(JournalError):
            history = kept.take_up(seat.number).history
            if (history.game.name, history.starter) == (seat.game, Side(seat.starter)):
                return
    kept.begin(for_distance(seat.game), Side(seat.starter))
    seats.keep(at.state, replace(seat, number=kept.number))


@contextmanager
def linked(seat: Seat, at: BoardFiles, heart: Callable[[], Core]) -> Iterator[FarTable]:
    """Keep the link to the other board while the block runs; gives what stands for it in the game."""
    outbox = Outbox(at.state, seat.code)
    kept = outbox.read()
    if kept.left_out_bytes:
        say(f"{kept.left_out_bytes} bytes of the shared game's copy were torn; the server has them")
    follower, effects = Follower(seat.code, seat.token, _AGENT).begun_again(kept.entries, kept.unsent)
    if effects:
        outbox.clear()
    link = Link(seat.server, follower, outbox, Random())
    link.start()
    try:
        yield FarTable(link, Side(seat.side), heart, say)
    finally:
        link.close()

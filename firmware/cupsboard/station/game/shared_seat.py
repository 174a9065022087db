"""A seat at a game that a board shares with another one, and the link while the game is played."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from random import Random, SystemRandom
from typing import TYPE_CHECKING

from cupsboard.core.free_order import Core
from cupsboard.distance import membership as memberships
from cupsboard.distance import seat as seats
from cupsboard.distance.far_copy import FarCopy
from cupsboard.distance.follower import Follower
from cupsboard.distance.membership import Membership
from cupsboard.distance.seat import Seat
from cupsboard.distance.shared_game import for_distance
from cupsboard.distance.wire import USUAL_PORT, WireError, side_name
from cupsboard.ports import Rows, Store, StoreError
from cupsboard.referee.options import Options
from cupsboard.referee.tutoring import Tutor
from cupsboard.rules.games import AnyPlayersGame
from cupsboard.rules.places import Side
from cupsboard.rules.record import BOARD
from cupsboard.session.far_table import FarTable
from cupsboard.station.terminal.console import say
from cupsboard.station.terminal.language import in_words
from cupsboard.station.wishes import SeatWish
from cupsboard.storage.games import KeptGameError, KeptGames
from cupsboard.storage.writer import BesideTheLoop
from cupsboard.web.qr_code import can_be_shown, qr_code

if TYPE_CHECKING:
    from cupsboard.distance.link import Link

_AGENT = "cupsboard"
OWN_SERVER = f"http://127.0.0.1:{USUAL_PORT}"


def seat_for(
    wish: SeatWish,
    store: Store,
    rows: Rows,
    game: Callable[[], AnyPlayersGame],
    command: str = "cupsboard play",
) -> Seat:
    """Return the seat that is wanted, and keep it in the store; say how the other side joins.

    Copies of shared games are among the rows. `game` is what a game that is opened is of. Raises RulesError
    for one that is not for a distance, DistanceError where the seat can't be had, and StoreError where it
    can't be kept.
    """
    before = seats.read(store)
    token = None if before is None else before.token
    is_same = before is not None and before.server == wish.server and wish.join in (None, before.code)
    if before is not None and is_same and not wish.is_new and (wish.join or not _is_over(before, rows)):
        seat = before
    elif wish.join is not None:
        seat = Seat.joining(wish.server, wish.join, token)
    else:
        starter = SystemRandom().choice(list(Side)) if wish.starter is None else wish.starter
        name = for_distance(game().name).name
        seat = replace(Seat.invited(wish.server, name, side_name(starter), token), clock=wish.clock)
    seat = replace(seat, shown=wish.shown or wish.server)
    # The key is on the disk before it is sent: after a power cut the same seat is asked for again.
    seats.keep(store, seat)
    if wish.member is not None:
        from cupsboard.distance.link import ClubRefused, DistanceError, enter_club

        try:
            member = enter_club(wish.server, seat.token, wish.member, wish.name)
        except ClubRefused as refused:
            then = "Without --member the board plays as what it is already."
            raise DistanceError(f"{wish.member}: {refused} {then}") from None
        say(f"this board plays for {member} in the club")
        memberships.keep(store, Membership(wish.server, seat.token, wish.name, member))
        seats.keep(store, seat)
    if not seat.is_taken:
        from cupsboard.distance.link import take_seat

        seat = seat.taken(take_seat(wish.server, seat.token, seat.wish(wish.name)))
        seats.keep(store, seat)
        for_distance(seat.game)
    say(f"{seat.game}, {seat.side} at this board, {seat.starter} starts. The other side joins by the code")
    say(f"  {command} --distance {wish.shown or wish.server} --join {seat.code}")
    if wish.join is None:
        say(f"or, with a phone or a browser and no board, by the link\n  {seat.link}")
        if can_be_shown():
            say(qr_code(seat.link))
    return seat


def _is_over(seat: Seat, rows: Rows) -> bool:
    """Return whether the copy of a shared game has come to its end; False for one that is damaged."""
    try:
        copy = Follower(seat.code, seat.token, _AGENT).begun_again(*rows.find(FarCopy, code=seat.code))
        return copy.game.end is not None
    except (WireError, StoreError):
        return False


def options_of(seat: Seat, options: Options) -> Options:
    """Return the options of a shared game: no engine plays in it or helps, and its starter is known."""
    starter = Side(seat.starter)
    alone = replace(options, starter=starter, levels=(), computer=None, games=(), known=(), clock=None)
    return replace(alone, tutor=Tutor.OFF)


def take_up(seat: Seat, store: Store, kept: KeptGames) -> None:
    """Go on with the board's own copy of a shared game, or begin one."""
    before = seats.read(store)
    if before is not None and before.code == seat.code:
        # The number of a game that was begun since this board sat down.
        seat = before
    if seat.number:
        # One that is damaged or gone is no loss: the shared record has every move.
        with suppress(KeptGameError):
            history = kept.take_up(seat.number).history
            if (history.game.name, history.starter) == (seat.game, Side(seat.starter)):
                return
    kept.begin(for_distance(seat.game), Side(seat.starter))
    seats.keep(store, replace(seat, number=kept.number))


def go_back(store: Store, kept: KeptGames, usual: AnyPlayersGame) -> None:
    """Go on with the game that was put aside for a shared one; if it is gone, begin the usual one."""
    seat = seats.read(store)
    if seat is not None and seat.own:
        with suppress(KeptGameError):
            kept.take_up(seat.own)
            return
    kept.begin(usual, None)


def wish_of_owner(server: str, name: str) -> SeatWish:
    """Return the wish for a game with a friend at a server; "" is one of this board's own."""
    own_port = None if server else USUAL_PORT
    return SeatWish(server or OWN_SERVER, name=name or BOARD, own_port=own_port)


def ordered_before(store: Store, rows: Rows) -> SeatWish | None:
    """Return the wish to go on with a game that an owner has ordered; None if there is none."""
    seat = seats.read(store)
    if seat is None or not seat.is_ordered or _is_over(seat, rows):
        return None
    return wish_of_owner("" if seat.server == OWN_SERVER else seat.server, "")


def note_order(store: Store, rows: Rows, *, is_ordered: bool) -> None:
    """Keep whether a board that is begun again goes on with the shared game, and which it goes back to.

    Raises StoreError.
    """
    if (seat := seats.read(store)) is not None:
        own = KeptGames(rows, lambda: "").number if is_ordered else seat.own
        seats.keep(store, replace(seat, is_ordered=is_ordered, own=own))


def copy_of(code: str, token: str, rows: Rows) -> Follower:
    """Return this board's copy of a shared game; a new one for a row that is damaged, which is said."""
    fresh = Follower(code, token, _AGENT)
    try:
        return fresh.begun_again(*rows.find(FarCopy, code=code))
    except (WireError, StoreError) as fault:
        say(f"{fault}. The shared game's copy is left out; the server has the game")
        return fresh


@contextmanager
def connected(server: str, copy: Follower, rows: Rows) -> Iterator["Link"]:
    """Keep the link to a server while the block runs, and the board's copy of the game among the rows."""
    # The library of WebSockets takes a small Pi seconds to load: only a game that is shared needs it.
    from cupsboard.distance.link import Link

    def keep(row: FarCopy) -> None:
        for message in rows.keep((row,)):
            say(in_words(message))

    link = Link(server, copy, keep, Random())
    link.start()
    try:
        yield link
    finally:
        link.close()


@contextmanager
def linked(seat: Seat, rows: Rows, heart: Callable[[], Core]) -> Iterator[FarTable]:
    """Keep the link to the other board while the block runs; gives what stands for it in the game."""
    with connected(seat.server, copy_of(seat.code, seat.token, rows), rows) as link:
        yield FarTable(link, Side(seat.side), heart, say, BesideTheLoop())

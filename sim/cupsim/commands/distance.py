"""A simulated board whose other side sits elsewhere: at another board, or at a server's own page."""

import argparse
from contextlib import suppress
from functools import partial

from cupsboard.distance import seat as seats
from cupsboard.distance.link import DistanceError
from cupsboard.distance.seat import Seat
from cupsboard.ports import Rows, Store, StoreError
from cupsboard.referee.options import Options
from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import Side
from cupsboard.rules.record import BOARD
from cupsboard.station.game import shared_seat
from cupsboard.station.wishes import SeatWish
from cupsboard.storage.memory import memory_in

from cupsim.commands.pairing import pairing
from cupsim.commands.set_up import meanwhile
from cupsim.page.keeper import kept_in, usual_folder
from cupsim.page.server import run_kept
from cupsim.page.shared_evening import SharedEvening


def serve(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> int:
    """Serve the page of a game at a distance; the exit code. Raises FolderInUseError and StoreError."""
    say = partial(print, flush=True)
    wanted = pairing(parser, asked, has_hands=True)
    wish = SeatWish(
        asked.distance,
        asked.join,
        asked.known_as or BOARD,
        bool(asked.new),
        wanted.setting.options.starter,
        asked.clock,
    )
    # The folder keeps the seat as well: a second board needs one of its own.
    with kept_in(asked.evening or usual_folder(), say) as keeper:
        assert keeper is not None
        rows = memory_in(keeper.folder)
        try:
            seat = shared_seat.seat_for(wish, keeper.store, rows, wanted.setting.of_game, "cupsim")
        except (DistanceError, RulesError) as fault:
            parser.error(f"--distance: {fault}")
        shared = _shared(seat, keeper.store, rows)
        return run_kept(shared.pairing(wanted), asked, say, keeper, meanwhile(asked.listen), shared=shared)


def _shared(seat: Seat, store: Store, rows: Rows) -> SharedEvening:
    """Return what a simulated board needs of the game at which it has this seat, which the store keeps.

    Its copy of the game is among the rows.
    """

    def following(code: str) -> SharedEvening:
        after = seat.following(code)
        # Where it can't be kept, the game before leads here again.
        with suppress(StoreError):
            seats.keep(store, after)
        return _shared(after, store, rows)

    return SharedEvening(
        seat.code,
        seat.link,
        seat.game,
        shared_seat.options_of(seat, Options(starter=Side(seat.starter))),
        partial(shared_seat.linked, seat, rows),
        following,
    )

"""The beginning of an evening at a board: the game that was asked for, from the files of the board."""

import argparse
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from cupsboard.distance.seat import Seat
from cupsboard.drivers.assembly import Wired
from cupsboard.engine import engines
from cupsboard.engine.foreign import level_of
from cupsboard.ports import Store, StoreError
from cupsboard.referee.computer import Computer
from cupsboard.referee.options import Options
from cupsboard.rules.games import AnyGame, AnyPlayersGame
from cupsboard.rules.places import Side
from cupsboard.scales.calibration import Calibration
from cupsboard.session.engine_adviser import LEVEL_NAMES
from cupsboard.session.game_session import Evening, evening
from cupsboard.session.resume import require_known, usual
from cupsboard.signs.advice import Adviser
from cupsboard.signs.scene import Message
from cupsboard.station.files.board_files import BoardFiles
from cupsboard.station.files.disk_writer import disk_writer
from cupsboard.station.game import shared_seat, wished_game
from cupsboard.station.game.saved_game import game_to_go_on
from cupsboard.station.game.sound_levels import at_level
from cupsboard.station.terminal.console import say
from cupsboard.station.terminal.language import language
from cupsboard.storage.games import KeptGames
from cupsboard.storage.spool import Nowhere
from cupsboard.systemd.notify import can_power_off
from cupsboard.web.board_view import BoardView

WITHOUT_BUTTONS_SECONDS = 3.0
"""A complete move that lies still for so long is ended, where there is no button to say so."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A game that follows another, or goes on after something else, and what the board plays in it."""

    game: AnyGame | None
    """The game that players have chosen at the board; None for that which was being played."""
    computer: Computer | None


AdviserFor = Callable[[KeptGames], Adviser]
"""Whoever thinks about the games that are kept."""
READ_TIMES, READ_AGAIN_SECONDS = 3, 1.0
"""How often games that can't be read are tried again before the board plays without them."""


def begun(
    asked: argparse.Namespace,
    at: BoardFiles,
    ready: Wired,
    calibration: Calibration,
    adviser_for: AdviserFor,
    chosen: Chosen | None = None,
    told: Sequence[Message] = (),
    seat: Seat | None = None,
) -> Evening[BoardView]:
    """Begin with the games that are kept; if they can't be read, with one that is not kept.

    With `seat` the game is the one that is shared there.
    With `chosen` that game begins, or goes on, whatever was asked for when the program was started. `told` is
    to be said at its beginning.
    Raises JournalError if the game that was asked for is damaged, StoreError if that can't be read, and
    RecordError, RulesError or SensingError for a game that this board can't play.
    """
    clock = ready.board.clock
    told = list(told)
    for left in reversed(range(READ_TIMES)):
        try:
            return _begun_with(asked, at, ready, calibration, adviser_for, chosen, at.state, told, seat)
        except StoreError as fault:
            if asked.go_on is not None and chosen is None and not left:
                raise
            reason = fault
        if left:
            clock.sleep_until(clock.now() + READ_AGAIN_SECONDS)
    say(f"{reason}. A new game begins, which is forgotten when the board is switched off")
    return _begun_with(asked, at, ready, calibration, adviser_for, chosen, Nowhere(reason), told)


def _begun_with(
    asked: argparse.Namespace,
    at: BoardFiles,
    ready: Wired,
    calibration: Calibration,
    adviser_for: AdviserFor,
    chosen: Chosen | None,
    state: Store,
    told: list[Message],
    seat: Seat | None = None,
) -> Evening[BoardView]:
    kept = KeptGames(state, lambda: datetime.now().strftime("%Y-%m-%dT%H:%M"), told.append, disk_writer())
    starter = None if asked.starter == "open" else Side(asked.starter)
    options = Options(
        starter=starter,
        can_power_off=can_power_off(os.environ),
        may_have_owner=not asked.no_page,
        has_real_dice=asked.real_dice,
        levels=LEVEL_NAMES if asked.engine is None else (*LEVEL_NAMES, level_of(asked.engine)),
        computer=_asked_computer(asked) if chosen is None else chosen.computer,
    )
    if at.profile.cups and len(ready.buttons) < len(Side):
        options = replace(options, stillness_seconds=WITHOUT_BUTTONS_SECONDS)
    game = wished_game.chosen(asked, at.profile, load_set=at.load_set) if chosen is None else chosen.game
    if seat is not None:
        options, game = shared_seat.options_of(seat, options), None
        shared_seat.take_up(seat, at.state, kept)
    elif chosen is not None:
        if chosen.game is not None:
            kept.begin(chosen.game, starter)
    elif asked.record is not None:
        history = game_to_go_on(asked.record, asked.move, at.profile.cups)
        _require_level(asked, history.game)
        kept.begin_from(history)
    elif asked.new:
        game = game or usual(at.profile, kept.seen_playing())
        _require_level(asked, game)
        require_known(at.profile, calibration, game, options)
        kept.begin(game, starter)
    elif asked.go_on is not None:
        game = kept.take_up(asked.go_on).history.game
        _require_level(asked, game)
    else:
        _require_level(asked, game or usual(at.profile, kept.seen_playing()))
    board = at_level(ready.board, asked.sound)
    adviser = adviser_for(kept)
    return evening(
        board,
        at.profile,
        calibration,
        options,
        state,
        kept,
        say,
        BoardView,
        adviser,
        game,
        told,
        language(),
    )


def _require_level(asked: argparse.Namespace, game: AnyPlayersGame) -> None:
    """Refuse a level that the game doesn't offer, before anything of it is begun. Raises RulesError."""
    if asked.computer is not None and engines.levels_of(game):
        engines.level_of(game, asked.computer)


def _asked_computer(asked: argparse.Namespace) -> Computer | None:
    """What the board is to play by the options."""
    level = asked.computer if asked.engine is None else level_of(asked.engine)
    return None if level is None else Computer(Side(asked.computer_side or "north"), level)

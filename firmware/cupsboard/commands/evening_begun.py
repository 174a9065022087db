"""The beginning of an evening at a board: the game that was asked for, from the files of the board."""

import argparse
import os
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from cupsboard.commands.board_options import BoardFiles
from cupsboard.commands.console import say
from cupsboard.commands.record_file import game_to_go_on
from cupsboard.commands.sound_levels import at_level
from cupsboard.drivers.assembly import Wired
from cupsboard.ports import Store, StoreError
from cupsboard.referee.computer import Computer
from cupsboard.referee.options import Options
from cupsboard.rules import games
from cupsboard.rules.places import Side
from cupsboard.scales.calibration import Calibration
from cupsboard.session.engine_adviser import LEVEL_NAMES
from cupsboard.session.game_session import Evening, evening
from cupsboard.signs.advice import Adviser
from cupsboard.storage.games import KeptGames
from cupsboard.storage.spool import Nowhere
from cupsboard.systemd.notify import can_power_off
from cupsboard.web.board_view import BoardView

WITHOUT_BUTTONS_SECONDS = 3.0
"""A complete move that lies still for so long is ended, where there is no button to say so."""
AdviserFor = Callable[[KeptGames], Adviser]
"""Whoever thinks about the games that are kept."""
READ_TIMES, READ_AGAIN_SECONDS = 3, 1.0
"""How often games that can't be read are tried again before the board plays without them."""


def begun(
    asked: argparse.Namespace, at: BoardFiles, ready: Wired, calibration: Calibration, adviser_for: AdviserFor
) -> Evening[BoardView]:
    """Begin with the games that are kept; if they can't be read, with one that is not kept.

    Raises JournalError, RecordError, or StoreError if the game that was asked for can't be read.
    """
    clock = ready.board.clock
    for left in reversed(range(READ_TIMES)):
        try:
            return _begun_with(asked, at, ready, calibration, adviser_for, at.state)
        except StoreError as fault:
            if asked.game is not None and not left:
                raise
            reason = fault
        if left:
            clock.sleep_until(clock.now() + READ_AGAIN_SECONDS)
    say(f"{reason}. A new game begins, which is forgotten when the board is switched off")
    return _begun_with(asked, at, ready, calibration, adviser_for, Nowhere(reason))


def _begun_with(
    asked: argparse.Namespace,
    at: BoardFiles,
    ready: Wired,
    calibration: Calibration,
    adviser_for: AdviserFor,
    state: Store,
) -> Evening[BoardView]:
    kept = KeptGames(state, lambda: datetime.now().strftime("%Y-%m-%dT%H:%M"))
    starter = None if asked.starter == "open" else Side(asked.starter)
    options = Options(
        starter=starter,
        can_power_off=can_power_off(os.environ),
        levels=LEVEL_NAMES,
        computer=None
        if asked.computer is None
        else Computer(Side(asked.computer_side or "north"), asked.computer),
    )
    if len(ready.buttons) < len(Side):
        options = replace(options, stillness_seconds=WITHOUT_BUTTONS_SECONDS)
    if asked.record is not None:
        kept.begin_from(game_to_go_on(asked.record, asked.move, games.of_board(at.profile.cups)))
    elif asked.new:
        kept.begin(games.of_board(at.profile.cups), starter)
    elif asked.game is not None:
        kept.take_up(asked.game)
    board = at_level(ready.board, asked.sound)
    return evening(board, at.profile, calibration, options, state, kept, say, BoardView, adviser_for(kept))

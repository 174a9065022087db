"""The command `cupsboard play`: the board referees until it is switched off."""

import argparse
import os
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from cupsboard.commands import games_list
from cupsboard.commands.argument_types import number, port, whole
from cupsboard.commands.board_options import Desk, add_options, desk, this_machine, wired_board
from cupsboard.commands.console import complain, say
from cupsboard.commands.page_and_sound import Publisher, SomeTones
from cupsboard.commands.qr_code import can_be_shown, qr_code
from cupsboard.drivers.assembly import Machine, Wired
from cupsboard.drivers.buzzer import Silence
from cupsboard.drivers.errors import DriverError
from cupsboard.drivers.files import Files
from cupsboard.drivers.folder_lock import locked
from cupsboard.engine.greedy import greedily, potted
from cupsboard.formats.addresses import THIS_COMPUTER_ALONE
from cupsboard.ports import Board, Clock, Store, StoreError
from cupsboard.procedures.procedure import ProcedureLoop
from cupsboard.procedures.unusable_board import Unusable
from cupsboard.recognition.suitability import complaints
from cupsboard.referee.options import Options
from cupsboard.rules import games
from cupsboard.rules.places import Side
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.errors import SensingError
from cupsboard.session.evening_trace import EveningTrace
from cupsboard.session.game_session import Evening, evening
from cupsboard.session.lacks import Lacks
from cupsboard.session.signals import caught_signals
from cupsboard.signs.computer_player import Dictation
from cupsboard.storage import calibration_file
from cupsboard.storage.games import KeptGames
from cupsboard.storage.journal import JournalError
from cupsboard.storage.paths import TRACE, homes
from cupsboard.storage.spool import Nowhere
from cupsboard.systemd.exit_codes import FAULTY, REFUSED, TRY_AGAIN
from cupsboard.systemd.notify import PowerSwitch, Watched, can_power_off, teller, watchdog_seconds
from cupsboard.web.board_view import BoardView

if TYPE_CHECKING:
    from cupsboard.web.kept_page import KeptPage

BEAT_SECONDS = 0.2
"""The longest sleep: so soon a signal to end is heard."""
WITHOUT_BUTTONS_SECONDS = 3.0
"""A complete move that lies still for so long is ended, where there is no button to say so."""

_DESCRIPTION = """\
Play Cups on the board: go on with the game that was being played, or begin a new one. If the beans lie
otherwise than the record says, the lights show how to put them back. Hold both buttons to take a move back,
one for four seconds for a new game, both for four seconds for a pause; hold both again in the pause to switch
the board off. A page shows the game live, to this computer only unless --listen names another address.

The board finds profile and calibration in ~/.config/cupsboard and keeps games in ~/.local/state/cupsboard
(XDG_CONFIG_HOME and XDG_STATE_HOME move these folders). The exit code is 0 after Ctrl-C, a stop of the
service or the end of the terminal; 2 if you must mend something first, which a line names; 75 for a trouble
that may pass by itself.
"""

_GAMES = """\
List the games of this board: the one being played, those put aside, and damaged or missing ones with the next
step. The exit code is 1 if a game is damaged or missing.
"""

READ_TIMES, READ_AGAIN_SECONDS = 3, 1.0
"""How often games that can't be read are tried again before the board plays without them."""

IsAsked = Callable[[], bool]


def add_parsers(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the commands of play to those of `cupsboard`."""
    playing = commands.add_parser(
        "play",
        help="referee games on the board",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add_options(playing)
    _add_game(playing)
    _add_signs_and_page(playing)
    playing.set_defaults(command=_command)
    listing = commands.add_parser(
        "games",
        help="list the games of this board",
        description=_GAMES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    listing.set_defaults(command=_games)


def _add_game(playing: argparse.ArgumentParser) -> None:
    """The options that say which game is played, and by whom."""
    which = playing.add_mutually_exclusive_group()
    which.add_argument("--new", action="store_true", help="put the game being played aside and begin another")
    which.add_argument(
        "--game",
        type=whole(1),
        metavar="N",
        help="go on with game N, which was put aside (see `cupsboard games`)",
    )
    playing.add_argument(
        "--starter",
        choices=("south", "north", "open"),
        default="open",
        help="who starts a new game; open: the player who drops first (open)",
    )
    playing.add_argument(
        "--computer",
        choices=("south", "north"),
        help="let the board play this side: its lights tell your hands which beans to move",
    )


def _add_signs_and_page(playing: argparse.ArgumentParser) -> None:
    """The options that say how the board is seen and heard."""
    playing.add_argument(
        "--sound", choices=("none", "some", "all"), default="all", help="how many of the tones to play (all)"
    )
    playing.add_argument(
        "--brightness",
        type=number(0.05, 1.0),
        metavar="SHARE",
        help="brightness of the lights, 0.05 to 1 (that of the profile)",
    )
    playing.add_argument(
        "--listen",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="address of the page; 0.0.0.0: for phones in your network too (127.0.0.1, this computer only)",
    )
    playing.add_argument("--port", type=port, default=2877, metavar="N", help="port of the page (2877)")
    playing.add_argument("--no-page", action="store_true", help="serve no page")


def _command(asked: argparse.Namespace) -> int:
    machine = this_machine(asked)
    at = desk(asked)
    if asked.brightness is not None:
        strip = replace(at.profile.strip, brightness=asked.brightness)
        at = replace(at, profile=replace(at.profile, strip=strip))
    return run(asked, at, lambda: wired_board(at.profile, machine))


def run(asked: argparse.Namespace, at: Desk, open_board: Callable[[], Wired]) -> int:
    """Play on a board until a signal asks to end; the exit code."""
    with caught_signals() as caught:
        try:
            with locked(at.state_path), open_board() as ready:
                return play_on(asked, at, ready, lambda: bool(caught))
        except (DriverError, OSError) as fault:
            # The board was there and its files could be read: a disk or a device fails, perhaps for a while.
            complain(f"cupsboard: {fault}")
            return TRY_AGAIN


def play(asked: argparse.Namespace, at: Desk, machine: Machine, is_asked_to_end: IsAsked) -> int:
    """Play on a machine until asked to end; the exit code. Raises DriverError or OSError."""
    with locked(at.state_path), wired_board(at.profile, machine) as ready:
        return play_on(asked, at, ready, is_asked_to_end)


def play_on(asked: argparse.Namespace, at: Desk, ready: Wired, is_asked_to_end: IsAsked) -> int:
    """Play on a board that is ready until asked to end; the exit code. Raises DriverError or OSError."""
    lacks = Lacks(say)
    try:
        calibration = calibration_file.load(at.calibrations, at.calibration, at.profile.places)
        playing = _seated(asked, at, ready, calibration)
    except (SensingError, JournalError) as fault:
        return _refuse(ready.board, at, str(fault), is_asked_to_end)
    lacks.say_by(playing.view.note)
    for complaint in complaints(calibration):
        say(f"not fit to play: {complaint}")
    _referee(asked, at, ready.board.clock, playing, lacks, is_asked_to_end)
    return 0


def _seated(
    asked: argparse.Namespace, at: Desk, ready: Wired, calibration: Calibration
) -> Evening[BoardView]:
    """Begin with the games that are kept; if they can't be read, with one that is not kept."""
    clock = ready.board.clock
    for left in reversed(range(READ_TIMES)):
        try:
            return _begun(asked, at, ready, calibration, at.state)
        except StoreError as fault:
            if asked.game is not None and not left:
                raise
            reason = fault
        if left:
            clock.sleep_until(clock.now() + READ_AGAIN_SECONDS)
    say(f"{reason}. A new game begins, which is forgotten when the board is switched off")
    return _begun(asked, at, ready, calibration, Nowhere(reason))


def _begun(
    asked: argparse.Namespace, at: Desk, ready: Wired, calibration: Calibration, state: Store
) -> Evening[BoardView]:
    kept = KeptGames(state, lambda: datetime.now().strftime("%Y-%m-%dT%H:%M"))
    starter = None if asked.starter == "open" else Side(asked.starter)
    options = Options(starter=starter, can_power_off=can_power_off(os.environ))
    if len(ready.buttons) < len(Side):
        options = replace(options, stillness_seconds=WITHOUT_BUTTONS_SECONDS)
    if asked.new:
        kept.begin(games.of_board(at.profile.cups), starter)
    elif asked.game is not None:
        kept.take_up(asked.game)
    board = _at_level(ready.board, asked.sound)
    dictation = None if asked.computer is None else _computer(Side(asked.computer))
    return evening(board, at.profile, calibration, options, state, kept, say, BoardView, dictation)


def _computer(side: Side) -> Dictation[Any]:
    random = Random()
    return Dictation(side, lambda plans: greedily(plans, random, potted))


def _at_level(board: Board, level: str) -> Board:
    match level:
        case "none":
            return replace(board, sound=Silence())
        case "some":
            return replace(board, sound=SomeTones(board.sound))
        case _:
            return board


def _referee(
    asked: argparse.Namespace,
    at: Desk,
    clock: Clock,
    playing: Evening[BoardView],
    lacks: Lacks,
    is_asked_to_end: IsAsked,
) -> None:
    with ExitStack() as stack:
        stack.callback(playing.written.end)
        trace = EveningTrace(at.state_path / TRACE, playing.start, lacks)
        playing.loop.listen(stack.enter_context(trace))
        if not asked.no_page:
            stack.callback(_page(asked, playing, lacks).close)
        playing.loop.listen(PowerSwitch(os.environ, say))
        if (watched := _watched()) is not None:
            lacks.show_by(watched.lack)
            playing.loop.listen(watched)
            stack.callback(watched.stopping)
        while not is_asked_to_end():
            clock.sleep_until(min(playing.loop.step(), clock.now() + BEAT_SECONDS))


def _watched() -> Watched | None:
    tell = teller(os.environ)
    return None if tell is None else Watched(tell, watchdog_seconds(os.environ, os.getpid()))


def _page(asked: argparse.Namespace, playing: Evening[BoardView], lacks: Lacks) -> "KeptPage":
    # Only a board that shows a page pays for the web libraries' time to load.
    from cupsboard.web import downloads
    from cupsboard.web.app import application
    from cupsboard.web.hub import Hub
    from cupsboard.web.kept_page import KeptPage
    from cupsboard.web.server import served

    hub = Hub()
    playing.loop.listen(Publisher(playing.view, hub.publish))
    app = application(hub, routes=downloads.routes(playing.record))
    return KeptPage(lambda: served(app, asked.listen, asked.port), lacks, _say_address)


def _say_address(address: str) -> None:
    say(f"the board's page: {address}")
    if urlsplit(address).hostname in THIS_COMPUTER_ALONE:
        say("(for this computer alone; --listen 0.0.0.0 shows it to the phones in the house too)")
    elif can_be_shown():
        say(qr_code(address))


def _refuse(board: Board, at: Desk, reason: str, is_asked_to_end: IsAsked) -> int:
    """Say with all lights that this board can't play, until a button is pressed."""
    say(f"cupsboard: {reason}")
    say("(the lights show that this board can't play; a button or Ctrl-C ends it)")
    watched = _watched()
    if watched is not None:
        watched.lack(f"can't play: {reason}")
    unusable = Unusable(at.profile.places, reason)
    loop = ProcedureLoop(board, unusable)
    while not unusable.is_finished and not is_asked_to_end():
        board.clock.sleep_until(min(loop.step(), board.clock.now() + BEAT_SECONDS))
        if watched is not None and loop.weighed_at is not None:
            # A service that weighs is alive: its lights go on to say what is wrong.
            watched.weighed(loop.weighed_at)
    return REFUSED


def _games(_: argparse.Namespace) -> int:
    games = KeptGames(Files(homes(os.environ, Path.home()).state), lambda: "")
    listed = list(games_list.lines(games))
    for line, _is_readable in listed or [("no game yet", True)]:
        print(line)
    return 0 if all(is_readable for _line, is_readable in listed) else FAULTY

"""An evening at a board: it referees, or says why it can't, until it is asked to end."""

import argparse
import os
from collections.abc import Callable
from contextlib import ExitStack

from cupsboard.commands.board_options import BoardFiles, wired_board
from cupsboard.commands.console import complain, say
from cupsboard.commands.evening_begun import Chosen, begun
from cupsboard.commands.live_page import live_page
from cupsboard.drivers.assembly import Machine, Wired
from cupsboard.drivers.errors import DriverError
from cupsboard.drivers.folder_lock import locked
from cupsboard.drivers.raspberry_pi import NoHeader
from cupsboard.engine.foreign import THINK_SECONDS
from cupsboard.ports import Board, Clock
from cupsboard.procedures.procedure import ProcedureLoop
from cupsboard.procedures.unusable_board import Unusable
from cupsboard.recognition.suitability import complaints
from cupsboard.rules.errors import RulesError
from cupsboard.scales.errors import SensingError
from cupsboard.session.choice import Choice
from cupsboard.session.engine_adviser import EngineAdviser, seed_of
from cupsboard.session.foreign_adviser import AdviserByLevel, ForeignAdviser
from cupsboard.session.game_session import Evening
from cupsboard.session.missing_parts import MissingParts
from cupsboard.session.signals import caught_signals
from cupsboard.session.trace_file import TraceFile
from cupsboard.signs.advice import Adviser
from cupsboard.signs.sentences import say as in_words
from cupsboard.storage.games import KeptGames
from cupsboard.storage.journal import JournalError
from cupsboard.storage.paths import TRACE
from cupsboard.systemd.exit_codes import Ending
from cupsboard.systemd.notify import PowerSwitch, Watched, teller, watchdog_seconds
from cupsboard.web.board_view import BoardView

BEAT_SECONDS = 0.2
"""Longest sleep; bounds the reaction time to SIGTERM."""

IsAsked = Callable[[], bool]


def unless_it_may_pass(play: Callable[[], int]) -> int:
    """Return the exit code of playing, and that of a trouble that may pass if a device or a disk fails.

    Raises NoHeader on a computer that is no board, and whatever else is no such trouble.
    """
    try:
        return play()
    except NoHeader:
        raise
    except (DriverError, OSError) as fault:
        complain(f"cupsboard: {fault}")
        return Ending.TRY_AGAIN


def run(asked: argparse.Namespace, at: BoardFiles, open_board: Callable[[], Wired]) -> int:
    """Play on a board until a signal asks to end; the exit code."""

    def played() -> int:
        with locked(at.state_path), open_board() as ready:
            return play_on(asked, at, ready, lambda: bool(caught))

    with caught_signals() as caught:
        return unless_it_may_pass(played)


def play(asked: argparse.Namespace, at: BoardFiles, machine: Machine, is_asked_to_end: IsAsked) -> int:
    """Play on a machine until asked to end; the exit code. Raises DriverError or OSError."""
    with locked(at.state_path), wired_board(at.profile, machine) as ready:
        return play_on(asked, at, ready, is_asked_to_end)


def play_on(asked: argparse.Namespace, at: BoardFiles, ready: Wired, is_asked_to_end: IsAsked) -> int:
    """Play on a board that is ready until asked to end; the exit code. Raises DriverError or OSError."""
    chosen: Chosen | None = None
    while True:
        missing_parts = MissingParts(lambda message: say(in_words(message)))
        with ExitStack() as engine:

            def adviser_for(games: KeptGames, engine: ExitStack = engine) -> Adviser:
                adviser = EngineAdviser(say, lambda: seed_of(games))
                engine.callback(adviser.close)
                if asked.engine is None:
                    return adviser
                foreign = ForeignAdviser(asked.engine, say, asked.engine_seconds or THINK_SECONDS)
                engine.callback(foreign.close)
                return AdviserByLevel(adviser, foreign)

            try:
                calibration = at.load_calibration()
                told = at.told if chosen is None else ()
                playing = begun(asked, at, ready, calibration, adviser_for, chosen, told)
            except JournalError as fault:
                # Of all games only one that was asked for by its number is not played around.
                _show_unusable(ready.board, at, str(fault), is_asked_to_end)
                return Ending.REFUSED
            except (SensingError, RulesError) as fault:
                # Somebody may calibrate the board meanwhile, or weigh its pieces.
                _show_unusable(ready.board, at, str(fault), is_asked_to_end)
                return Ending.TRY_AGAIN
            missing_parts.tell_by(playing.view.note)
            for complaint in complaints(calibration) if at.profile.cups and chosen is None else ():
                say(f"not fit to play: {complaint}")
            chosen = _referee(asked, at, ready.board.clock, playing, missing_parts, is_asked_to_end)
        if chosen is None:
            return Ending.WELL


def _referee(
    asked: argparse.Namespace,
    at: BoardFiles,
    clock: Clock,
    playing: Evening[BoardView],
    missing_parts: MissingParts,
    is_asked_to_end: IsAsked,
) -> Chosen | None:
    """Referee until asked to end, or until players have chosen another game; then which."""
    choice = Choice(playing.start.options.computer)
    playing.loop.listen(choice)
    with ExitStack() as stack:
        stack.callback(playing.written.end)
        trace = TraceFile(at.state_path / TRACE, playing.start, missing_parts)
        playing.loop.listen(stack.enter_context(trace))
        if not asked.no_page:
            stack.callback(live_page(asked.listen, asked.port, playing, missing_parts).close)
        playing.loop.listen(PowerSwitch(os.environ, say))
        if (watched := _watched()) is not None:
            missing_parts.show_by(watched.lack)
            playing.loop.listen(watched)
            # The service goes on where players have chosen another game.
            stack.callback(lambda: watched.stopping() if choice.game is None else None)
        while choice.game is None and not is_asked_to_end():
            clock.sleep_until(min(playing.loop.step(), clock.now() + BEAT_SECONDS))
    return None if choice.game is None else Chosen(choice.game, choice.computer)


def _watched() -> Watched | None:
    tell = teller(os.environ)
    return None if tell is None else Watched(tell, watchdog_seconds(os.environ, os.getpid()))


def _show_unusable(board: Board, at: BoardFiles, reason: str, is_asked_to_end: IsAsked) -> None:
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

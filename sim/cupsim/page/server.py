"""The simulated board on a page: the board's own live view, and with it hands for the table."""

import argparse
import os
import shutil
import socket
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib.resources import files
from pathlib import Path
from shlex import quote
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any, Protocol, get_args

from cupsboard.engine.puzzles import SOLVER, Puzzle
from cupsboard.profile import Profile
from cupsboard.rules.games import AnyGame
from cupsboard.rules.places import Side
from cupsboard.session.puzzle_teller import keeper as keeper_of_puzzles
from cupsboard.session.signals import caught_signals
from cupsboard.storage.solved_puzzles import Became, SolvedPuzzles
from cupsboard.web import analysis, downloads, hint, legend
from cupsboard.web.app import application
from cupsboard.web.hub import Hub
from cupsboard.web.own_names import by_name, own_names
from cupsboard.web.server import PORT, serving
from cupsboard.web.static_files import Pages, page_folder
from starlette.applications import Starlette
from starlette.routing import BaseRoute

from cupsim.errors import SimulatorError
from cupsim.page import puzzle_list, uploads
from cupsim.page.evening import PageEvening, resumed
from cupsim.page.inbox import Inbox
from cupsim.page.keeper import Keeper, differences, is_worth_keeping, kept_in
from cupsim.page.kept_evening import KeptEvening, KeptEveningError, KeptSeats, with_engines_of
from cupsim.page.puzzle_list import solved_by_this_user
from cupsim.page.reception import Reception
from cupsim.page.requests import AnyOrder, Begin, BeginPuzzle, GoOn, NewGame, Power, Rematch, read_order
from cupsim.people.move_choice import PERSON, described
from cupsim.runs.games import Pairing

QUICK_TICK_SECONDS, SLOW_TICK_SECONDS = 0.04, 0.2
LIVELY_SECONDS = 2.0
"""Ticks are quick for so long after something happened that a page shows."""
WORK: dict[type, int] = {NewGame: 50, Rematch: 50, GoOn: 50, BeginPuzzle: 100, Power: 25}
"""What orders cost, in ordinary ones: those build a world, or a board. (12 ms, 6 ms and less than 0.1 ms
on one core of an x86-64 machine; a puzzle that hands put up 0.4 s, and a tick has no more than one.) What is
left waits for the next tick."""
HANDS_MODULE = "/hands/main.js"
SHOWN_FACTOR = 4.0
"""How fast an evening runs that nobody plays in."""


class Ticking(Protocol):
    """What is shown on pages and goes on by ticks."""

    hub: Hub
    inbox: Inbox[Any]

    def tick(self, real_seconds: float) -> bool:
        """Do what pages want, let time pass, and show what came of it; whether there is anything new."""


def keep_ticking(stage: Ticking, is_done: Callable[[], bool]) -> None:
    """Tick in real time until it is done; slowly while nothing happens and nobody wants anything."""
    before = lively_until = monotonic()
    while not is_done():
        now = monotonic()
        if stage.tick(now - before):
            lively_until = now + LIVELY_SECONDS
        before = now
        sleep(max(0.001, now + QUICK_TICK_SECONDS - monotonic()))
        if now > lively_until or not stage.hub.viewers:
            stage.inbox.has_mail.wait(SLOW_TICK_SECONDS - QUICK_TICK_SECONDS)


class Stage:
    """An evening, the hub that shows it, and, unless it is only watched, inbox and reception for them."""

    def __init__(
        self,
        evening: PageEvening,
        *,
        is_only_watched: bool,
        names: Sequence[str] = (),
        keeper: Keeper | None = None,
        seats: KeptSeats | None = None,
        solved: Callable[[], SolvedPuzzles] = solved_by_this_user,
    ) -> None:
        """With a `keeper` the evening is kept as it goes; `seats` are those of one that goes on.

        `solved` reads which puzzles were solved; what persons solve here is added.
        """
        self.evening = evening
        self._keeper = keeper
        self._seconds = 0.0
        self.hub, self.details = Hub(), Hub()
        self.inbox: Inbox[AnyOrder] = Inbox(read_order, get_args(Begin), WORK)
        self.reception = Reception(evening, self.hub.tell, seats)
        self._solved = solved
        self._keep_puzzle = keeper_of_puzzles(solved, evening.note)
        evening.before_new_game = self._put_aside
        evening.keep_puzzle = self._puzzle_became
        self._state = evening.live_state if is_only_watched else self.reception.state
        self.app = self._watching(names) if is_only_watched else self._playing(names)

    def tick(self, real_seconds: float) -> bool:
        """Do what pages want, let time pass, and show what came of it; whether there is anything new."""
        self.inbox.hand_over(self.reception)
        self.reception.advance(real_seconds)
        if self.details.viewers:
            self.details.publish(self.evening.details())
        state = self._state()
        is_news = self.hub.publish(state)
        self._seconds += real_seconds
        if self._keeper is None or self._keeper.step(
            self._seconds,
            state,
            self._kept,
            is_halfway=self.evening.is_halfway,
            is_urgent=self.reception.has_arrivals,
        ):
            self.reception.confirm()
        return is_news

    def keep(self) -> None:
        """Keep the evening as it is now, if it is kept at all."""
        if self._keeper is not None:
            self.evening.let_hands_finish()
            self._keeper.write(self._kept())

    def _put_aside(self) -> None:
        """Keep a game that people leave unfinished where they find it again."""
        history = self.evening.world.referee.history
        is_under_way = bool(history.steps) and not history.is_over
        if self._keeper is not None and is_under_way and PERSON in self.evening.seats.values():
            self.keep()
            self._keeper.put_aside("The game under way ends")

    def _puzzle_became(self, puzzle: Puzzle, became: Became) -> None:
        """Keep what came of a puzzle, unless a simulated player sat before it."""
        if self.evening.seats[SOLVER] == PERSON:
            self._keep_puzzle(puzzle, became)

    def _kept(self) -> KeptEvening:
        return self.evening.kept(self.reception.seats.kept())

    def run(self, is_done: Callable[[], bool] = lambda: False) -> None:
        """Tick in real time until it is done."""
        keep_ticking(self, is_done)

    def _watching(self, names: Sequence[str]) -> Starlette:
        return application(self.hub, self.details, names=names, routes=self._downloads())

    def _playing(self, names: Sequence[str]) -> Starlette:
        page = files("cupsim").joinpath("page", "static")
        return application(
            self.hub,
            self.details,
            names=names,
            ear=self.inbox,
            is_player=self.reception.seats.is_seated,
            pages=Pages([("", page_folder()), ("/hands", page)]),
            modules=[HANDS_MODULE],
            routes=[
                *self._downloads(),
                *uploads.routes(lambda: self.evening.trace_path),
                *puzzle_list.routes(self._solved),
            ],
        )

    def _board(self) -> tuple[Profile, AnyGame]:
        world = self.evening.world
        return world.profile, world.game

    def _downloads(self) -> Sequence[BaseRoute]:
        return (
            *downloads.routes(lambda: self.evening.record),
            *analysis.routes(),
            *hint.routes(lambda: self.evening.record, self.evening.help_given),
            *legend.routes(self._board),
        )


def run(pairing: Pairing, asked: argparse.Namespace, say: Callable[[str], Any]) -> int:
    """Serve the page until the program is asked to end; the exit code."""
    with ExitStack() as stack:
        caught = stack.enter_context(caught_signals())
        trace_path = Path(stack.enter_context(TemporaryDirectory(prefix="cupsim-"))) / "evening.trace"
        # Simulated players that are only watched begin anew.
        keeper = None if asked.watch_only else stack.enter_context(kept_in(asked.evening, say))
        evening, seats = _evening(pairing, asked, keeper, trace_path, say)
        stack.callback(evening.close)
        stage = Stage(evening, is_only_watched=asked.watch_only, names=asked.name, keeper=keeper, seats=seats)
        with served_to_browsers(stage.app, asked, say):
            stage.run(lambda: bool(caught))
        stage.keep()
    return 128 + caught[0]


@contextmanager
def served_to_browsers(
    app: Starlette, asked: argparse.Namespace, say: Callable[[str], Any]
) -> Iterator[None]:
    """Serve a page while the block runs, say where it is, and open it where that is wanted."""
    with serving(app, asked.listen, _free_port(asked)) as address:
        say(f"The board is at {address} (end with Ctrl-C)")
        if (named := by_name(address, own_names())) is not None:
            say(f"or, where names are known: {named}")
        if not asked.no_browser:
            _open_browser(address)
        yield


def _evening(
    pairing: Pairing,
    asked: argparse.Namespace,
    keeper: Keeper | None,
    trace_path: Path,
    say: Callable[[str], Any],
) -> tuple[PageEvening, KeptSeats | None]:
    """The evening that was kept, if there is one that is asked for, else a new one."""
    kept = None if keeper is None else keeper.read()
    if kept is not None and keeper is not None:
        try:
            if (why := _why_not(kept, asked)) is None:
                known = with_engines_of((pairing.south, pairing.north), kept)
                for side, who in kept.players.items():
                    if who != known.players[side]:
                        say(
                            f"{side} was played by {described(who)}, which only an option starts: that seat "
                            f"is free now (--new --{side} {quote(who)} begins another with the engine)"
                        )
                evening = resumed(known, trace_path, say)
                say(f"The evening goes on as it lay: {_told(evening)} (--new begins another)")
                return evening, kept.seats
            if not is_worth_keeping(kept):
                why = None
        except (KeptEveningError, SimulatorError, ValueError, KeyError) as fault:
            why = f"The evening that was kept can't go on: {fault}"
        if why is not None:
            keeper.put_aside(why)
    seats = {side: pairing.player_of(side) for side in Side}
    factor = 1.0 if PERSON in seats.values() else SHOWN_FACTOR
    return PageEvening(pairing, seats, trace_path, say, factor), None


def _why_not(kept: KeptEvening, asked: argparse.Namespace) -> str | None:
    """Why another evening is wanted than the one that was kept."""
    if asked.new:
        return "The evening that was kept ends"
    if names := differences(kept, vars(asked), asked.said):
        options = ", ".join(f"--{name.replace('_', '-')}" for name in names)
        return f"The evening that was kept is not what {options} asks for"
    return None


def _told(evening: PageEvening) -> str:
    entries = len(evening.world.referee.history.entries)
    return f"{evening.world.setting.cups} cups, {entries} {'entry' if entries == 1 else 'entries'}"


def _free_port(asked: argparse.Namespace) -> int:
    """The port that was asked for, else the usual one, else (another board is served there) any."""
    if asked.port is not None:
        return int(asked.port)
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((asked.listen, PORT))
        except (OSError, UnicodeError):
            # A name that can't be one is refused where the server begins.
            return 0
    return PORT


def _open_browser(address: str) -> None:
    """Show the page where there is a desktop to show it on."""
    if shutil.which("xdg-open") is None and not os.environ.get("BROWSER") and os.name == "posix":
        return
    webbrowser.open(address)

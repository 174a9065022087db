"""The simulated board and all that its pages get: the live view, and with it hands for the table."""

import os
from collections.abc import Callable, Sequence
from functools import partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import get_args

from cupsboard.engine.puzzles import SOLVER
from cupsboard.ports import Rows, StoreError
from cupsboard.profile import Profile
from cupsboard.rules.games import AnyGame
from cupsboard.rules.puzzle import Puzzle
from cupsboard.session.puzzle_teller import keeper as keeper_of_puzzles
from cupsboard.signs.scene import Message
from cupsboard.storage.games import KeptGames
from cupsboard.storage.own_puzzles import own_among
from cupsboard.storage.paths import homes
from cupsboard.storage.solved_puzzles import Became, SolvedPuzzles
from cupsboard.web import analysis, careers, downloads, hint, kept_games, legend
from cupsboard.web.app import application
from cupsboard.web.hub import Hub
from cupsboard.web.puzzles import PuzzlesPage
from cupsboard.web.static_files import Addressed, Pages, page_folders
from cupsboard.web.work import PROCESSES_AND_THREADS, Beside
from starlette.applications import Starlette
from starlette.routing import BaseRoute, Route

from cupsim.page import uploads
from cupsim.page.disturbances import unpowered
from cupsim.page.evening import PageEvening
from cupsim.page.inbox import Inbox
from cupsim.page.keeper import Keeper
from cupsim.page.kept_evening import KeptEvening, KeptSeats
from cupsim.page.new_games import today
from cupsim.page.reception import Reception
from cupsim.page.requests import (
    AnyOrder,
    Begin,
    BeginPuzzle,
    GoOn,
    NewGame,
    PlayFrom,
    Power,
    Rematch,
    read_order,
)
from cupsim.page.seats import Names
from cupsim.people.move_choice import PERSON
from cupsim.runs.memory_store import HeldRows

WORK: dict[type, int] = {NewGame: 50, Rematch: 50, GoOn: 50, BeginPuzzle: 100, PlayFrom: 100, Power: 25}
"""What orders cost, in ordinary ones: those build a world, or a board. (22 ms, 6 ms and less than 0.1 ms
on one core of an x86-64 machine; a puzzle that hands put up 0.4 s, and a tick has no more than one.) What is
left waits for the next tick."""
HANDS_MODULE = "/hands/main.js"


def folders() -> Sequence[tuple[str, Traversable]]:
    """The folders of a page with hands, each with the path below which it is served."""
    return (*page_folders(), ("/hands", files("cupsim").joinpath("page", "static")))


def rows_of_this_user() -> Rows:
    """Return the rows in which `cupsboard puzzle` keeps puzzles, here or at a board."""
    # A tab, which keeps puzzles elsewhere, has no SQLite.
    from cupsboard.storage.memory import memory_in

    return memory_in(homes(os.environ, Path.home()).state)


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
        puzzles: Callable[[], Rows] = rows_of_this_user,
        beside: Beside = PROCESSES_AND_THREADS,
        pages: Addressed | None = None,
        modules: Sequence[str] = (HANDS_MODULE,),
        routes: Sequence[BaseRoute] = (),
        called: Names | None = None,
        rows: Callable[[], Rows] | None = None,
    ) -> None:
        """With a `keeper` the evening is kept as it goes; `seats` are those of one that goes on.

        Among the rows of `puzzles` are those of one's own and what was solved; what persons keep and solve
        here is added. What takes long is done `beside` the stage. `pages` are served unless it is only
        watched, with further `routes`; they load the `modules`. Several tables share what people are
        `called`. What is played is kept among the `rows`, without them as long as the stage is there.
        """
        self.evening = evening
        self._keeper = keeper
        self._seconds = 0.0
        self.hub, self.details = Hub(), Hub()
        self.inbox: Inbox[AnyOrder] = Inbox(read_order, get_args(Begin), WORK)
        self.reception = Reception(evening, self.hub.tell, seats, called)
        self._puzzles, self._beside = PuzzlesPage(puzzles, beside), beside
        held = HeldRows()
        self._rows: Callable[[], Rows] = rows or (lambda: held)
        evening.own_puzzles = partial(own_among, puzzles)
        try:
            evening.keep_games(KeptGames(self._rows(), today, evening.note, players=evening.names))
        except StoreError as fault:
            evening.note(Message("notes.game-lost", {"why": str(fault)}))
        self._pages, self.modules, self._routes = pages, modules, routes
        self._keep_puzzle = keeper_of_puzzles(lambda: SolvedPuzzles(puzzles()), evening.note)
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
        self.reception.acknowledge()
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

    def rest(self) -> None:
        """Keep the evening and show that the board is being set up: what pages want waits for a tick."""
        self.keep()
        state = self._state()
        evening = {**state["evening"], "power": "set-up"}
        self.hub.publish({**state, **unpowered(self.evening.world), "evening": evening})

    def keep(self) -> None:
        """Keep the evening as it is now, if it is kept at all."""
        if self._keeper is not None:
            self.evening.let_hands_finish()
            self._keeper.write(self._kept())

    def _put_aside(self) -> None:
        """Keep a game that people leave unfinished where they find it again."""
        if self._keeper is not None and self.evening.is_under_way and PERSON in self.evening.seats.values():
            self.keep()
            self._keeper.put_aside("The game under way ends")

    def _puzzle_became(self, puzzle: Puzzle, became: Became) -> None:
        """Keep what came of a puzzle, unless a simulated player sat before it."""
        if self.evening.seats[SOLVER] == PERSON:
            self._keep_puzzle(puzzle, became)

    def _kept(self) -> KeptEvening:
        return self.evening.kept(self.reception.seats.kept())

    def _watching(self, names: Sequence[str]) -> Starlette:
        return application(self.hub, self.details, names=names, routes=self._downloads())

    def _playing(self, names: Sequence[str]) -> Starlette:
        return application(
            self.hub,
            self.details,
            names=names,
            ear=self.inbox,
            is_player=self.reception.seats.is_seated,
            pages=Pages(folders()) if self._pages is None else self._pages,
            modules=self.modules,
            routes=[
                *self._downloads(),
                *uploads.routes(lambda: self.evening.trace_path, self._beside.launch),
                *self._puzzles.routes(),
                *(Route(path, serve, methods=[method]) for method, path, serve in self._puzzles.changing()),
                *self._routes,
            ],
        )

    def _board(self) -> tuple[Profile, AnyGame]:
        world = self.evening.world
        return world.profile, world.game

    def _downloads(self) -> Sequence[BaseRoute]:
        return (
            *kept_games.routes(self._rows, self._beside),
            *careers.routes(self._rows, self._beside),
            *downloads.routes(lambda: self.evening.record),
            *analysis.routes(self._beside),
            *hint.routes(
                lambda: self.evening.record,
                self.evening.help_given,
                self._beside.launch,
                lambda: self.evening.is_shared,
            ),
            *legend.routes(self._board),
        )

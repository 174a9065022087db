"""A table of King of the Cups with all that serves its pages: seats, orders, what everybody is shown."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from cupsboard.ports import Rows, StoreError
from cupsboard.rules.record import OF_PROGRAM
from cupsboard.storage.games import KeptGames
from cupsboard.web import downloads, kept_games, legend
from cupsboard.web.app import application
from cupsboard.web.hub import Hub
from cupsboard.web.static_files import ROUND_A_TABLE, Addressed, Pages, page_folders
from cupsboard.web.work import PROCESSES_AND_THREADS, Beside
from starlette.applications import Starlette
from starlette.routing import BaseRoute

from cupsim.page.inbox import Inbox
from cupsim.page.king_of_the_cups import orders
from cupsim.page.king_of_the_cups.evening import TableEvening
from cupsim.page.king_of_the_cups.seats import Seats
from cupsim.page.new_games import today
from cupsim.page.requests import DeleteGame, Here, RenameGame, Speed
from cupsim.page.stage import folders
from cupsim.runs.memory_store import HeldRows

HANDS_MODULE = "/hands/king/main.js"
NEW_GAME_WORK = 50
"""A new table, in ordinary orders."""


class TableStage:
    """An evening, the hub that shows it, inbox and seats; implements `Ticking` and `Reception`."""

    def __init__(
        self,
        evening: TableEvening,
        *,
        is_only_watched: bool,
        names: Sequence[str] = (),
        pages: Addressed | None = None,
        modules: Sequence[str] = (HANDS_MODULE,),
        routes: Sequence[BaseRoute] = (),
        rows: Callable[[], Rows] | None = None,
        beside: Beside = PROCESSES_AND_THREADS,
    ) -> None:
        """`pages` are served unless it is only watched, with further `routes`; they load the `modules`.

        What is played is kept among the `rows`, without them as long as the stage is there; they are read
        `beside` it.
        """
        held = HeldRows()
        self._rows: Callable[[], Rows] = rows or (lambda: held)
        self._beside = beside
        self._pages, self.modules, self._routes = pages, modules, routes
        self.evening = evening
        self.seats = Seats(evening.seats)
        self._is_only_watched = is_only_watched
        self.hub, self.details = Hub(), Hub()
        self.inbox: Inbox[orders.AnyOrder] = Inbox(
            orders.read_order, (orders.NewGame,), {orders.NewGame: NEW_GAME_WORK}
        )
        self._seconds = 0.0
        self._arrived: dict[int, int] = {}
        self._called: tuple[str, ...] = ()
        if not is_only_watched:
            with suppress(StoreError):
                evening.keep_games(KeptGames(self._rows(), today, players=self._names))
        self._told: dict[int, list[str]] = {}
        self.app = self._application(names)

    def tick(self, real_seconds: float) -> bool:
        """Do what pages want, let time pass, and show what came of it; whether there is anything new."""
        self.inbox.hand_over(self)
        self._seconds += real_seconds
        self.seats.pass_time(self._seconds)
        if not self._is_only_watched:
            self.evening.be_moved_by(frozenset(self.seats.persons))
        self._write_names()
        self.evening.advance(real_seconds)
        for seat, name in self.evening.take_seated().items():
            if seat in self.seats.persons:
                self.seats.rename(seat, name)
        if self.details.viewers:
            self.details.publish(self.evening.details())
        is_news = self.hub.publish(self._state())
        self._answer()
        return is_news

    def rest(self) -> None:
        """Show that the board is being set up: what pages want is done with the next tick."""
        state = self._state()
        dark = {"lights": {}, "signs": {}, "evening": {**state["evening"], "power": "set-up"}}
        self.hub.publish({**state, **dark})

    def obey(self, connection: int, order: orders.AnyOrder) -> None:
        """Do what somebody at a page wants, if it is theirs to do."""
        own = self.seats.of_connection(connection)
        match order:
            case Here(token):
                self.seats.greet(connection, token)
            case orders.Sit(seat, name):
                self.seats.sit(connection, seat, name)
            case orders.NewGame():
                if own or not self.seats.persons:
                    self.evening.begin(order)
                    self.seats.at_another_table(self.evening.seats)
            case RenameGame() | DeleteGame():
                if own:
                    self.evening.change_past(order)
            case Speed():
                if own or not self.seats.persons:
                    self.evening.hurry(order)
            case orders.StandUp(seat):
                if seat in own:
                    self.seats.stand_up(seat)
            case orders.Rename(seat, name):
                if seat in own:
                    self.seats.rename(seat, name)
            case _:
                if order.seat in own:
                    self.evening.be_moved_by(frozenset(self.seats.persons))
                    self.evening.obey(order)
        if order.number:
            self._arrived[connection] = order.number

    def left(self, connection: int) -> None:
        """Somebody's page is gone."""
        self.evening.let_go(self.seats.of_connection(connection))
        self.seats.leave(connection, self._seconds)
        self._arrived.pop(connection, None)
        self._told.pop(connection, None)

    def _answer(self) -> None:
        """Tell each page which of its orders have arrived, and which seats are its own."""
        for connection, number in self._arrived.items():
            self.hub.tell(connection, {"arrived": number})
            # Here they are done as soon as they have arrived.
            self.hub.tell(connection, {"taken": number})
        self._arrived.clear()
        for connection in self.seats.connections():
            own = [seat.value for seat in self.seats.of_connection(connection)]
            if self._told.get(connection) != own:
                self._told[connection] = own
                self.hub.tell(connection, {"own": own})

    def _names(self) -> tuple[str, ...]:
        """Return what everybody at the table is called, simulated players by how quick they are."""
        persons, names = self.seats.persons, self.seats.names
        simulated = f"{self.evening.quickness}{OF_PROGRAM}"
        return tuple(names.get(seat, "") if seat in persons else simulated for seat in self.evening.seats)

    def _write_names(self) -> None:
        if (names := self._names()) != self._called:
            self._called = names
            self.evening.write_names()

    def _state(self) -> dict[str, Any]:
        state = self.evening.state()
        if not self._is_only_watched:
            names = self.seats.names
            state["people"] = {seat.value: names.get(seat, "") for seat in self.seats.persons}
        return state

    def _application(self, names: Sequence[str]) -> Starlette:
        routes = (
            *downloads.routes(lambda: self.evening.record),
            *legend.routes(lambda: (self.evening.world.profile, self.evening.record.game)),
        )
        if self._is_only_watched:
            pages = Pages(page_folders(), ROUND_A_TABLE)
            return application(self.hub, self.details, names=names, pages=pages, routes=routes)
        return application(
            self.hub,
            self.details,
            names=names,
            ear=self.inbox,
            is_player=self.seats.is_seated,
            pages=Pages(folders(), ROUND_A_TABLE) if self._pages is None else self._pages,
            modules=self.modules,
            routes=(*routes, *kept_games.routes(self._rows, self._beside, reads_links=True), *self._routes),
        )

"""Receives the people at the pages: seats them, passes on what is theirs to do, and refuses the rest.

A refusal is told to the page that asked, and to no other. So is which of its orders have arrived.
"""

from collections.abc import Callable, Collection, Mapping
from math import ceil
from typing import Any

from cupsboard.rules.places import Side

from cupsim.page import requests
from cupsim.page.evening import PageEvening
from cupsim.page.kept_evening import KeptSeats
from cupsim.page.seats import SeatRefused, Seats
from cupsim.people.move_choice import PERSON

Section = dict[str, Any]

Tell = Callable[[int, Section], object]
"""Tells something to one connection alone."""


class Reception:
    """The seats of an evening, and who may do what at it."""

    def __init__(self, evening: PageEvening, tell: Tell, kept: KeptSeats | None = None) -> None:
        self.seats = Seats(evening.seats, evening.players)
        if kept is not None:
            self.seats.resume(kept)
        self._evening = evening
        self._tell = tell
        self._seconds = 0.0
        self._taken: dict[int, int] = {}
        self._arrived: dict[int, int] = {}

    def obey(self, connection: int, order: requests.AnyOrder) -> None:
        """Do what somebody at a page wants, if it is theirs to do."""
        before = self._players()
        try:
            self._do(connection, order)
        except SeatRefused as refused:
            side = {} if refused.side is None else {"side": refused.side.value}
            self._tell(connection, {"refused": {"reason": refused.reason, **side}})
        self._follow_seats(before)
        if order.number:
            self._taken[connection] = order.number
        if order.number and self.seats.note_arrival(connection, order.number):
            self._arrived[connection] = order.number

    def left(self, connection: int) -> None:
        """Somebody's page is gone."""
        self.seats.leave(connection, self._seconds)
        self._taken.pop(connection, None)
        self._arrived.pop(connection, None)
        self._evening.let_go_of_buttons(connection)

    def advance(self, real_seconds: float) -> None:
        """Let time pass, at the table too."""
        self._seconds += real_seconds
        before = self._players()
        self.seats.pass_time(self._seconds)
        self._follow_seats(before)
        self._evening.advance(real_seconds)

    @property
    def has_arrivals(self) -> bool:
        """Whether orders have arrived that no page was told of."""
        return bool(self._arrived)

    def acknowledge(self) -> None:
        """Tell pages up to which of their orders the state shows what came of them."""
        for connection, number in self._taken.items():
            self._tell(connection, {"taken": number})
        self._taken.clear()

    def confirm(self) -> None:
        """Tell pages which of their orders have arrived: what they did is safe now."""
        for connection, number in self._arrived.items():
            self._tell(connection, {"arrived": number})
        self._arrived.clear()

    def state(self) -> Section:
        """Everything a page shows now: the evening's state, and who is here and holds what."""
        seats = self.seats
        return {
            **self._evening.state(),
            "people": {
                "here": list(seats.here),
                "holders": {side.value: number for side, number in seats.holders.items()},
                "asks": {side.value: number for side, number in seats.asks.items()},
            },
            # No part of `people`: what only counts down is no news of the evening.
            "kept": {side.value: ceil(left) for side, left in seats.kept_seconds(self._seconds).items()},
        }

    def _do(self, connection: int, order: requests.AnyOrder) -> None:
        seats = self.seats
        match order:
            case requests.Here(token, visit):
                browser = seats.greet(connection, token, visit, self._seconds)
                self._tell(
                    connection, {"you": {"number": browser.number, "arrived": browser.arrived.get(visit, 0)}}
                )
            case requests.Seat(side, who) if who == PERSON:
                seats.sit(connection, side)
            case requests.Seat(side, who):
                seats.seat_player(connection, side, who)
            case requests.StandUp(side):
                seats.stand_up(connection, side)
            case requests.HandOver(side, to):
                seats.hand_over(connection, side, to)
            case requests.Ask(side):
                seats.ask(connection, side)
            case requests.Decline(side):
                seats.decline(connection, side)
            case requests.ChangeSides():
                seats.change_sides(connection)
            case _:
                self._check(connection, order)
                self._evening.obey(connection, order)
                if isinstance(order, requests.Begin):
                    self.seats.allow(connection, self._evening.players)

    def _check(self, connection: int, order: requests.OfTable) -> None:
        match order:
            case requests.Button(sides, True):
                self._check_buttons(connection, sides)
            case requests.Undo() | requests.Redo():
                self.seats.check_buttons(connection, tuple(Side))
            case requests.Button():
                # Whoever has no finger there takes none off.
                pass
            case (
                requests.Take(side)
                | requests.Drop(side)
                | requests.Lift(side)
                | requests.Pour(side)
                | requests.TipOut(side)
                | requests.PutBack(side)
                | requests.Lean(side)
                | requests.Knock(side)
            ):
                self.seats.check_hand(connection, side)
            case _:
                self.seats.check_shared(connection)

    def _check_buttons(self, connection: int, sides: Collection[Side]) -> None:
        try:
            self.seats.check_buttons(connection, sides)
        except SeatRefused:
            # Who presses the other button while they hold their own means "never mind", whosesoever it is.
            self._evening.let_go_of_buttons(connection)
            raise

    def _players(self) -> Mapping[Side, Collection[int]]:
        return {side: self.seats.connections_of(side) for side in Side}

    def _follow_seats(self, before: Mapping[Side, Collection[int]]) -> None:
        """Seat and unseat simulated players as the seats say; who lost a seat takes their fingers away."""
        for side, who in self.seats.players.items():
            if self._evening.seats[side] != who:
                self._evening.seat(side, who)
            for connection in set(before[side]) - set(self.seats.connections_of(side)):
                self._evening.let_go_of_buttons(connection)

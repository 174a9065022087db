"""Receives the people at the pages: seats them, passes on what is theirs to do, and refuses the rest.

A refusal is told to the page that asked, and to no other. So is which of its orders have arrived.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any

from cupsboard.rules.places import Side
from cupsboard.rules.record import NameRefused
from cupsboard.session.orders import spoken_of
from cupsboard.web.sections import message_section

from cupsim.page import requests
from cupsim.page.evening import PageEvening
from cupsim.page.kept_evening import KeptSeats
from cupsim.page.seats import LEADER, Names, SeatRefused, Seats
from cupsim.people.move_choice import PERSON

Section = dict[str, Any]

Tell = Callable[[int, Section], object]
"""Tells something to one connection alone."""
ANSWER_SECONDS = 60.0
"""For the answer to the wish for another game."""
QUIET_SECONDS = 20.0
"""After a no, until the same can be asked again."""
LONGEST_PRESS_SECONDS = 3.0
"""Where no game may begin; the board begins one after four."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A game that a person wants in the place of one that others play too, until those have answered."""

    connection: int
    number: int
    order: requests.Begin
    until: float
    at: object
    """The world of the game that would end."""


class Reception:
    """The seats of an evening, and who may do what at it."""

    def __init__(
        self, evening: PageEvening, tell: Tell, kept: KeptSeats | None = None, names: Names | None = None
    ) -> None:
        self.seats = Seats(evening.seats, evening.players, names)
        if kept is not None:
            self.seats.resume(kept)
        self._evening = evening
        self._tell = tell
        self._seconds = 0.0
        self._may_begin = True
        self._wish: Wish | None = None
        self._quiet_until = 0.0
        self._pressed_at: dict[int, float] = {}
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
        except NameRefused as refused:
            self._tell(connection, {"refused": {"said": message_section(spoken_of(refused))}})
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
        self._pressed_at.pop(connection, None)
        self._evening.let_go_of_buttons(connection)

    def advance(self, real_seconds: float) -> None:
        """Let time pass, at the table too."""
        self._seconds += real_seconds
        before = self._players()
        self.seats.pass_time(self._seconds)
        self._follow_seats(before)
        self._let_wish_lapse()
        if not self._may_begin:
            self._end_long_presses()
        self._evening.advance(real_seconds)
        for side, name in self._evening.take_seated().items():
            self.seats.seat_known(side, name)

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
        seats, names, wish = self.seats, self.seats.names, self._wish
        state = self._evening.state()
        called = {side.value: name for side, name in seats.called.items()}
        return {
            **state,
            # Who shares a game with another board is called as there.
            **({"names": called} if called and "names" not in state else {}),
            "people": {
                "here": list(seats.here),
                "names": {str(number): name for number, name in names.items()},
                "mayBegin": self._may_begin,
                **({} if wish is None else {"wish": self._told_wish(wish)}),
                "holders": {side.value: number for side, number in seats.holders.items()},
                "asks": {side.value: number for side, number in seats.asks.items()},
            },
            # No part of `people`: what only counts down is no news of the evening.
            "kept": {side.value: ceil(left) for side, left in seats.kept_seconds(self._seconds).items()},
        }

    def _do(self, connection: int, order: requests.AnyOrder) -> None:
        seats = self.seats
        match order:
            case requests.Here(token, visit, name):
                browser = seats.greet(connection, token, visit, self._seconds, name)
                self._tell(
                    connection, {"you": {"number": browser.number, "arrived": browser.arrived.get(visit, 0)}}
                )
            case requests.Seat(side, who) if who == PERSON:
                seats.sit(connection, side)
            case requests.Seat(side, who):
                self._say_if_led(connection, side, "led-replaced")
                seats.seat_player(connection, side, who)
            case requests.StandUp(side):
                self._say_if_led(connection, side, "led-freed")
                seats.stand_up(connection, side)
            case requests.MayBegin(is_allowed):
                seats.check_leader(connection)
                self._may_begin, self._wish = is_allowed, None
                self._say_to_all("may-begin" if is_allowed else "no-new-game")
            case requests.Answer(yes):
                self._answer(connection, yes)
            case requests.HandOver(side, to):
                seats.hand_over(connection, side, to)
            case requests.Ask(side):
                seats.ask(connection, side)
            case requests.Decline(side):
                seats.decline(connection, side)
            case requests.Call(side, name):
                seats.call(connection, side, name)
            case requests.ChangeSides():
                seats.change_sides(connection)
            case _ if isinstance(order, requests.Begin):
                self._begin(connection, order)
            case _:
                self._check(connection, order)
                self._evening.obey(connection, order)

    def _begin(self, connection: int, order: requests.Begin) -> None:
        """Begin a game; ask first other people who play the one that would end, or would lose a seat."""
        seats, opponent = self.seats, order.opponent
        seats.check_shared(connection)
        if not self._may_begin:
            raise SeatRefused("no-new-game")
        others = seats.others_here(connection)
        if not others or not (self._evening.is_under_way or (opponent and opponent.side in others)):
            self._begin_now(connection, order)
        elif self._seconds < self._quiet_until:
            raise SeatRefused("declined")
        elif self._wish is None:
            number = next(iter(seats.holders[side] for side in Side if seats.holds(connection, side)))
            until = self._seconds + ANSWER_SECONDS
            self._wish = Wish(connection, number, order, until, self._evening.world)
        else:
            raise SeatRefused("wished-already")

    def _begin_now(self, connection: int, order: requests.Begin) -> None:
        world, opponent = self._evening.world, order.opponent
        self._evening.obey(connection, order)
        self.seats.allow(connection, self._evening.players)
        if opponent is not None and self._evening.world is not world:
            self.seats.seat_player(connection, opponent.side, opponent.who, is_agreed=True)

    def _answer(self, connection: int, is_yes: bool) -> None:
        """Take the answer of one who is asked, or of the asker, who can only take the wish back."""
        wish = self._wish
        if wish is None:
            return
        self.seats.check_shared(connection)
        is_own = connection in self.seats.pages_of(wish.number)
        if is_yes and is_own:
            return
        self._wish = None
        if is_yes:
            self._begin_now(wish.connection, wish.order)
        elif not is_own:
            self._quiet_until = self._seconds + QUIET_SECONDS
            self._say_to(wish.number, "declined")

    def _let_wish_lapse(self) -> None:
        """Forget a wish without an answer in time, whose game is gone, or whose asker is gone."""
        wish = self._wish
        if wish is None:
            return
        is_there = wish.connection in self.seats.pages_of(wish.number)
        if self._seconds > wish.until or not is_there or wish.at is not self._evening.world:
            self._wish = None
            self._say_to(wish.number, "not-answered")
        elif not self.seats.others_here(wish.connection):
            self._wish = None
            self.obey(wish.connection, wish.order)

    def _told_wish(self, wish: Wish) -> Section:
        opponent = wish.order.opponent
        return {
            "by": wish.number,
            "kind": type(wish.order).__struct_config__.tag,
            **({} if opponent is None else {"side": opponent.side.value, "who": opponent.who}),
        }

    def _end_long_presses(self) -> None:
        """Let fingers slip off the buttons before the board takes their press for the wish for a new game."""
        for connection, since in tuple(self._pressed_at.items()):
            if self._seconds > since + LONGEST_PRESS_SECONDS:
                del self._pressed_at[connection]
                self._evening.let_go_of_buttons(connection)
                self._tell(connection, {"refused": {"reason": "no-new-game"}})

    def _say_if_led(self, connection: int, side: Side, key: str) -> None:
        number = self.seats.holders.get(side)
        if connection == LEADER and number is not None:
            self._say_to_all(key, side=side.value, number=number)

    def _say_to_all(self, key: str, **values: object) -> None:
        for person in self.seats.here:
            self._say_to(person, key, **values)

    def _say_to(self, person: int, key: str, **values: object) -> None:
        for page in self.seats.pages_of(person):
            self._tell(page, {"told": {"key": key, **values}})

    def _check(self, connection: int, order: requests.OfTable) -> None:
        match order:
            case requests.Button(sides, True):
                self._check_buttons(connection, sides)
                self._pressed_at.setdefault(connection, self._seconds)
            case requests.Undo() | requests.Redo():
                self.seats.check_buttons(connection, tuple(Side))
            case requests.Button():
                # Whoever has no finger there takes none off.
                self._pressed_at.pop(connection, None)
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
        self._evening.call(self.seats.called)
        for side, who in self.seats.players.items():
            if self._evening.seats[side] != who:
                self._evening.seat(side, who)
            for connection in set(before[side]) - set(self.seats.connections_of(side)):
                self._evening.let_go_of_buttons(connection)

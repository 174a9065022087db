"""Who holds which hand: browsers that come and go, and the two seats at the table.

A side is played by a simulated player, or it is a person's. A person's seat is held by one browser or it is
free. A browser is known by a token of its own, so a page that is loaded again finds its seat. Nothing here
knows a clock: whoever asks says what time it is.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

from cupsboard.rules.names import composed
from cupsboard.rules.places import Side
from cupsboard.rules.record import require_players

from cupsim.page.kept_evening import KeptBrowser, KeptSeats
from cupsim.people.move_choice import PERSON

FREE_AFTER_SECONDS = 60.0
"""So long a seat is kept for a browser that is gone."""
MOST_BROWSERS = 100
"""So many are remembered; of those that are gone and hold no seat the longest gone are forgotten first."""
MOST_VISITS = 8
"""Of so many visits of one browser it is remembered which orders have arrived."""
MOST_NAMES = 500
LEADER = 0
"""The connection of a class's leader: no page of a table has it, and every seat is for it to give."""


class SeatRefused(Exception):
    """What somebody wants is not theirs to do: `reason` names words of the page, `side` is the seat's."""

    def __init__(self, reason: str, side: Side | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.side = side


@dataclass(slots=True)
class Browser:
    """One browser, with all pages of it that are open; `number` is what others know it by."""

    number: int
    connections: dict[int, str] = field(default_factory=dict)
    """The visit that each open page of it belongs to."""
    gone_since: float | None = None
    arrived: dict[str, int] = field(default_factory=dict)
    """The number of the last order of each visit that has arrived, the newest visit last."""

    @property
    def is_here(self) -> bool:
        """Whether a page of it is open."""
        return bool(self.connections)


class Names:
    """What people call themselves, by the tokens of their browsers; no two are called alike."""

    def __init__(self) -> None:
        self._of_tokens: dict[str, str] = {}

    def give(self, token: str, name: str) -> None:
        """Remember a name; one that another browser has gets a number."""
        self._of_tokens.pop(token, None)
        given = set(self._of_tokens.values())
        numbered = (name if number == 1 else f"{name} {number}" for number in count(1))
        self._of_tokens[token] = next(each for each in numbered if each not in given)
        while len(self._of_tokens) > MOST_NAMES:
            del self._of_tokens[next(iter(self._of_tokens))]

    def of(self, token: str) -> str | None:
        """Return the name of a browser's person; None if they have said none."""
        return self._of_tokens.get(token)


class Seats:
    """The seats of one evening. Whoever does what is not theirs to do gets SeatRefused."""

    def __init__(
        self, players: Mapping[Side, str], simulated: Collection[str], names: Names | None = None
    ) -> None:
        """`players` says who plays each side: "person", or one of the simulated players.

        The tables of a class share its `names`; there a browser gets one seat at most, so that two can play.
        """
        self._names, self._has_one_each = names or Names(), names is not None
        self._players = {side: players[side] for side in Side}
        self._simulated = simulated
        self._holders: dict[Side, str] = {}
        self._asks: dict[Side, str] = {}
        self._called: dict[Side, str] = {}
        """What somebody has called the players at the sides."""
        self._browsers: dict[str, Browser] = {}
        self._given_numbers = 0

    @property
    def players(self) -> Mapping[Side, str]:
        """Who plays each side: "person", or a simulated player."""
        return dict(self._players)

    @property
    def holders(self) -> Mapping[Side, int]:
        """The numbers of the browsers that hold a seat."""
        return {side: self._browsers[token].number for side, token in self._holders.items()}

    @property
    def asks(self) -> Mapping[Side, int]:
        """The numbers of the browsers that would like a seat which is taken."""
        return {side: self._browsers[token].number for side, token in self._asks.items()}

    @property
    def here(self) -> Sequence[int]:
        """The numbers of all browsers with an open page."""
        return sorted(browser.number for browser in self._browsers.values() if browser.is_here)

    @property
    def names(self) -> Mapping[int, str]:
        """What people are called who are here or hold a seat, by the numbers of their browsers."""
        known = {
            each.number: self._names.of(token)
            for token, each in self._browsers.items()
            if each.is_here or token in self._holders.values()
        }
        return {number: name for number, name in known.items() if name is not None}

    @property
    def called(self) -> Mapping[Side, str]:
        """What the players at the sides are called, as said there or by their browser."""
        own = {side: name for side, token in self._holders.items() if (name := self._names.of(token))}
        if len(set(own.values())) < len(own):
            # Whoever moves both hands has said which of them is whose, or nobody knows.
            own = {}
        return {side: name for side, name in (own | self._called).items() if name}

    def call(self, connection: int, side: Side, name: str) -> None:
        """Say what the player at a side is called; "" is a guest. Raises NameRefused for what can't be."""
        self._check_disposes(connection, side)
        if self._players[side] != PERSON:
            raise SeatRefused("not-yours", side)
        require_players(name, self.called.get(side.other, ""))
        self._called[side] = composed(name)

    def seat_known(self, side: Side, name: str) -> None:
        """Call the player at a side as the board does since a button was held; "" is a guest."""
        self._called[side] = name

    def greet(self, connection: int, token: str, visit: str, now: float, name: str | None = None) -> Browser:
        """Somebody opens a page: if nobody holds a seat, all that are free are theirs; in a class one is."""
        if self._token_of(connection) is not None:
            raise SeatRefused("greeted")
        self.pass_time(now)
        if name is not None:
            self._names.give(token, name)
        if token not in self._browsers:
            self._given_numbers += 1
            self._browsers[token] = Browser(self._given_numbers)
            self._forget_some()
        browser = self._browsers[token]
        browser.connections[connection] = visit
        browser.gone_since = None
        free = [side for side in Side if self.is_free(side)]
        if self._has_one_each:
            free = [] if token in self._holders.values() else free[:1]
        elif self._holders:
            free = []
        self._holders |= dict.fromkeys(free, token)
        return browser

    def leave(self, connection: int, now: float) -> None:
        """A page is closed, or its connection lost; what its browser asked for is asked for no more."""
        token = self._token_of(connection)
        if token is None:
            return
        browser = self._browsers[token]
        browser.connections.pop(connection)
        if not browser.is_here:
            browser.gone_since = now
            self._asks = {side: asking for side, asking in self._asks.items() if asking != token}

    def pass_time(self, now: float) -> None:
        """Free the seats of those who have been gone for long enough, for whoever asked for one."""
        for side, seconds in self.kept_seconds(now).items():
            if seconds <= 0.0:
                self._leave_to_others(side)

    def kept_seconds(self, now: float) -> Mapping[Side, float]:
        """For how long the seats are still kept whose holders are gone."""
        since = {side: self._browsers[token].gone_since for side, token in self._holders.items()}
        return {side: gone + FREE_AFTER_SECONDS - now for side, gone in since.items() if gone is not None}

    def is_free(self, side: Side) -> bool:
        """Whether a seat waits for a person."""
        return self._players[side] == PERSON and side not in self._holders

    def holds(self, connection: int, side: Side) -> bool:
        """Whether a page moves the hand of a side."""
        token = self._token_of(connection)
        return token is not None and self._holders.get(side) == token

    def is_seated(self, token: str) -> bool:
        """Whether a browser holds a seat, here or gone for a while; for any thread."""
        return token in tuple(self._holders.values())

    def connections_of(self, side: Side) -> Collection[int]:
        """The open pages that move the hand of a side."""
        token = self._holders.get(side)
        return () if token is None else tuple(self._browsers[token].connections)

    def kept(self) -> KeptSeats:
        """Who is here and who holds what, for a server that begins again."""
        browsers = (
            KeptBrowser(token, browser.number, dict(browser.arrived))
            for token, browser in self._browsers.items()
        )
        holders = {side.value: token for side, token in self._holders.items()}
        called = {side.value: name for side, name in self._called.items()}
        return KeptSeats(tuple(browsers), holders, self._given_numbers, called)

    def resume(self, kept: KeptSeats) -> None:
        """Begin with those who were here: they have just gone, and their seats are kept for a while."""
        self._given_numbers = kept.given_numbers
        self._called = {Side(side): name for side, name in kept.called.items()}
        for each in kept.browsers:
            self._browsers[each.token] = Browser(each.number, gone_since=0.0, arrived=dict(each.arrived))
        for side in Side:
            token = kept.holders.get(side.value)
            if self._players[side] == PERSON and token in self._browsers:
                self._holders[side] = token

    def others_here(self, connection: int) -> Mapping[Side, int]:
        """Return the seats of other people who are here, with their numbers: what they play is theirs too."""
        own = self._token_of(connection)
        return {
            side: self._browsers[token].number
            for side, token in self._holders.items()
            if token != own and self._browsers[token].is_here
        }

    def pages_of(self, number: int) -> Collection[int]:
        """Return the open pages of the browser with a number."""
        return [
            page for each in self._browsers.values() if each.number == number for page in each.connections
        ]

    def check_leader(self, connection: int) -> None:
        """Refuse everybody but a class's leader."""
        if connection != LEADER:
            raise SeatRefused("only-leader")

    def check_hand(self, connection: int, side: Side) -> None:
        """Refuse who doesn't hold this seat."""
        if not self.holds(connection, side):
            raise SeatRefused("not-yours", side)

    def check_buttons(self, connection: int, sides: Collection[Side]) -> None:
        """Refuse who holds no seat, the button of somebody else who does, and a simulated player's by itself.

        Who reaches over to a simulated player's button while they press their own ends nobody's turn by it.
        """
        if not any(self.holds(connection, side) for side in Side):
            raise SeatRefused("only-players")
        for side in sides:
            if side in self._holders and not self.holds(connection, side):
                raise SeatRefused("not-your-button", side)
            if self._players[side] != PERSON and not any(self.holds(connection, each) for each in sides):
                raise SeatRefused("simulated-button", side)

    def check_shared(self, connection: int) -> None:
        """Refuse who holds no seat, or, while nobody does, who was not here first: all see a change."""
        is_player = connection == LEADER or any(self.holds(connection, side) for side in Side)
        if not is_player and (self._holders or self._number_of(connection) not in self.here[:1]):
            raise SeatRefused("only-players")

    def sit(self, connection: int, side: Side) -> None:
        """Take a seat that is free; for one who plays, or where nobody does, also a simulated player's.

        So is one whose holder is gone.
        """
        token = self._present(connection)
        if self._holders.get(side) == token:
            return
        is_player = any(self.holds(connection, each) for each in Side)
        if side in self._holders and (not is_player or side in self.others_here(connection)):
            raise SeatRefused("taken", side)
        if not self.is_free(side) and self._holders:
            self._check_disposes(connection, side)
        self._give(side, token)

    def stand_up(self, connection: int, side: Side) -> None:
        """Leave a seat to whoever wants it: one's own, or a simulated player's."""
        self._check_disposes(connection, side)
        self._leave_to_others(side)

    def seat_player(self, connection: int, side: Side, who: str, *, is_agreed: bool = False) -> None:
        """Let a simulated player play a side that is one's own, free, or simulated already.

        With `is_agreed` its holder loses the seat.
        """
        if who not in self._simulated:
            raise SeatRefused("unknown-player", side)
        if not is_agreed:
            self._check_disposes(connection, side)
        self._vacate(side)
        self._players[side] = who

    def allow(self, connection: int, simulated: Collection[str]) -> None:
        """In another game others are simulated: seats of those who can't play it are for whoever asked."""
        self._simulated = simulated
        for side, who in self._players.items():
            if who != PERSON and who not in simulated:
                self._give(side, self._present(connection))

    def hand_over(self, connection: int, side: Side, number: int) -> None:
        """Give a seat that is one's own, free, simulated, or left to another browser."""
        self._check_disposes(connection, side)
        for token, browser in self._browsers.items():
            if browser.number == number and browser.is_here:
                self._give(side, token)
                return
        raise SeatRefused("gone", side)

    def change_sides(self, connection: int) -> None:
        """Let each side be played by who plays the other; whoever asks disposes of both."""
        for side in Side:
            self._check_disposes(connection, side)
        self._players = {side: self._players[side.other] for side in Side}
        self._holders = {side.other: token for side, token in self._holders.items()}
        self._called = {side.other: name for side, name in self._called.items()}
        self._asks = {}

    def ask(self, connection: int, side: Side) -> None:
        """Ask for a seat that is taken; whoever disposes of it sees that. Who asked first is asking."""
        token = self._present(connection)
        if self._holders.get(side) == token:
            return
        if self.is_free(side) or not self._holders:
            self.sit(connection, side)
        elif self._asks.setdefault(side, token) != token:
            raise SeatRefused("asked-already", side)

    def decline(self, connection: int, side: Side) -> None:
        """Don't give a seat to whoever asks for it; they may take that back themselves."""
        if self._asks.get(side) != self._token_of(connection):
            self._check_disposes(connection, side)
        self._asks.pop(side, None)

    def note_arrival(self, connection: int, number: int) -> bool:
        """Remember that an order of a visit has arrived; False for a page that has not said who it is."""
        token = self._token_of(connection)
        if token is None:
            return False
        browser = self._browsers[token]
        visit = browser.connections[connection]
        browser.arrived.pop(visit, None)
        browser.arrived[visit] = number
        while len(browser.arrived) > MOST_VISITS:
            del browser.arrived[next(iter(browser.arrived))]
        return True

    def _check_disposes(self, connection: int, side: Side) -> None:
        """Refuse who may not give this seat: one that is held is for its holder alone while they are here."""
        self.check_shared(connection)
        if connection != LEADER and side in self.others_here(connection):
            self.check_hand(connection, side)

    def _give(self, side: Side, token: str) -> None:
        self._vacate(side)
        self._holders[side] = token

    def _leave_to_others(self, side: Side) -> None:
        asking = self._asks.get(side)
        self._vacate(side)
        if asking is not None:
            self._holders[side] = asking

    def _vacate(self, side: Side) -> None:
        self._players[side] = PERSON
        self._holders.pop(side, None)
        self._called.pop(side, None)
        self._asks.pop(side, None)

    def _present(self, connection: int) -> str:
        token = self._token_of(connection)
        if token is None:
            raise SeatRefused("not-greeted")
        return token

    def _number_of(self, connection: int) -> int | None:
        token = self._token_of(connection)
        return None if token is None else self._browsers[token].number

    def _token_of(self, connection: int) -> str | None:
        for token, browser in self._browsers.items():
            if connection in browser.connections:
                return token
        return None

    def _forget_some(self) -> None:
        idle = [
            (browser.gone_since, token)
            for token, browser in self._browsers.items()
            if browser.gone_since is not None and token not in self._holders.values()
        ]
        for _, token in sorted(idle)[: max(0, len(self._browsers) - MOST_BROWSERS)]:
            del self._browsers[token]

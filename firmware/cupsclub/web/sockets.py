"""A client's connection: hello first, then messages both ways, with a beat, a measured pace and an end."""

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from ipaddress import IPv6Address, ip_address, ip_network
from itertools import count
from time import monotonic

from cupsboard.distance import wire
from cupsboard.distance.pulse import BEATS_MISSED
from cupsboard.distance.talk import until_one_ends
from cupsboard.web.guard import POLICY_VIOLATION, Pace
from starlette.websockets import WebSocket, WebSocketDisconnect

from cupsclub.web.cookie import card_of, is_own
from cupsclub.web.desk import Desk, Mailbox, letter
from cupsclub.web.neighbours import Budgets, Neighbours
from cupsclub.web.vitals import Durations
from cupsclub.writer import Came, Heard, Left

PROXIES = ("127.0.0.1", "::1")
"""Connections from here may be many households', which the proxy on this computer names."""
HOUSE_BITS = 64
"""The bits of an IPv6 address that name a house's network; who is in the house chooses the rest."""


def household(address: str) -> str:
    """Return what the addresses of one house have in common; text that is no address as it is."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ip_network((found, HOUSE_BITS), strict=False))
    return str(found)


HELLO_SECONDS = 10.0
MESSAGES_A_SECOND = 10.0
MESSAGES_AT_ONCE = 40.0
"""The most that a client may send after a silence; what comes faster is read later, and nothing is lost."""
CHARACTERS_A_SECOND = 500_000.0
CHARACTERS_AT_ONCE = 4_000_000.0
"""What an address may be sent, over all its connections; who has had more waits before it asks for more."""
INVITATIONS_A_SECOND = 1 / 120
INVITATIONS_AT_ONCE = 30.0
"""Of one household: each stays on the disk for a week."""
MOST_FOLLOWING = 2
"""Games that are read at once for those who begin to follow; moves need not wait long for them."""
MOST_CONNECTIONS = 5000
MOST_OF_AN_ADDRESS = 20
GOING_AWAY, TRY_AGAIN_LATER = 1001, 1013
_HEXADECIMAL = frozenset("0123456789abcdef")


class Ended(Exception):
    """The end of a connection; `bye` says why."""

    def __init__(self, bye: wire.Bye, code: int = POLICY_VIOLATION) -> None:
        super().__init__(bye.why)
        self.bye, self.code = bye, code


class Sockets:
    """All connections of a server."""

    def __init__(
        self,
        desk: Desk,
        now: Callable[[], float],
        neighbours: Neighbours,
        most: int = MOST_CONNECTIONS,
        most_of_an_address: int = MOST_OF_AN_ADDRESS,
    ) -> None:
        """`most` connections are served at once, and `most_of_an_address` of one address.

        `now` tells the server's time.
        """
        self._desk, self._now = desk, now
        self._most, self._most_of_an_address = most, most_of_an_address
        self._addresses = Counter[str]()
        self._paces: dict[str, Pace] = {}
        self._invitations = Budgets(neighbours, "invitations", INVITATIONS_A_SECOND, INVITATIONS_AT_ONCE)
        self._following = asyncio.Semaphore(MOST_FOLLOWING)
        self._numbers = count(1)
        self.said_to_seen = Durations()

    @property
    def open(self) -> int:
        """How many connections there are now."""
        return self._addresses.total()

    async def serve(self, socket: WebSocket) -> None:
        """Serve one connection to its end."""
        address = "" if socket.client is None else household(socket.client.host)
        self._addresses[address] += 1
        try:
            # A client that is gone in the middle of an answer is told nothing more.
            with suppress(WebSocketDisconnect, RuntimeError):
                await socket.accept()
                try:
                    await self._serve(socket, address)
                except (Ended, wire.WireError) as end:
                    ended = end if isinstance(end, Ended) else Ended(wire.Bye(str(end)))
                    await socket.send_text(wire.written(ended.bye))
                    await socket.close(ended.code)
        finally:
            self._addresses[address] -= 1
            self._addresses += Counter()

    async def _serve(self, socket: WebSocket, address: str) -> None:
        if self._addresses.total() > self._most or self._addresses[address] > self._most_of_an_address:
            raise Ended(wire.Bye("Too many connections; try again in a minute.", 60.0), TRY_AGAIN_LATER)
        token = await _greeted(socket)
        client = next(self._numbers)
        box = self._desk.mailbox(client)
        card = card_of(socket) if is_own(socket) else ""
        self._desk.put(Came(client, token, card))
        try:
            beat = wire.SEATED_BEAT_SECONDS if token or card else wire.BEAT_SECONDS
            await socket.send_text(wire.written(wire.Welcome(self._now(), beat)))
            await self._talk(socket, client, box, address, BEATS_MISSED * beat)
        finally:
            self._desk.forget(client)
            self._desk.put(Left(client))

    async def _talk(
        self, socket: WebSocket, client: int, box: Mailbox, address: str, patience_seconds: float
    ) -> None:
        """Listen and send until one of both ends, and raise why it did."""
        await until_one_ends(
            self._listen(socket, client, box, address, patience_seconds), self._send(socket, box, address)
        )

    async def _listen(
        self, socket: WebSocket, client: int, box: Mailbox, address: str, patience_seconds: float
    ) -> None:
        clock = asyncio.get_running_loop().time
        pace = Pace.begun(MESSAGES_A_SECOND, MESSAGES_AT_ONCE, clock())
        while True:
            message = wire.client_message(await _text(socket, patience_seconds))
            pace = pace.spent(1.0, clock())
            await asyncio.sleep(pace.debt_seconds(clock()))
            match message:
                case wire.Follow():
                    # A whole game may be asked for: first what was asked before has to be taken.
                    await box.emptied()
                    await self._in_its_turn(address)
                    async with self._following:
                        await self._desk.ask(Heard(client, message))
                    continue
                case wire.Invite(key) if not self._may_invite(address):
                    text = "Many games were opened from your network; open another in some minutes."
                    box.put(letter(wire.Refused("", "full", text, 0, key)))
                    continue
            if message is not None:
                await self._desk.ask(Heard(client, message))

    async def _send(self, socket: WebSocket, box: Mailbox, address: str) -> None:
        while (letter := await box.next()) is not None:
            self._spend(address, len(letter.text))
            await socket.send_text(letter.text)
            if letter.is_last:
                await socket.close(GOING_AWAY)
                return
            box.sent(letter)
            if letter.said_at is not None:
                self.said_to_seen.add(monotonic() - letter.said_at)
        raise Ended(wire.Bye("You take messages too slowly.", 1.0), GOING_AWAY)

    def _may_invite(self, address: str) -> bool:
        """Return whether a household may open another game now, and count it."""
        now = asyncio.get_running_loop().time()
        if self._invitations.pace(address, now).spent(1.0, now).debt_seconds(now) > 0.0:
            return False
        self._invitations.spend(address, 1.0, now)
        return True

    async def _in_its_turn(self, address: str) -> None:
        """Wait until an address has not been sent more than its share."""
        clock = asyncio.get_running_loop().time
        while (debt := self._pace(address).debt_seconds(clock())) > 0:
            await asyncio.sleep(debt)

    def _spend(self, address: str, characters: float) -> None:
        now = asyncio.get_running_loop().time()
        self._paces[address] = self._pace(address).spent(characters, now)

    def _pace(self, address: str) -> Pace:
        now = asyncio.get_running_loop().time()
        if address not in self._paces:
            self._paces = {each: pace for each, pace in self._paces.items() if not pace.is_full(now)}
            self._paces[address] = Pace.begun(CHARACTERS_A_SECOND, CHARACTERS_AT_ONCE, now)
        return self._paces[address]


async def _greeted(socket: WebSocket) -> str:
    """Wait for hello, and return its token. Raises Ended."""
    hello = wire.client_message(await _text(socket, HELLO_SECONDS))
    if not isinstance(hello, wire.Hello):
        raise Ended(wire.Bye("Say hello first."))
    if hello.v != wire.VERSION:
        older = "this server" if hello.v > wire.VERSION else "your program"
        raise Ended(
            wire.Bye(
                f"Version {hello.v} is not {wire.VERSION}: {older} is the older one; bring it up to date."
            )
        )
    if hello.token and (len(hello.token) != wire.TOKEN_CHARACTERS or not set(hello.token) <= _HEXADECIMAL):
        raise Ended(wire.Bye(f"A token is {wire.TOKEN_CHARACTERS} hexadecimal digits."))
    return hello.token


async def _text(socket: WebSocket, patience_seconds: float) -> str:
    """Wait for a message of text. Raises Ended, and WebSocketDisconnect at the end of the connection."""
    try:
        message = await asyncio.wait_for(socket.receive(), patience_seconds)
    except TimeoutError:
        raise Ended(wire.Bye("Nothing was heard of you.", 1.0), GOING_AWAY) from None
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    if text is None:
        raise Ended(wire.Bye("Messages are text here."))
    return str(text)

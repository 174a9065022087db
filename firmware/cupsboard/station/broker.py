"""Sends a board's announcements to an MQTT broker. The game never waits for that, and nothing is taken in."""

import asyncio
import re
import socket
import ssl
import stat
import threading
import tomllib
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cupsboard import __version__
from cupsboard.formats import file_reading
from cupsboard.formats.strict_data import PlainDataError, from_plain
from cupsboard.session.missing_parts import MissingParts
from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import Language
from cupsboard.station.settings import broker_address
from cupsboard.web.announcements import (
    OFFLINE,
    ONLINE,
    REPEAT_SECONDS,
    Announced,
    Topics,
    announced,
    discovery,
    happened,
    topic_name,
)
from cupsboard.web.sections import Section

if TYPE_CHECKING:
    from aiomqtt import Client

ACCOUNT = "mqtt.toml"
"""The file of the name and the password at the broker, which its own account alone may read."""
PORT, TLS_PORT = 1883, 8883
NO_BROKER = "notes.no-broker"
FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 1.0, 60.0
"""How long nothing is tried after a failure: at first, and at most."""
ANSWER_SECONDS = 10.0
"""How long a broker may take for its answer."""
ALIVE_SECONDS = 30
"""How often a connection shows that it is alive; a broker waits half as long again, and calls it gone."""
CLOSE_SECONDS = 3.0
MOST_EVENTS = 64
"""How many events wait for a broker that is gone; older ones are forgotten."""
_REFUSED = (4, 5, 134, 135)
"""The codes by which a broker of MQTT 3.1.1 and 5 turns away a name and a password."""


class BrokerError(Exception):
    """Nothing can be sent; the message says why, and what to do."""

    def __init__(self, key: str, **values: str) -> None:
        super().__init__(key)
        self.message = Message(f"brokers.{key}", values)


@dataclass(frozen=True, slots=True)
class BrokerWish:
    """The broker that is told; `account` is the file of name and password, which may be missing."""

    host: str
    port: int | None = None
    account: Path | None = None


@dataclass(frozen=True, slots=True)
class _Account:
    user: str | None = None
    password: str | None = None
    tls: bool = False


@dataclass(frozen=True, slots=True)
class _News:
    """What is to be sent: the state, then the events up to one number."""

    state: Announced
    discovery: str
    last_event: int


def told(address: str, settings: Path, missing_parts: MissingParts, language: Language) -> "Broker":
    """Begin to announce to the broker at an address, by the account in the folder `settings`."""
    host, port = broker_address(address)
    wish = BrokerWish(host, port, settings / ACCOUNT)
    return Broker(wish, Topics(topic_name(socket.gethostname())), language, missing_parts)


class Broker:
    """Announces in a thread of its own, connected again and again if need be, until it is closed."""

    def __init__(
        self, wish: BrokerWish, topics: Topics, language: Language, missing_parts: MissingParts
    ) -> None:
        """`missing_parts` hears, once for each reason, that the broker is not there, and when it is again."""
        self._wish, self._topics, self._language, self._lacks = wish, topics, language, missing_parts
        self._told: Section = {}
        """The state of the page that was told last; of the board's own thread."""
        self._news: _News | None = None
        self._events: deque[tuple[int, str]] = deque(maxlen=MOST_EVENTS)
        """What happened and was not sent yet, numbered."""
        self._count = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_news = asyncio.Event()
        self._is_over = asyncio.Event()
        # A thread that can't be ended in time must not keep the board from switching off.
        self._thread = threading.Thread(target=lambda: asyncio.run(self._keep()), name="broker", daemon=True)
        self._thread.start()

    def tell(self, state: Section) -> None:
        """Announce the state of a page, which must not change afterwards; waits for nothing."""
        for event in happened(self._told, state, self._language):
            self._count += 1
            self._events.append((self._count, event.payload()))
        self._told = state
        now = announced(state, self._language)
        if self._news is not None and self._news.state == now and not self._events:
            return
        name = state.get("board", {}).get("name", self._topics.name)
        sides = list(state.get("game", {}).get("score", {}))
        made = discovery(self._topics, name, __version__, sides, self._language)
        self._news = _News(now, made, self._count)
        self._wake(self._is_news)

    def end(self) -> None:
        """Say that the board is gone, and announce no more; waits for nothing."""
        self._wake(self._is_over)
        self._lacks.back(NO_BROKER)

    def close(self) -> None:
        """End, and give that a moment."""
        self.end()
        self._thread.join(CLOSE_SECONDS)

    def _wake(self, event: asyncio.Event) -> None:
        if (loop := self._loop) is not None:
            # The thread may be ending in this very moment; then nothing is sent any more.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(event.set)
        else:
            event.set()

    async def _keep(self) -> None:
        self._loop = asyncio.get_running_loop()
        pause = FIRST_PAUSE_SECONDS
        while not self._is_over.is_set():
            began = self._loop.time()
            why = await self._connected()
            if self._is_over.is_set():
                break
            if why is not None:
                self._lacks.lost(Message(NO_BROKER, {"why": (why,)}))
            elif self._loop.time() - began > LONGEST_PAUSE_SECONDS:
                pause = FIRST_PAUSE_SECONDS
            # A broker that lets the board in and drops it at once is not asked without a pause either.
            with suppress(TimeoutError):
                await asyncio.wait_for(self._is_over.wait(), pause)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)

    async def _connected(self) -> Message | None:
        """Announce until it is over, or can't be done any more; return why it could not be begun.

        A connection that is lost is begun anew, so that is no reason yet.
        """
        try:
            from aiomqtt import MqttError
        except ModuleNotFoundError:
            return Message("brokers.lacks-library")
        is_begun = False
        try:
            async with self._client() as client:
                is_begun = True
                self._lacks.back(NO_BROKER)
                await self._announce(client)
        except BrokerError as fault:
            return fault.message
        except (MqttError, OSError, TimeoutError, ValueError) as fault:
            return None if is_begun else _why(self._address, fault)
        return None

    @property
    def _address(self) -> str:
        return self._wish.host if self._wish.port is None else f"{self._wish.host}:{self._wish.port}"

    def _client(self) -> "Client":
        from aiomqtt import Client, Will

        account = _account(self._wish.account)
        return Client(
            self._wish.host,
            self._wish.port or (TLS_PORT if account.tls else PORT),
            username=account.user,
            password=account.password,
            identifier=f"cupsboard-{self._topics.name}",
            tls_context=ssl.create_default_context() if account.tls else None,
            will=Will(self._topics.status, OFFLINE, qos=1, retain=True),
            timeout=ANSWER_SECONDS,
            keepalive=ALIVE_SECONDS,
            max_queued_outgoing_messages=MOST_EVENTS,
        )

    async def _announce(self, client: "Client") -> None:
        """Send what is new until it is over. Raises MqttError once the connection is lost."""
        topics, sent, is_repeated = self._topics, None, False
        lost = asyncio.ensure_future(_until_lost(client))
        ends = asyncio.ensure_future(self._is_over.wait())
        try:
            while not ends.done():
                self._is_news.clear()
                news = self._news
                if news is not None and (sent is None or news.discovery != sent.discovery):
                    await client.publish(topics.discovery, news.discovery, qos=1, retain=True)
                if news is not None and (sent is None or is_repeated or news.state != sent.state):
                    await client.publish(topics.state, news.state.payload(), qos=1, retain=True)
                if news is not None and sent is None:
                    # Not before its state, or what the broker kept of an earlier evening would count.
                    await client.publish(topics.status, ONLINE, qos=1, retain=True)
                sent = news
                while news is not None and self._events and self._events[0][0] <= news.last_event:
                    event = self._events[0]
                    await client.publish(topics.event, event[1], qos=1)
                    # One that was forgotten meanwhile has another in its place.
                    with suppress(ValueError):
                        self._events.remove(event)
                fresh = asyncio.ensure_future(self._is_news.wait())
                done, _ = await asyncio.wait(
                    {lost, ends, fresh}, timeout=REPEAT_SECONDS, return_when=asyncio.FIRST_COMPLETED
                )
                is_repeated = not done
                fresh.cancel()
                if lost.done():
                    lost.result()
            await client.publish(topics.status, OFFLINE, qos=1, retain=True)
        finally:
            lost.cancel()
            ends.cancel()


async def _until_lost(client: "Client") -> None:
    """Wait until the connection is lost, as nothing is subscribed to. Raises MqttError then."""
    async for _ in client.messages:
        pass


def _account(path: Path | None) -> _Account:
    """Return name and password from their file, or none where there is none. Raises BrokerError."""
    try:
        if path is None or not path.exists():
            return _Account()
        if path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise BrokerError("open-account", file=str(path))
        return from_plain(_Account, tomllib.loads(file_reading.read(str(path)).decode()), ACCOUNT)
    except (OSError, PlainDataError, ValueError):
        # What is wrong with it stays unsaid: that may quote the line of a password.
        raise BrokerError("unread-account", file=str(path)) from None


def _why(address: str, fault: Exception) -> Message:
    """Return why no connection could be begun, with the next step."""
    code = getattr(fault, "rc", None)
    if getattr(code, "value", code) in _REFUSED:
        return Message("brokers.refused", {"address": address, "file": ACCOUNT})
    said = re.sub(r"\[Errno -?\d+\] ", "", str(fault)) or type(fault).__name__
    return Message("brokers.silent", {"address": address, "what": said})

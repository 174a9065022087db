"""What strangers may cost: floods of frames, questions and connections leave the others their game."""

import asyncio
import json
import secrets
import socket
import struct
from collections import Counter
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import cupsclub.web.server
import pytest
from cupsboard.distance.wire import VERSION, Follow, Hello, Invite, written
from cupsboard.rules.places import Side
from cupsclub.web.desk import MOST_WAITING_CHARACTERS, Desk, Letter, Mailbox
from cupsclub.web.neighbours import Neighbours
from cupsclub.web.server import KEPT_DESCRIPTORS, MOST_OF_A_HOUSEHOLD, serving
from cupsclub.web.sockets import Sockets, household
from cupsclub.writer import Came, Heard, Writer
from http_calls import get
from memory_records import MemoryRecords
from own_loops import run_in_own_loop
from processes import PATIENCE_SECONDS
from starlette.websockets import WebSocket
from websockets.sync.client import connect

UPGRADE = (
    b"GET /v1 HTTP/1.1\r\nHost: club\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
CLOSE, POLICY_VIOLATION = 0x88, 1008


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    with serving(tmp_path_factory.mktemp("club") / "club.sqlite", "127.0.0.1", 0) as club:
        yield host_and_port(club.address)


def host_and_port(address: str) -> tuple[str, int]:
    split = urlsplit(address)
    assert split.hostname is not None
    assert split.port is not None
    return split.hostname, split.port


def frame(opcode: int, content: bytes = b"", *, is_whole: bool = True) -> bytes:
    """A masked frame; its mask changes nothing."""
    return bytes([opcode | (0x80 if is_whole else 0), 0x80 | len(content)]) + bytes(4) + content


@pytest.mark.parametrize(
    ("first", "more"),
    [
        (frame(1, b"{", is_whole=False), frame(0, is_whole=False)),
        (b"", frame(9, b"a ping with nobody who takes its pong")),
        (b"", frame(10)),
    ],
    ids=["parts of a message without an end", "pings", "pongs"],
)
def test_a_flood_of_frames_without_a_message_ends_its_connection(
    place: tuple[str, int], first: bytes, more: bytes
) -> None:
    with socket.create_connection(place, timeout=PATIENCE_SECONDS) as stranger:
        stranger.sendall(UPGRADE)
        assert stranger.recv(12) == b"HTTP/1.1 101"
        with suppress(ConnectionError):
            stranger.sendall(first + more * 5000)
        heard = b""
        with suppress(ConnectionError):
            while part := stranger.recv(65536):
                heard += part
    told = heard.partition(bytes([CLOSE]))[2]
    assert struct.unpack("!H", told[1:3]) == (POLICY_VIOLATION,)
    assert told[3:] == b"too many frames without a message"
    # The hundred that one may send, and as many as were read together with the last of them.
    assert heard.count(b"a ping") < 300


def test_a_crowd_that_only_waits_keeps_no_player_from_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cupsclub.web.server, "most_descriptors", lambda: KEPT_DESCRIPTORS + 30)
    with serving(tmp_path / "club.sqlite", "127.0.0.1", 0) as club, ExitStack() as stack:
        place = host_and_port(club.address)
        crowd = [
            stack.enter_context(socket.create_connection(place, timeout=PATIENCE_SECONDS)) for _ in range(90)
        ]
        for each in crowd:
            with suppress(OSError):
                each.sendall(UPGRADE[:40])
        player = stack.enter_context(socket.create_connection(place, timeout=PATIENCE_SECONDS))
        player.sendall(UPGRADE)
        assert player.recv(12) == b"HTTP/1.1 101"
        gone = 0
        for each in crowd:
            each.setblocking(False)
            try:
                gone += each.recv(1) == b""
            except BlockingIOError:
                continue
            except ConnectionError:
                gone += 1
        assert gone >= 60


def test_who_takes_no_answers_is_read_no_more_questions() -> None:
    run_in_own_loop(_asks_again_and_takes_nothing())


async def _asks_again_and_takes_nothing() -> None:
    desk = Desk(Writer(MemoryRecords(), lambda: 100.0, lambda: "GAME0001", lambda: Side.SOUTH), print)
    desk.opened()
    invite = Invite(secrets.token_hex(16), "cups 2", "Anna")
    said = [written(each) for each in (Hello(1, "a" * 64), invite, *[Follow("GAME0001")] * 30)]
    read, is_stuck, may_go_on = 0, asyncio.Event(), asyncio.Event()

    async def receive() -> MutableMapping[str, Any]:
        nonlocal read
        read += 1
        if read == 1:
            return {"type": "websocket.connect"}
        if read - 2 < len(said):
            return {"type": "websocket.receive", "text": said[read - 2]}
        return {"type": "websocket.disconnect", "code": 1000}

    async def send(message: MutableMapping[str, Any]) -> None:
        if json.loads(message.get("text", "{}")).get("message") == "entries":
            is_stuck.set()
            await may_go_on.wait()

    scope = {"type": "websocket", "client": ("192.0.2.1", 1), "headers": [], "path": "/v1"}
    serving_it = asyncio.create_task(
        Sockets(desk, lambda: 100.0, Neighbours()).serve(WebSocket(scope, receive, send))
    )
    await is_stuck.wait()
    # Whatever else the writer had to do for this client is done before it takes this in.
    for client in range(100, 103):
        await desk.ask(Came(client, ""))
        await desk.ask(Heard(client, Follow("GAME0001")))
    # The connection, hello, the invitation, the follow that is answered, and the one that waits.
    assert read == 5
    may_go_on.set()
    await serving_it
    assert read == len(said) + 2
    desk.close()


def test_a_mailbox_holds_few_long_messages_or_many_short_ones() -> None:
    assert run_in_own_loop(_taken_of(lambda: Letter("x" * (MOST_WAITING_CHARACTERS // 3), False))) == 3
    assert run_in_own_loop(_taken_of(lambda: Letter("x", False))) == 600


async def _taken_of(letter: Callable[[], Letter]) -> int:
    """Fill a mailbox until it is full; return how many messages it had taken."""
    count = 0
    while True:
        box = Mailbox()
        for _ in range(count + 1):
            box.put(letter())
        if await box.next() is None:
            return count
        count += 1


def test_what_was_sent_makes_room_and_a_mailbox_is_empty_once_all_is_sent() -> None:
    run_in_own_loop(_sent_from_a_mailbox())


async def _sent_from_a_mailbox() -> None:
    box = Mailbox()
    waiting = asyncio.create_task(_emptied_after(box))
    for _ in range(10):
        box.put(Letter("x" * (MOST_WAITING_CHARACTERS - 10), False))
        letter = await box.next()
        assert letter is not None
        assert not waiting.done()
        box.sent(letter)
    await waiting


async def _emptied_after(box: Mailbox) -> None:
    await asyncio.sleep(0)
    await box.emptied()


def test_one_household_makes_room_among_its_own_connections(place: tuple[str, int]) -> None:
    with ExitStack() as stack:
        house = [
            stack.enter_context(socket.create_connection(place, PATIENCE_SECONDS, ("127.0.0.2", 0)))
            for _ in range(MOST_OF_A_HOUSEHOLD + 20)
        ]
        gone = 0
        # Once the last that came is answered, all have been let in.
        for each in reversed(house):
            # A connection that stays is answered; one that had to make room is at its end.
            with suppress(ConnectionError):
                each.sendall(b"GET /games HTTP/1.1\r\nHost: club\r\nConnection: close\r\n\r\n")
            try:
                gone += each.recv(12) != b"HTTP/1.1 200"
            except ConnectionError:
                gone += 1
        assert gone == 20


def test_one_household_opens_a_bounded_number_of_games_at_once(place: tuple[str, int]) -> None:
    answers = Counter[str]()
    for number in range(4):
        with connect(f"ws://{place[0]}:{place[1]}/v1") as stranger:
            stranger.send(written(Hello(VERSION, f"{number:064x}")))
            for _ in range(9):
                stranger.send(written(Invite(secrets.token_hex(16), "cups 2", "Eve")))
            said = [json.loads(stranger.recv(PATIENCE_SECONDS)) for _ in range(10)]
            answers.update(each.get("why", each["message"]) for each in said)
    assert (answers["seated"], answers["full"]) == (30, 6)


@pytest.mark.parametrize(
    ("address", "house"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_addresses_of_one_house_count_together(address: str, house: str) -> None:
    assert household(address) == house


def test_a_server_whose_file_can_not_be_read_tells_a_stranger_nothing_of_it(tmp_path: Path) -> None:
    path = tmp_path / "club.sqlite"
    with serving(path, "127.0.0.1", 0) as club:
        path.rename(tmp_path / "elsewhere.sqlite")
        for address in ("games", "games/GAME0001.txt", "games/GAME0001/table"):
            answer = get(f"{club.address}{address}")
            assert answer.status == 503
            assert answer.text == "The games can't be read now; try again in a minute."

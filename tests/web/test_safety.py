"""Who may speak to the server and how: everything a hostile page, host or client may try."""

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from cupsboard.web.app import LONGEST_MESSAGE, MESSAGES_AT_ONCE
from cupsim.page.uploads import LARGEST_UPLOAD_BYTES
from cupsim.runs.game_world import Setting
from http_calls import get, host_and_port, post
from processes import PATIENCE_SECONDS, wait_until
from sitting import Sitting, sitting
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

TAKE = json.dumps({"do": "take", "side": "south", "place": "south-stock"})
BROKEN = [
    *("", "{", "null", "[]", "3", '"take"', "{}", '{"do": "take"}', '{"do": "fly", "side": "south"}', "\x00"),
    '{"do": "take", "side": "east", "place": "south-1"}',
    '{"do": "take", "side": "south", "place": "../../etc/passwd"}',
    '{"do": "take", "side": "south", "place": "south-1", "count": -1}',
    '{"do": "take", "side": "south", "place": "south-1", "count": 1e99}',
    '{"do": "take", "side": "south", "place": "south-1", "extra": 1}',
    '{"do": "speed", "factor": NaN}',
    '{"do": "speed", "factor": 1000000}',
    '{"do": "new game", "cups": 4000, "beans": "kidney", "cells": "500g"}',
    '{"do": "button", "sides": [], "down": true}',
    "[" * 3000,
]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sitting]:
    with sitting(tmp_path_factory.mktemp("evening"), Setting(7, cups=2)) as table:
        yield table


@contextmanager
def visitor(table: Sitting, origin: str | None = None) -> Iterator[Any]:
    address = table.address.replace("http", "ws") + "live"
    with connect(address, origin=origin or table.address.rstrip("/"), max_queue=None) as connection:
        yield connection


def read_until(connection: Any, end: float) -> None:
    while monotonic() < end:
        connection.recv(timeout=PATIENCE_SECONDS)


def ending(connection: Any) -> int:
    """The code with which the server ends a connection."""
    with pytest.raises(ConnectionClosed) as closed:
        read_until(connection, monotonic() + PATIENCE_SECONDS)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def is_alive(connection: Any) -> bool:
    return connection.ping().wait(PATIENCE_SECONDS)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:1", "https://127.0.0.1"])
def test_a_foreign_page_can_t_connect(table: Sitting, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused, visitor(table, origin):
        pass
    assert refused.value.response.status_code == 403


def test_a_client_without_an_origin_can_t_connect(table: Sitting) -> None:
    with pytest.raises(InvalidStatus), connect(table.address.replace("http", "ws") + "live"):
        pass


def test_a_foreign_name_that_points_here_gets_nothing(table: Sitting) -> None:
    for path in ("", "main.js", "record.txt", "live"):
        answer = get(table.address + path, headers={"Host": "evil.example"})
        assert answer.status == 403
        assert "not mine" in answer.text


@pytest.mark.parametrize(
    "host",
    ["evil.example@127.0.0.1", "127.0.0.1#evil", "127.0.0.1/x", "127.0.0.1?x", "127.0.0.1:1@evil.example"],
)
def test_a_host_with_more_than_a_name_and_a_port_gets_nothing(table: Sitting, host: str) -> None:
    assert get(table.address, headers={"Host": host}).status == 403


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:1", "[::1]:2877", "LocalHost", "192.168.1.5:2877"])
def test_a_name_or_an_address_of_this_computer_is_answered(table: Sitting, host: str) -> None:
    assert get(table.address, headers={"Host": host}).status == 200


def test_a_foreign_page_can_t_bring_files_along(table: Sitting) -> None:
    answer = post(table.address + "timeline", b"x", headers={"Origin": "http://evil.example"})
    assert answer.status == 403


@pytest.mark.parametrize(
    "path",
    [
        *(
            "app.py",
            "guard.py",
            "../app.py",
            "%2e%2e/app.py",
            "..%2fapp.py",
            "static/",
            "words/",
            ".git/config",
        ),
        *("/etc/passwd", "//etc/passwd", "hands/../../web.py", "main.js%00", "words/..%5cde.json"),
    ],
)
def test_nothing_but_the_page_s_own_files_is_served(table: Sitting, path: str) -> None:
    assert get(table.address + path).status == 404


def test_every_answer_forbids_what_the_page_doesn_t_need(table: Sitting) -> None:
    for path in ("", "main.js", "hands/main.js", "hands/words/de.json", "record.txt", "nothing-here"):
        headers = get(table.address + path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("text", BROKEN)
def test_a_malformed_message_ends_the_connection_of_who_sent_it_and_of_nobody_else(
    table: Sitting, text: str
) -> None:
    with visitor(table) as sound, visitor(table) as broken:
        broken.send(text)
        assert ending(broken) == 1008
        assert is_alive(sound)
        sound.send(json.dumps({"do": "bump", "side": "south"}))
        assert is_alive(sound)


def test_bytes_and_long_messages_end_a_connection(table: Sitting) -> None:
    with visitor(table) as sound:
        for message in (b"\x00" * 10, "x" * (LONGEST_MESSAGE + 1)):
            with visitor(table) as broken:
                broken.send(message)
                assert ending(broken) == 1008
        with visitor(table) as huge:
            huge.send("x" * 1_000_000)
            assert ending(huge) == 1009
        assert is_alive(sound)


def test_a_flood_ends_the_flooder_s_connection_and_the_board_goes_on(table: Sitting) -> None:
    with visitor(table) as sound, visitor(table) as flooder:
        with suppress(ConnectionClosed):
            for _ in range(50 * int(MESSAGES_AT_ONCE)):
                flooder.send(json.dumps({"do": "bump", "side": "south"}))
        assert ending(flooder) == 1008
        assert is_alive(sound)
        before = table.evening.world.now
        wait_until(lambda: table.evening.world.now > before, "time that goes on")


def test_who_never_reads_holds_up_nobody(table: Sitting) -> None:
    address = host_and_port(table.address)
    host = "{}:{}".format(*address)
    request = (
        f"GET /live HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    with socket.create_connection(address, timeout=PATIENCE_SECONDS) as deaf, visitor(table) as sound:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.sendall(request.encode())
        assert deaf.recv(12) == b"HTTP/1.1 101"
        sleep(1.0)
        assert is_alive(sound)


def test_a_button_held_by_who_is_gone_is_let_go(table: Sitting) -> None:
    with visitor(table) as holder, visitor(table) as viewer:
        holder.send(json.dumps({"do": "here", "token": "1" * 32, "visit": "0" * 32}))
        holder.send(json.dumps({"do": "seat", "side": "south", "who": "person"}))
        holder.send(json.dumps({"do": "button", "sides": ["south"], "down": True}))
        wait_for(viewer, lambda text: '"buttons":{"south":true' in text)
        holder.close()
        wait_for(viewer, lambda text: '"south":false' in text)


def wait_for(connection: Any, is_wanted: Any) -> None:
    end = monotonic() + PATIENCE_SECONDS
    while not is_wanted(connection.recv(timeout=PATIENCE_SECONDS)):
        assert monotonic() < end


def test_an_upload_that_is_no_game_is_refused_with_a_reason(table: Sitting) -> None:
    origin = {"Origin": table.address.rstrip("/")}
    for content in (
        b"",
        b"\xff\xfe",
        b"{}",
        b'{"format": "cupsboard-trace", "version": 1}',
        b"Game: cups 99",
    ):
        answer = post(table.address + "timeline", content, headers=origin)
        assert answer.status == 422
        assert answer.text.strip()


def test_an_upload_without_end_is_cut_off(table: Sitting) -> None:
    piece = b" " * 1_000_000
    pieces = (piece for _ in range(LARGEST_UPLOAD_BYTES // len(piece) + 5))
    try:
        answer = post(table.address + "timeline", pieces)
    except OSError:
        return
    assert answer.status == 413


def test_a_watched_board_hears_nothing(tmp_path: Path) -> None:
    with (
        sitting(tmp_path, Setting(7, cups=2), is_only_watched=True) as table,
        visitor(table) as viewer,
        visitor(table) as player,
    ):
        player.send(TAKE)
        assert ending(player) == 1008
        assert is_alive(viewer)
        assert post(table.address + "timeline", b"x").status in (404, 405)
        assert get(table.address + "evening.trace").status == 404
        assert table.truth["south-stock"] == 20

"""Callers of the server: how many, how fast, how long each may keep it waiting, and what is logged."""

import asyncio
import http.client
import logging
import socket
import sys
import threading
from asyncio import CancelledError
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from typing import Any
from urllib.parse import urlsplit

import pytest
import uvicorn
from cupsboard.web import connection_limits
from cupsboard.web.app import application
from cupsboard.web.connection_limits import (
    ASKING_SECONDS,
    CLOSING_SECONDS,
    MOST_CONNECTIONS,
    SENDING_SECONDS,
    TAKING_SECONDS,
    Caller,
    Phase,
    Sweep,
    is_cut_off,
    make_room,
    most_connections,
    phase,
)
from cupsboard.web.guard import LINES_AT_ONCE, Pace, RateLimitedLog
from cupsboard.web.hub import Hub
from cupsboard.web.server import served
from hypothesis import given
from hypothesis import strategies as st
from own_loops import run_in_own_loop
from processes import PATIENCE_SECONDS
from uvicorn.server import ServerState

HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
WHOLE = HALF + b"\r\n"
UPLOAD = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\nhalf"


class Line(asyncio.Transport):
    """A connection's transport; what is written stays in it until somebody takes it."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting = b""
        self.is_taken = True
        self._is_closing = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if not self.is_taken:
            self.waiting += bytes(data)

    def get_write_buffer_size(self) -> int:
        return len(self.waiting)

    def is_closing(self) -> bool:
        return self._is_closing

    def close(self) -> None:
        self._is_closing = True

    def abort(self) -> None:
        self._is_closing, self.waiting = True, b""

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


async def never(scope: Any, receive: Any, send: Any) -> None:
    await asyncio.Event().wait()


async def at_once(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"x" * 10})


class Room:
    """A server without sockets."""

    def __init__(self, app: Any) -> None:
        self._config = uvicorn.Config(app, http=Caller, ws="websockets-sansio", log_level="error")
        self._config.load()
        self.state = ServerState()

    def caller(self, said: bytes = b"", came_at: float = 0.0, is_taken: bool = True) -> Caller:
        caller = Caller(self._config, self.state, {}, asyncio.get_running_loop())
        line = Line()
        line.is_taken = is_taken
        caller.connection_made(line)
        caller.came_at = came_at
        if said:
            caller.data_received(said)
        return caller


def in_a_room(app: Any, act: Callable[[Room], Any]) -> Any:
    async def acting() -> Any:
        return await act(Room(app))

    return run_in_own_loop(acting())


async def soon() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_a_connection_is_about_what_its_other_end_has_said_and_taken() -> None:
    async def act(room: Room) -> list[Phase]:
        callers = [
            room.caller(),
            room.caller(HALF),
            room.caller(WHOLE),
            room.caller(WHOLE, is_taken=False),
            room.caller(UPLOAD),
        ]
        closed = room.caller(WHOLE, is_taken=False)
        await soon()
        closed.transport.close()
        return [phase(each) for each in (*callers, closed)]

    asking, taking = Phase.ASKING, Phase.TAKING
    assert in_a_room(at_once, act) == [asking, asking, asking, taking, asking, Phase.CLOSING]
    working = in_a_room(never, act)
    assert working[2:5] == [Phase.SERVED, Phase.SERVED, Phase.SENDING]


@pytest.mark.parametrize(
    ("said", "app", "is_taken", "patience"),
    [
        (b"", at_once, True, ASKING_SECONDS),
        (HALF, at_once, True, ASKING_SECONDS),
        (WHOLE, at_once, True, ASKING_SECONDS),
        (UPLOAD, never, True, SENDING_SECONDS),
        (WHOLE, at_once, False, TAKING_SECONDS),
    ],
)
def test_who_keeps_the_server_waiting_is_cut_off_in_the_end(
    said: bytes, app: Any, is_taken: bool, patience: float
) -> None:
    async def act(room: Room) -> None:
        caller, sweep = room.caller(said, is_taken=is_taken), Sweep()
        await soon()
        sweep({caller}, 100.0)
        sweep({caller}, 100.0 + patience)
        assert not is_cut_off(caller)
        sweep({caller}, 100.1 + patience)
        assert is_cut_off(caller)

    in_a_room(app, act)


def test_bytes_that_trickle_win_no_time() -> None:
    async def act(room: Room) -> None:
        caller, sweep = room.caller(), Sweep()
        for second in range(int(ASKING_SECONDS) + 2):
            assert not is_cut_off(caller)
            caller.data_received(WHOLE[second : second + 1])
            sweep({caller}, float(second))
        assert is_cut_off(caller)

    in_a_room(at_once, act)


def test_a_caller_that_asks_again_in_time_may_stay_for_ever() -> None:
    async def act(room: Room) -> None:
        caller, sweep = room.caller(), Sweep()
        for second in range(0, 500, 8):
            sweep({caller}, float(second))
            caller.data_received(WHOLE)
            await soon()
        assert not is_cut_off(caller)

    in_a_room(at_once, act)


def test_the_server_s_own_time_is_nobody_s_delay() -> None:
    async def act(room: Room) -> None:
        caller, sweep = room.caller(WHOLE), Sweep()
        for second in range(0, 10_000, 100):
            sweep({caller}, float(second))
        assert not is_cut_off(caller)

    in_a_room(never, act)


def test_what_is_closed_but_not_taken_goes_too() -> None:
    async def act(room: Room) -> None:
        caller, sweep = room.caller(WHOLE, is_taken=False), Sweep()
        await soon()
        caller.transport.close()
        sweep({caller}, 0.0)
        assert not is_cut_off(caller)
        sweep({caller}, CLOSING_SECONDS + 0.1)
        assert is_cut_off(caller)

    in_a_room(at_once, act)


def test_a_new_caller_is_let_in_and_the_longest_waiting_goes() -> None:
    async def act(room: Room) -> None:
        served_one = room.caller(WHOLE, came_at=0.0)
        uploading = room.caller(UPLOAD, came_at=1.0)
        idle = [room.caller(HALF, came_at=float(each)) for each in range(2, 6)]
        fresh = room.caller(b"", came_at=100.0)
        await soon()
        everyone = [fresh, *idle, uploading, served_one]
        gone = []
        for most in reversed(range(len(everyone))):
            make_room(everyone, most, 100.0)
            gone += [each for each in everyone if is_cut_off(each) and each not in gone]
        assert gone == [*idle, uploading, fresh, served_one]

    in_a_room(never, act)


@given(
    st.lists(st.tuples(st.sampled_from([b"", HALF, WHOLE, UPLOAD]), st.floats(0, 100)), max_size=30),
    st.integers(1, 20),
)
def test_there_are_never_more_than_the_most(callers: list[tuple[bytes, float]], most: int) -> None:
    async def act(room: Room) -> None:
        everyone = [room.caller(said, came_at) for said, came_at in callers]
        make_room(everyone, most, 100.0)
        assert sum(not is_cut_off(each) for each in everyone) == min(most, len(everyone))

    in_a_room(never, act)


@pytest.fixture
def address() -> Iterator[tuple[str, int]]:
    with served(application(Hub(), Hub()), "127.0.0.1", 0) as server:
        split = urlsplit(server.address)
        assert split.hostname is not None
        assert split.port is not None
        yield split.hostname, split.port


def bear(caller: socket.socket, trickle: bytes) -> None:
    """Say this again and again until the server closes the connection."""
    caller.settimeout(0.1)
    with suppress(ConnectionError):
        while True:
            with suppress(TimeoutError):
                if not caller.recv(65536):
                    return
            caller.sendall(trickle)


def test_real_callers_that_dawdle_are_gone_in_the_end(
    address: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(connection_limits.PATIENCE, Phase.ASKING, 1.0)
    dawdling = {
        "says nothing": (b"", b""),
        "stops halfway": (HALF, b""),
        "trickles": (HALF + b"X: ", b"x"),
        "trickles after an answer": (WHOLE + HALF + b"X: ", b"x"),
    }
    threads = {}
    with ExitStack() as stack:
        for name, (first, trickle) in dawdling.items():
            caller = stack.enter_context(socket.create_connection(address))
            caller.sendall(first)
            threads[name] = threading.Thread(target=bear, args=(caller, trickle), daemon=True)
            threads[name].start()
        for name, thread in threads.items():
            thread.join(PATIENCE_SECONDS)
            assert not thread.is_alive(), name


def test_a_crowd_that_only_waits_keeps_nobody_from_the_page(address: tuple[str, int]) -> None:
    with ExitStack() as stack:
        crowd = [
            stack.enter_context(socket.create_connection(address, timeout=PATIENCE_SECONDS))
            for _ in range(3 * MOST_CONNECTIONS)
        ]
        for caller in crowd:
            with suppress(OSError):
                caller.sendall(HALF)
        asking = stack.enter_context(socket.create_connection(address, timeout=PATIENCE_SECONDS))
        asking.sendall(WHOLE)
        assert asking.recv(15) == b"HTTP/1.1 200 OK"


def test_who_asks_ahead_of_an_answer_gets_that_answer_and_must_come_again(address: tuple[str, int]) -> None:
    with socket.create_connection(address, timeout=PATIENCE_SECONDS) as eager:
        eager.sendall(WHOLE * 3)
        answers = b"".join(iter(lambda: eager.recv(65536), b""))
    assert answers.count(b"HTTP/1.1 200 OK") == 1
    assert answers.endswith(b"</html>\n")
    patient = http.client.HTTPConnection(*address, timeout=PATIENCE_SECONDS)
    patient.connect()
    there = patient.sock
    for _ in range(3):
        patient.request("GET", "/")
        assert patient.getresponse().read().endswith(b"</html>\n")
        assert patient.sock is there
    patient.close()


def test_connections_are_a_small_share_of_the_descriptors() -> None:
    assert 1 <= most_connections() <= MOST_CONNECTIONS


PAUSES = st.lists(st.tuples(st.floats(0, 10), st.floats(0.1, 20)), max_size=30)


@given(PAUSES)
def test_who_waits_out_each_debt_never_gets_more_than_the_budget_and_one_act_beyond_it(
    acts: list[tuple[float, float]],
) -> None:
    now, spent, largest = 0.0, 0.0, 0.0
    pace = Pace.begun(2.0, 10.0, now)
    for pause, cost in acts:
        now += pause
        now += pace.debt_seconds(now)
        pace, spent, largest = pace.spent(cost, now), spent + cost, max(largest, cost)
        assert spent <= 10.0 + 2.0 * now + largest + 1e-6


def test_a_debt_is_paid_by_time_and_a_budget_grows_no_further_than_its_most() -> None:
    pace = Pace.begun(2.0, 10.0, 0.0).spent(16.0, 0.0)
    assert pace.debt_seconds(0.0) == 3.0
    assert pace.debt_seconds(3.0) == 0.0
    assert not pace.is_full(7.9)
    assert pace.is_full(8.0)
    assert pace.spent(10.5, 1000.0).debt_seconds(1000.0) == 0.25


def record(words: str, fault: BaseException | None = None) -> logging.LogRecord:
    exc_info = None
    if fault is not None:
        try:
            raise fault
        except BaseException:
            exc_info = sys.exc_info()
    return logging.LogRecord("uvicorn.error", logging.ERROR, __file__, 1, words, (), exc_info)


def test_a_flood_of_faults_is_a_few_lines() -> None:
    log = RateLimitedLog()
    assert sum(log.filter(record(f"fault {number}")) for number in range(1000)) == LINES_AT_ONCE


def test_what_a_viewer_sends_that_is_no_text_is_no_line_at_all() -> None:
    log = RateLimitedLog()
    assert not log.filter(record("Invalid UTF-8", UnicodeDecodeError("utf-8", b"\xff", 0, 1, "no start")))
    assert log.filter(record("a fault of ours", ValueError("x")))


def test_an_answer_that_the_server_s_own_end_cut_short_is_no_line_at_all() -> None:
    assert not RateLimitedLog().filter(record("Exception in ASGI application", CancelledError("the end")))

"""What a page brings along is read as it was saved, also by an editor that marks the beginning of a file."""

import gc
import json
import os
import socket
import sys
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from io import BytesIO
from pathlib import Path
from tempfile import gettempdir

import pytest
from cupsboard.formats.file_reading import MOST_BYTES
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.errors import RulesError
from cupsboard.rules.history import History, Moved, StockCorrected
from cupsboard.rules.places import Side
from cupsboard.rules.record import Record, format_record
from cupsboard.session.trace import TraceError
from cupsboard.web import timeline
from cupsboard.web.app import application
from cupsboard.web.hub import Hub
from cupsboard.web.server import serving
from cupsim.page.arrivals import MOST_UNDER_WAY
from cupsim.page.timeline_worker import COMMAND, read_timeline
from cupsim.page.uploads import Uploads
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing, play
from http_calls import host_and_port, post
from processes import PATIENCE_SECONDS, is_alive, wait_until
from starlette.applications import Starlette
from starlette.routing import Route


def test_a_record_with_a_byte_order_mark_is_stepped_through() -> None:
    record = format_record(Record(Cups(2, 2), None, (Moved(Side.SOUTH, "drop 1"),))).encode()
    assert read_timeline(BytesIO(BOM_UTF8 + record)) == read_timeline(BytesIO(record))


def test_a_trace_with_a_byte_order_mark_is_stepped_through(tmp_path) -> None:
    path = tmp_path / "evening.trace"
    play(Pairing(Setting(seed=5, cups=2, stock_beans=1)), trace=path)
    trace = path.read_bytes()
    assert read_timeline(BytesIO(BOM_UTF8 + trace)) == read_timeline(BytesIO(trace))


def app(*command: str) -> Starlette:
    """A page whose uploads are made into timelines by this command."""
    step_through = Route("/timeline", Uploads(command=command or COMMAND).step_through, methods=["POST"])
    return application(Hub(), Hub(), routes=[step_through])


def python(script: str) -> Starlette:
    return app(sys.executable, "-c", script)


@contextmanager
def uploads(app: Starlette) -> Iterator[str]:
    with serving(app, port=0) as address:
        yield address + "timeline"


@contextmanager
def begun(address: str, body: bytes, length: int | None = None) -> Iterator[socket.socket]:
    """An upload that was begun; with a `length` more is to come."""
    with socket.create_connection(host_and_port(address), timeout=PATIENCE_SECONDS) as sender:
        head = f"POST /timeline HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length or len(body)}\r\n\r\n"
        sender.sendall(head.encode() + body)
        yield sender


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "the text ends, but a line 'Game: ...' must follow"),
        (b"Game: cups 4\n\xff\xfe", "line 2, byte 1: this is no text in UTF-8; save the file as UTF-8"),
        (b"\n" * (MOST_BYTES + 1), "this holds more than 1,000,000 bytes, and no game record does"),
        (b"{" * 1_500_000, "line 1: is longer than 1,000,000 bytes"),
        (b'{"a":' * 100_000 + b"\n", "line 1: no JSON"),
        (b"Game: cups 4\nSouth: " + b"A" * 900_000, "at most 80 are allowed; shorten it"),
        (b"Game: " + b"x" * 900_000, "is not a game"),
    ],
)
def test_what_is_no_saved_file_is_refused_in_a_few_words(body: bytes, said: str) -> None:
    with pytest.raises((RulesError, TraceError)) as refused:
        read_timeline(BytesIO(body))
    assert said in str(refused.value)
    assert len(str(refused.value)) <= 500


def test_a_file_that_is_too_large_is_told_the_limit_and_the_next_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cupsim.page.uploads.LARGEST_UPLOAD_BYTES", 1000)
    with uploads(app()) as address:
        too_large = post(address, bytes(1001))
        assert (too_large.status, "at most 1,000 bytes" in too_large.text) == (413, True)
        record = Record(Cups(2, 2), None, (Moved(Side.SOUTH, "drop 1"),))
        answer = post(address, format_record(record).encode())
        assert answer.status == 200
        assert json.loads(answer.text) == timeline.of_game(record)
        refused = post(address, b"Game: x\n")
        assert (refused.status, "is not a game" in refused.text) == (422, True)


def test_a_file_for_which_there_is_no_room_is_refused_with_the_place_and_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    full = partial(os.open, "/dev/full", os.O_RDWR)
    monkeypatch.setattr("tempfile.TemporaryFile", lambda *_, **__: os.fdopen(full(), "w+b", 0))
    with uploads(app()) as address:
        for body in (bytes(MOST_BYTES + 1), b"Game: x\n"):
            refused = post(address, body)
            assert (refused.status, refused.text) == (
                507,
                f"This file can't be kept in {gettempdir()} while it is read: No space left on device. "
                "Make room there, then try again.\n",
            )


def test_files_that_trickle_hold_up_nobody_and_only_so_many_are_borne() -> None:
    with uploads(python("print(1)")) as address, ExitStack() as stack:
        slow = [stack.enter_context(begun(address, b"{", 1000)) for _ in range(3 * MOST_UNDER_WAY)]
        assert post(address, b"{").status == 200
        assert slow[0].recv(12) == b"HTTP/1.1 429"
        assert post(address, b"{").status == 200


def test_one_file_is_worked_on_at_a_time_and_the_work_ends_with_its_page(tmp_path: Path) -> None:
    there = tmp_path / "there"
    script = f"""if 1:
        import os, sys, time, pathlib
        if sys.stdin.read() == "long":
            pathlib.Path({str(there)!r}).write_text(str(os.getpid()))
            time.sleep(10_000)
        print(1)"""
    with uploads(python(script)) as address:
        with begun(address, b"long"):
            working = wait_until(lambda: there.exists() and there.read_text(), "work that was begun")
            assert post(address, b"short").status == 429
        wait_until(lambda: not is_alive(int(working)), "an end of the work of one who has gone")
        wait_until(lambda: post(address, b"short").status == 200, "a free place")


@pytest.mark.long("a second of processor at the lowest precedence")
def test_work_without_end_is_ended_and_said_to_be_too_much() -> None:
    script = "from cupsboard.session.process_limits import stay_behind; stay_behind(0, 1)\nwhile True: pass"
    with uploads(python(script)) as address:
        answer = post(address, b"{")
    assert answer.status == 422
    assert "step through a shorter evening" in answer.text


def test_a_server_that_ends_in_the_midst_of_it_ends_the_work_and_logs_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    there = tmp_path / "there"
    script = f"""if 1:
        import os, time, pathlib
        pathlib.Path({str(there)!r}).write_text(str(os.getpid()))
        time.sleep(10_000)"""
    with ExitStack() as stack:
        address = stack.enter_context(uploads(python(script)))
        stack.enter_context(begun(address, b"{"))
        working = wait_until(lambda: there.exists() and there.read_text(), "work that was begun")
        stack.pop_all().close()
    assert not is_alive(int(working))
    assert caplog.records == []


def calls_of_a_timeline(entries: int) -> int:
    """How many functions are called to make the timeline of a game of so many entries."""
    record = Record.of(History(Cups(4), None).enter_all([StockCorrected(Side.SOUTH, 1)] * entries))
    counts = Counter[str]()

    def count(_frame: object, event: str, _of: object) -> None:
        counts[event] += 1

    # A collection of garbage that falls into it would be counted, with all that others have it call.
    gc.disable()
    sys.setprofile(count)
    try:
        timeline.of_game(record)
    finally:
        sys.setprofile(None)
        gc.enable()
    return counts["call"] + counts["c_call"]


def test_a_game_twice_as_long_is_twice_the_work() -> None:
    assert calls_of_a_timeline(400) <= 2.2 * calls_of_a_timeline(200)

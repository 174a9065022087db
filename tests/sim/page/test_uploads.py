"""What a page brings along is read as it was saved, also by an editor that marks the beginning of a file."""

import sys
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterable, MutableMapping
from io import BytesIO
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import pytest
from cupsboard.formats.file_reading import MOST_BYTES
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.history import History, Moved, StockCorrected
from cupsboard.rules.places import Side
from cupsboard.rules.record import Record, format_record
from cupsboard.web import timeline
from cupsim.page.uploads import LARGEST_UPLOAD_BYTES, read_timeline, routes
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing, play
from own_loops import run_in_own_loop
from starlette.applications import Starlette


def test_a_record_with_a_byte_order_mark_is_stepped_through() -> None:
    record = format_record(Record(Cups(2, 2), None, (Moved(Side.SOUTH, "drop 1"),))).encode()
    assert read_timeline(BytesIO(BOM_UTF8 + record)) == read_timeline(BytesIO(record))


def test_a_trace_with_a_byte_order_mark_is_stepped_through(tmp_path) -> None:
    path = tmp_path / "evening.trace"
    play(Pairing(Setting(seed=5, cups=2, stock_beans=1)), trace=path)
    trace = path.read_bytes()
    assert read_timeline(BytesIO(BOM_UTF8 + trace)) == read_timeline(BytesIO(trace))


PAGE = Starlette(routes=[*routes(lambda: Path("/nowhere"))])


def posted(content: Iterable[bytes]) -> tuple[int, str]:
    """What a page answers to an upload in pieces: its code and its text."""
    pieces, sent = iter(content), list[MutableMapping[str, Any]]()

    async def receive() -> dict[str, object]:
        piece = next(pieces, None)
        return {"type": "http.request", "body": piece or b"", "more_body": piece is not None}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    run_in_own_loop(
        PAGE({"type": "http", "method": "POST", "path": "/timeline", "headers": []}, receive, send)
    )
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent).decode()


@pytest.mark.parametrize(
    ("body", "code", "said"),
    [
        (b"", 422, "the text ends, but a line 'Game: ...' must follow"),
        (b"\xff\xfe", 422, "this is neither a game record nor a trace: choose a file saved here"),
        (b"\n" * (MOST_BYTES + 1), 422, "this holds more than 1,000,000 bytes, and no game record does"),
        (b"{" * 1_500_000, 422, "line 1: is longer than 1,000,000 bytes"),
        (b'{"a":' * 100_000 + b"\n", 422, "line 1: no JSON"),
        (b"Game: cups 4\nSouth: " + b"A" * 900_000, 422, "at most 80 are allowed; shorten it"),
        (b"Game: " + b"x" * 900_000, 422, "is not a game"),
    ],
)
def test_what_is_no_saved_file_is_refused_in_a_few_words(body: bytes, code: int, said: str) -> None:
    status, text = posted([body])
    assert (status, said in text) == (code, True)
    assert len(text) <= 500


def test_a_file_that_is_too_large_is_told_the_limit_and_the_next_is_read() -> None:
    rest = repeat(bytes(1_000_000), LARGEST_UPLOAD_BYTES // 1_000_000)
    too_large = "This file is too large: at most 100,000,000 bytes are read.\n"
    assert posted(chain([b"{"], rest)) == (413, too_large)
    record = format_record(Record(Cups(2, 2), None, ()))
    assert posted([record.encode()])[0] == 200


def calls_of_a_timeline(entries: int) -> int:
    """How many functions are called to make the timeline of a game of so many entries."""
    record = Record.of(History(Cups(4), None).enter_all([StockCorrected(Side.SOUTH, 1)] * entries))
    counts = Counter[str]()

    def count(_frame: object, event: str, _of: object) -> None:
        counts[event] += 1

    sys.setprofile(count)
    try:
        timeline.of_game(record)
    finally:
        sys.setprofile(None)
    return counts["call"] + counts["c_call"]


def test_a_game_twice_as_long_is_twice_the_work() -> None:
    assert calls_of_a_timeline(400) <= 2.2 * calls_of_a_timeline(200)

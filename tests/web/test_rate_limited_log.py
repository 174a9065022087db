"""What a server may write into the log."""

import logging
import sys
from asyncio import CancelledError

from cupsboard.web.guard import LINES_AT_ONCE, RateLimitedLog


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

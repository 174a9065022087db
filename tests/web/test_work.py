"""Work that pages ask of a board: only what is there as a whole is worked on."""

import json
import socket
from contextlib import ExitStack

from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.history import Moved
from cupsboard.rules.places import Side
from cupsboard.rules.record import Record, format_record
from cupsboard.web import analysis
from cupsboard.web.app import application
from cupsboard.web.hub import Hub
from cupsboard.web.server import serving
from http_calls import host_and_port, post
from processes import PATIENCE_SECONDS

HALF = b"POST /analysis HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\nGame: cups 2\n"


def test_records_that_trickle_keep_nobody_from_an_analysis() -> None:
    record = format_record(Record(Cups(2, 2), None, (Moved(Side.SOUTH, "drop 1"),))).encode()
    app = application(Hub(), Hub(), routes=analysis.routes())
    with serving(app, port=0) as address, ExitStack() as stack:
        for _ in range(20):
            slow = socket.create_connection(host_and_port(address), timeout=PATIENCE_SECONDS)
            stack.enter_context(slow).sendall(HALF)
        answer = post(f"{address}analysis", record)
        assert answer.status == 200
        assert json.loads(answer.text)["number"] == 1

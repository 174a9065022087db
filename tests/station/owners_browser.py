"""What a browser of an owner sends to the page of a board in a process of its own."""

import json
from pathlib import Path
from typing import Any

from cupsboard.storage.owners import Owners
from cupsboard.web.owner import COOKIE
from http_calls import get, post

OPTIONS = {"kinds-weigh": {"kind": "dime"}}


def owner_of(state: Path) -> str:
    """Make a browser an owner's; its token."""
    return Owners(state, lambda: "2026-11-28T07:24", lambda: 0.0, lambda _: None).add("phone")


def order(address: str, token: str, name: str, body: object) -> None:
    headers = {"Cookie": f"{COOKIE}={token}", "Origin": address.rstrip("/")}
    answer = post(f"{address}owner/orders/{name}", json.dumps(body).encode(), headers)
    assert (answer.status, answer.text) == (204, "")


def begin(address: str, token: str, activity: str) -> None:
    order(address, token, "begin", {"activity": activity, "options": OPTIONS.get(activity, {})})


def looked_at(address: str, token: str, path: str) -> Any:
    """What an owner alone is shown."""
    answer = get(address.rstrip("/") + path, {"Cookie": f"{COOKIE}={token}"})
    assert answer.status == 200, answer.text
    return json.loads(answer.text)

"""Whom an owner may call to this board: the members of its club, read when the owner's page asks."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

ADDRESS = "/owner/club.json"


def telling(members: Callable[[], Sequence[dict[str, Any]]]) -> Callable[[Request], Awaitable[Response]]:
    """Return what answers with the members, or with why they are not known.

    `members` may take some seconds, and raises OSError.
    """

    async def tell(_: Request) -> Response:
        try:
            return JSONResponse({"members": await run_in_threadpool(members), "why": ""})
        except OSError as fault:
            return JSONResponse({"members": [], "why": str(fault)})

    return tell

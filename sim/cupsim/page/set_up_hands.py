"""What a page sends to the hands at a simulated board that is set up, and what it sees of them."""

import json
from collections.abc import Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable

from cupsboard.rules.places import Place
from cupsboard.web.work import fetched
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from cupsim.runs.rehearsal import Rehearsal

MODULE = "/rehearsal/main.js"
MOST_BYTES = 1024


def folders() -> Sequence[tuple[str, Traversable]]:
    """The folder of the page's module, with the path below which it is served."""
    return (("/rehearsal", files("cupsim").joinpath("page", "rehearsal")),)


def routes(rehearsal: Rehearsal) -> Sequence[BaseRoute]:
    """Where a page finds the hands, and orders what they do."""

    async def see(_: Request) -> Response:
        return JSONResponse(rehearsal.seen())

    async def do(request: Request) -> Response:
        content = bytearray()
        try:
            if not await fetched(request, content.extend, MOST_BYTES):
                return PlainTextResponse("this is too long\n", 413)
            order = json.loads(bytes(content))
            deed, place = order["deed"], order.get("place")
        except ClientDisconnect:
            return Response(status_code=400)
        except (ValueError, RecursionError, TypeError, KeyError, AttributeError):
            return PlainTextResponse("hands can't do that\n", 422)
        if not isinstance(deed, str) or not isinstance(place, str | None):
            return PlainTextResponse("hands can't do that\n", 422)
        rehearsal.order(deed, None if place is None else Place(place))
        return Response(status_code=204)

    return (Route("/hands", see, methods=["GET"]), Route("/hands", do, methods=["POST"]))

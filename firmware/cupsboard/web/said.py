"""The sentences of the board, for a page that fills in what players are called."""

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from cupsboard.signs.sentences import ENGLISH


def routes() -> Sequence[BaseRoute]:
    """Every sentence of the board in English by its key, with the {names} of its values."""

    async def send(_: Request) -> Response:
        return JSONResponse(dict(ENGLISH.sentences))

    return (Route("/sentences.json", send),)

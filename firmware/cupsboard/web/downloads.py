"""What may be taken home from a board: the record of its game, and the game to step through."""

from collections.abc import Callable, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from cupsboard.rules.record import Record, format_record
from cupsboard.web import timeline


def routes(record: Callable[[], Record[Any]]) -> Sequence[BaseRoute]:
    """The record as a file, and as a timeline; `record` gives the game as it is then, in any thread."""

    async def save(_: Request) -> Response:
        saved = {"Content-Disposition": 'attachment; filename="cups-game.txt"'}
        return PlainTextResponse(format_record(record()), headers=saved)

    async def step_through(_: Request) -> Response:
        return JSONResponse(timeline.of_game(record()))

    return (Route("/record.txt", save), Route("/timeline.json", step_through))

"""The file of a recorded cell, to be taken home from the page while it is written and after."""

from collections.abc import Sequence
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

ADDRESS = "/cell.csv"


def routes(path: Path | None) -> Sequence[BaseRoute]:
    """Return the way to a file; none where nothing is recorded."""

    async def save(_: Request) -> Response:
        if path is None or not path.is_file():
            return PlainTextResponse("The recording is gone.\n", 404)
        return FileResponse(path, media_type="text/csv", filename="cell.csv")

    return () if path is None else (Route(ADDRESS, save),)

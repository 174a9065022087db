"""The server of a file of records, in a thread, for as long as a block runs."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import uvicorn
from cupsboard.distance.wire import MOST_BYTES
from cupsboard.web.server import Served, served
from starlette.applications import Starlette

from cupsclub.store.sqlite import SqliteRecords, owned
from cupsclub.web.app import application


@contextmanager
def serving(path: Path, host: str, port: int) -> Iterator[Served]:
    """Serve the records in a file while the block runs. Raises RecordsError, and ServerError.

    Behind a proxy on this computer clients are told apart by the addresses that the proxy names.
    """
    with owned(path), closing(SqliteRecords(path)) as writing:
        faults: list[BaseException] = []

        def server_of(app: Starlette) -> uvicorn.Server:
            return _Server(app, faults)

        app = application(writing, lambda: closing(SqliteRecords(path, is_read_only=True)), faults.append)
        with served(app, host, port, server_of) as running:
            yield running


class _Server(uvicorn.Server):
    """uvicorn's server, which ends when the writer has."""

    def __init__(self, app: Starlette, faults: list[BaseException]) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                log_level="error",
                access_log=False,
                ws="websockets-sansio",
                ws_max_size=MOST_BYTES,
                ws_per_message_deflate=False,
                timeout_graceful_shutdown=1,
                server_header=False,
            )
        )
        self._faults = faults

    async def on_tick(self, counter: int) -> bool:
        """See uvicorn."""
        if self._faults:
            raise self._faults[0]
        return await super().on_tick(counter)

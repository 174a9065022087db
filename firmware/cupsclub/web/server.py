"""The server of records, in a thread, for as long as a block runs."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

from cupsboard.distance.wire import MOST_BYTES
from cupsboard.session.process_limits import most_descriptors
from cupsboard.web.connection_limits import Caller
from cupsboard.web.server import Served, SweptServer, config, served
from starlette.applications import Starlette

from cupsclub.store.port import Records
from cupsclub.store.sqlite import SqliteRecords, owned
from cupsclub.web.app import application
from cupsclub.web.sockets import MOST_CONNECTIONS

KEPT_DESCRIPTORS = 100
"""For the records, and for those who only look at them."""


@contextmanager
def serving(path: Path, host: str, port: int) -> Iterator[Served]:
    """Serve the records in a file while the block runs. Raises RecordsError, and ServerError."""
    with owned(path), closing(SqliteRecords(path)) as writing:

        def reading() -> AbstractContextManager[Records]:
            return closing(SqliteRecords(path, is_read_only=True))

        with serving_records(writing, reading, host, port) as running:
            yield running


@contextmanager
def serving_records(
    writing: Records, reading: Callable[[], AbstractContextManager[Records]], host: str, port: int
) -> Iterator[Served]:
    """Serve records while the block runs: `writing` is the writer's alone. Raises ServerError.

    Behind a proxy on this computer clients are told apart by the addresses that the proxy names.
    """
    faults: list[BaseException] = []

    def server_of(app: Starlette) -> SweptServer:
        return _Server(app, faults)

    with served(application(writing, reading, faults.append), host, port, server_of) as running:
        yield running


class _Caller(Caller):
    """A connection that has come in, one of many more than a board has."""

    def most(self) -> int:
        """See `Caller`."""
        return max(1, min(MOST_CONNECTIONS, most_descriptors() - KEPT_DESCRIPTORS))


class _Server(SweptServer):
    """A server that ends when the writer has."""

    def __init__(self, app: Starlette, faults: list[BaseException]) -> None:
        super().__init__(config(app, _Caller, MOST_BYTES, proxy_headers=True))
        self._faults = faults

    async def on_tick(self, counter: int) -> bool:
        """See uvicorn."""
        if self._faults:
            raise self._faults[0]
        return await super().on_tick(counter)

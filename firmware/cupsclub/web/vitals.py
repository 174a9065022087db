"""Tell those who run the server how the server does: `/health` and `/metrics`.

Both are for this computer alone, and for those who say the token that the server was begun with. Who comes
through a proxy is not of this computer, even where the proxy is.
"""

import resource
import sys
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from hmac import compare_digest
from ipaddress import ip_address
from pathlib import Path
from time import process_time

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from cupsclub.store.port import Records, RecordsError

LEAST_FREE_BYTES = 50_000_000
"""Below this a server is not well: a busy evening of games is a tenth of it."""
BOUNDS_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_FORWARDING = ("x-forwarded-for", "forwarded", "x-real-ip", "via")


@dataclass(slots=True)
class Durations:
    """A histogram: how many durations were at most each of the bounds, and their sum in seconds."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS_SECONDS) + 1))
    sum_seconds: float = 0.0

    def add(self, seconds: float) -> None:
        """Count one duration."""
        self.counts[bisect_left(BOUNDS_SECONDS, seconds)] += 1
        self.sum_seconds += seconds

    def lines(self, name: str) -> Iterator[str]:
        """Yield the histogram as Prometheus reads it."""
        so_far = 0
        for bound, count in zip((*map(str, BOUNDS_SECONDS), "+Inf"), self.counts, strict=True):
            so_far += count
            yield f'{name}_bucket{{le="{bound}"}} {so_far}'
        yield f"{name}_sum {self.sum_seconds:.6f}"
        yield f"{name}_count {so_far}"


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that the server tells of itself; `kind` is "counter" for one that only grows, else "gauge"."""

    name: str
    kind: str
    meaning: str
    value: float


class Vitals:
    """Answers who runs the server."""

    def __init__(
        self,
        reading: Callable[[], AbstractContextManager[Records]],
        figures: Callable[[], Iterator[Figure]],
        said_to_seen: Durations,
        unwritten: Callable[[], str],
        token: str,
    ) -> None:
        """`unwritten` says why the last write failed, "" if it did not; "" as `token` lets no stranger in."""
        self._reading, self._figures, self._said_to_seen = reading, figures, said_to_seen
        self._unwritten, self._token = unwritten, token

    def routes(self) -> list[BaseRoute]:
        """Return where both are found."""
        return [Route("/health", self._health), Route("/metrics", self._metrics)]

    async def _health(self, request: Request) -> Response:
        """Answer 200 where games can be read and written, else 503 with the reason."""
        self._require_known(request)
        reason = await run_in_threadpool(self._illness)
        return PlainTextResponse(f"{reason or 'well'}\n", 503 if reason else 200)

    def _illness(self) -> str:
        try:
            with self._reading() as records:
                records.served_seconds()
                free = records.free_bytes()
        except RecordsError as fault:
            return f"the games can't be read: {fault}"
        if free is not None and free < LEAST_FREE_BYTES:
            return f"the disk has {free / 1e6:.0f} MB left, at least {LEAST_FREE_BYTES / 1e6:.0f} are due"
        why = self._unwritten()
        return f"the last write failed: {why}" if why else ""

    async def _metrics(self, request: Request) -> Response:
        self._require_known(request)
        try:
            games = await run_in_threadpool(self._games)
        except RecordsError as fault:
            raise HTTPException(503, f"The games can't be read: {fault}") from None
        going = Figure("cupsclub_games_going", "gauge", "Games that are not over.", games)
        text = "".join(f"{line}\n" for line in self._lines(going))
        return PlainTextResponse(text, media_type="text/plain; version=0.0.4")

    def _games(self) -> int:
        with self._reading() as records:
            return records.going()

    def _lines(self, *more: Figure) -> Iterator[str]:
        for each in (*more, *self._figures(), *_own_process()):
            yield f"# HELP {each.name} {each.meaning}"
            yield f"# TYPE {each.name} {each.kind}"
            yield f"{each.name} {each.value:.10g}"
        name = "cupsclub_said_to_seen_seconds"
        yield f"# HELP {name} From a say's arrival until its entry was sent, for each who follows the game."
        yield f"# TYPE {name} histogram"
        yield from self._said_to_seen.lines(name)

    def _require_known(self, request: Request) -> None:
        """Raise HTTPException for one who may not know how the server does: there is nothing here then."""
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        has_token = self._token != "" and kind.lower() == "bearer" and compare_digest(token, self._token)
        if not has_token and not _is_of_this_computer(request):
            raise HTTPException(404)


def _is_of_this_computer(request: Request) -> bool:
    host = "" if request.client is None else request.client.host
    try:
        is_near = ip_address(host).is_loopback
    except ValueError:
        return False
    return is_near and not any(name in request.headers for name in _FORWARDING)


def _own_process() -> Iterator[Figure]:
    yield Figure("process_cpu_seconds_total", "counter", "Processor time used.", process_time())
    yield Figure("process_resident_memory_bytes", "gauge", "Memory in use.", _resident_bytes())


def _resident_bytes() -> int:
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * resource.getpagesize()
    except OSError:
        # Elsewhere the most that it ever was has to do: in kilobytes, on a Mac in bytes.
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else 1024 * most

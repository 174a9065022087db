"""Tell those who run the server how the server does, in all its processes: `/health` and `/metrics`.

Both are for this computer alone, and for those who say the token that the server was begun with. Who comes
through a proxy is not of this computer, even where the proxy is.
"""

import asyncio
import resource
import sys
from bisect import bisect_left
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from hmac import compare_digest
from ipaddress import ip_address
from pathlib import Path
from time import monotonic, process_time

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from cupsclub.store.port import Records, RecordsError
from cupsclub.web.neighbours import Neighbours, Shared

LEAST_FREE_BYTES = 50_000_000
"""Below this a server is not well: a busy evening of games is a tenth of it."""
BOUNDS_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
TELL_SECONDS, SILENT_SECONDS = 1.0, 10.0
"""How often a process tells the others how it does, and after which silence of it something is wrong."""
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

    def lines(self, name: str, label: str) -> Iterator[str]:
        """Yield the histogram as Prometheus reads it; `label` names its process, "" for the only one."""
        so_far = 0
        for bound, count in zip((*map(str, BOUNDS_SECONDS), "+Inf"), self.counts, strict=True):
            so_far += count
            at_most = f'le="{bound}"'
            yield f"{name}_bucket{_labels(label, at_most)} {so_far}"
        yield f"{name}_sum{_labels(label)} {self.sum_seconds:.6f}"
        yield f"{name}_count{_labels(label)} {so_far}"


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that the server tells of itself; `kind` is "counter" for one that only grows, else "gauge"."""

    name: str
    kind: str
    meaning: str
    value: float


@dataclass(frozen=True, slots=True)
class _Told:
    """How a process does, at a time of the computer: why its last write failed, "" if it did not; figures."""

    at: float
    unwritten: str
    figures: list[Figure]
    said_to_seen: Durations


class Vitals:
    """Answers who runs the server."""

    def __init__(
        self,
        reading: Callable[[], AbstractContextManager[Records]],
        figures: Callable[[], Iterator[Figure]],
        said_to_seen: Durations,
        unwritten: Callable[[], str],
        token: str,
        neighbours: Neighbours,
        turn: Callable[[], Awaitable[None]],
        give_sign: Callable[[], object],
    ) -> None:
        """`unwritten` says why the last write failed, "" if it did not; "" as `token` lets no stranger in.

        `turn` waits until the writer has come to what was asked; `give_sign` tells that this process lives.
        """
        self._reading, self._figures, self._said_to_seen = reading, figures, said_to_seen
        self._unwritten, self._token, self._neighbours = unwritten, token, neighbours
        self._turn, self._give_sign = turn, give_sign
        self._told = Shared(neighbours, "vitals", _Told)
        self._told[neighbours.index] = self._own()

    async def keep_telling(self) -> None:
        """Tell the other processes how this one does, while all of it goes on, until it is called off."""
        while True:
            await self._turn()
            self._give_sign()
            self._told[self._neighbours.index] = self._own()
            await asyncio.sleep(TELL_SECONDS)

    def _own(self) -> _Told:
        figures = [*self._figures(), *_own_process()]
        return _Told(monotonic(), self._unwritten(), figures, self._said_to_seen)

    def routes(self) -> list[BaseRoute]:
        """Return where both are found."""
        return [Route("/health", self._health), Route("/metrics", self._metrics)]

    async def _health(self, request: Request) -> Response:
        """Answer 200 where games can be read and written, else 503 with the reason."""
        self._require_known(request)
        reason = await run_in_threadpool(self._illness)
        return PlainTextResponse(f"{reason or 'well'}\n", 503 if reason else 200)

    def _told_by(self, number: int) -> _Told | None:
        """Return how a process does; None where nothing was heard of it lately."""
        told = self._told.get(number)
        return None if told is None or monotonic() - told.at > SILENT_SECONDS else told

    def _illness(self) -> str:
        try:
            with self._reading() as records:
                records.served_seconds()
                free = records.free_bytes()
        except RecordsError as fault:
            return f"the games can't be read: {fault}"
        if free is not None and free < LEAST_FREE_BYTES:
            return f"the disk has {free / 1e6:.0f} MB left, at least {LEAST_FREE_BYTES / 1e6:.0f} are due"
        own, whys = self._neighbours.index, [self._unwritten()]
        for number in (own, *self._neighbours.others):
            told = self._told_by(number)
            if told is None:
                return f"process {number} gives no sign of life"
            whys.append("" if number == own else told.unwritten)
        return next((f"the last write failed: {why}" for why in whys if why), "")

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
        told = {self._neighbours.index: self._own()}
        for number in self._neighbours.others:
            known = self._told_by(number)
            told |= {} if known is None else {number: known}
        labels = {number: f'process="{number}"' if self._neighbours.others else "" for number in told}
        for figure in more:
            yield from _lines([figure], [""])
        for figures in zip(*(told[number].figures for number in labels), strict=True):
            yield from _lines(figures, list(labels.values()))
        name = "cupsclub_said_to_seen_seconds"
        yield f"# HELP {name} From a say's arrival until its entry was sent, for each who follows the game."
        yield f"# TYPE {name} histogram"
        for number, label in labels.items():
            yield from told[number].said_to_seen.lines(name, label)

    def _require_known(self, request: Request) -> None:
        """Raise HTTPException for one who may not know how the server does: there is nothing here then."""
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        has_token = self._token != "" and kind.lower() == "bearer" and compare_digest(token, self._token)
        if not has_token and not _is_of_this_computer(request):
            raise HTTPException(404)


def _lines(figures: Sequence[Figure], labels: Sequence[str]) -> Iterator[str]:
    """Yield one figure of each process as Prometheus reads it."""
    yield f"# HELP {figures[0].name} {figures[0].meaning}"
    yield f"# TYPE {figures[0].name} {figures[0].kind}"
    for figure, label in zip(figures, labels, strict=True):
        yield f"{figure.name}{_labels(label)} {figure.value:.10g}"


def _labels(*labels: str) -> str:
    told = ",".join(filter(None, labels))
    return f"{{{told}}}" if told else ""


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

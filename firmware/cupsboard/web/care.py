"""What an owner's page shows beside what goes on now: the weights of ten minutes, and the zeros of years."""

import asyncio
import csv
import io
import math
import re
from array import array
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from cupsboard.storage.zero_history import Zeros
from cupsboard.web.sections import Section

WEIGHTS, WEIGHTS_CSV = "/owner/weights.json", "/owner/weights.csv"
ZEROS, ZEROS_CSV = "/owner/zeros.json", "/owner/zeros.csv"
REPORT_FOLDER, REPORT_STYLE = "/owner/", "/owner/calibration.css"
CALIBRATIONS = "/owner/calibrations.json"
SYSTEM = "/owner/system.json"
SECONDS = 600.0
"""So far back the weights go."""
MOST_SENTENCES = 300
_STYLE = re.compile("<style>(.*?)</style>", re.DOTALL)


class Trail:
    """The weights of the last ten minutes, and what the board said meanwhile; for two threads."""

    def __init__(self, places: Sequence[str]) -> None:
        self._places = list(places)
        self._rows: deque[tuple[float, array[float]]] = deque()
        self._said: deque[tuple[float, Section]] = deque(maxlen=MOST_SENTENCES)
        self._lock = Lock()

    def take(self, time: float, grams: Sequence[Any], message: Section | None) -> None:
        """Take in a moment: what is in each place, "" where nothing is weighed, and the board's sentence."""
        weights = array("f", (each if isinstance(each, int | float) else math.nan for each in grams))
        with self._lock:
            if self._rows and time <= self._rows[-1][0]:
                return
            self._rows.append((time, weights))
            while self._rows[0][0] < time - SECONDS:
                self._rows.popleft()
            if message is not None and (not self._said or self._said[-1][1] != message):
                self._said.append((time, message))

    def since(self, time: float) -> Section:
        """Return what came after a time."""
        with self._lock:
            rows = [row for row in self._rows if row[0] > time]
            said = [each for each in self._said if each[0] > time]
        return {
            "places": self._places,
            "rows": [
                [at, *(None if math.isnan(each) else round(each, 2) for each in row)] for at, row in rows
            ],
            "said": [[at, message] for at, message in said],
        }

    async def send(self, request: Request) -> Response:
        """Answer with what came after the time in the address; with all where it says none."""
        try:
            since = float(request.query_params.get("since", "-inf"))
        except ValueError:
            since = -math.inf
        return JSONResponse(self.since(since))

    async def send_csv(self, _: Request) -> Response:
        """Answer with all of it as a table: a row for a moment, with the sentence that began then."""
        found = self.since(-math.inf)
        said = {at: message["text"] for at, message in found["said"]}
        begun = found["rows"][0][0] if found["rows"] else 0.0
        rows = ([f"{at - begun:.2f}", *row, said.get(at, "")] for at, *row in found["rows"])
        return _table("cups-weights.csv", ["seconds", *self._places, "said"], rows)


def zeros(days: Callable[[], Sequence[Zeros]], places: Sequence[str]) -> Mapping[str, Any]:
    """Return who answers for the zeros of `days`, by address; `days` reads a file, which takes a moment."""

    async def send(_: Request) -> Response:
        found = await asyncio.to_thread(days)
        return JSONResponse(
            [{"day": each.day, "calibrated": each.calibrated, "grams": each.grams} for each in found]
        )

    async def send_csv(_: Request) -> Response:
        found = await asyncio.to_thread(days)
        rows = ([each.day, each.calibrated, *(each.grams.get(place) for place in places)] for each in found)
        return _table("cups-zeros.csv", ["day", "calibrated", *places], rows)

    return {ZEROS: send, ZEROS_CSV: send_csv}


def calibrations(
    read: Callable[[str], bytes | None],
    reports: Sequence[str],
    kept: Callable[[], Sequence[Mapping[str, str]]],
) -> Mapping[str, Any]:
    """Return who answers for the calibration's report and for those kept from before, by address.

    `read` returns a file by its name, `reports` are the names of the report's, one for each language. A
    report brings its style with it, which our pages take from a file alone.
    """

    def sending(name: str) -> Any:
        async def send(_: Request) -> Response:
            return _there((await asyncio.to_thread(_parted, read, name))[0], "text/html")

        return send

    async def send_style(_: Request) -> Response:
        return _there((await asyncio.to_thread(_parted, read, reports[0]))[1], "text/css")

    answering = {REPORT_FOLDER + name: sending(name) for name in reports}
    return {**answering, REPORT_STYLE: send_style, CALIBRATIONS: telling(kept)}


def telling(known: Callable[[], object]) -> Any:
    """Return who answers with plain data that is `known`; reading it takes a moment."""

    async def send(_: Request) -> Response:
        return JSONResponse(await asyncio.to_thread(known))

    return send


def _parted(read: Callable[[str], bytes | None], name: str) -> tuple[str, str]:
    """Return the report with a link in the place of its style, and the style; nothing where there is none."""
    page = (read(name) or b"").decode()
    style = _STYLE.search(page)
    if style is None:
        return page, ""
    link = f'<link rel="stylesheet" href="{REPORT_STYLE}">'
    return page[: style.start()] + link + page[style.end() :], style[1]


def _there(text: str, kind: str) -> Response:
    if not text:
        return PlainTextResponse("Calibrate the board first: the report is made of that.\n", 404)
    return Response(text, media_type=kind)


def _table(name: str, header: Sequence[str], rows: Any) -> Response:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(header)
    writer.writerows(rows)
    saved = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text.getvalue(), media_type="text/csv", headers=saved)

"""A session as a file (a trace): every frame, button edge, engine's answer and decision, to replay it.

A trace is JSON, one line each: first the header with everything the core started from, then a line for every
step of the core. Floats are written with the digits that read back exactly; a reading is the count or the
fault's name. A power cut may tear the last line; anything else that doesn't fit is an error.
"""

import json
import math
import reprlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cupsboard import profile
from cupsboard.formats.file_reading import MOST_LINE_BYTES, NoText, text_of
from cupsboard.formats.strict_data import PlainDataError, from_plain, shown, to_plain
from cupsboard.profile import Profile, ProfileError
from cupsboard.referee.edges import Edge
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.errors import SensingError
from cupsboard.scales.readings import Frame, Reading
from cupsboard.signs.advice import Advice
from cupsboard.storage import calibration_file

_JSON = json.JSONEncoder(allow_nan=False, separators=(",", ":"))

FORMAT = "cupsboard-trace"
VERSION = 9

_DAMAGED = "the trace is damaged: use an undamaged copy"
_LOWEST_COUNTS, _HIGHEST_COUNTS = -(1 << 23), (1 << 23) - 1  # 24 bits: HX711 datasheet p. 4
_LATEST = 1e12  # seconds: beyond, a float no longer tells milliseconds apart
_HEADER_KEYS = {"format", "version", "profile", "calibration", "knowledge", "options"}
_STEP_KEYS = {"time", "frame", "edges", "advice", "decisions"}

Plain = Mapping[str, Any]
"""Data of JSON's own types; only the code that wrote it knows its meaning."""


class TraceError(ValueError):
    """A trace is faulty; the message names the line, the value and the next step."""


@dataclass(frozen=True, slots=True)
class TraceHeader:
    """The data from which the core started; `knowledge` and `options` are the core's own data."""

    profile: Profile
    calibration: Calibration
    knowledge: Plain
    options: Plain


@dataclass(frozen=True, slots=True)
class TracedStep:
    """The input and the decisions of the core at one time."""

    time: float
    frame: Frame | None
    edges: tuple[Edge, ...]
    decisions: tuple[Plain, ...]
    advice: tuple[Advice, ...] = ()


class TraceWriter:
    """Writes a trace through `append`, one call for each line."""

    def __init__(self, append: Callable[[bytes], object], header: TraceHeader) -> None:
        self._append = append
        self._line(
            {
                "format": FORMAT,
                "version": VERSION,
                "profile": to_plain(header.profile),
                "calibration": to_plain(header.calibration),
                "knowledge": header.knowledge,
                "options": header.options,
            }
        )

    def write(self, step: TracedStep) -> None:
        """Write one step. Raises TraceError for a decision that JSON can't hold."""
        line: dict[str, object] = {"time": step.time}
        if step.frame is not None:
            line["frame"] = [step.frame.time, [_plain_reading(each) for each in step.frame.readings]]
        if step.edges:
            line["edges"] = [[edge.button, edge.is_down, edge.time] for edge in step.edges]
        if step.advice:
            line["advice"] = to_plain(step.advice)
        if step.decisions:
            line["decisions"] = step.decisions
        self._line(line)

    def _line(self, content: Plain) -> None:
        try:
            text = _JSON.encode(content)
        except (TypeError, ValueError) as fault:
            raise TraceError(f"{fault}; put only JSON's own types and finite numbers into a trace") from None
        self._append(text.encode("ascii") + b"\n")


class Trace:
    """A trace being read: the header at once, then the steps in order, once.

    After the last step `torn_line` is the number of a last line that a power cut left unfinished, else None.
    """

    def __init__(self, lines: Iterable[bytes]) -> None:
        self._lines = enumerate(lines, start=1)
        self.torn_line: int | None = None
        self.header = self._read_header()

    def __iter__(self) -> Iterator[TracedStep]:
        latest = -math.inf
        for number, line in self._lines:
            content = self._content(number, line)
            if content is None:
                self.torn_line = number
                return
            step = _step(content, number, self.header.profile)
            if step.time < latest:
                raise _damaged(number, f"time {step.time} is before {latest}")
            latest = step.time
            yield step

    def _read_header(self) -> TraceHeader:
        number, line = next(self._lines, (1, b""))
        content = self._content(number, line)
        if content is None:
            raise TraceError("line 1: the header is missing or torn; there is nothing to replay")
        return _header(content)

    def _content(self, number: int, line: bytes) -> dict[str, Any] | None:
        """Return the line's object; None if the line is torn: unfinished, and the last."""
        if len(line) > MOST_LINE_BYTES:
            raise _damaged(number, f"is longer than {MOST_LINE_BYTES:,} bytes")
        try:
            content = json.loads(text_of(line, number), parse_constant=_no_constant)
        except (ValueError, RecursionError) as fault:
            if not line.endswith(b"\n") and next(self._lines, None) is None:
                return None
            if isinstance(fault, NoText):
                raise TraceError(str(fault)) from None
            raise TraceError(f"line {number}: no JSON ({fault}); {_advice_on(number)}") from None
        if not isinstance(content, dict):
            raise TraceError(f"line {number}: {reprlib.repr(content)} is no object; {_advice_on(number)}")
        return content


def read_trace(lines: Iterable[bytes]) -> Trace:
    """Return the trace in `lines`, such as an open binary file.

    Raises TraceError with the number of the faulty line.
    """
    return Trace(lines)


def _damaged(number: int, what: str) -> TraceError:
    return TraceError(f"line {number}: {what}; {_DAMAGED}")


def _advice_on(number: int) -> str:
    """Return what to do where a line is no JSON: a first line that is none was never a trace's."""
    return _DAMAGED if number > 1 else "this is no trace; name one, as last.trace of a board"


def _header(content: dict[str, Any]) -> TraceHeader:
    if content.get("format") != FORMAT:
        raise TraceError(
            f'line 1: format: {shown(content.get("format"))} is not "{FORMAT}"; this is no trace'
        )
    version = content.get("version")
    if isinstance(version, bool) or version != VERSION:
        raise TraceError(f"line 1: version: {shown(version)} is not {VERSION}; use the release it is of")
    _check_keys(content, 1, _HEADER_KEYS, _HEADER_KEYS)
    try:
        board = profile.from_tables(content["profile"])
    except ProfileError as fault:
        raise TraceError(f"line 1: profile: {fault}") from None
    try:
        calibration = calibration_file.from_tables(content["calibration"])
    except SensingError as fault:
        raise TraceError(f"line 1: calibration: {fault}") from None
    for key in ("knowledge", "options"):
        if not isinstance(content[key], dict):
            raise TraceError(f"line 1: {key}: {reprlib.repr(content[key])} is no object; {_DAMAGED}")
    return TraceHeader(board, calibration, content["knowledge"], content["options"])


def _step(content: dict[str, Any], number: int, board: Profile) -> TracedStep:
    cells, buttons = len(board.cells), board.owners
    _check_keys(content, number, {"time"}, _STEP_KEYS)
    return TracedStep(
        _time(content["time"], number),
        _frame(content["frame"], number, cells) if "frame" in content else None,
        tuple(_edge(each, number, buttons) for each in _list(content.get("edges", []), number, "edges")),
        tuple(_decision(each, number) for each in _list(content.get("decisions", []), number, "decisions")),
        tuple(_advice(each, number) for each in _list(content.get("advice", []), number, "advice")),
    )


def _check_keys(content: dict[str, Any], number: int, needed: set[str], known: set[str]) -> None:
    if missing := sorted(needed - content.keys()):
        raise _damaged(number, f"{', '.join(missing)} missing")
    if unknown := sorted(content.keys() - known):
        raise TraceError(f"line {number}: unknown key {', '.join(unknown)}; use the release it is of")


def _frame(content: object, number: int, cells: int) -> Frame:
    match content:
        case [time, [*readings]] if len(readings) == cells:
            return Frame(_time(time, number), tuple(_reading(each, number) for each in readings))
        case [_, [*readings]]:
            raise _damaged(number, f"{len(readings)} readings for {cells} cells")
        case _:
            raise _damaged(number, f"frame: {reprlib.repr(content)} is no time with readings")


def _edge(content: object, number: int, buttons: Sequence[str]) -> Edge:
    match content:
        case [str(button), bool(is_down), time] if button in buttons:
            return Edge(button, is_down, _time(time, number))
        case _:
            raise _damaged(number, f"edges: {reprlib.repr(content)} is no edge of a button")


def _advice(content: object, number: int) -> Advice:
    try:
        return from_plain(Advice, content, "advice")
    except PlainDataError as fault:
        raise _damaged(number, str(fault)) from None


def _decision(content: object, number: int) -> Plain:
    if not isinstance(content, dict):
        raise _damaged(number, f"decisions: {reprlib.repr(content)} is no object")
    return content


def _plain_reading(reading: Reading) -> int | str:
    return reading.name if isinstance(reading, CellFault) else reading


def _reading(content: object, number: int) -> Reading:
    match content:
        case bool():
            pass
        case int() if _LOWEST_COUNTS <= content <= _HIGHEST_COUNTS:
            return content
        case str() if content in CellFault.__members__:
            return CellFault[content]
    raise _damaged(number, f"reading {reprlib.repr(content)} is neither counts nor a fault")


def _time(content: object, number: int) -> float:
    # Compared, not converted: JSON's whole numbers may be too large for a float.
    if isinstance(content, bool) or not isinstance(content, int | float) or not abs(content) <= _LATEST:
        raise _damaged(number, f"time {reprlib.repr(content)} is no number of seconds")
    return float(content)


def _list(content: object, number: int, key: str) -> list[Any]:
    if not isinstance(content, list):
        raise _damaged(number, f"{key}: {reprlib.repr(content)} is no list")
    return content


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is no number of JSON")

"""Decisions as plain data, as a trace keeps them, and the replay that must reproduce them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from itertools import zip_longest
from typing import Any

from cupsboard.core.heart import Decided
from cupsboard.formats.strict_data import to_plain
from cupsboard.loop import Listener, Moment
from cupsboard.recognition.outcome import Lifted, Recognition
from cupsboard.session.start import Start
from cupsboard.session.trace import Plain, Trace, TracedStep, TraceWriter
from cupsboard.signs.scene import Scene

TOLERANCE = 1e-9
"""How far a replayed number may be off the traced one."""


class Decisions:
    """Turns the decisions of the core into plain data; a scene is included only when it changes."""

    def __init__(self) -> None:
        self._scene: Scene | None = None
        self._given: Scene | None = None

    def plain(self, decided: Decided) -> tuple[Plain, ...]:
        """Return the decisions of one step, in a fixed order."""
        said: list[Plain] = []
        if decided.recognition is not None:
            said.append({"recognition": _plain_recognition(decided.recognition)})
        said += [{"event": type(event).__name__, **_lists(to_plain(event))} for event in decided.events]
        if decided.scene is not self._given:
            self._given = decided.scene
            said += self._plain_scene(decided.scene)
        return tuple(said)

    def _plain_scene(self, given: Scene) -> Iterator[Plain]:
        # The stocks follow from the rest.
        scene = replace(given, stocks={})
        if scene != self._scene:
            self._scene = scene
            plain = _lists(to_plain(scene))
            del plain["stocks"]
            for sign in plain["signs"]:
                # Few signs name a colour.
                if not sign["hue"]:
                    del sign["hue"]
            yield {"scene": plain}


class Tracer:
    """A listener of the loop that writes every moment to a trace."""

    def __init__(self, writer: TraceWriter) -> None:
        self._writer = writer
        self._decisions = Decisions()

    def __call__(self, moment: Moment) -> None:
        """Write one moment."""
        decisions = self._decisions.plain(moment.decided)
        self._writer.write(TracedStep(moment.time, moment.frame, moment.edges, decisions, moment.advice))


class Absent(Enum):
    """The placeholder in a `Difference` for a value that the trace or the replay does not have."""

    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Difference:
    """The first decision in which a replay differs from its trace."""

    step: int
    time: float
    where: str
    traced: object
    replayed: object


@dataclass(frozen=True, slots=True)
class Replayed:
    """The result of a replay; without a difference it has reproduced every decision."""

    steps: int
    decisions: int
    difference: Difference | None
    torn_line: int | None


def replay(trace: Trace, watch: Listener | None = None) -> Replayed:
    """Feed a trace to a fresh core and compare every decision. Raises TraceError for a faulty trace.

    `watch` gets each step that is reproduced.
    """
    core = Start.from_header(trace.header).core()
    decisions = Decisions()
    steps = count = 0
    for steps, step in enumerate(trace, start=1):
        decided = core.step(step.time, step.frame, step.edges, step.advice)
        plain = decisions.plain(decided)
        for where, traced, replayed in _differences(list(step.decisions), list(plain), "decisions"):
            difference = Difference(steps, step.time, where, traced, replayed)
            return Replayed(steps - 1, count, difference, None)
        count += len(plain)
        if watch is not None:
            watch(Moment(step.time, step.frame, step.edges, decided, step.advice))
    return Replayed(steps, count, None, trace.torn_line)


def _plain_recognition(recognition: Recognition) -> Plain:
    plain: dict[str, Any] = _lists(to_plain(recognition))
    # Which places were touched follows from the rest, and so does what the next look begins with.
    for name in ("touched", "certain", "numbers", "is_probable", "is_at_first_sight", "explanations"):
        del plain[name]
    plain["unexplained"].sort()
    if isinstance(recognition.outcome, Lifted):
        plain["outcome"]["places"].sort()
    return {"kind": type(recognition.outcome).__name__, **plain}


def _lists(plain: Any) -> Any:
    """Return the data as JSON gives it back, with lists for tuples."""
    match plain:
        case dict():
            return {key: _lists(value) for key, value in plain.items()}
        case list() | tuple():
            return [_lists(value) for value in plain]
        case _:
            return plain


def _differences(traced: object, replayed: object, where: str) -> Iterator[tuple[str, object, object]]:
    match traced, replayed:
        case Mapping(), Mapping():
            for key in {**traced, **replayed}:
                one, other = traced.get(key, Absent.NOTHING), replayed.get(key, Absent.NOTHING)
                yield from _differences(one, other, f"{where}.{key}")
        case list(), list():
            for index, (one, other) in enumerate(zip_longest(traced, replayed, fillvalue=Absent.NOTHING)):
                yield from _differences(one, other, f"{where}[{index}]")
        case float(), float() if abs(traced - replayed) <= TOLERANCE:
            return
        case _ if traced != replayed or type(traced) is not type(replayed):
            yield where, traced, replayed

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
from cupsboard.session.trace import VERSION, Plain, Trace, TracedStep, TraceWriter
from cupsboard.signs.scene import Scene

TOLERANCE = 1e-9
"""How far a replayed number may be off the traced one."""
OTHER_GESTURES_BEFORE, BELIEVED_OTHERWISE_BEFORE, NO_KINDS_BEFORE = 3, 8, 5
"""In traces before these versions held buttons acted otherwise, weights were believed otherwise, and marks
had no kind."""


class Decisions:
    """Turns the decisions of the core into plain data; a scene is included only when it changes.

    `version` is that of the trace to compare with. Data that such traces don't have are left out: scenes that
    only announce what a press will become, and kinds of pieces.
    """

    def __init__(self, version: int = VERSION) -> None:
        self._scene: Scene | None = None
        self._given: Scene | None = None
        self._unknown = () if version >= OTHER_GESTURES_BEFORE else _ANNOUNCED_SINCE_VERSION_3
        self._names_kinds = version >= NO_KINDS_BEFORE

    def plain(self, decided: Decided) -> tuple[Plain, ...]:
        """Return the decisions of one step, in a fixed order."""
        said: list[Plain] = []
        if decided.recognition is not None:
            said.append({"recognition": _plain_recognition(decided.recognition)})
        said += [{"event": type(event).__name__, **_lists(to_plain(event))} for event in decided.events]
        if decided.scene is not self._given:
            self._given = decided.scene
            said += self._plain_scene(decided.scene)
        return tuple(said if self._names_kinds else map(_without_kinds, said))

    def _plain_scene(self, given: Scene) -> Iterator[Plain]:
        # The stocks follow from the rest, and traces of earlier versions have none.
        scene = replace(given, stocks={})
        if scene != self._scene and scene.message.key not in self._unknown:
            self._scene = scene
            plain = _lists(to_plain(scene))
            del plain["stocks"]
            for sign in plain["signs"]:
                # Few signs name a colour, and traces from before there were such have none.
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
    version: int = VERSION
    """The version of the trace."""


def replay(trace: Trace, watch: Listener | None = None) -> Replayed:
    """Feed a trace to a fresh core and compare every decision. Raises TraceError for a faulty trace.

    `watch` gets each step that is reproduced.
    """
    core = Start.from_header(trace.header).core()
    version = trace.header.version
    left_out = _STORIES | _ODDS if version < BELIEVED_OTHERWISE_BEFORE else frozenset()
    decisions = Decisions(version)
    steps = count = 0
    for steps, step in enumerate(trace, start=1):
        decided = core.step(step.time, step.frame, step.edges, step.advice)
        plain = decisions.plain(decided)
        for where, traced, replayed in _differences(
            _without(list(step.decisions), left_out), _without(list(plain), left_out), "decisions"
        ):
            difference = Difference(steps, step.time, where, traced, replayed)
            return Replayed(steps - 1, count, difference, None, version)
        count += len(plain)
        if watch is not None:
            watch(Moment(step.time, step.frame, step.edges, decided, step.advice))
    return Replayed(steps, count, None, trace.torn_line, version)


def _plain_recognition(recognition: Recognition) -> Plain:
    plain: dict[str, Any] = _lists(to_plain(recognition))
    # Which places were touched follows from the rest, and so does what the next look begins with.
    for name in ("touched", "certain", "numbers", "is_probable", "is_at_first_sight", "explanations"):
        del plain[name]
    plain["unexplained"].sort()
    if isinstance(recognition.outcome, Lifted):
        plain["outcome"]["places"].sort()
    return {"kind": type(recognition.outcome).__name__, **plain}


_ANNOUNCED_SINCE_VERSION_3 = ("held-briefly", "held-apart")
"""The messages of these scenes."""


_STORIES = frozenset({"description", "account", "mishaps", "what"})
"""How a table came about. Of two ways to the same table, versions up to 3 might tell the less probable, up to
4 another while a table was put right, and version 1 told it in English."""
_ODDS = frozenset({"confidence", "probability", "runner_up", "arrived_alone", "unexplained", "is_cut_short"})
"""How sure a release is of a table, its alternatives, and what it learns from them. Up to version 3 all
came from another model of zeros, odd beans and foreign things, up to version 4 a look at a wrong table
ignored the one before, up to version 5 the whole posterior was reported, up to version 6 a cup that had
been in the air was one like any other, and up to version 7 replies were considered more seldom; the
decisions are compared."""


_UNORDERED = "unexplained"
"""A set, which earlier programs traced in an order that each process chose by itself."""
_MARK = frozenset({"place", "surplus", "kind"})


def _without_kinds(plain: Any) -> Any:
    """Return the data with marks that don't name their kind."""
    match plain:
        case dict():
            kept = {key: _without_kinds(value) for key, value in plain.items()}
            if kept.keys() == _MARK:
                del kept["kind"]
            return kept
        case list():
            return [_without_kinds(value) for value in plain]
        case _:
            return plain


def _without(plain: Any, left_out: frozenset[str]) -> Any:
    """Return the data without some values.

    Where words are left out, a message with `what` was found also loses its `move`.
    """
    match plain:
        case dict():
            also = {"move"} if "what" in left_out and "what" in plain else set()
            return {
                key: _without(value, left_out)
                for key, value in plain.items()
                if key not in left_out and key not in also
            }
        case list():
            return [_without(value, left_out) for value in plain]
        case _:
            return plain


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
                if key == _UNORDERED and isinstance(one, list):
                    one = sorted(one, key=str)
                yield from _differences(one, other, f"{where}.{key}")
        case list(), list():
            for index, (one, other) in enumerate(zip_longest(traced, replayed, fillvalue=Absent.NOTHING)):
                yield from _differences(one, other, f"{where}[{index}]")
        case float(), float() if abs(traced - replayed) <= TOLERANCE:
            return
        case _ if traced != replayed or type(traced) is not type(replayed):
            yield where, traced, replayed

"""Decisions as plain data: what a trace keeps of them, and the replay that must come to them again."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from itertools import zip_longest
from typing import Any

from cupsboard.loop import Listener, Moment
from cupsboard.plain import PlainDataError, from_plain, to_plain
from cupsboard.play.core import Core, Decided
from cupsboard.play.options import Options
from cupsboard.play.referee import Referee
from cupsboard.play.scene import Scene
from cupsboard.profile import Profile
from cupsboard.rules.cups import Cups, Position
from cupsboard.rules.errors import RulesError
from cupsboard.rules.history import History
from cupsboard.rules.record import Record, format_record, parse_record
from cupsboard.sensing import credible
from cupsboard.sensing.calibration import Calibration, check_covers
from cupsboard.sensing.errors import SensingError
from cupsboard.sensing.knowledge import Knowledge
from cupsboard.sensing.outcome import Lifted, Recognition
from cupsboard.trace import Header, Plain, Step, Trace, TraceError, TraceWriter

TOLERANCE = 1e-9
"""How far a replayed number may be off the traced one."""


@dataclass(frozen=True, slots=True)
class Start:
    """Everything a core is built from; a trace header carries it."""

    profile: Profile
    calibration: Calibration
    game: Cups
    options: Options
    knowledge: Knowledge
    history: History[Position] | None = None

    @property
    def record(self) -> History[Position]:
        """What was played before; nothing, for a new game."""
        return self.history or History(self.game, self.options.starter)

    def core(self) -> Core:
        """A fresh core that begins here."""
        agreed = None if self.history is None else self.knowledge.contents
        referee = Referee(self.game, self.options, self.history, agreed)
        is_resumed = self.history is not None
        return Core(self.calibration, self.profile.places, referee, self.knowledge, is_resumed=is_resumed)

    def header(self) -> Header:
        """The start as the first line of a trace."""
        options = _Options(self.game.name, self.options)
        if self.history is not None:
            undone = len(self.history.undone)
            whole = self.history.after(len(self.history.steps) + undone)
            options = replace(options, record=format_record(Record.of(whole)), undone=undone)
        return Header(self.profile, self.calibration, to_plain(self.knowledge), to_plain(options))

    @classmethod
    def from_header(cls, header: Header) -> "Start":
        """Read a header back. Raises TraceError."""
        try:
            options = from_plain(_Options, header.options, "options")
            start = cls(
                profile=header.profile,
                calibration=header.calibration,
                game=Cups.named(options.game),
                options=options.referee,
                knowledge=from_plain(Knowledge, header.knowledge, "knowledge"),
                history=options.history(),
            )
            start.check()
        except (PlainDataError, RulesError, SensingError) as fault:
            raise TraceError(
                f"line 1: {fault}; the trace is damaged or of another release: use an undamaged copy"
            ) from None
        return start

    def check(self) -> None:
        """Refuse parts that are not of one board and one game. Raises PlainDataError or SensingError."""
        check_covers(self.calibration, self.profile.places)
        if self.game.cups != self.profile.cups:
            raise PlainDataError(
                f"options.game: {self.game.name} does not fit the profile {self.profile.name}"
            )
        if self.history is not None and self.history.game != self.game:
            raise PlainDataError(f"options.record: is not of the game {self.game.name}")
        if self.knowledge.places.keys() != set(self.profile.places):
            raise PlainDataError("knowledge.places: are not those of the profile")
        try:
            credible.check(self.knowledge)
        except SensingError as fault:
            raise PlainDataError(f"knowledge.{fault}") from None


@dataclass(frozen=True, slots=True)
class _Options:
    """What a header says of the game: its name and options, and what was played before, if anything was.

    The last `undone` entries of the record were taken back and could be redone.
    """

    game: str
    referee: Options
    record: str | None = None
    undone: int = 0

    def history(self) -> History[Position] | None:
        if self.record is None:
            return None
        try:
            whole = parse_record(self.record, Cups.named).history()
        except RulesError as fault:
            raise PlainDataError(f"options.record: {fault}") from None
        steps = len(whole.steps)
        if not 0 <= self.undone <= steps:
            raise PlainDataError(f"options.undone: {self.undone} of {steps} entries")
        return whole.after(steps - self.undone)


class Decisions:
    """Turns what the core decides into plain data; a scene is said only when it changes."""

    def __init__(self) -> None:
        self._scene: Scene | None = None

    def plain(self, decided: Decided) -> tuple[Plain, ...]:
        """The decisions of one step, in a fixed order."""
        said: list[Plain] = []
        if decided.recognition is not None:
            said.append({"recognition": _plain_recognition(decided.recognition)})
        said += [{"event": type(event).__name__, **_lists(to_plain(event))} for event in decided.events]
        if decided.scene != self._scene:
            self._scene = decided.scene
            said.append({"scene": _lists(to_plain(decided.scene))})
        return tuple(said)


class Tracer:
    """A listener of the loop that writes every moment to a trace."""

    def __init__(self, writer: TraceWriter) -> None:
        self._writer = writer
        self._decisions = Decisions()

    def __call__(self, moment: Moment) -> None:
        """Write one moment."""
        decisions = self._decisions.plain(moment.decided)
        self._writer.write(Step(moment.time, moment.frame, moment.edges, decisions))


class Absent(Enum):
    """Stands in a difference for what only the other side has."""

    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Difference:
    """The first place where a replay came to something else."""

    step: int
    time: float
    where: str
    traced: object
    replayed: object


@dataclass(frozen=True, slots=True)
class Replayed:
    """How a replay went; without a difference every decision was reproduced."""

    steps: int
    decisions: int
    difference: Difference | None
    torn_line: int | None


def replay(trace: Trace, watch: Listener | None = None) -> Replayed:
    """Feed a trace to a fresh core and compare every decision; `watch` sees each step that is reproduced.

    Raises TraceError.
    """
    core = Start.from_header(trace.header).core()
    decisions = Decisions()
    steps = count = 0
    for steps, step in enumerate(trace, start=1):
        decided = core.step(step.time, step.frame, step.edges)
        plain = decisions.plain(decided)
        for where, traced, replayed in _differences(list(step.decisions), list(plain), "decisions"):
            return Replayed(steps - 1, count, Difference(steps, step.time, where, traced, replayed), None)
        count += len(plain)
        if watch is not None:
            watch(Moment(step.time, step.frame, step.edges, decided))
    return Replayed(steps, count, None, trace.torn_line)


def _plain_recognition(recognition: Recognition) -> Plain:
    plain: dict[str, Any] = _lists(to_plain(recognition))
    if isinstance(recognition.outcome, Lifted):
        plain["outcome"]["places"].sort()
    return {"kind": type(recognition.outcome).__name__, **plain}


def _lists(plain: Any) -> Any:
    """The same data as JSON gives it back."""
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

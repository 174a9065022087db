"""Decisions as plain data: what a trace keeps of them, and the replay that must come to them again."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cupsboard.loop import Moment
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
from cupsboard.sensing.calibration import Calibration
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

    def core(self) -> Core:
        """A fresh core that begins here."""
        referee = Referee(self.game, self.options, self.history)
        return Core(self.calibration, self.profile.places, referee, self.knowledge)

    def header(self) -> Header:
        """The start as the first line of a trace."""
        record = None
        if self.history is not None:
            record = format_record(Record(self.game, self.history.starter, self.history.entries))
        options = {"game": self.game.name, "referee": to_plain(self.options), "record": record}
        return Header(self.profile, self.calibration, to_plain(self.knowledge), options)

    @classmethod
    def from_header(cls, header: Header) -> "Start":
        """Read a header back. Raises TraceError."""
        try:
            record = header.options.get("record")
            return cls(
                profile=header.profile,
                calibration=header.calibration,
                game=Cups.named(str(header.options.get("game"))),
                options=from_plain(Options, header.options.get("referee"), "options.referee"),
                knowledge=from_plain(Knowledge, header.knowledge, "knowledge"),
                history=None if record is None else parse_record(str(record), Cups.named).history(),
            )
        except (PlainDataError, RulesError) as fault:
            raise TraceError(
                f"line 1: {fault}; the trace is damaged or of another release: use an undamaged copy"
            ) from None


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


def replay(trace: Trace) -> Replayed:
    """Feed a trace to a fresh core and compare every decision. Raises TraceError."""
    core = Start.from_header(trace.header).core()
    decisions = Decisions()
    steps = count = 0
    for steps, step in enumerate(trace, start=1):
        decided = decisions.plain(core.step(step.time, step.frame, step.edges))
        count += len(decided)
        for where, traced, replayed in _differences(list(step.decisions), list(decided), "decisions"):
            return Replayed(steps, count, Difference(steps, step.time, where, traced, replayed), None)
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
        case Mapping(), Mapping() if traced.keys() == replayed.keys():
            for key in traced:
                yield from _differences(traced[key], replayed[key], f"{where}.{key}")
        case list(), list() if len(traced) == len(replayed):
            for index, (one, other) in enumerate(zip(traced, replayed, strict=True)):
                yield from _differences(one, other, f"{where}[{index}]")
        case float(), float() if abs(traced - replayed) <= TOLERANCE:
            return
        case _ if traced != replayed or type(traced) is not type(replayed):
            yield where, traced, replayed

"""What the doctor does: examining a board, with verdicts and a file for a report, and trying its lights."""

from collections.abc import Sequence
from datetime import datetime

from cupsboard.drivers import speaker
from cupsboard.drivers.assembly import Wired
from cupsboard.loop import Moment, Output
from cupsboard.procedures.doctor.diagnosis import buttons_line, diagnose
from cupsboard.procedures.doctor.examination import Examining
from cupsboard.procedures.doctor.support_bundle import CORRECTIONS, EXAMINATION, GAME, bundle
from cupsboard.procedures.doctor.trying_lights import TryingLights
from cupsboard.procedures.procedure import Procedure
from cupsboard.procedures.uncalibrated import assumed, with_kinds
from cupsboard.profile import Profile
from cupsboard.recognition.knowledge import from_calibration
from cupsboard.referee.edges import Edge
from cupsboard.referee.options import Options as RefereeOptions
from cupsboard.rules import games
from cupsboard.rules.record import RecordOf, format_record
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.readings import Frame
from cupsboard.session.replay import Tracer
from cupsboard.session.start import Start
from cupsboard.session.trace import TraceWriter
from cupsboard.session.trace_file import LONGEST_TRACE_BYTES
from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import ENGLISH, Language, languages, say
from cupsboard.station.files.board_files import BoardFiles
from cupsboard.station.jobs.job import Job, Options, Prepared, Result, Verdict, grams_by
from cupsboard.storage import correction_log
from cupsboard.storage.games import KeptGames
from cupsboard.storage.paths import TRACE
from cupsboard.systemd.exit_codes import Ending


class Traced:
    """A procedure and its trace; implements `Procedure`."""

    def __init__(self, procedure: Procedure, board: Profile, calibration: Calibration) -> None:
        """The core sits beside it as at the beginning of a game on empty cups, and shows nothing.

        It is asked nothing of pieces: where they were never weighed, their masses are assumed.
        """
        self._procedure = procedure
        game = games.of_table(len(board.owners)) if board.spots else games.of_board(board.cups)
        kinds = list(game.kinds)
        weighed = with_kinds(calibration, kinds) if board.spots else calibration
        start = Start(board, weighed, game, RefereeOptions(), from_calibration(weighed, {}, kinds))
        self._core = start.core()
        self._lines: list[bytes] = []
        self._tracer = Tracer(TraceWriter(self._lines.append, start.header()))

    @property
    def is_finished(self) -> bool:
        """See `Procedure`."""
        return self._procedure.is_finished

    @property
    def is_still(self) -> bool:
        """See `Procedure`."""
        return self._procedure.is_still

    @property
    def trace(self) -> bytes:
        """The trace so far."""
        return b"".join(self._lines)

    def step(self, now: float, frame: Frame | None, edges: Sequence[Edge]) -> Output:
        """See `Procedure`."""
        self._tracer(Moment(now, frame, tuple(edges), self._core.step(now, frame, edges)))
        return self._procedure.step(now, frame, edges)


def prepared(at: BoardFiles, _: Options) -> Prepared:
    """Prepare an examination. Raises SensingError or DriverError for a calibration that can't be used."""
    calibration = None if has_no_calibration(at) else at.load_calibration()
    values = calibration or assumed(at.profile)

    def job(ready: Wired) -> Job:
        examining = Examining(
            values,
            at.profile.places,
            ready.health,
            knows_weights=calibration is not None,
            seats=at.profile.owners if at.profile.spots else (),
        )
        traced = Traced(examining, at.profile, values)
        return Job(
            "doctor",
            traced,
            lambda: _concluded(at, ready, examining, traced),
            grams_by(values),
            note=None if calibration is not None else Message("terminal.not-calibrated"),
            # A button that is typed would say nothing of the real ones.
            takes_presses=False,
        )

    return job


def _concluded(at: BoardFiles, ready: Wired, examining: Examining, traced: Traced) -> Result:
    lines = diagnose(examining.findings, at.profile)
    precedence, voice = ready.precedence(), speaker.found(languages())

    def told(language: Language) -> tuple[str, ...]:
        said = [line.told(language) for line in lines]
        if precedence is not None:
            words = (Message("diagnosis.reader"), Message(f"diagnosis.runs-{precedence.name}"))
            reader, runs = (say(each, language) for each in words)
            said.append(f"{reader:<12} {runs}")
        said.append(f"{say(Message('diagnosis.voice'), language):<12} {say(voice, language)}")
        return (*said, *ready.missing_parts)

    is_well = all(line.is_good for line in lines) and not ready.missing_parts
    return Result(
        told,
        0 if is_well else Ending.FAULTY,
        tuple(Verdict(line.name, line.is_good, (*line.troubles, *line.facts)) for line in lines),
        lambda: bundled(at, "\n".join(told(ENGLISH)), traced.trace, datetime.now().astimezone()),
    )


def has_no_calibration(at: BoardFiles) -> bool:
    """Whether the board is still being built."""
    return at.calibrations.read(at.calibration) is None


def bundled(at: BoardFiles, diagnosis: str, examination: bytes, now: datetime) -> bytes:
    """All that is known of a board and its last evening, as a zip archive."""
    parts = {
        EXAMINATION: examination,
        TRACE: at.state.read(TRACE, LONGEST_TRACE_BYTES) or b"",
        CORRECTIONS: _as_file(correction_log.lines(at.memory)),
        GAME: _game(at),
    }
    calibration = at.calibrations.read(at.calibration) or b""
    return bundle(diagnosis, at.profile, calibration, parts, now)


def _as_file(lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def _game(at: BoardFiles) -> bytes:
    """Return the record of the game being played; nothing where there is none that can be read."""
    kept = KeptGames(at.memory, lambda: "").seen_playing()
    return b"" if kept is None else format_record(RecordOf.of(kept.history)).encode()


def lights_prepared(at: BoardFiles, _: Options) -> Prepared:
    """Prepare a trial of the lights, which needs no calibration."""

    def job(ready: Wired) -> Job:
        trying = TryingLights(at.profile)
        return Job(
            "lights",
            trying,
            lambda: lights_concluded(trying, ready.missing_parts),
            grams_by(assumed(at.profile)),
            # A button that is typed would say nothing of the real ones.
            takes_presses=False,
        )

    return job


def lights_concluded(trying: TryingLights, missing_parts: tuple[str, ...]) -> Result:
    """Return what can be said of lights and buttons; `missing_parts` are sentences of the assembly."""
    buttons = buttons_line(trying.missing_buttons, len(trying.pressed_buttons))
    is_well = buttons.is_good and not missing_parts

    def told(language: Language) -> tuple[str, ...]:
        # No part of the board sees its lights.
        words = (Message("diagnosis.lights"), Message("diagnosis.lights-judged"))
        lights, judged = (say(each, language) for each in words)
        return (f"{lights:<12} {judged}", buttons.told(language), *missing_parts)

    return Result(
        told,
        0 if is_well else Ending.FAULTY,
        (Verdict(buttons.name, buttons.is_good, (*buttons.troubles, *buttons.facts)),),
    )

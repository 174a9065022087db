"""A board on which something is done outside a game, or that can't play."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace

from cupsboard.drivers.assembly import Wired
from cupsboard.loop import Activity, Loop, Output
from cupsboard.procedures.counting_table import CountingTable, Told
from cupsboard.procedures.pairing import Pairing
from cupsboard.procedures.procedure import Stepwise, as_side
from cupsboard.procedures.uncalibrated import Unusable
from cupsboard.referee.edges import Edge
from cupsboard.referee.gestures import Gestures
from cupsboard.referee.inputs import Press
from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import Side, pot, tray
from cupsboard.scales.errors import SensingError
from cupsboard.scales.readings import Frame
from cupsboard.session.orders import Again, Ask, GoBack, GoOn, Order, OrderRefused, PlayFrom
from cupsboard.session.resume import usual
from cupsboard.signs.scene import Message, Scene, Tone
from cupsboard.signs.sentences import languages, read_language
from cupsboard.station.files.board_files import BoardFiles
from cupsboard.station.jobs.job import Job, Result
from cupsboard.station.occupation import PAIRING, End, Plan
from cupsboard.station.terminal.follower import Follower
from cupsboard.station.terminal.keyboard_button import TypedButton
from cupsboard.station.terminal.language import language
from cupsboard.storage.writer import Job as Writing
from cupsboard.storage.writer import Writer
from cupsboard.systemd.exit_codes import Ending
from cupsboard.web.procedure_view import ProcedureView
from cupsboard.web.sections import Section, message_section

Progress = Callable[[], tuple[int, int]]
"""How much is done, and of how much."""


class _FollowedActivity:
    """An activity that a page and a terminal follow; implements `Activity`."""

    def __init__(
        self,
        activity: Activity,
        view: ProcedureView,
        follower: Follower | None,
        progress: Progress | None = None,
    ) -> None:
        self.activity = activity
        self._view, self._follower, self._progress = view, follower, progress
        self.is_news = False

    @property
    def is_still(self) -> bool:
        """See `Activity`."""
        return self.activity.is_still

    def step(self, now: float, frame: Frame | None, edges: Sequence[Edge]) -> Output:
        """See `Activity`."""
        self._view.look(now, frame, edges)
        shown = self.activity.step(now, frame, edges)
        is_other = self._view.show(shown.scene, shown.tones)
        if is_other and self._follower is not None:
            self._follower.hear(shown.scene.message, None if self._progress is None else self._progress())
        self.is_news = self.is_news or is_other or bool(edges)
        return shown


class _Followed:
    """The part of an `Occupation` that is the same where its activity is followed."""

    _seen: _FollowedActivity

    @property
    def is_news(self) -> bool:
        """See `Occupation`."""
        was, self._seen.is_news = self._seen.is_news, False
        return was


LEAST_SECONDS = 1.5
"""A result is shown at least for this time."""


class _Outcome:
    """Shows the result of an ended job, or that it is being written, until a button is pressed.

    A press in the first moment was meant for the job, and reads nothing away.
    """

    is_still = True

    def __init__(self, scene: Scene, tone: Tone | None = None) -> None:
        self._scene = scene
        self._tones: tuple[Tone, ...] = () if tone is None else (tone,)
        self._gestures = Gestures()
        self._read_from: float | None = None
        self.is_read = False

    def step(self, now: float, frame: Frame | None, edges: Sequence[Edge]) -> Output:  # noqa: ARG002
        """See `Activity`."""
        self._read_from = now + LEAST_SECONDS if self._read_from is None else self._read_from
        gestures = self._gestures.step([as_side(edge) for edge in edges], now)
        is_pressed = any(isinstance(each, Press) for each in gestures)
        self.is_read = self.is_read or (is_pressed and now >= self._read_from)
        tones, self._tones = self._tones, ()
        return Output(self._scene, tones)


class Work(_Followed):
    """A job that is being done, and then what came of it; implements `Occupation`."""

    def __init__(
        self,
        job: Job,
        at: BoardFiles,
        ready: Wired,
        writer: Writer[Result],
        follower: Follower,
        *,
        is_all: bool = False,
        is_shown: bool = True,
    ) -> None:
        """`writer` writes what was learnt, while the board goes on if it is beside the loop.

        Where it `is_all` that is wished of the board, the board ends with it: at once, or as soon as
        the result was read, where a page `is_shown`.
        """
        self.job, self._follower = job, follower
        self._writer, self._is_all, self._is_shown = writer, is_all, is_shown
        self._writing: Writing[Result] | None = None
        self.result: Result | None = None
        """What came of it; None while it goes on."""
        self.view = ProcedureView(at.profile, usual(at.profile, None), job.grams)
        self._pressed: deque[str] = deque()
        if job.takes_presses:
            follower.ask()
        buttons = TypedButton(ready.board.buttons, self._line) if job.takes_presses else ready.board.buttons
        self._board = replace(ready.board, buttons=buttons)
        self._seen = _FollowedActivity(job.procedure, self.view, follower, job.progress)
        self._shown: _Outcome | None = None
        self.loop = Loop(self._board, self._seen)
        if job.note is not None:
            follower.hear(job.note, None)

    def _line(self) -> str | None:
        return self._pressed.popleft() if self._pressed else self._follower.typed()

    def section(self) -> Section:
        """See `Occupation`."""
        section: Section = {"name": self.job.name, "takesPresses": self.job.takes_presses}
        if self.job.progress is not None:
            done, of = self.job.progress()
            section["progress"] = [done, of]
        if self.job.shown is not None:
            section |= self.job.shown()
        procedure = self.job.procedure
        section["refused"] = getattr(procedure, "refusal", None) is not None
        if self.result is not None:
            section["result"] = {
                "lines": {code: list(self.result.told(read_language(code))) for code in languages()},
                "said": [message_section(each) for each in self.result.said],
                "isGood": self.result.code == Ending.WELL,
                "hasReport": self.result.report is not None,
                "verdicts": {
                    each.name: {"isGood": each.is_good, "said": [message_section(part) for part in each.said]}
                    for each in self.result.verdicts
                },
            }
        return section

    def following(self) -> Plan | End | None:
        """See `Occupation`: when what came of the job was read, a game.

        Raises SensingError or OSError for a job that was all, and of which nothing could be written.
        """
        if self._shown is not None and self.result is not None:
            end = End(self.result.code) if self._is_all else Plan()
            return end if self._shown.is_read else None
        if self._is_all and not self._is_shown and not self._follower.is_followed:
            return End(Ending.UNHEARD)
        if self._writing is None and self.job.procedure.is_finished:
            # From here on the procedure belongs to the writer, so the loop steps it no more.
            self._seen.activity = _Outcome(Scene((), None, Message("job-writing")))
            self._writing = self._writer(self.job.conclude)
        if self._writing is not None and self._writing.done():
            return self._conclude(self._writing)
        return None

    @property
    def is_writing(self) -> bool:
        """Whether something that was measured or learnt is on its way to the disk."""
        procedure = self.job.procedure
        if isinstance(procedure, Stepwise) and procedure.is_writing:
            return True
        return self._writing is not None and self.result is None

    def _conclude(self, written: Writing[Result]) -> End | None:
        try:
            result = written.result()
        except (SensingError, OSError) as fault:
            if self._is_all:
                raise
            result = Result.of((Message("report.unwritten", {"text": str(fault)}),), Ending.FAULTY)
        self._follower.conclude(result.told(language()), result.code, result.report)
        self.result = result
        if self._is_all and not self._is_shown:
            return End(result.code)
        scene = self.loop.scene
        is_good = result.code == Ending.WELL
        message = Message("job-done" if is_good else "job-done-look")
        self._shown = _Outcome(Scene((), None, message), Tone.OVER if is_good else Tone.WRONG)
        self._seen.activity = self._shown
        self._seen.is_news = scene is not None
        return None

    def obey(self, order: Order) -> None:
        """Press, step back or measure again, where the job knows such a thing. Raises OrderRefused."""
        if self._shown is not None:
            if not isinstance(order, GoOn):
                raise OrderRefused("done")
            self._shown.is_read = True
            return
        if self.is_writing:
            raise OrderRefused("writing")
        procedure = self.job.procedure
        match order:
            case GoOn(is_long) if self.job.takes_presses:
                self._pressed.append("hold" if is_long else "")
            case GoOn():
                raise OrderRefused("own-buttons")
            case GoBack() if isinstance(procedure, Stepwise):
                if not procedure.go_back():
                    raise OrderRefused("nothing-measured")
            case PlayFrom() if isinstance(procedure, CountingTable):
                try:
                    procedure.answer(Told(order.mover, order.numbers, order.stocks))
                except RulesError as fault:
                    raise OrderRefused.because(fault) from None
            case Again(place) if isinstance(procedure, Stepwise):
                if not procedure.knows(place):
                    raise OrderRefused("other-place", place=place)
                procedure.measure_again(place)
            case _:
                raise OrderRefused("no-step")


class Hindrance(_Followed):
    """A board that can't play until something is mended; implements `Occupation`."""

    def __init__(self, reason: str, code: int, at: BoardFiles, ready: Wired, *, may_have_owner: bool) -> None:
        """`code` is what the program ends with when it is ended before that is mended.

        `may_have_owner` tells whether a page is served that may become an owner's.
        """
        self.code = code
        self._may_have_owner = may_have_owner
        self._lacks_profile = at.no_profile is not None
        self._is_calibrated = at.calibrations.read(at.calibration) is not None
        game = usual(at.profile, None)
        self.view = ProcedureView(at.profile, game, lambda _place, _counts: None)
        self._unusable = Unusable(at.profile.places, reason)
        self._seen = _FollowedActivity(self._unusable, self.view, None)
        self.loop = Loop(ready.board, self._seen)

    def section(self) -> Section:
        """See `Occupation`."""
        return {"name": "unusable", "isCalibrated": self._is_calibrated, "lacksProfile": self._lacks_profile}

    def following(self) -> Plan | End | None:
        """See `Occupation`: a press looks whether what was missing is there now. It ends nothing."""
        if self._may_have_owner and self._unusable.is_opened:
            return Plan(is_pairing=True)
        return Plan() if self._unusable.is_finished else None

    def obey(self, order: Order) -> None:  # noqa: ARG002
        """Refuse. Raises OrderRefused."""
        raise OrderRefused("unusable")


class Invitation(_Followed):
    """A board that lets a phone become an owner's; implements `Occupation`."""

    def __init__(self, at: BoardFiles, ready: Wired) -> None:
        profile = at.profile
        beside = [tray(name) if profile.spots else pot(Side(name)) for name in profile.owners]
        self.pairing = Pairing(profile.places, beside)
        self.view = ProcedureView(profile, usual(profile, None), lambda _place, _counts: None)
        self._seen = _FollowedActivity(self.pairing, self.view, Follower())
        self.loop = Loop(ready.board, self._seen)

    def section(self) -> Section:
        """See `Occupation`."""
        return {"name": PAIRING, "isOpen": self.pairing.is_open}

    def following(self) -> Plan | End | None:
        """See `Occupation`: afterwards the game goes on."""
        return Plan() if self.pairing.is_finished else None

    def obey(self, order: Order) -> None:
        """Take the request of a phone; refuse all else. Raises OrderRefused."""
        if not isinstance(order, Ask):
            raise OrderRefused("no-step")
        self.pairing.ask(order)

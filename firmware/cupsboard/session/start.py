"""The start of a core: board, calibration, game, options, knowledge and the game so far."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from cupsboard.core.heart import Heart
from cupsboard.formats.strict_data import PlainDataError, from_plain, to_plain
from cupsboard.profile import Profile
from cupsboard.recognition.knowledge import Knowledge, check_knowledge
from cupsboard.referee.options import Options
from cupsboard.rules import games
from cupsboard.rules.clocks import Clocks
from cupsboard.rules.errors import RulesError
from cupsboard.rules.games import AnyPlayersGame
from cupsboard.rules.history import History, HistoryOf
from cupsboard.rules.lap import Lap
from cupsboard.rules.record import RecordOf, format_record, parse_record
from cupsboard.rules.turns import Order
from cupsboard.scales.calibration import Calibration, check_covers
from cupsboard.scales.errors import SensingError
from cupsboard.session.trace import TraceError, TraceHeader

if TYPE_CHECKING:
    from cupsboard.core.as_landed import AsLanded
    from cupsboard.core.free_order import Core
    from cupsboard.core.grabs import Grabs


@dataclass(frozen=True, slots=True)
class Start:
    """All data that a core is built from; the header of a trace holds the same."""

    profile: Profile
    calibration: Calibration
    game: AnyPlayersGame
    options: Options
    knowledge: Knowledge
    history: HistoryOf[Any, Any] | None = None
    lap: Lap | None = None
    """The acts of a turn in progress; None without one."""
    clocks: Clocks | None = None
    """What is left of both sides' time to think; None for a new game, or for one without a clock."""

    @property
    def record(self) -> HistoryOf[Any, Any]:
        """Return the record of the game so far; that of a new game is empty."""
        return self.history or HistoryOf(self.game, self.options.starter)

    def core(self) -> Heart:
        """Return a new core for the game, of the kind that its order of acts needs."""
        if games.is_round_a_table(self.game):
            return self.grabs()
        if self.game.turns.order is Order.AS_LANDED:
            return self.as_landed()
        return self.free_order()

    # A board pays for the core of its own game alone.
    def as_landed(self) -> "AsLanded":
        """Return a new core for a game whose acts count as they land."""
        from cupsboard.core.as_landed import AsLanded
        from cupsboard.recognition.histories.reader import begun
        from cupsboard.referee.as_landed.referee import Referee

        game, is_new = self.game, self.history is None
        agreed = None if is_new else {place: known.pieces for place, known in self.knowledge.places.items()}
        referee = Referee(game, self.options, self.history, agreed, self.lap, self.clocks)
        knowledge = begun(self.knowledge, self.calibration) if is_new else self.knowledge
        return AsLanded(self.calibration, self.profile.places, referee, knowledge)

    def grabs(self) -> "Grabs":
        """Return a new core for a game of grabs, with at most as many players as the board has seats."""
        from cupsboard.core.grabs import Grabs

        profile = self.profile
        return Grabs(
            self.calibration, profile.places, profile.owners, self.options, self.knowledge, self.history
        )

    def free_order(self) -> "Core":
        """Return a new core for a game whose acts come in any order."""
        from cupsboard.core.free_order import Core
        from cupsboard.referee.referee import Referee

        agreed = None if self.history is None else self.knowledge.contents
        referee = Referee(self.game, self.options, self.history, agreed, self.clocks)
        is_resumed = self.history is not None
        return Core(self.calibration, self.profile.places, referee, self.knowledge, is_resumed=is_resumed)

    def header(self) -> TraceHeader:
        """Return this start as the header of a trace."""
        clocks = None if self.clocks is None else self.clocks.text
        options = _Options(self.game.name, self.options, clocks=clocks)
        if self.history is not None:
            undone = len(self.history.undone)
            whole = self.history.after(len(self.history.steps) + undone)
            lap = None if self.lap is None else self.lap.text
            options = replace(options, record=format_record(RecordOf.of(whole)), undone=undone, lap=lap)
        return TraceHeader(self.profile, self.calibration, to_plain(self.knowledge), to_plain(options))

    @classmethod
    def from_header(cls, header: TraceHeader) -> "Start":
        """Return the start in the header of a trace. Raises TraceError if it is faulty."""
        try:
            options = from_plain(_Options, header.options, "options")
            start = cls(
                profile=header.profile,
                calibration=header.calibration,
                game=games.of_any_players(options.game),
                options=options.referee,
                knowledge=from_plain(Knowledge, header.knowledge, "knowledge"),
                history=options.history(),
                lap=None if options.lap is None else Lap.from_text(options.lap),
                clocks=None if options.clocks is None else Clocks.from_text(options.clocks),
            )
            start.check()
        except (PlainDataError, RulesError, SensingError) as fault:
            raise TraceError(
                f"line 1: {fault}; the trace is damaged or of another release: use an undamaged copy"
            ) from None
        return start

    def check(self) -> None:
        """Raise PlainDataError or SensingError if the parts don't belong to one board and one game."""
        check_covers(self.calibration, self.profile.places)
        needed = set(self.profile.needed_places)
        is_whole = not games.is_round_a_table(self.game)
        # At a table some seats may stay free.
        if set(self.game.places) != needed if is_whole else not set(self.game.places) <= needed:
            raise PlainDataError(
                f"options.game: {self.game.name} does not fit the profile {self.profile.name}"
            )
        if self.history is not None and self.history.game != self.game:
            raise PlainDataError(f"options.record: is not of the game {self.game.name}")
        if self.knowledge.places.keys() != set(self.profile.places):
            raise PlainDataError("knowledge.places: are not those of the profile")
        if self.knowledge.pieces.keys() != self.game.kinds.keys():
            raise PlainDataError(f"knowledge: is of other kinds than {self.game.name}")
        try:
            check_knowledge(self.knowledge)
        except SensingError as fault:
            raise PlainDataError(f"knowledge.{fault}") from None


@dataclass(frozen=True, slots=True)
class _Options:
    """The game part of a header: its name and options, and the game so far, if there is one.

    The last `undone` entries of the record were undone and could be redone. `lap` holds the acts of a turn in
    progress.
    """

    game: str
    referee: Options
    record: str | None = None
    undone: int = 0
    lap: str | None = None
    clocks: str | None = None

    def history(self) -> History[Any] | None:
        if self.record is None:
            return None
        try:
            whole = parse_record(self.record, games.of_any_players).history()
        except RulesError as fault:
            raise PlainDataError(f"options.record: {fault}") from None
        steps = len(whole.steps)
        if not 0 <= self.undone <= steps:
            raise PlainDataError(f"options.undone: {self.undone} of {steps} entries")
        return whole.after(steps - self.undone)

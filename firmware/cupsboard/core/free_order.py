"""The heart for games whose acts come in any order: a table that lies still is compared with whole moves."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any, Generic, TypeVar

from cupsboard.core.heart import Decided
from cupsboard.recognition.knowledge import Knowledge, rested
from cupsboard.recognition.outcome import Recognition
from cupsboard.recognition.tracker import Tracker
from cupsboard.recognition.trust import Sureness, sureness
from cupsboard.referee import states
from cupsboard.referee.edges import Edge
from cupsboard.referee.gestures import Gestures
from cupsboard.referee.inputs import Exactly, Sight, plans_from
from cupsboard.referee.instructions import (
    Agree,
    BeginUnwatched,
    Confirmed,
    Instruction,
    LiesThere,
    LookAgain,
    OnlyPieces,
    RuledOut,
)
from cupsboard.referee.patience import Patience
from cupsboard.referee.referee import Referee
from cupsboard.referee.times import SECOND_LOOK_SECONDS
from cupsboard.rules.history import History
from cupsboard.rules.places import Place, Side
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Frame, Settled, Weight
from cupsboard.scales.settling import Weighing
from cupsboard.signs.advice import Advice
from cupsboard.signs.clock import with_clock
from cupsboard.signs.computer_player import ComputerPlayer
from cupsboard.signs.doubted import Doubted
from cupsboard.signs.far import with_far
from cupsboard.signs.guidance import scene_of
from cupsboard.signs.scene import Scene
from cupsboard.signs.tutor import Seen, TutorOfGame

P = TypeVar("P")


class Showing(Generic[P]):
    """Keeps the scene of a referee, and composes it anew only when it may have changed."""

    def __init__(self) -> None:
        self._scene: Scene | None = None
        self._made_from: tuple[object, ...] = ()
        self._seen: Recognition | None = None

    def scene(self, referee: Referee[P], sight: Sight, now: float) -> Scene:
        """Return the scene for `referee` at `now`; the same object as long as nothing in it changes."""
        state, notice = referee.state, referee.notice
        table = referee.history.game, referee.position, referee.begun, sight.filled
        made_from = (state, notice, *table, referee.seats, sight.held)
        # The score is shown digit by digit, and a lifted cup is pointed at after a while.
        goes_on = isinstance(notice, states.ShowingScore) or isinstance(state, states.Lifting)
        is_same = self._seen is sight.recognition and made_from == self._made_from
        if self._scene is None or goes_on or not is_same:
            self._made_from, self._seen = made_from, sight.recognition
            self._scene = scene_of(referee, sight, now)
        return self._scene


MOST_TURNS_A_STEP = 4
"""One settled table may end a turn and already be the beginning of the next; it can't go on for ever."""


class Core:
    """The heart of games whose acts come in any order: one game on one board; implements `Heart`."""

    def __init__(
        self,
        calibration: Calibration,
        cells: Sequence[Place],
        referee: Referee[Any],
        knowledge: Knowledge,
        *,
        is_resumed: bool = False,
    ) -> None:
        """`cells` are the places in the order of a frame's readings.

        A game is resumed when the knowledge is of a table agreed before the board was switched off: hands
        have been at it unseen since.
        """
        self._weighing = Weighing(calibration, cells, is_hurried=True, is_doubted=True)
        self._tracker = Tracker(calibration, knowledge)
        if is_resumed:
            self._tracker.begin_unwatched(knowledge)
        self._patience = Patience(SECOND_LOOK_SECONDS)
        self._gestures = Gestures()
        numbers = count(1)
        self._computer = ComputerPlayer[Any](numbers)
        self._tutor = TutorOfGame(referee.options.tutor, numbers, referee.options.own_puzzles)
        self._doubted = Doubted()
        self._showing = Showing[Any]()
        self._sureness: Sureness | None = None
        self.referee = referee
        self.moving: frozenset[Place] = frozenset()
        """The places that are not still now."""
        self.latest_grams: Mapping[Place, float | None] = self._weighing.latest_grams
        """The newest weight of every place above its bare platform."""

    @property
    def knowledge(self) -> Knowledge:
        """Return the present knowledge of places and beans."""
        return self._tracker.knowledge

    @property
    def doubted(self) -> Mapping[Place, CellFault]:
        """Return the places whose weights are not believed now, each with the reason."""
        return self._weighing.doubted

    @property
    def settled(self) -> Settled | None:
        """Return the weights of all places; None while something moves."""
        return None if self._weighing.moving else self._weighing.settled

    @property
    def history(self) -> History[Any]:
        """Return the record of the game so far."""
        return self.referee.history

    @property
    def recognition(self) -> Recognition | None:
        """Return the recognition of the last table that lay still; None before the first."""
        return self._tracker.recognition

    def step(
        self, now: float, frame: Frame | None, edges: Sequence[Edge], advice: Sequence[Advice] = ()
    ) -> Decided:
        """Carry out one step of the pipeline, by what the ports and the engine gave. Return its results."""
        for news in advice:
            if news.far is not None:
                self.referee.hear(news.far)
        gestures = self._gestures.step(edges, now)
        if frame is not None:
            self._weigh(now, frame)
        looked = frame is not None and not self.moving and self._look_if_due(now)
        seen = self.recognition if looked else None
        decision = self.referee.step(now, self._sight(looked), gestures)
        events = list(decision.events)
        for _ in range(MOST_TURNS_A_STEP):
            self._follow(decision.instructions)
            if self.moving or self.recognition is None or not self._look_if_due(now):
                break
            seen = self.recognition
            decision = self.referee.step(now, self._sight(True), ())
            events += decision.events
        self._computer.step(self.referee, events, advice, now)
        scene = self._showing.scene(self.referee, self._sight(False), now)
        self._tutor.step(self._taught(scene, now), events, advice, now)
        if not self._tutor.is_offering:
            scene = self._computer.shown(scene, self.referee, now)
        if self.referee.notice is None:
            scene = self._tutor.shown(scene)
        scene = with_far(scene, self.referee, now)
        scene = self._timed(scene, now)
        if not isinstance(self.referee.state, states.Interlude | states.Over):
            scene = self._doubted.shown(scene, now, is_asking=_is_asking(self.referee))
        if seen is not None:
            self._sureness = sureness(seen)
        return Decided(
            tuple(events),
            scene,
            seen,
            self.moving,
            self.latest_grams,
            self._computer.question or self._tutor.question,
            self._sureness,
            None if self.referee.turn_clock is None else self.referee.turn_clock.clocks,
        )

    def _timed(self, scene: Scene, now: float) -> Scene:
        """Return the scene with the time that is left; unchanged in a game without a clock."""
        referee = self.referee
        if (clock := referee.turn_clock) is None:
            return scene
        return with_clock(
            scene,
            clock,
            now,
            referee.seats.side,
            is_resting=referee.notice is None and referee.state == states.Turn(),
            may_be_claimed=states.may_be_claimed(referee.state, referee.notice),
        )

    def _taught(self, scene: Scene, now: float) -> Seen | None:
        """Return the game as the tutor sees it; None for one that is shared with another board."""
        referee, state = self.referee, self.referee.state
        if referee.is_shared:
            return None
        lifting = state if isinstance(state, states.Lifting) and not state.ways and not state.goal else None
        return Seen(
            referee.history,
            scene.turn if isinstance(scene.turn, Side) else None,
            referee.seats.side,
            is_resting=state == states.Turn(),
            is_begun=states.is_begun(state, 0.0) and not isinstance(state, states.Lifting),
            is_still=not self.moving,
            lifted=frozenset() if lifting is None else lifting.places,
            is_replying=self._computer.is_replying(now),
        )

    def _weigh(self, now: float, frame: Frame) -> None:
        self._weighing.step(frame)
        self.moving, self.latest_grams = self._weighing.moving, self._weighing.latest_grams
        self._tracker.wander_grams = self._weighing.wander_grams
        self._tracker.finger_nats = self._weighing.finger_nats
        self._doubted.step(self.doubted, are_all=self._weighing.is_wandering)
        if self._weighing.doubted_grams:
            self._tracker.doubt_zeros(self._weighing.doubted_grams)
        self._tracker.follow(now, self._weighing.fresh_grams, self.latest_grams)

    def _look_if_due(self, now: float) -> bool:
        """Look at the still table if it is time to, and say whether what was seen is believed."""
        expectation = self.referee.expectation()
        is_awaited = self.referee.is_awaited
        table = self._weighing.stretches, expectation
        circumstances = tuple(self._tracker.finger_nats.items()), is_awaited
        if not self._patience.is_due(table, now, circumstances):
            return False
        is_exact, settled = isinstance(expectation, Exactly), self._weighing.settled
        is_repeated = self._patience.has_seen(table, circumstances) and not self.doubted
        seen = self._tracker.again(settled) if is_repeated else None
        if seen is None:
            is_seen_whole = all(isinstance(weight, Weight) for weight in settled.weights.values())
            plans = plans_from(self.knowledge.contents, expectation, is_seen_whole=is_seen_whole)
            seen = self._tracker.look(plans, settled)
        self._patience = self._patience.after(table, seen, now, circumstances, is_awaited=is_awaited)
        if not self._patience.is_waiting:
            self._tracker.keep(seen, settled, is_putting_right=is_exact)
        return not self._patience.is_waiting

    def _sight(self, is_new: bool) -> Sight:
        # While a doubtful first look waits for the second, nothing is to be judged by what was seen before.
        unsettled = frozenset(self.knowledge.places) if self._patience.is_waiting else self.moving
        sight = Sight(self.recognition, is_new, unsettled, self._tracker.filled, self._gestures.held)
        is_timed = self.referee.turn_clock is not None
        return replace(sight, touched_at=self._weighing.touched_at) if is_timed else sight

    def _follow(self, instructions: Sequence[Instruction]) -> None:
        """Do what the referee asks; the next look starts from there."""
        for instruction in instructions:
            match instruction:
                case Agree(contents, is_beneath):
                    self._tracker.agree(contents, is_beneath=is_beneath)
                case BeginUnwatched():
                    self._tracker.begin_unwatched(rested(self.knowledge))
                case Confirmed(outcome):
                    self._tracker.confirm(outcome)
                case LiesThere(contents):
                    self._tracker.confirm_table(contents)
                case OnlyPieces(places):
                    self._tracker.only_pieces(places)
                case RuledOut(contents):
                    self._tracker.rule_out(contents)
                case LookAgain():
                    self._patience = replace(self._patience, table=None)


def _is_asking(referee: Referee[Any]) -> bool:
    """Return whether a tap would answer what the board asks."""
    state, far = referee.state, referee.far
    return (
        isinstance(state, states.Asking | states.Burdened)
        or (isinstance(state, states.Blind) and state.confirmed is not None)
        or isinstance(referee.notice, states.AskingStock | states.AskingTable)
        or (far is not None and far.asked is not None)
    )

"""The heart for games whose acts count as they land: a table at rest is read as a history of acts."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from cupsboard.core.heart import Decided
from cupsboard.recognition import knowledge as knowing
from cupsboard.recognition.agreement import agreed
from cupsboard.recognition.histories.reader import Look, Reader
from cupsboard.recognition.knowledge import Knowledge
from cupsboard.recognition.recognise import lifted_places
from cupsboard.recognition.trust import Sureness
from cupsboard.referee.as_landed import instructions
from cupsboard.referee.as_landed.laps import same_pieces
from cupsboard.referee.as_landed.referee import Referee
from cupsboard.referee.as_landed.states import AskingConcession, Choosing, Offence, Playing, Unclear
from cupsboard.referee.edges import Edge
from cupsboard.referee.gestures import Gestures
from cupsboard.referee.instructions import OnlyPieces
from cupsboard.referee.states import Interlude, Over, ShowingScore
from cupsboard.referee.turn_clock import TurnClock
from cupsboard.rules.game import Pieces
from cupsboard.rules.history import History
from cupsboard.rules.places import HAND, Place, Side, is_cup
from cupsboard.rules.turns import TAKE, Act
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.readings import Frame, Settled
from cupsboard.scales.settling import Weighing
from cupsboard.signs.advice import Advice
from cupsboard.signs.as_landed.computer import LapComputer
from cupsboard.signs.as_landed.scenes import scene_of
from cupsboard.signs.clock import with_clock
from cupsboard.signs.doubted import Doubted
from cupsboard.signs.scene import Scene
from cupsboard.signs.tutor import Seen, TutorOfGame

LAIN_SECONDS = 0.12
"""So long it must have lain still: a hand that rests on a rim for a moment weighs like pieces, as a cup is
set down. With the tenth of a second that shows a place at rest it comes to 16 samples at 80 a second."""
AGAIN_SECONDS, DOUBTED_AGAIN_SECONDS = 1.0, 0.15
"""How soon a table that lies on as it lay is looked at again, after a sure look and after another."""
DOUBT_SECONDS = 1.0
"""So long a doubt must last, or longer where the verdict says so, to be believed: it may pass by itself."""
STEPS_SPS = 40.0
"""From so many samples a second on, what comes down shows as steps of its own."""


class AsLanded:
    """The heart of games whose acts count as they land: one game on one board; implements `Heart`."""

    def __init__(
        self, calibration: Calibration, cells: Sequence[Place], referee: Referee, knowledge: Knowledge
    ) -> None:
        """`cells` are the places in the order of a frame's readings, `knowledge` is of what lay there."""
        piece_grams = knowledge.lightest_grams
        self._weighing = Weighing(calibration, cells, is_doubted=True, piece_grams=piece_grams)
        shows_steps = calibration.rate_sps >= STEPS_SPS
        noise = {place: each.noise_grams for place, each in calibration.places.items()}
        self._noise = noise if shows_steps else None
        self._gestures = Gestures()
        numbers = count(1)
        self._computer = LapComputer(numbers)
        self._tutor = TutorOfGame(referee.options.tutor, numbers, referee.options.own_puzzles)
        self._doubts = Doubted()
        self.referee = referee
        self._readers = self._reading(knowledge, referee.course.kept_pieces)
        """One for each who may begin; usually there is one."""
        self._kept: tuple[tuple[object, ...], Knowledge] | None = None
        """What is known of the table that is written down, and what that was made from."""
        self.moving: frozenset[Place] = frozenset()
        self.latest_grams: Mapping[Place, float | None] = self._weighing.latest_grams
        self._stretches: object = None
        self._lain_since = 0.0
        self._table: object = None
        """At which table was looked last, and for what."""
        self._next_look = 0.0
        self._doubted: object = None
        self._doubted_since = 0.0
        self._sureness: Sureness | None = None

    @property
    def knowledge(self) -> Knowledge:
        """Return the knowledge of the table that is written down, without what was done since."""
        course, reader = self.referee.course, next(iter(self._readers.values()))
        at = reader.worlds, course.history, course.lap
        if self._kept is None or any(one is not other for one, other in zip(at, self._kept[0], strict=True)):
            known, lies = reader.knowledge, course.kept_pieces
            is_of_it = same_pieces({place: each.pieces for place, each in known.places.items()}, lies)
            self._kept = at, known if is_of_it else knowing.followed(known, lies)
        return self._kept[1]

    @property
    def history(self) -> History[Any]:
        """Return the record of the game so far."""
        return self.referee.history

    def step(
        self, now: float, frame: Frame | None, edges: Sequence[Edge], advice: Sequence[Advice] = ()
    ) -> Decided:
        """Carry out one step of the pipeline, by what the ports and the engine gave. Return its results."""
        gestures = self._gestures.step(edges, now)
        if frame is not None:
            self._weigh(now, frame)
        settled = self._weighing.settled if self._has_lain(now) else None
        side, look = self._look_if_due(now, settled)
        lifted = lifted_places(self._known, self.latest_grams)
        sight = instructions.Sight(self._known, look, side, settled, self.moving, lifted, self._gestures.held)
        if self.referee.turn_clock is not None:
            sight = replace(sight, touched_at=self._weighing.touched_at)
        decision = self.referee.step(now, sight, gestures)
        for instruction in decision.instructions:
            self._follow(instruction, settled)
        self._computer.step(self.referee, decision.events, advice, now)
        scene = scene_of(self.referee, sight, now)
        self._tutor.step(self._taught(scene, sight, now), decision.events, advice, now)
        if not self._tutor.is_offering:
            scene = self._computer.shown(scene, self.referee, now)
        if self.referee.notice is None:
            scene = self._tutor.shown(scene)
        clocks = None
        if (clock := self.referee.turn_clock) is not None:
            scene, clocks = self._timed(scene, clock, now), clock.clocks
        if not isinstance(self.referee.state, Interlude | Over):
            scene = self._doubts.shown(scene, now, is_asking=_is_asking(self.referee))
        question = self._computer.question or self._tutor.question
        grams, sureness = self.latest_grams, self._sureness
        return Decided(decision.events, scene, None, self.moving, grams, question, sureness, clocks)

    def _timed(self, scene: Scene, clock: TurnClock, now: float) -> Scene:
        """Return the scene with the time that is left."""
        state, is_shown = self.referee.state, self.referee.notice is None
        return with_clock(
            scene,
            clock,
            now,
            self.referee.seats.side,
            is_resting=is_shown and isinstance(state, Playing) and not state.acts,
            may_be_claimed=(is_shown or isinstance(self.referee.notice, ShowingScore))
            and isinstance(state, Playing)
            and not state.is_done,
        )

    def _taught(self, scene: Scene, sight: instructions.Sight, now: float) -> Seen:
        """Return the game as the tutor sees it."""
        referee, state = self.referee, self.referee.state
        acts = state.acts if isinstance(state, Playing) else ()
        is_resting = isinstance(state, Playing) and not acts
        taken = _taken_up(acts)
        return Seen(
            referee.history,
            scene.turn if isinstance(scene.turn, Side) else None,
            referee.seats.side,
            is_resting=is_resting,
            is_begun=bool(acts) and not taken,
            is_still=sight.look is not None,
            lifted=taken | (sight.lifted if is_resting or isinstance(state, Unclear) else frozenset()),
            is_replying=self._computer.is_replying(now),
        )

    @property
    def _known(self) -> Knowledge:
        return next(iter(self._readers.values())).knowledge

    def _weigh(self, now: float, frame: Frame) -> None:
        self._weighing.step(frame)
        self._weighing.excuse_falls(self.referee.to_be_taken_from)
        self.moving, self.latest_grams = self._weighing.moving, self._weighing.latest_grams
        self._doubts.step(self._weighing.doubted)
        for reader in self._readers.values():
            reader.doubt_zeros(self._weighing.doubted_grams)
            reader.follow(now, self._weighing.fresh_grams, self.latest_grams)
        if self.moving:
            self._stretches = None
        elif self._weighing.stretches != self._stretches:
            self._stretches, self._lain_since = self._weighing.stretches, now

    def _has_lain(self, now: float) -> bool:
        """Whether the table has lain still for long enough."""
        return self._stretches is not None and now - self._lain_since >= LAIN_SECONDS

    def _look_if_due(self, now: float, settled: Settled | None) -> tuple[Side | None, Look[Any] | None]:
        """Look at the turn if it is time to; only what is believed is kept and given."""
        expectation = self.referee.expectation(now)
        if settled is None or expectation is None or expectation.wanted is not None:
            return None, None
        table = settled.stretches, expectation.is_done
        if table == self._table and now < self._next_look:
            return None, None
        self._table = table
        looks = {
            side: reader.look(settled, is_done=expectation.is_done) for side, reader in self._readers.items()
        }
        side = _likeliest(looks)
        look = looks[side]
        self._sureness = look.verdict.sureness
        # What may be in the hand is asked of nobody; only the end of a turn must be known whole.
        is_believed = look.verdict.is_sure if expectation.is_done else look.verdict.is_table_sure
        if not is_believed:
            if table != self._doubted:
                self._doubted, self._doubted_since = table, now
            if now - self._doubted_since < max(DOUBT_SECONDS, look.verdict.wait_seconds):
                self._next_look = now + DOUBTED_AGAIN_SECONDS
                return None, None
        self._next_look = now + AGAIN_SECONDS
        for each, reader in self._readers.items():
            reader.keep(looks[each])
        return side, look

    def _follow(self, instruction: instructions.Instruction, settled: Settled | None) -> None:
        """Do what the referee asks; the next look starts from there."""
        self._table = self._doubted = None
        course = self.referee.course
        match instruction:
            case instructions.Begin():
                reader = self._readers.get(next(iter(course.turns)), next(iter(self._readers.values())))
                ((side, turn), *_) = course.turns.items()
                reader.agree(course.kept_pieces, turn)
                self._readers = {side: reader}
            case instructions.BeginWeighed() if settled is not None:
                lies = course.pieces
                self._readers = self._reading(agreed(self._known, lies, settled), lies)
            case instructions.BeginWeighed():
                self._readers = self._reading(knowing.followed(self._known, course.pieces), course.pieces)
            case instructions.BegunBy(side):
                self._readers = {side: self._readers[side]}
            case instructions.OnlyTable(table):
                for reader in self._readers.values():
                    reader.only(table)
            case OnlyPieces(places):
                for reader in self._readers.values():
                    reader.only_pieces(places)

    def _reading(self, knowledge: Knowledge, lying: Pieces) -> dict[Side, Reader[Any]]:
        """A reader for everybody who may begin now, where what lies there is known so."""
        course, turns = self.referee.course, self.referee.course.game.turns
        pieces = {place: lot for place, lot in lying.items() if place != HAND}
        return {
            side: Reader(turns, turn, pieces, knowledge, self._noise) for side, turn in course.turns.items()
        }


def _is_asking(referee: Referee) -> bool:
    """Return whether a tap would answer what the board asks or says."""
    state, notice = referee.state, referee.notice
    return isinstance(state, Choosing | Offence | Unclear) or isinstance(notice, AskingConcession)


def _taken_up(acts: Sequence[Act]) -> frozenset[Place]:
    """Return the cup that was taken up if nothing else was touched; a cup in the air is seen so, too."""
    touched = {place for act in acts for place in (act.source, act.target) if is_cup(place)}
    return frozenset(touched) if len(touched) == 1 and acts[-1].verb == TAKE else frozenset()


def _likeliest(looks: Mapping[Side, Look[Any]]) -> Side:
    """Whose turn the table shows: of several who may begin, the one whose turn it explains best."""

    def rank(side: Side) -> tuple[float, bool]:
        verdict, explained = looks[side].verdict, looks[side].explained.explanations
        # Costs are negative log posteriors of one look at one table. Who is sure of their own tables may be
        # so because nothing likelier fits their turn.
        cost = explained[0].cost if explained else math.inf
        return -cost, bool(verdict.tables and verdict.tables[0].acts)

    return max(looks, key=rank)

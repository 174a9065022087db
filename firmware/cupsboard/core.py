"""The pure heart of the board: frames and button edges in, events and a scene out.

The core puts weighing, recognition, referee and guidance together and keeps what the board knows of its
places. Time is passed in; nothing here reads a clock, a file or a pin, so a game on the board, in the
simulator, in a test and from a trace run through the very same steps.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cupsboard.recognition.knowledge import Knowledge, agreed, filled_places, rested, still_unchanged
from cupsboard.recognition.observations import NOTHING
from cupsboard.recognition.outcome import (
    Blind,
    Burdened,
    Complete,
    Lifted,
    NotLegal,
    Outcome,
    Recognition,
    Unchanged,
    Undecided,
    UnderWay,
    is_movers_alone,
)
from cupsboard.recognition.piece_counts import Steps, from_agreed
from cupsboard.recognition.recognise import lifted_places, recognise
from cupsboard.recognition.traffic import Traffic
from cupsboard.referee.edges import Edge
from cupsboard.referee.events import Event, LookedInVain, PlayResumed, QuestionAnswered, TableAgreed
from cupsboard.referee.gestures import Gestures
from cupsboard.referee.inputs import Exactly, Expectation, Sight
from cupsboard.referee.move_progress import is_reply, pieces_placed
from cupsboard.referee.referee import Referee
from cupsboard.rules.game import Contents, Plan, Transfer
from cupsboard.rules.places import BEAN, OFF_BOARD, Place
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.impacts import Landings
from cupsboard.scales.readings import CellFault, Frame, Settled, Weight
from cupsboard.scales.settling import Weighing
from cupsboard.signs.guidance import scene_of
from cupsboard.signs.scene import Scene

FIRST_LOOK_SECONDS = 0.5
"""A still table is looked at again so soon after the first time: more samples decide more."""
REPLY_THOUGHT_SECONDS = 0.1
"""A table on which the opponent seems to have begun must seem so for this long: that ends a turn."""
SECOND_THOUGHT_SECONDS = 0.4
"""A table that looks wrong must look so again after this time before anybody is told, and one on which the
opponent's first piece alone shows: a finger that rests for a moment, on a cup just put back, is not worth an
alarm and ends no turn."""
DOUBT_SECONDS = 0.6
"""The same for a table that is doubtful: whoever sows on meanwhile has not been interrupted, and the answer
still comes within a second of stillness."""
LIFTED_SECONDS = 0.25
"""A cup that was away for so long was lifted; one that rings from a bump is back within a few hundredths."""
NEXT_LOOK_SECONDS = 2.0
"""And then so often, which is how zeros follow slow drift."""
MOST_TURNS_A_STEP = 4
"""One settled table may end a turn and already be the beginning of the next; it can't go on for ever."""


@dataclass(frozen=True, slots=True)
class Decided:
    """What one step of the core came to. `recognition` is there only if the table was looked at."""

    events: tuple[Event, ...]
    scene: Scene
    recognition: Recognition | None


class Core:
    """One game on one board."""

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
        have been at it unseen since, so what is off is taken for beans, and cups may have been exchanged.
        """
        self._calibration = calibration
        # What is weighed too early looks doubtful, and doubt waits for a second look.
        self._weighing = Weighing(calibration, cells, is_hurried=True)
        self._gestures = Gestures()
        self.referee = referee
        self.recognition: Recognition | None = None
        """The belief about the last table that lay still."""
        self._settled: Settled | None = None
        self._filled: frozenset[Place] = frozenset()
        self._is_in_doubt = False
        self._next_look = 0.0
        self._moving: frozenset[Place] = frozenset()
        self._begin(knowledge, is_watched=not is_resumed)

    def _begin(self, knowledge: Knowledge, *, is_watched: bool) -> None:
        """Begin from a table that is known; hands that nobody watched may have been at it since."""
        calibration, cells = self._calibration, tuple(knowledge.places)
        self.knowledge = knowledge
        self._landings = Landings(
            calibration.rate_sps,
            calibration.beans.mean_grams,
            {place: calibration.places[place].noise_grams for place in cells},
        )
        self._earlier: list[tuple[Recognition, Settled]] = []
        self._looked_at: tuple[object, ...] = ()
        self._traffic = self._traffic_before = Traffic(knowledge.contents)
        self._traffic_at: tuple[int, ...] = ()
        self._movers_table: Contents | None = None
        self._steps: Steps | None = from_agreed(knowledge)
        self._lifted_since: dict[Place, float] = {}
        self._meanwhile = NOTHING if is_watched else replace(NOTHING, only_pieces=frozenset(cells))
        self._is_watched = is_watched

    def step(self, now: float, frame: Frame | None, edges: Sequence[Edge]) -> Decided:
        """Take what the ports gave, and decide."""
        gestures = self._gestures.step(edges, now)
        if frame is not None:
            self._weighing.step(frame)
            self._landings.step(self._weighing.fresh_grams)
            self._moving = self._weighing.moving
            self._notice_lifted(now)
        looked = frame is not None and not self._moving and self._look_if_due(now)
        seen = self.recognition if looked else None
        events = list(self.referee.step(now, self._sight(looked), gestures))
        fresh = tuple(events)
        for _ in range(MOST_TURNS_A_STEP):
            self._absorb(fresh)
            if self._moving or self._settled is None or not self._look_if_due(now):
                break
            seen = self.recognition
            fresh = tuple(self.referee.step(now, self._sight(True), ()))
            events += fresh
        scene = scene_of(self.referee, self._sight(False), now)
        return Decided(tuple(events), scene, seen)

    @property
    def moving(self) -> frozenset[Place]:
        """The places that are not still now."""
        return self._moving

    @property
    def latest_grams(self) -> Mapping[Place, float | None]:
        """The newest weight of every place above its bare platform."""
        return self._weighing.latest_grams

    def _sight(self, is_new: bool) -> Sight:
        # While a doubtful first look waits for the second, nothing is to be judged by what was seen before.
        unsettled = frozenset(self.knowledge.places) if self._is_in_doubt else self._moving
        return Sight(self.recognition, is_new, unsettled, self._filled, self._gestures.held)

    def _look_if_due(self, now: float) -> bool:
        expectation = self.referee.expectation()
        looked_at = (self._weighing.stretches, expectation)
        is_other = looked_at != self._looked_at
        if not is_other and now < self._next_look:
            return False
        self._looked_at = looked_at
        settled = self._weighing.settled
        meanwhile = replace(
            self._meanwhile,
            is_watched=self._is_watched,
            landed=self._landings.landed,
            traffic=self._traffic_until_now(),
            steps=self._steps.seeing(settled) if self._steps else None,
            movers_table=self._movers_table,
        )
        recognition = recognise(self.knowledge, self._plans(expectation), settled, meanwhile)
        second_thought = _second_thought_seconds(recognition.outcome)
        is_news = is_other or not (self._is_in_doubt or self._was_doubtful)
        if second_thought and is_news:
            self._is_in_doubt = True
            self._next_look = now + second_thought
            return False
        self._is_in_doubt = False
        self._next_look = now + (FIRST_LOOK_SECONDS if is_other else NEXT_LOOK_SECONDS)
        self.recognition, self._settled = recognition, settled
        self._filled = filled_places(self.knowledge, settled)
        if isinstance(recognition.outcome, Unchanged):
            self.knowledge = still_unchanged(self.knowledge, settled)
        self._remember(recognition, settled)
        return True

    @property
    def _was_doubtful(self) -> bool:
        return self.recognition is not None and _second_thought_seconds(self.recognition.outcome) > 0.0

    def _notice_lifted(self, now: float) -> None:
        """Cups in the air at the same time may come back on each other's places."""
        lifted = lifted_places(self.knowledge, self._weighing.latest_grams)
        self._lifted_since = {place: self._lifted_since.get(place, now) for place in lifted}
        in_the_air = frozenset(
            place for place, since in self._lifted_since.items() if now - since >= LIFTED_SECONDS
        )
        if self._steps is not None and in_the_air:
            self._steps = self._steps.without(in_the_air)
        if len(in_the_air) > 1:
            self._meanwhile = replace(
                self._meanwhile, lifted_together=self._meanwhile.lifted_together | in_the_air
            )

    def _plans(self, expectation: Expectation) -> Sequence[Plan]:
        if isinstance(expectation, Exactly):
            contents = {place: expectation.contents[place] for place in self.knowledge.places}
            return (_way_to(contents, self.knowledge.contents, expectation.label),)
        return expectation.plans

    def _remember(self, recognition: Recognition, settled: Settled) -> None:
        """Keep the newest weights of each table seen since the last agreed one."""
        if is_movers_alone(recognition.outcome) and not self._traffic.is_putting_right:
            self._movers_table = recognition.found
        self._earlier = [seen for seen in self._earlier if seen[0].found != recognition.found]
        self._earlier.append((recognition, settled))
        if self._steps is not None and not isinstance(recognition.outcome, Lifted):
            burdened = recognition.outcome.places if isinstance(recognition.outcome, Burdened) else ()
            self._steps = self._steps.seeing(settled, burdened)
        if not isinstance(recognition.outcome, Lifted | Burdened):
            is_wrong = isinstance(recognition.outcome, NotLegal)
            is_wanted = isinstance(self.referee.expectation(), Exactly)
            self._traffic_before = self._traffic_until_now()
            self._traffic_at = self._weighing.stretches
            self._traffic = self._traffic_before.seeing(
                recognition.found, is_putting_right=is_wrong or is_wanted
            )

    def _traffic_until_now(self) -> Traffic:
        """The traffic before the table that lies there.

        A second look at the same table may think better of it: nothing has come or gone by that.
        """
        stretches = self._weighing.stretches
        if self._traffic_at == stretches:
            return self._traffic_before
        since = zip(self.knowledge.places, self._traffic_at, stretches, strict=False)
        return replace(self._traffic, still=frozenset(place for place, then, now in since if then == now))

    def _absorb(self, events: Sequence[Event]) -> None:
        """Let the knowledge follow what the referee has agreed to."""
        for event in events:
            match event:
                case TableAgreed(contents):
                    self._agree({place: contents[place] for place in self.knowledge.places})
                case PlayResumed():
                    self._begin(rested(self.knowledge), is_watched=False)
                case QuestionAnswered():
                    self._meanwhile = replace(self._meanwhile, only_pieces=frozenset(self.knowledge.places))
                case LookedInVain(places):
                    self._meanwhile = replace(
                        self._meanwhile, only_pieces=self._meanwhile.only_pieces | places
                    )
                    self._looked_at = ()
                case _:
                    pass

    def _agree(self, contents: Contents) -> None:
        seen = next((seen for seen in reversed(self._earlier) if seen[0].found == contents), None)
        if seen is None:
            if self._settled is None or self.recognition is None:
                return
            seen = self.recognition, self._as_it_would_have_weighed(contents, self._settled)
        recognition, settled = seen
        self.knowledge = agreed(
            self.knowledge, contents, settled, recognition.arrived_alone, recognition.unexplained
        )
        self._earlier = []
        self._traffic = self._traffic_before = Traffic(contents)
        self._traffic_at = self._weighing.stretches
        self._movers_table = None
        self._steps = from_agreed(self.knowledge)
        self._meanwhile = NOTHING
        self._is_watched = True
        self._landings.begin_at({place: known.gross.grams for place, known in self.knowledge.places.items()})
        self._looked_at = ()

    def _as_it_would_have_weighed(self, contents: Contents, settled: Settled) -> Settled:
        """The weights of an agreed table that was never seen still, because hands had gone on already.

        What lies there beyond it is taken off at its mean mass, and the doubt of that is added.
        """
        assert self.recognition is not None
        beans = self.knowledge.pieces[BEAN]
        weights: dict[Place, Weight | CellFault] = dict(settled.weights)
        for place, count in contents.items():
            beyond = self.recognition.found[place] - count
            weight = weights[place]
            if beyond and isinstance(weight, Weight):
                weights[place] = Weight(
                    weight.grams - beyond * beans.mean_grams, weight.variance + abs(beyond) * beans.variance
                )
        return replace(settled, weights=weights)


def _second_thought_seconds(outcome: Outcome) -> float:
    """How long a table must seem so until it is believed."""
    match outcome:
        case Undecided():
            return DOUBT_SECONDS
        case NotLegal() | Burdened() | Blind():
            return SECOND_THOUGHT_SECONDS
        case Unchanged() | UnderWay() | Complete() if is_reply(outcome):
            return SECOND_THOUGHT_SECONDS if pieces_placed(outcome) < 2 else REPLY_THOUGHT_SECONDS
        case _:
            return 0.0


def _way_to(target: Contents, now: Contents, label: str) -> Plan:
    """The plan from one table to another: surplus goes where pieces are missing, or off the board."""
    surplus = {place: now[place] - count for place, count in target.items() if now[place] > count}
    transfers = []
    for place, count in target.items():
        missing = count - now[place]
        for source in list(surplus):
            moved = min(missing, surplus[source])
            if moved > 0:
                transfers.append(Transfer(source, place, moved))
                missing -= moved
                surplus[source] -= moved
        if missing > 0:
            transfers.append(Transfer(OFF_BOARD, place, missing))
    transfers += [Transfer(source, OFF_BOARD, count) for source, count in surplus.items() if count]
    return Plan(None, label, tuple(transfers))

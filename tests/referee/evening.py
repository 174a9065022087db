"""A table, four hands and a clock for scenarios of the referee: beans are counted truly, time is made up.

The recognition stands in for weighing only: it judges the true counts by the rules, as the real one does once
it knows them.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from cupsboard.recognition import outcome as seen
from cupsboard.recognition.accounts import Mishap, MishapKind
from cupsboard.referee import inputs
from cupsboard.referee.events import Event
from cupsboard.referee.instructions import (
    Agree,
    BeginUnwatched,
    Confirmed,
    Decision,
    Instruction,
    LiesThere,
    OnlyPieces,
)
from cupsboard.referee.referee import Options, Referee
from cupsboard.referee.states import Turn, may_be_claimed
from cupsboard.rules.clocks import Clocks
from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.game import Mark
from cupsboard.rules.history import History
from cupsboard.rules.places import Place, Side, cup, pot
from cupsboard.rules.table_legality import judge
from cupsboard.scales.cell_faults import CellFault
from cupsboard.signs.clock import with_clock
from cupsboard.signs.guidance import scene_of
from cupsboard.signs.scene import Meaning, Scene

SOUTH, NORTH = Side.SOUTH, Side.NORTH
STEP_SECONDS = 0.1


@dataclass
class Evening:
    """A game on a table; every act takes its time and ends with a table that lies still."""

    game: Cups = field(default_factory=lambda: Cups(4))
    options: Options = field(default_factory=Options)
    history: History[Position] | None = None
    now: float = 0.0
    events: list[Event] = field(default_factory=list)
    instructions: list[Instruction] = field(default_factory=list)
    clocks: Clocks | None = None

    def __post_init__(self) -> None:
        self.referee: Referee[Position] = Referee(self.game, self.options, self.history, clocks=self.clocks)
        self.table: dict[Place, int] = dict.fromkeys(self.game.places, 0)
        self.lifted: set[Place] = set()
        self.strange: seen.Outcome | None = None
        self.unreadable: Mapping[Place, CellFault] = {}
        self.numbers: Mapping[Place, frozenset[int]] = {}
        """How many beans may lie in each place, where the scales are not sure."""
        self._agreed: Mapping[Place, int] = dict(self.table)
        self._recognition: seen.Recognition | None = None
        self.touched_at = -math.inf
        """When hands last touched something."""

    # What hands do

    def drop(self, side: Side, *numbers: int) -> None:
        """One bean from the stock into each of these cups."""
        for number in numbers:
            self.table[cup(side, number)] += 1
        self.settle()

    def carry(self, source: Place, target: Place, count: int | None = None) -> None:
        """Beans of one place into another, all of them if no number is said."""
        moved = self.table[source] if count is None else count
        self.table[source] -= moved
        self.table[target] += moved
        self.settle()

    def capture(self, side: Side, number: int) -> None:
        """The opponent's cup into the own pot."""
        self.carry(cup(side.other, number), pot(side))

    def sow(self, side: Side, number: int) -> None:
        """A whole sowing, settled at its end only."""
        for target in range(number + 1, self.game.cups + 1):
            self.table[cup(side, target)] += 1
        self.table[pot(side)] += 1
        self.table[cup(side, number)] = 0
        self.settle()

    def lay(self, **counts: int) -> None:
        """Make places hold so many beans: `lay(south_1=2)`."""
        for name, count in counts.items():
            self.table[Place(name.replace("_", "-"))] = count
        self.settle()

    def clear(self) -> None:
        """Everything off the board."""
        self.table = dict.fromkeys(self.table, 0)
        self.settle()

    def lift(self, place: Place) -> None:
        self.lifted.add(place)
        self.settle()

    def put_down(self, place: Place) -> None:
        self.lifted.discard(place)
        self.settle()

    # What fingers do

    def press(self, side: Side) -> tuple[Event, ...]:
        return self._gesture(inputs.Press(side, self.now))

    def hold(self, side: Side) -> tuple[Event, ...]:
        return self._gesture(inputs.Hold(side, self.now))

    def hold_long(self, side: Side) -> tuple[Event, ...]:
        return self._gesture(inputs.LongHold(side, self.now))

    def hold_both(self) -> tuple[Event, ...]:
        return self._gesture(inputs.BothHold(self.now))

    def hold_both_long(self) -> tuple[Event, ...]:
        return self._gesture(inputs.LongBothHold(self.now))

    def tap_both(self) -> tuple[Event, ...]:
        return self._gesture(inputs.BothPress(self.now))

    def never_mind(self) -> tuple[Event, ...]:
        return self._gesture(inputs.NeverMind(self.now))

    def press_unjudged(self, side: Side) -> None:
        """A press with no time left for judging it."""
        self.does(inputs.Press(side, self.now))

    def does(self, gesture: inputs.Gesture) -> None:
        """A gesture with no time left after it."""
        self._step(gestures=(gesture,))

    def does_in_passing(self, gesture: inputs.Gesture) -> None:
        """A gesture while hands are at the board."""
        self._step(gestures=(gesture,), moving=frozenset(self.game.places))

    def _gesture(self, gesture: inputs.Gesture) -> tuple[Event, ...]:
        before = len(self.events)
        self._step(gestures=(gesture,))
        self.wait(1.0)
        return tuple(self.events[before:])

    # What time does

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds / STEP_SECONDS)):
            self._step()

    def settle(self) -> None:
        """Hands off: half a second of movement, then the table lies still."""
        self.touched_at = self.now
        for _ in range(5):
            self._step(moving=frozenset(self.game.places))
        self.look_again()

    def look_again(self) -> None:
        """One more look at the table as it lies."""
        self._step(is_new=True)

    def _step(
        self,
        gestures: tuple[inputs.Gesture, ...] = (),
        is_new: bool = False,
        moving: frozenset[Place] = frozenset(),
    ) -> None:
        self.now = round(self.now + STEP_SECONDS, 6)
        expected = self.referee.expectation()
        if is_new:
            self._recognition = self._recognise()
        sight = inputs.Sight(self._recognition, is_new, moving, touched_at=self.touched_at)
        decision = self.referee.step(self.now, sight, gestures)
        self._take(decision)
        is_anew = BeginUnwatched() in decision.instructions
        rounds = 0
        while (is_anew or self.referee.expectation() is not expected) and not moving and self._recognition:
            expected, rounds, is_anew = self.referee.expectation(), rounds + 1, False
            assert rounds < 6, "the referee keeps changing its mind about one table"
            self._recognition = self._recognise()
            sight = replace(sight, recognition=self._recognition, is_new=True)
            self._take(self.referee.step(self.now, sight, ()))

    def _take(self, decision: Decision) -> None:
        self.events += decision.events
        self.instructions += decision.instructions
        for instruction in decision.instructions:
            match instruction:
                case Agree(contents):
                    self._agreed = {place: contents[place] for place in self.table}
                case OnlyPieces() | Confirmed() | LiesThere():
                    self.strange = None
                case _:
                    pass

    def _recognise(self) -> seen.Recognition:
        return seen.Recognition(
            self._outcome(), dict(self.table), 1.0, None, self.unreadable, numbers=self.numbers
        )

    def _outcome(self) -> seen.Outcome:
        if self.strange is not None:
            return self.strange
        if self.lifted:
            return seen.Lifted(frozenset(self.lifted))
        judgement = judge(
            self._agreed, inputs.plans_from(self._agreed, self.referee.expectation()), self.table
        )
        if judgement.is_unchanged:
            return seen.Unchanged()
        if judgement.complete:
            return seen.Complete(judgement.complete[0], judgement.under_way)
        if judgement.under_way:
            return seen.UnderWay(judgement.under_way)
        return seen.NotLegal(judgement.repairs, tuple(mishap(mark) for mark in judgement.repairs[0]))

    # What people see

    @property
    def scene(self) -> Scene:
        return self.scene_while_held(None)

    def scene_while_held(self, held: inputs.Held | None) -> Scene:
        sight = inputs.Sight(self._recognition, False, frozenset(), held=held)
        scene, referee = scene_of(self.referee, sight, self.now), self.referee
        if referee.turn_clock is None:
            return scene
        return with_clock(
            scene,
            referee.turn_clock,
            self.now,
            referee.seats.side,
            is_resting=referee.notice is None and referee.state == Turn(),
            may_be_claimed=may_be_claimed(referee.state, referee.notice),
        )

    @property
    def outcome(self) -> seen.Outcome | None:
        """What the table was last seen to be."""
        return None if self._recognition is None else self._recognition.outcome

    @property
    def lights(self) -> dict[Place, set[Meaning]]:
        """All that the places say but the glow of the row."""
        quiet = (Meaning.YOUR_TURN, Meaning.BLOCKED)
        lights: dict[Place, set[Meaning]] = {}
        for sign in self.scene.signs:
            if sign.meaning not in quiet:
                lights.setdefault(sign.place, set()).add(sign.meaning)
        return lights

    def happened(self, *kinds: type) -> list[Event]:
        """The events of these kinds so far."""
        return [event for event in self.events if isinstance(event, kinds)]


def mishap(mark: Mark) -> Mishap:
    """What would explain a mark."""
    kind = MishapKind.TOO_MANY if mark.surplus > 0 else MishapKind.MISSING
    return Mishap(kind, (mark.place,), abs(mark.surplus))


@dataclass(frozen=True)
class Midgame(Cups):
    """Cups that begins at a position in the middle of a game."""

    line: str = ""

    def start(self, starter: Side | None) -> Position:
        return self.parse_position(self.line)


def fresh(cups: int = 4, **options: object) -> Evening:
    """An evening whose board has just been found empty: a game has begun."""
    evening = Evening(game=Cups(cups), options=Options(**options))  # type: ignore[arg-type]
    evening.settle()
    return evening


def from_position(line: str, cups: int = 4, **options: object) -> Evening:
    """An evening that goes on at a position, given in the game's one-line text, with its table laid out."""
    game = Midgame(cups, line=line)
    evening = Evening(game=game, options=Options(**options))  # type: ignore[arg-type]
    contents = game.contents(game.start(None))
    evening.table = {place: contents[place] for place in evening.table}
    evening.settle()
    return evening

"""People who play: they think, move beans with their hands, press, look at the lights and put things right.

A person knows the rules and what lies on the table, and believes the lights more slowly than his eyes. He
never waits for ever: when nothing happens he presses again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import inf
from random import Random
from typing import Generic, Protocol, TypeVar

from cupsboard.rules.game import Contents, Game, Standing, carried_out
from cupsboard.rules.places import OFF_BOARD, Place, Side, pot, side_of, stock
from cupsboard.signs.scene import Meaning, Sign

from cupsim.people.clumsiness import with_mishaps
from cupsim.people.move_choice import Policy, at_random
from cupsim.people.move_styles import acts_of, carried, move_style
from cupsim.people.player_stages import PATIENT_REPAIRS, Finished, Intent, Moving, Stage, Waiting, Watching
from cupsim.people.position_tracking import is_coverable, made_plan, transfers_to, understood
from cupsim.people.sign_reading import shows_end, shows_pass, trouble_in
from cupsim.table.hand_actions import Act, Drop, PressButton, PutBack, Take, Wait
from cupsim.table.hands import Hands

P = TypeVar("P")

GLANCE_SECONDS = 0.3
SURE_SECONDS = 1.0
"""How long lights must say the same before he believes it: while they change they can be misread."""
HOLD_SECONDS = 1.2
ASSURANCES = 2
"""How often a person presses on a table that is as he meant it before he does what the lights say."""
LONGEST_BACKING_OFF_SECONDS = 30.0
"""What repairs without success slow a person down to, so that the other gets to try."""
OTHERS_MESS_SECONDS = 20.0
"""How long the one who began too early has to put things right before the other does."""


class Eyes(Protocol):
    """What a person at the table sees; never what the board believes."""

    def signs(self) -> tuple[Sign, ...]:
        """The meanings of the lights."""

    def turn(self) -> Side | None:
        """Whose turn the lights say it is."""

    def contents(self) -> Contents:
        """The beans in every cup, pot and stock, and (OFF_BOARD) on the table top."""

    def is_reaching(self, side: Side) -> bool:
        """Whether the hands of the player on that side are over the board."""


@dataclass(frozen=True, slots=True)
class Traits:
    """A person's character; `clumsiness` is 0 for clean play to 1 for a mishap at every third drop."""

    forgets: float = 0.05
    """Chance of not pressing the button after a move."""
    clumsiness: float = 0.0
    opens: bool = True
    """Whether he starts when either side may."""
    thinks_seconds: float = 1.0
    believes_lights_after_seconds: float = 1.5
    begins_unpressed_after_seconds: float = 4.0
    """How long a finished move of the other must lie untouched before he begins without its press."""
    presses_again_after_seconds: float = 8.0


@dataclass(slots=True)
class Deeds:
    """What a person has done so far, for the summary of a game."""

    moves: int = 0
    presses: int = 0
    holds: int = 0
    forgotten: int = 0
    begun_unpressed: int = 0
    repairs: int = 0
    questions_answered: int = 0
    lost: int = 0


@dataclass
class Person(Generic[P]):
    """The player on one side. Call `step` when it asks to be called; it moves `hands` along.

    `position` is what he believes lies on the board, always before the move he is making.
    """

    side: Side
    game: Game[P]
    position: P
    hands: Hands
    eyes: Eyes
    random: Random
    policy: Policy = at_random
    traits: Traits = field(default_factory=Traits)
    deeds: Deeds = field(default_factory=Deeds)
    is_lost: bool = False
    """Whether no legal game explains the table to him; tell him with `learn`."""
    _stage: Stage[P] = field(default_factory=Watching)
    _is_answered: bool = False
    """Whether the other has reached for the board since his own last move."""
    _trusts_screen: bool = False
    """Whether he has just been told the position, and takes it as it is."""
    _earlier: P | None = None
    """The position before his last move."""
    _table: Contents = field(default_factory=dict)
    _quiet_since: float = 0.0
    _trouble_seen: list[Sign] = field(default_factory=list)
    _trouble_since: float = 0.0
    _trouble_read_at: float = 0.0

    @property
    def is_finished(self) -> bool:
        """Whether he has seen the end of the game."""
        return isinstance(self._stage, Finished)

    def learn(self, position: P) -> None:
        """Tell him the position, as a screen does after an undo or for a new game."""
        self.position, self._earlier = position, None
        self._stage, self.is_lost, self._trusts_screen = Watching(), False, True

    def step(self, now: float) -> float:
        """Do what is due, and return when to be called again; infinity once the game is over."""
        self.hands.advance(now)
        is_other_busy = self.eyes.is_reaching(self.side.other)
        self._is_answered |= is_other_busy
        if self.hands.is_busy or is_other_busy:
            self._quiet_since = now
        if not self.hands.is_busy:
            self._look(now)
            self.hands.advance(now)
        if self.hands.is_busy:
            return self.hands.next_time
        return inf if self.is_finished else now + GLANCE_SECONDS * self.random.uniform(0.7, 1.3)

    def _look(self, now: float) -> None:
        table = dict(self.eyes.contents())
        if table != self._table:
            self._table, self._quiet_since = table, now
        quiet = now - self._quiet_since
        match self._stage:
            case Watching():
                self._watch(now, quiet)
            case Moving() as moving:
                self._finish(moving, now)
            case Waiting() as waiting:
                self._wait(waiting, now, quiet)
            case Finished():
                pass

    def _watch(self, now: float, quiet: float) -> None:
        if self.eyes.is_reaching(self.side.other):
            return
        turn, traits = self.eyes.turn(), self.traits
        position = understood(self.game, self.position, self._table, self.side)
        if position is None and self._may_trust_screen():
            position = self.position
        if position is not None and self._may_begin(position, turn, quiet):
            self._begin(position, now)
        elif quiet > traits.presses_again_after_seconds:
            self._wonder(turn, now)
        elif turn is self.side and position is None and quiet > traits.believes_lights_after_seconds:
            self._heed(self._sure_trouble(self.eyes.signs(), now), now)

    def _may_trust_screen(self) -> bool:
        """Whether the board has miscounted and nobody knows where: he plays on, and it will come out."""
        is_next = self.side in self.game.movers(self.position)
        return self._trusts_screen and is_next and not trouble_in(self.eyes.signs())

    def _may_begin(self, position: P, turn: Side | None, quiet: float) -> bool:
        if turn is self.side:
            return True
        if len(self.game.movers(position)) > 1:
            return self.traits.opens and turn is None
        is_made = (
            self._is_answered
            and position != self.position
            and quiet >= self.traits.begins_unpressed_after_seconds
        )
        if not is_made or trouble_in(self.eyes.signs()):
            return False
        self.deeds.begun_unpressed += 1
        return True

    def _wonder(self, turn: Side | None, now: float) -> None:
        """Look for a reason when nothing has happened for long: the end, or something missed."""
        if shows_end(self.eyes.signs()):
            self._stage = Finished()
        elif turn is self.side:
            further = self._recollected()
            if further is not None:
                self._begin(further, now)
            elif not self._heed(trouble_in(self.eyes.signs()), now):
                self.is_lost = True
                self.deeds.lost += 1
                self._press(now)

    def _recollected(self) -> P | None:
        """The position if the board took the last round for another than he thought."""
        known = (self.position,) if self._earlier is None else (self.position, self._earlier)
        found = (understood(self.game, position, self._table, self.side, moves=2) for position in known)
        return next((position for position in found if position is not None), None)

    def _begin(self, position: P, now: float) -> None:
        plans = [plan for plan in self.game.plans(position, self.side) if is_coverable(plan, self._table)]
        self.is_lost = self._trusts_screen = False
        if not plans:
            # A held button says "my stock is empty": he believes his bowl, the board its count.
            self.deeds.holds += 1
            self.position = self.game.set_stock(position, self.side, self._table.get(stock(self.side), 0))
            self.hands.do(PressButton(HOLD_SECONDS), now=now)
            return
        plan = self.policy(plans, self.random)
        style = move_style(self.random, self.traits.clumsiness)
        overlooks = style.forgets_capture or self.random.random() < 0.5 * self.traits.clumsiness
        acts = acts_of(plan, style, is_pourable=True)
        clumsy = with_mishaps(acts, self.random, self.traits.clumsiness, stock(self.side))
        self.position = position
        intent = Intent(position, plan.label, carried_out(self._table, plan.open), overlooks)
        self._stage = Moving(intent, has_turn=self.eyes.turn() is not self.side.other)
        self.deeds.moves += 1
        self.hands.do(Wait(self.traits.thinks_seconds * self.random.uniform(0.5, 2.0)), *clumsy, now=now)

    def _finish(self, moving: Moving[P], now: float) -> None:
        intent = moving.intent
        acts = self._acts_towards(intent.goal)
        is_careful = not intent.overlooks or self.hands.beans or self.hands.cup
        if acts and is_careful and moving.tries < PATIENT_REPAIRS:
            self._stage = replace(moving, tries=moving.tries + 1)
            self.hands.do(*acts, now=now)
            return
        self._stage = Waiting(intent, self._table, has_turn=moving.has_turn)
        if moving.has_turn:
            self._say_done(now)

    def _wait(self, waiting: Waiting[P], now: float, quiet: float) -> None:
        turn, traits = self.eyes.turn(), self.traits
        if turn is self.side.other and waiting.has_turn:
            self._passed_on(waiting)
            return
        if self.eyes.is_reaching(self.side.other):
            waiting = replace(waiting, is_answered=True)
        elif not waiting.is_answered:
            waiting = replace(waiting, left=self._table)
        self._stage = waiting
        # What goes wrong after the other has begun is first of all his to put right.
        patience = OTHERS_MESS_SECONDS if waiting.is_answered else traits.believes_lights_after_seconds
        patience += min(2.0 * waiting.repairs, LONGEST_BACKING_OFF_SECONDS)
        is_mine = turn is self.side or (turn is None and quiet > traits.believes_lights_after_seconds)
        if is_mine and not waiting.has_turn:
            self._stage = replace(waiting, has_turn=True)
            self._say_done(now)
        elif quiet > patience or self._goes_on(waiting):
            self._read_lights(waiting, now, quiet)

    def _read_lights(self, waiting: Waiting[P], now: float, quiet: float) -> None:
        signs, goes_on = self.eyes.signs(), self._goes_on(waiting)
        trouble = self._sure_trouble(signs, now)
        if shows_end(signs):
            self._stage = Finished()
        elif goes_on and shows_pass(signs) and not trouble_in(signs):
            self._passed_on(waiting)
        elif trouble and quiet > self.traits.believes_lights_after_seconds:
            self._put_right(waiting, trouble, now)
        elif quiet > self.traits.presses_again_after_seconds and not trouble_in(signs):
            self._insist(waiting, now)
        elif quiet > 2 * LONGEST_BACKING_OFF_SECONDS:
            # Lights that never say the same thing for long enough must not keep him waiting for ever.
            self._insist(waiting, now)

    def _insist(self, waiting: Waiting[P], now: float) -> None:
        """Press again; when nobody contradicts for long, the turn has passed unseen."""
        if waiting.assurances >= ASSURANCES:
            further = self._recollected()
            if further is not None:
                self.position, self._stage = further, Watching()
                return
            self.is_lost = waiting.assurances > 2 * ASSURANCES and waiting.has_turn
            if not waiting.has_turn:
                self._passed_on(waiting)
                return
        self._stage = replace(waiting, assurances=waiting.assurances + 1)
        self._press(now)

    def _say_done(self, now: float) -> None:
        if self.random.random() < self.traits.forgets:
            self.deeds.forgotten += 1
        else:
            self._press(now)

    def _passed_on(self, waiting: Waiting[P]) -> None:
        """The board has agreed: the move is the one that lay there, whatever was meant."""
        position = waiting.intent.position
        plan = made_plan(self.game, position, self.side, waiting.left)
        label = waiting.intent.label if plan is None else plan.label
        self.position, self._earlier = self.game.play(position, self.side, label), position
        self._stage, self._is_answered = Watching(), waiting.is_answered

    def _goes_on(self, waiting: Waiting[P]) -> bool:
        """Whether the other must pass after this move, so that the turn comes straight back."""
        intent = waiting.intent
        reached = self.game.play(intent.position, self.side, intent.label)
        return self.game.standing(reached) is Standing.PASS

    def _put_right(self, waiting: Waiting[P], trouble: Sequence[Sign], now: float) -> None:
        acts = self._acts_towards(waiting.goal)
        if acts:
            self.deeds.repairs += 1
            self._stage = replace(waiting, assurances=0)
            self.hands.do(*acts, now=now)
        elif waiting.goal is not None and waiting.assurances < ASSURANCES:
            self.deeds.questions_answered += any(sign.meaning is Meaning.LOOK for sign in trouble)
            self._stage = replace(waiting, assurances=waiting.assurances + 1)
            self._press(now)
        else:
            self._stage = replace(waiting, assurances=0, repairs=waiting.repairs + 1)
            if not self._heed(trouble, now):
                self._press(now)

    def _heed(self, trouble: Sequence[Sign], now: float) -> bool:
        """Do what the first light with something to do says, to the letter."""
        for sign in trouble:
            acts = self._obeying(sign, trouble)
            if acts:
                self.deeds.repairs += 1
                self.hands.do(*acts, now=now)
                return True
        return False

    def _obeying(self, sign: Sign, trouble: Sequence[Sign]) -> list[Act]:
        place, there = sign.place, self._table.get(sign.place, 0)
        match sign.meaning:
            case Meaning.LIFTED if self.hands.cup and self.hands.cup_from == place:
                return [PutBack(place)]
            case Meaning.TOO_MANY if there:
                lacking = [other.place for other in trouble if other.meaning is Meaning.TOO_FEW]
                return [Take(place), Drop(lacking[0] if lacking else stock(side_of(place) or self.side))]
            case Meaning.MUST_CAPTURE if there:
                return [Take(place, there), Drop(pot(self.side), there)]
            case Meaning.MUST_CAPTURE:
                # The cup is empty and still wanted: the board must be missing beans in the pot.
                return self._filling(pot(self.side))
            case Meaning.TOO_FEW | Meaning.MUST_NEXT | Meaning.INTO_POT:
                return self._filling(place)
            case Meaning.LOOK:
                self.deeds.questions_answered += 1
                return [self._button()]
            case _:
                return []

    def _filling(self, place: Place) -> list[Act]:
        """A bean from wherever one is at hand; with an empty stock, the sign that says so."""
        if self.hands.beans:
            return [Drop(place)]
        for source in (OFF_BOARD, stock(self.side)):
            if self._table.get(source, 0):
                return [Take(source), Drop(place)]
        self.deeds.holds += 1
        return [PressButton(HOLD_SECONDS)]

    def _acts_towards(self, goal: Contents | None) -> list[Act]:
        """What is left to do for the table he means; nothing if it lies there."""
        if self.hands.cup is not None and self.hands.cup_from is not None:
            return [PutBack(self.hands.cup_from)]
        if goal is None:
            return [Drop(stock(self.side), len(self.hands.beans))] if self.hands.beans else []
        held = len(self.hands.beans)
        wanted = [place for place, count in goal.items() for _ in range(count - self._table.get(place, 0))]
        drops = [Drop(place) for place in (wanted + [stock(self.side)] * held)[:held]]
        if drops:
            return [*drops]
        return carried(transfers_to(goal, self._table))

    def _press(self, now: float) -> None:
        self.hands.do(self._button(), now=now)

    def _button(self) -> PressButton:
        self.deeds.presses += 1
        return PressButton(self.random.uniform(0.08, 0.3))

    def _sure_trouble(self, signs: Sequence[Sign], now: float) -> list[Sign]:
        """The trouble, once it has been the same for a while without his looking away."""
        trouble = trouble_in(signs)
        if trouble != self._trouble_seen or now - self._trouble_read_at > SURE_SECONDS:
            self._trouble_seen, self._trouble_since = trouble, now
        self._trouble_read_at = now
        return trouble if now - self._trouble_since >= SURE_SECONDS else []

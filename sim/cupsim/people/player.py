"""People who play: they think, move beans with their hands, press, look at the lights and put things right.

A person knows the rules and what lies on the table, and believes the lights more slowly than their eyes. They
never wait for ever: when nothing happens they press again. Their hands are polite: without the other's press
they begin only when they see that the other has drawn back from a finished move. Who sits at a keyboard or a
page is never seen to do that, so against such a person they wait for the press.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import inf
from random import Random
from typing import Generic, TypeVar

from cupsboard.rules.game import Contents, Game, Standing, carried_out
from cupsboard.rules.places import Side, side_of, stock
from cupsboard.signs.scene import Meaning, Sign

from cupsim.people import habits
from cupsim.people.character import Deeds, Eyes, Traits
from cupsim.people.clumsiness import with_mishaps
from cupsim.people.mistaken_hold import MistakenHold
from cupsim.people.move_styles import acts_of, move_style, with_pauses
from cupsim.people.player_stages import PATIENT_REPAIRS, Finished, Intent, Moving, Stage, Waiting, Watching
from cupsim.people.position_tracking import has_reply, is_coverable, recollected, understood
from cupsim.people.putting_right import acts_as_told, acts_towards
from cupsim.people.sign_reading import (
    Attention,
    asks_for_press,
    asks_to_look,
    shows_complete,
    shows_end,
    shows_pass,
    shows_score,
    shows_unweighed,
    tells_of_better,
    trouble_in,
)
from cupsim.people.stock_claim import StockClaim
from cupsim.people.thinking import Deliberation, Thinker, Unthinking
from cupsim.table.hand_actions import Act, PressButton, Wait
from cupsim.table.hands import Hands

P = TypeVar("P")


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
    thinker: Thinker = field(default_factory=Unthinking)
    traits: Traits = field(default_factory=Traits)
    deeds: Deeds = field(default_factory=Deeds)
    is_lost: bool = False
    """Whether no legal game explains the table to him; tell him with `learn`."""
    _stage: Stage[P] = field(default_factory=Watching)
    _trusts_screen: bool = False
    """Whether he has just been told the position, and takes it as it is."""
    _earlier: P | None = None
    """The position before his last move."""
    _led_back_to: P | None = None
    """The position that they were led back to since their last move."""
    _table: Contents = field(default_factory=dict)
    _quiet_since: float = 0.0
    _attention: Attention = field(default_factory=Attention)

    def __post_init__(self) -> None:
        self._times = self.traits.times.of_one(self.random)
        forgets = self.traits.forgets
        self._forgets = self._times.forgetting.median if forgets is None else forgets
        self._patience_seconds = self._times.patience.draw(self.random)
        self._stock_claim = StockClaim(self.side, self.deeds)
        self._mistaken_hold = MistakenHold()
        self._mind = Deliberation(self.side, self.game, self.random, self.thinker)

    @property
    def intent(self) -> Intent[P] | None:
        """Return the intended move, from its first bean until the turn is seen to have passed; else None."""
        return self._stage.intent if isinstance(self._stage, Moving | Waiting) else None

    @property
    def has_drawn_back(self) -> bool:
        """Whether they take their move for done, hold nothing and wait: everybody at the table sees that."""
        is_idle = not self.hands.is_busy and not self.hands.beans and self.hands.cup is None
        return isinstance(self._stage, Waiting) and self._stage.has_turn and is_idle

    @property
    def is_finished(self) -> bool:
        """Whether he has seen the end of the game."""
        return isinstance(self._stage, Finished)

    def learn(self, position: P) -> None:
        """Tell him the position, as a screen does after an undo or for a new game."""
        self.position, self._earlier, self._led_back_to = position, None, None
        self._stage, self.is_lost, self._trusts_screen = Watching(), False, True
        self._mind.forget()

    @property
    def is_thinking(self) -> bool:
        """Whether a move is theirs that they have not begun."""
        return isinstance(self._stage, Watching) and self._stage.begins_at is not None

    def overlook(self) -> None:
        """Let them press without another look at the move that they are making."""
        if isinstance(self._stage, Moving):
            self._stage = replace(self._stage, intent=replace(self._stage.intent, overlooks=True))

    def hurry(self) -> None:
        """Let them think no longer about the move that is theirs, if one is."""
        self._mind.hurry()

    def step(self, now: float) -> float:
        """Do what is due, and return when to be called again; infinity once the game is over."""
        self.hands.advance(now)
        is_other_busy = self.eyes.is_reaching(self.side.other)
        if self.hands.is_busy or is_other_busy:
            self._quiet_since = now
        if not self.hands.is_busy:
            self._look(now)
            self.hands.advance(now)
        if self.hands.is_busy:
            return self.hands.next_time
        return inf if self.is_finished else now + habits.GLANCE_SECONDS * self.random.uniform(0.7, 1.3)

    def _look(self, now: float) -> None:
        table = dict(self.eyes.contents())
        if table != self._table:
            self._table, self._quiet_since = table, now
        quiet = now - self._quiet_since
        self._attention.look(self.eyes.signs(), now)
        if self._stock_claim.is_questioned(self.eyes.signs(), now):
            if stock(self.side) in self.game.contents(self.position) and not table.get(stock(self.side), 0):
                self.position = self.game.set_stock(self.position, self.side, 0)
                self._press(now)
            return
        match self._stage:
            case Watching() as watching:
                self._watch(watching, now, quiet)
            case Moving() as moving:
                self._finish(moving, now)
            case Waiting() as waiting:
                self._wait(waiting, now, quiet)
            case Finished():
                pass

    def _turn(self) -> Side | None:
        """Whose turn it is, as far as they have seen."""
        return self.eyes.lit_side() if self.traits.goes_by_glances else self.eyes.turn()

    def _watch(self, watching: Watching, now: float, quiet: float) -> None:
        if self.eyes.is_reaching(self.side.other):
            return
        turn = self._turn()
        position = understood(self.game, self.position, self._table, self.side)
        if position is None and self._may_trust_screen():
            position = self.position
        if turn is None and position is not None and shows_score(self.eyes.signs()):
            # No move is begun then: the other's move that lies there has been counted.
            turn = self.side
        if position is not None and self._may_think(position, turn):
            begins_at = watching.begins_at or now + self._times.begins(self.random)
            self._stage = Watching(begins_at)
            self._mind.begin(position, now)
            is_ready = (now >= begins_at and not self._leaves_time()) or self._mind.is_hurried
            if is_ready and self._may_begin(turn, position, quiet):
                self._begin(position, now)
            return
        self._stage = Watching()
        if quiet > self._patience_seconds:
            self._wonder(turn, now)
        elif turn is self.side and position is None and quiet > habits.BELIEVES_LIGHTS_AFTER_SECONDS:
            self._heed(self._attention.trouble(self.eyes.signs(), now), now)

    def _may_trust_screen(self) -> bool:
        """Whether the board has miscounted and nobody knows where: he plays on, and it will come out."""
        is_next = self.side in self.game.movers(self.position)
        return self._trusts_screen and is_next and not trouble_in(self.eyes.signs())

    def _may_think(self, position: P, turn: Side | None) -> bool:
        """Whether the next move is theirs, or will be when the other's finished one counts."""
        if turn is self.side:
            return True
        if len(self.game.movers(position)) > 1:
            return self.traits.opens and turn is None
        return (
            self.traits.begins_unpressed_after_seconds is not None
            and position != self.position
            and self.eyes.has_drawn_back(self.side.other)
        )

    def _leaves_time(self) -> bool:
        """Whether the other is being told of a better move, and may want to take theirs back."""
        return self.traits.leaves_time and tells_of_better(self.eyes.signs(), self.side.other)

    def _may_begin(self, turn: Side | None, position: P, quiet: float) -> bool:
        if turn is self.side or len(self.game.movers(position)) > 1:
            return True
        wanted = self.traits.begins_unpressed_after_seconds
        if wanted is None or quiet < wanted:
            return False
        return turn is self.side.other and self._attention.is_steady and shows_complete(self.eyes.signs())

    def _wonder(self, turn: Side | None, now: float) -> None:
        """Look for a reason when nothing has happened for long: the end, or something missed."""
        signs, trouble = self.eyes.signs(), trouble_in(self.eyes.signs())
        # While the lights change they can be misread, and here nothing but them says that something is wrong.
        sure = self._attention.trouble(signs, now)
        if shows_end(signs):
            self._stage = Finished()
        elif turn is None and now - self._quiet_since > habits.OTHERS_MESS_SECONDS:
            self._heed([sign for sign in sure if side_of(sign.place) is self.side], now)
        elif turn is self.side:
            further = self._recollected()
            if further is not None:
                self._begin(further, now)
            elif not self._heed(trouble, now):
                self.is_lost = True
                self.deeds.lost += 1
                self._press(now)

    def _recollected(self, moves: int = 2) -> P | None:
        """The position if the board took the last round for another than he thought."""
        return recollected(self.game, (self.position, self._earlier), self._table, self.side, moves)

    def _led_back(self) -> P | None:
        """The position before their move or the one before that, if it lies there and no light wants more."""
        is_content = self._attention.is_steady and not trouble_in(self.eyes.signs())
        return self._recollected(moves=0) if is_content else None

    def _begin(self, position: P, now: float) -> None:
        plans = [plan for plan in self.game.plans(position, self.side) if is_coverable(plan, self._table)]
        if not plans:
            self.is_lost = self._trusts_screen = False
            # They believe their bowl, the board its count.
            self.position = position
            self.hands.do(self._stock_claim.holding(now), now=now)
            return
        if (plan := self._mind.plan(position, plans, now)) is None:
            return
        self.is_lost = self._trusts_screen = False
        style = move_style(self.random, self.traits.clumsiness)
        overlooks = style.forgets_capture or self.random.random() < 0.5 * self.traits.clumsiness
        acts = acts_of(plan, style, is_pourable=True)
        clumsy = with_mishaps(acts, self.random, self.traits.clumsiness, stock(self.side))
        self.position = position
        intent = Intent(position, plan.label, carried_out(self._table, plan.open), overlooks)
        has_turn = self._turn() is not self.side.other
        self.deeds.begun_unpressed += not has_turn
        self._stage = Moving(intent, has_turn)
        self._patience_seconds = self._times.patience.draw(self.random)
        self.deeds.moves += 1
        paused = with_pauses(clumsy, self.random, self._times.rests, self.traits.takes_back)
        self.hands.do(*paused, now=now)

    def _finish(self, moving: Moving[P], now: float) -> None:
        intent = moving.intent
        acts = acts_towards(intent.goal, self.side, self.hands, self._table)
        is_careful = not intent.overlooks or self.hands.beans or self.hands.cup
        if acts and is_careful and moving.tries < PATIENT_REPAIRS:
            self._stage = replace(moving, tries=moving.tries + 1)
            self.hands.do(*acts, now=now)
            return
        waiting = Waiting(intent, self._table, has_turn=moving.has_turn)
        self._stage = self._say_done(waiting, now) if moving.has_turn else waiting

    def _wait(self, waiting: Waiting[P], now: float, quiet: float) -> None:
        turn = self._turn()
        # What is asked about has not been agreed to, whatever they have pressed.
        waiting = replace(waiting, has_pressed=waiting.has_pressed and not asks_to_look(self.eyes.signs()))
        is_fresh = turn is self.side and quiet > habits.FRESH_LIGHTS_SECONDS
        if is_fresh and (before := self._led_back()) is not None:
            self._go_back(before, now)
            return
        if (turn is self.side.other and waiting.has_turn) or (is_fresh and self._is_next_again(waiting)):
            self._passed_on(waiting)
            return
        if self.eyes.is_reaching(self.side.other):
            waiting = replace(waiting, is_answered=True)
        elif not waiting.is_answered:
            waiting = replace(waiting, left=self._table)
        self._stage = waiting
        # What goes wrong after the other has begun is first of all his to put right.
        patience = habits.OTHERS_MESS_SECONDS if waiting.is_answered else habits.BELIEVES_LIGHTS_AFTER_SECONDS
        patience += min(2.0 * waiting.repairs, habits.LONGEST_BACKING_OFF_SECONDS)
        is_mine = turn is self.side or (turn is None and quiet > habits.BELIEVES_LIGHTS_AFTER_SECONDS)
        if asks_for_press(self.eyes.signs(), self.side) and quiet > self._patience_seconds:
            self.deeds.reminded += 1
            self._stage = replace(waiting, has_pressed=True)
            self._press(now)
        elif is_mine and not waiting.has_turn:
            self._stage = self._say_done(replace(waiting, has_turn=True), now)
        elif quiet > patience or self._goes_on(waiting):
            self._read_lights(waiting, now, quiet)

    def _go_back(self, before: P, now: float) -> None:
        """Begin anew from `before`; the second time ask with a press whether a move still lies there."""
        if before == self._led_back_to:
            self._press(now)
        self.position, self._led_back_to, self._stage = before, before, Watching()

    def _read_lights(self, waiting: Waiting[P], now: float, quiet: float) -> None:
        signs, goes_on = self.eyes.signs(), self._goes_on(waiting)
        trouble = self._attention.trouble(signs, now)
        if shows_end(signs):
            self._stage = Finished()
        elif goes_on and waiting.has_spoken and shows_pass(signs, self.side) and not trouble_in(signs):
            self._passed_on(waiting)
        elif trouble and quiet > habits.BELIEVES_LIGHTS_AFTER_SECONDS:
            self._put_right(waiting, trouble, now)
        elif quiet > self._patience_seconds and not trouble_in(signs):
            self._insist(waiting, now)
        elif quiet > 2 * habits.LONGEST_BACKING_OFF_SECONDS:
            # Lights that never say the same thing for long enough must not keep him waiting for ever.
            self._insist(waiting, now)

    def _insist(self, waiting: Waiting[P], now: float) -> None:
        """Press again; when nobody contradicts for long, the turn has passed unseen."""
        is_unweighed = shows_unweighed(self.eyes.signs())
        if waiting.assurances >= (habits.ASSURANCES_WHILE_UNWEIGHED if is_unweighed else habits.ASSURANCES):
            further = self._recollected()
            if further is not None:
                self.position, self._stage = further, Watching()
                return
            self.is_lost = waiting.assurances > 2 * habits.ASSURANCES and waiting.has_turn
            if not waiting.has_turn:
                self._passed_on(waiting)
                return
        self._stage = replace(waiting, assurances=waiting.assurances + 1, has_pressed=True)
        self._press(now)

    def _say_done(self, waiting: Waiting[P], now: float) -> Waiting[P]:
        if self.random.random() < self._forgets:
            self.deeds.forgotten += 1
            return waiting
        self._press(now)
        return replace(waiting, has_pressed=True)

    def _passed_on(self, waiting: Waiting[P]) -> None:
        """The board has agreed: the move is the one that lay there, whatever was meant."""
        self._mistaken_hold.forget()
        self.position = waiting.reached(self.game, self.side)
        self._earlier, self._led_back_to, self._stage = waiting.intent.position, None, Watching()

    def _is_next_again(self, waiting: Waiting[P]) -> bool:
        """Whether the turn came and went before they read a light: a whole reply lies there, or a pass."""
        signs = self.eyes.signs()
        if not self._attention.is_steady or trouble_in(signs) or asks_for_press(signs, self.side):
            return False
        if waiting.has_pressed and self._goes_on(waiting) and not shows_unweighed(signs):
            return True
        return has_reply(self.game, waiting.reached(self.game, self.side), self._table, self.side)

    def _goes_on(self, waiting: Waiting[P]) -> bool:
        """Whether the turn comes straight back after this move: it earns another, or the other must pass."""
        after = waiting.reached(self.game, self.side)
        return self.side in self.game.movers(after) or self.game.standing(after) is Standing.PASS

    def _put_right(self, waiting: Waiting[P], trouble: Sequence[Sign], now: float) -> None:
        acts = acts_towards(waiting.goal, self.side, self.hands, self._table)
        if acts:
            self.deeds.repairs += 1
            self._stage = replace(waiting, assurances=0, has_pressed=False)
            self.hands.do(*acts, now=now)
        elif (hold := self._mistaken_hold.way_out(now)) is not None:
            self._stage = replace(waiting, has_pressed=False)
            self.hands.do(hold, now=now)
        elif waiting.goal is not None and waiting.assurances < habits.ASSURANCES:
            self.deeds.questions_answered += asks_to_look(trouble)
            self._stage = replace(waiting, assurances=waiting.assurances + 1)
            self._press(now)
        else:
            self._stage = replace(waiting, assurances=0, has_pressed=False, repairs=waiting.repairs + 1)
            if not self._heed(trouble, now):
                self._press(now)

    def _heed(self, trouble: Sequence[Sign], now: float) -> bool:
        """Do what the first light with something to do says, to the letter."""
        for sign in trouble:
            acts = self._obeying(sign, trouble, now)
            if acts:
                self.deeds.repairs += 1
                self.hands.do(*acts, now=now)
                return True
        return False

    def _obeying(self, sign: Sign, trouble: Sequence[Sign], now: float) -> Sequence[Act]:
        if sign.meaning is Meaning.LOOK:
            self.deeds.questions_answered += 1
            return [self._button()]
        acts = acts_as_told(sign, trouble, self.side, self.hands, self._table)
        # With an empty stock, the sign that says so.
        return [self._stock_claim.holding(now)] if acts is None else acts

    def _press(self, now: float) -> None:
        button, traits = self._button(), self.traits
        if self.random.random() < traits.holds_instead:
            button = PressButton(self.random.uniform(*habits.TOO_LONG_SECONDS))
            self._mistaken_hold.note(now)
        again = (Wait(0.2), self._button()) if self.random.random() < traits.taps_twice else ()
        self.hands.do(button, *again, now=now)

    def _button(self) -> PressButton:
        self.deeds.presses += 1
        return PressButton(self.random.uniform(0.08, 0.3))

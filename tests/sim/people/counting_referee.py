"""A referee that sees the beans themselves: what simulated people are tried against without any scales."""

from random import Random

from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.game import Contents, Judgement, Plan, Standing
from cupsboard.rules.places import Place, Side, pot, stock
from cupsboard.rules.table_legality import judge
from cupsboard.rules.turn_plans import plans_with_reply
from cupsboard.signs.scene import Meaning, Sign
from cupsim.people.character import Traits
from cupsim.people.move_choice import policy
from cupsim.people.player import Person
from cupsim.people.thinking import Unthinking
from cupsim.table.beans import bean_kind
from cupsim.table.hands import Hands
from cupsim.table.load_cell import cell_model
from cupsim.table.table import Table

STILL_SECONDS = 0.6


class CountingReferee:
    """Judges the true counts once the table is still; `doubts` is the chance to see a table wrongly once,
    `asks` the chance to want a complete table confirmed.
    """

    def __init__(
        self, game: Cups, table: Table, random: Random, doubts: float = 0.0, asks: float = 0.0
    ) -> None:
        self.game, self.table, self.random, self.doubts, self.asks = game, table, random, doubts, asks
        self.hands: dict[Side, Hands] = {}
        self.people: dict[Side, Person[Position]] = {}
        self.position: Position = game.start(Side.SOUTH)
        self.moves: list[tuple[Side, str]] = []
        self.questions = 0
        self._shown: tuple[Sign, ...] = ()
        self._is_pressed = False
        self._asked: Plan | None = None
        self._seen: Contents = {}
        self._changed_at = 0.0
        self._judged: Contents | None = None
        self._passed_until = 0.0
        self._edge_at = -1.0
        self._now = 0.0

    # What a person sees.

    def signs(self) -> tuple[Sign, ...]:
        if self.is_over:
            winner = self.game.winner(self.position)
            return (Sign(pot(winner or Side.SOUTH), Meaning.WINNER if winner else Meaning.TIE),)
        passed = (Sign(Place("north-pot"), Meaning.PASSED),) if self._now < self._passed_until else ()
        return (*self._shown, *passed)

    def turn(self) -> Side | None:
        return None if self.is_over else self.position.to_move

    def contents(self) -> Contents:
        return self.table.contents()

    def is_reaching(self, side: Side) -> bool:
        return self.hands[side].is_reaching

    def lit_side(self) -> Side | None:
        return self.turn()

    def has_drawn_back(self, side: Side) -> bool:
        return self.people[side].has_drawn_back

    # What the board does.

    @property
    def is_over(self) -> bool:
        return self.game.standing(self.position) is Standing.OVER

    def set_button(self, side: Side, is_down: bool, time: float) -> None:
        held_seconds = time - self._edge_at
        is_bounce = held_seconds < 0.02
        self._edge_at = time
        if not is_down and 0.8 < held_seconds < 2.0:
            count = self.table.contents()[stock(side)]
            self.position = self.game.set_stock(self.position, side, count)
            self._pass_on()
        if is_down and not is_bounce and side is self.position.to_move:
            self._is_pressed = True
            if self._asked is None:
                self._judged = None

    def step(self, now: float) -> None:
        self._now = now
        table = {place: count for place, count in self.table.contents().items() if place in self.table.cells}
        if table != self._seen or not all(map(self.table.has_cup, self.table.cells)):
            self._seen, self._changed_at = table, now
        if (
            now - self._changed_at >= STILL_SECONDS
            and (self._judged != table or self._asked)
            and not self.is_over
        ):
            self._judge(table)

    def _judge(self, table: Contents) -> None:
        if self._asked is not None and self._judged == table:
            if self._is_pressed:
                self._advance(self._asked.label)
            return
        self._judged, self._asked, self._shown = table, None, ()
        judgement = self._judgement(table)
        if self.random.random() < self.doubts and (doubt := self._judgement(self._misread(table))).repairs:
            judgement = doubt
        unsettled = [plan for plan in judgement.complete if plan.settled_label is None]
        replies = (*judgement.complete, *(way.plan for way in judgement.under_way))
        if judgement.repairs:
            self._shown = tuple(
                Sign(mark.place, Meaning.TOO_MANY if mark.surplus > 0 else Meaning.TOO_FEW, abs(mark.surplus))
                for mark in judgement.repairs[0]
            )
        elif unsettled and self._is_pressed and self.random.random() < self.asks:
            self.questions += 1
            self._asked, self._is_pressed = unsettled[0], False
            self._shown = (Sign(unsettled[0].open[0].target, Meaning.LOOK),)
        elif unsettled and self._is_pressed:
            self._advance(unsettled[0].label)
        elif replies and all(plan.settled_label for plan in replies):
            assert replies[0].settled_label is not None
            self._advance(replies[0].settled_label)
            self._judged = None
        elif self._is_pressed and judgement.is_unchanged:
            self._is_pressed = False
            self._shown = (Sign(self.game.places[0], Meaning.NOT_NOW),)
        elif self._is_pressed:
            self._shown = self._owed(judgement)

    def _misread(self, table: Contents) -> Contents:
        return {**table, (place := self.random.choice(list(table))): table[place] + 1}

    def _judgement(self, table: Contents) -> Judgement:
        agreed = {
            place: count for place, count in self.game.contents(self.position).items() if place in table
        }
        side = self.position.to_move
        assert side is not None
        plans = (*self.game.plans(self.position, side), *plans_with_reply(self.game, self.position, side))
        return judge(agreed, plans, table)

    def _owed(self, judgement: Judgement) -> tuple[Sign, ...]:
        for way in judgement.under_way:
            if way.plan.owed and {missing.target for missing in way.missing} <= {way.plan.owed[0].target}:
                return (Sign(way.plan.owed[0].source, Meaning.MUST_CAPTURE),)
        return tuple(Sign(missing.target, Meaning.MUST_NEXT) for missing in judgement.under_way[0].missing)

    def _advance(self, label: str) -> None:
        side = self.position.to_move
        assert side is not None
        self.position = self.game.play(self.position, side, label)
        self.moves.append((side, label))
        self._is_pressed, self._asked, self._shown = False, None, ()
        self._pass_on()

    def _pass_on(self) -> None:
        while self.game.standing(self.position) is Standing.PASS:
            self.position = self.game.pass_turn(self.position)
            self._passed_until = self._now + 2.0


class Evening:
    """Two people at one table in virtual time."""

    def __init__(self, seed: int, cups: int, traits: Traits, doubts: float = 0.0, asks: float = 0.0) -> None:
        random = Random(seed)
        game = Cups(cups)
        self.table = Table(cups, random, beans=bean_kind("kidney"), cells=cell_model("500g"))
        self.referee = CountingReferee(game, self.table, Random(random.random()), doubts, asks)
        self.people = self.referee.people
        for side, how in ((Side.SOUTH, "random"), (Side.NORTH, "greedy")):
            hands = Hands(side, self.table, self.referee.set_button, Random(random.random()))
            self.referee.hands[side] = hands
            start = game.start(Side.SOUTH)
            self.people[side] = Person(
                side,
                game,
                start,
                hands,
                self.referee,
                Random(random.random()),
                Unthinking(policy(how)),
                traits,
            )
        self.now = 0.0

    def play(self, until: float = 5000.0) -> None:
        """Let them play to the end, or to a time no game takes."""
        wake = dict.fromkeys(self.people, 0.0)
        while self.now < until and not all(person.is_finished for person in self.people.values()):
            self.now = min(*wake.values(), self.now + 0.1)
            self.referee.step(self.now)
            for side, person in self.people.items():
                if wake[side] <= self.now:
                    wake[side] = person.step(self.now)
                    assert wake[side] > self.now
                if person.is_lost:
                    # He reads the position from the screen.
                    person.learn(self.referee.position)

"""Whole games by people who move beans in any order and forget to press: the referee follows every one."""

from random import Random

import pytest
from cupsboard.referee.events import GameOver, NotNow, QuestionAsked, WrongTableSeen
from cupsboard.referee.states import Over
from cupsboard.rules.game import Plan, Standing, Transfer
from cupsboard.rules.history import Moved
from cupsboard.rules.places import Side
from cupsboard.signs.light_patterns import SLOT_SECONDS, SLOTS, draw_milliamperes, render
from cupsboard.signs.sentences import say
from evening import Evening, fresh
from hypothesis import given
from hypothesis import strategies as st

LOOKS = 0.6
"""How often hands pause between two beans for so long that the board looks."""
FORGETS = 0.2
PRESSES_EARLY = 0.3


class Players:
    """Two people who make random legal moves bean by bean, and know the truth."""

    def __init__(self, evening: Evening, random: Random) -> None:
        self.evening, self.random = evening, random
        self.position = evening.referee.position
        self.made: list[Moved] = []
        self.has_pressed = True

    def play(self) -> None:
        """Play to the end."""
        game = self.evening.game
        while game.standing(self.position) is not Standing.OVER:
            side = self.random.choice(game.movers(self.position))
            plan = self.random.choice(game.plans(self.position, side))
            self.position = game.play(self.position, side, plan.label)
            self.made.append(Moved(side, plan.label))
            self.move_beans(plan, side)
            may_forget = side.other in game.movers(self.position)
            if not self.has_pressed and not (may_forget and self.random.random() < FORGETS):
                self.evening.press(side)
                self.has_pressed = True
            if game.standing(self.position) is Standing.PASS:
                self.position = game.pass_turn(self.position)

    def move_beans(self, plan: Plan, side: Side) -> None:
        beans = [
            Transfer(transfer.source, transfer.target)
            for transfer in plan.open
            for _ in range(transfer.count)
        ]
        self.random.shuffle(beans)
        if not self.has_pressed:
            # Without the other's press a reply that begins with taking could be the other's second thoughts.
            beans.sort(key=lambda bean: bean.source in {owed.source for owed in plan.owed})
        self.has_pressed = False
        for number, bean in enumerate(beans, start=1):
            self.carry(bean)
            rest = beans[number:]
            if number == 1 or not rest or self.random.random() < LOOKS:
                self.evening.settle()
                self.maybe_press(plan, side, rest)

    def carry(self, bean: Transfer) -> None:
        table = self.evening.table
        if bean.source in table:
            table[bean.source] -= 1
        table[bean.target] += 1

    def maybe_press(self, plan: Plan, side: Side, rest: list[Transfer]) -> None:
        """Press although the capture is still to be carried."""
        is_owed = bool(rest) and all(bean.source in {owed.source for owed in plan.owed} for bean in rest)
        if is_owed and not self.has_pressed and self.random.random() < PRESSES_EARLY:
            self.evening.press(side)
            self.has_pressed = True


@given(st.integers(0, 2**32), st.integers(2, 4))
def test_every_honest_game_is_followed_to_its_end_without_a_single_complaint(seed: int, cups: int) -> None:
    evening = fresh(cups)
    players = Players(evening, Random(seed))
    players.play()
    entries = evening.referee.history.entries
    assert [entry for entry in entries if isinstance(entry, Moved)] == players.made
    assert isinstance(evening.referee.state, Over)
    assert len(evening.happened(GameOver)) == 1
    assert evening.happened(WrongTableSeen, NotNow, QuestionAsked) == []


@pytest.mark.long("whole games")
@given(st.integers(0, 2**32))
def test_whatever_people_do_there_are_words_for_it_and_lights_within_the_budget(seed: int) -> None:
    evening, random = fresh(3), Random(seed)
    spans = {place: range(4 * index, 4 * index + 4) for index, place in enumerate(evening.game.places)}
    pixel_count = 4 * len(spans)
    for _ in range(60):
        wander(evening, random)
        assert say(evening.scene.message)
        for slot in range(SLOTS):
            pixels = render(evening.scene, spans, pixel_count, slot * SLOT_SECONDS, budget_milliamperes=300.0)
            assert draw_milliamperes(pixels) <= 300.0


@given(st.integers(0, 2**32))
def test_the_same_steps_give_the_same_events(seed: int) -> None:
    evenings = []
    for _ in range(2):
        evening, random = fresh(3), Random(seed)
        for _ in range(40):
            wander(evening, random)
        evenings.append((evening.events, evening.referee.state, evening.scene))
    assert evenings[0] == evenings[1]


def wander(evening: Evening, random: Random) -> None:
    """Do anything at all: beans here and there, cups lifted, buttons in all ways, or waiting."""
    side = random.choice(list(Side))
    place = random.choice(list(evening.game.places))
    deeds = [
        lambda: evening.drop(side, random.randint(1, evening.game.cups)),
        lambda: evening.lay(**{place.replace("-", "_"): random.randint(0, 3)}),
        lambda: evening.lift(place),
        lambda: [evening.put_down(lifted) for lifted in list(evening.lifted)],
        lambda: evening.press(side),
        lambda: evening.hold(side),
        lambda: evening.hold_long(side),
        evening.hold_both,
        evening.tap_both,
        lambda: evening.wait(random.uniform(0, 6)),
    ]
    random.choice(deeds)()

"""Whatever hands and fingers do at a board of coins, hands that follow what it asks for can play on."""

from random import Random

import pytest
from coins_on_the_table import NORTH, SOUTH, Evening
from cupsboard.referee.as_landed.states import Choosing, Offence, Playing, RoundEnded, Unclear
from cupsboard.referee.events import TurnEnded
from cupsboard.referee.states import Over, Restoring
from cupsboard.rules.game import Standing
from cupsboard.rules.places import is_cup, stock
from cupsim.people.coin_duel.handling import STEADY, hand_acts
from cupsim.people.coin_duel.mishaps import MISHAPS
from cupsim.table.hand_actions import Drop, Lift, PutBack, Take, Wait

MOST_ASKED = 12
"""So many things in a row are asked for at the most until a turn is made."""


def something(evening: Evening, random: Random) -> None:
    """What people do by mistake, on purpose, or because they are four years old."""
    side = random.choice((SOUTH, NORTH))
    filled = [place for place, lot in evening.lying().items() if is_cup(place) and sum(lot.values())]
    match random.randrange(10):
        case 0 if evening.game.standing(evening.position) is Standing.TO_MOVE:
            mover, chosen = evening.chosen()
            acts = hand_acts(chosen.deeds, STEADY, random)
            wrong = random.choice([*MISHAPS.values()])(acts, evening.lying(), random)
            if not evening.is_hand_full() and isinstance(evening.referee.state, Playing):
                evening.do(mover, *(wrong or acts))
        case 1:
            evening.tap(side, 1.0)
        case 2:
            evening.hold(side)
        case 3:
            evening.hold_both()
        case 4:
            evening.tap_both()
        case 5 if filled:
            place = random.choice(filled)
            evening.do(side, Take(place, 1), Wait(random.uniform(0.1, 1.5)), Drop(random.choice(filled), 1))
        case 6 if filled:
            place = random.choice(filled)
            evening.do(side, Lift(place), Wait(random.uniform(0.1, 2.0)), PutBack(place))
        case 7 if filled:
            place = random.choice(filled)
            count = sum(evening.lying()[place].values())
            evening.do(side, Take(place, count), Wait(0.5), Drop(stock(side), count))
        case 8:
            evening.switch_off_and_on()
        case _:
            evening.wait(random.uniform(0.1, 3.0))


def do_what_is_asked(evening: Evening) -> None:
    """What willing people do in the state that the board shows."""
    state = evening.referee.state
    match state:
        case RoundEnded(is_cleared=True):
            evening.tap(SOUTH)
        case RoundEnded() | Restoring():
            evening.restore()
            lying = evening.referee.lying
            if lying is not None and lying.strange and not lying.marks:
                evening.tap(SOUTH)
        case Offence() | Unclear():
            evening.hold_both()
        case Choosing():
            evening.wait(1.2)
            evening.tap(SOUTH)
        case Over():
            evening.hold(SOUTH)
            evening.wait(1.2)
            evening.tap(SOUTH)
        case Playing(acts=acts) if acts or evening.lying_wrong():
            evening.hold_both()
        case Playing():
            evening.play()
        case _:
            evening.wait(1.2)
            evening.tap(SOUTH)


@pytest.mark.long("stories of whole rounds")
@pytest.mark.parametrize("seed", range(2))
def test_no_story_comes_to_a_dead_end(seed: int) -> None:
    random = Random(f"story {seed}")
    evening = Evening(random.choice(["coin-duel 4 stage 2", "coin-duel 4 stage 3"]), seed)
    evening.play_out(3)
    for _ in range(8):
        something(evening, random)
    turns = len(evening.told(TurnEnded))
    states = []
    for _ in range(MOST_ASKED):
        if len(evening.told(TurnEnded)) > turns:
            break
        states.append(evening.referee.state)
        do_what_is_asked(evening)
    assert len(evening.told(TurnEnded)) > turns, states[-3:]

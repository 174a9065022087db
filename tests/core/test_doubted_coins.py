"""In Coin Duel, too, a place whose weight can't be trusted is named and decides nothing."""

from math import inf
from random import Random

import pytest
from ailments import Drifting, Jumping, Yielding
from coins_on_the_table import Evening
from cupsboard.referee.as_landed.states import Choosing
from cupsboard.referee.events import OffenceSeen
from cupsboard.rules.places import Side, cup
from cupsboard.signs.scene import Meaning
from cupsim.table.hand_actions import Rest
from cupsim.table.load_cell import Ailment

PLACE = cup(Side.NORTH, 4)
DIME_GRAMS = 2.27
STAGE_3 = "coin-duel 4 stage 3"


def ailing(evening: Evening, ailment: Ailment) -> None:
    evening.world.table.cells[PLACE].ailments.append(ailment)


def named_after(evening: Evening, seconds: float) -> float | None:
    """How long it took until the place showed that it is not believed, if it was not too long."""
    began = evening.world.now
    while evening.world.now < began + seconds:
        evening.wait(0.5)
        if any(sign == (PLACE, Meaning.DEAD) for sign in ((s.place, s.meaning) for s in evening.scene.signs)):
            return evening.world.now - began
    return None


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long("another table"))])
def test_a_place_that_leaps_by_a_dime_is_named_and_nothing_is_agreed_on_it(seed: int) -> None:
    evening = Evening(STAGE_3, seed)
    now = evening.world.now
    ailing(evening, Jumping((0.0, DIME_GRAMS, 2 * DIME_GRAMS), 2.0, Random(seed), now))
    assert named_after(evening, 30.0) is not None
    evening.wait(3.0)
    offences = len(evening.told(OffenceSeen))
    evening.wait(10.0)
    assert len(evening.told(OffenceSeen)) == offences
    assert not evening.referee.history.steps


def test_no_sentence_about_a_doubted_place_hides_a_question_that_a_tap_would_answer() -> None:
    evening, first = Evening(STAGE_3, 3), cup(Side.SOUTH, 1)
    ailing(evening, Jumping((0.0, 0.5 * DIME_GRAMS), 1.0, Random(3), evening.world.now))
    assert named_after(evening, 30.0) is not None
    assert evening.scene.message.key == "doubted.LEAPING"
    evening.world.table.cells[first].stop_share = inf
    evening.do(Side.SOUTH, Rest(first, 1500.0, 2.0))
    evening.wait(0.5)
    assert isinstance(evening.referee.state, Choosing)
    assert evening.scene.message.key == "laps.choosing"


@pytest.mark.long("ten seconds of a board that does nothing")
def test_a_place_that_drifts_is_named_once_it_has_gone_by_a_dime() -> None:
    evening = Evening(STAGE_3, 1)
    ailing(evening, Drifting(-0.2, evening.world.now))
    named = named_after(evening, 20.0)
    assert named is not None
    assert named * 0.2 < 1.6 * DIME_GRAMS


@pytest.mark.long("some seconds of a board that does nothing")
@pytest.mark.parametrize(("pressed_grams", "is_named"), [(700.0, False), (1500.0, True)])
def test_a_press_is_named_that_may_leave_so_much_as_would_matter_among_dimes(
    pressed_grams: float, is_named: bool
) -> None:
    evening = Evening(STAGE_3, 1)
    ailing(evening, Yielding(5e-4, 250.0))
    evening.world.table.cells[PLACE].stop_share = inf
    evening.do(Side.SOUTH, Rest(PLACE, pressed_grams, 2.0))
    assert (named_after(evening, 1.0) is not None) is is_named

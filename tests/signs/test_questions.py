"""What the board asks when the weights don't decide."""

from cupsboard.referee.gesture_overview import Situation
from cupsboard.rules.places import Side, cup, pot
from cupsboard.signs.scene import Meaning
from situations import REACH

NORTHS_ROW = (*(cup(Side.NORTH, number) for number in range(1, 5)), pot(Side.NORTH))


def test_the_row_of_whose_turn_it_is_glows_beside_what_the_board_asks_for() -> None:
    for where in (Situation.ASKED, Situation.BURDENED, Situation.VOUCHING, Situation.UNDER_WAY):
        signs = REACH[where]().scene.signs
        glowing = {sign.place for sign in signs if sign.meaning is Meaning.YOUR_TURN}
        asked = {sign.place for sign in signs if sign.meaning is Meaning.LOOK}
        # A cup that can't be weighed does not glow.
        assert len(glowing) >= 4
        assert {place for place in glowing | asked if place.startswith("north")} == set(NORTHS_ROW)
        assert glowing <= set(NORTHS_ROW)

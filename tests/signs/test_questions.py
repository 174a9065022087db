"""What the board asks when the weights don't decide."""

from cupsboard.referee.gesture_overview import Situation
from cupsboard.signs.scene import Meaning
from situations import REACH


def test_the_row_of_whose_turn_it_is_glows_beside_what_the_board_asks_for() -> None:
    for where in (Situation.ASKED, Situation.BURDENED, Situation.VOUCHING, Situation.UNDER_WAY):
        glowing = [sign.place for sign in REACH[where]().scene.signs if sign.meaning is Meaning.YOUR_TURN]
        assert len(glowing) == 5
        assert all(place.startswith("north") for place in glowing)

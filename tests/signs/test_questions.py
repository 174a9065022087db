"""What the board asks when the weights don't decide."""

from cupsboard.recognition.outcome import Alternative, Undecided
from cupsboard.referee.gesture_table import Situation
from cupsboard.rules.places import cup
from cupsboard.signs.scene import Meaning
from cupsboard.signs.sentences import say
from evening import SOUTH, fresh
from situations import REACH


def test_where_no_press_could_be_right_the_board_only_asks_for_a_look() -> None:
    evening = fresh(starter=SOUTH)
    evening.drop(SOUTH, 1)
    place = cup(SOUTH, 3)
    two = Alternative(dict(evening.table), 0.6, "two beans too many", is_legal=False)
    three = Alternative(dict(evening.table), 0.4, "three beans too many", is_legal=False)
    evening.strange = Undecided(place, (two, three), None)
    evening.settle()
    assert say(evening.scene.message) == "Look at South's cup 3: two beans too many?"
    assert evening.lights == {place: {Meaning.LOOK}}


def test_the_row_of_whose_turn_it_is_glows_beside_what_the_board_asks_for() -> None:
    for where in (Situation.ASKED, Situation.BURDENED, Situation.VOUCHING, Situation.UNDER_WAY):
        glowing = [sign.place for sign in REACH[where]().scene.signs if sign.meaning is Meaning.YOUR_TURN]
        assert len(glowing) == 5
        assert all(place.startswith("north") for place in glowing)

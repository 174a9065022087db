"""What people make of lights that they have misread, while those change."""

from cupsboard.rules.places import Side, cup, pot
from cupsboard.signs.scene import Meaning, Sign
from cupsim.people.sign_reading import shows_end


def test_a_single_cup_that_looks_like_the_winners_ends_no_game() -> None:
    mark = Sign(cup(Side.SOUTH, 2), Meaning.WINNER)
    assert not shows_end([mark])
    assert shows_end([mark, Sign(pot(Side.SOUTH), Meaning.WINNER)])
    assert shows_end([Sign(pot(side), Meaning.TIE) for side in Side])

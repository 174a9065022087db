"""How a person follows a game by looking at the table."""

from cupsboard.rules import games
from cupsboard.rules.places import Side
from cupsim.people.position_tracking import understood


def test_a_turn_of_several_moves_is_understood_as_one() -> None:
    kalah = games.named("kalah 6")
    start = kalah.start(None)
    again = kalah.play(start, Side.SOUTH, "sow 3")
    after = kalah.play(again, Side.SOUTH, "sow 6")
    assert kalah.movers(again) == (Side.SOUTH,)
    assert understood(kalah, start, kalah.contents(after), Side.NORTH) == after

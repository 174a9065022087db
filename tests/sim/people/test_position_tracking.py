"""What lights tell a person, how soon, and how a person follows a game by looking at the table."""

from dataclasses import dataclass
from random import Random

import pytest
from cupsboard.rules import games
from cupsboard.rules.places import Side, board_places, pot
from cupsboard.signs.light_patterns import GRAMMAR, PERIOD_SECONDS, Colour, render
from cupsboard.signs.scene import Meaning, Message, Scene, Sign
from cupsim.people.light_reader import LOOK_SECONDS, LightReader
from cupsim.people.position_tracking import understood
from cupsim.people.sign_reading import shows_pass


def test_a_turn_of_several_moves_is_understood_as_one() -> None:
    kalah = games.named("kalah 6")
    start = kalah.start(None)
    again = kalah.play(start, Side.SOUTH, "sow 3")
    after = kalah.play(again, Side.SOUTH, "sow 6")
    assert kalah.movers(again) == (Side.SOUTH,)
    assert understood(kalah, start, kalah.contents(after), Side.NORTH) == after


PASSED = Sign(pot(Side.NORTH), Meaning.PASSED)


@pytest.mark.parametrize("side", Side)
def test_a_pass_is_seen_by_both(side: Side) -> None:
    assert shows_pass([PASSED], side)


def test_who_presses_and_is_told_not_now_may_have_had_the_turn_back_already() -> None:
    assert shows_pass([Sign(pot(Side.SOUTH), Meaning.NOT_NOW)], Side.SOUTH)


def test_what_the_other_is_told_says_nothing_of_a_pass() -> None:
    assert not shows_pass([Sign(pot(Side.NORTH), Meaning.NOT_NOW)], Side.SOUTH)


def test_a_refusal_says_nothing_of_a_pass_while_a_place_can_not_be_weighed() -> None:
    refused, unweighed = Sign(pot(Side.SOUTH), Meaning.NOT_NOW), Sign(pot(Side.NORTH), Meaning.DEAD)
    assert not shows_pass([refused, unweighed], Side.SOUTH)
    assert shows_pass([PASSED, unweighed], Side.SOUTH)


PLACES = board_places(2)
SPANS = {place: range(3 * index, 3 * index + 3) for index, place in enumerate(PLACES)}
FRAME_SECONDS = 1 / 80


@dataclass
class Strip:
    """A strip that counts what is sent to it."""

    colours: tuple[Colour, ...] = ()
    transmissions: int = 0

    def send(self, colours: tuple[Colour, ...]) -> None:
        if colours != self.colours:
            self.colours, self.transmissions = colours, self.transmissions + 1


@pytest.mark.parametrize("meaning", list(GRAMMAR))
def test_a_light_is_read_for_as_long_as_it_shows(meaning: Meaning) -> None:
    random = Random(meaning.value)
    strip = Strip()
    reader = LightReader(strip, SPANS)  # type: ignore[arg-type]
    scene = Scene((Sign(PLACES[0], meaning),), None, Message("test"))
    begin = random.uniform(0.0, 20.0)
    now, understood_at = begin, None
    while now < begin + 12.0:
        now += FRAME_SECONDS * random.uniform(0.9, 1.1)
        strip.send(tuple(render(scene, SPANS, 3 * len(PLACES), now, brightness=0.5)))
        reader.watch(now)
        if reader.meanings.get(PLACES[0]) is meaning:
            understood_at = understood_at or now
        assert understood_at is None or reader.meanings.get(PLACES[0]) is meaning, now - begin
    assert understood_at is not None
    assert understood_at - begin <= 2 * PERIOD_SECONDS + 2 * LOOK_SECONDS

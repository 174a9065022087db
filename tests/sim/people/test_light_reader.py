"""Simulated people read every light, and go on reading it, however its changes fall into a board's frames."""

from dataclasses import dataclass
from random import Random

import pytest
from cupsboard.rules.places import board_places
from cupsboard.signs.light_patterns import GRAMMAR, PERIOD_SECONDS, Colour, render
from cupsboard.signs.scene import Meaning, Message, Scene, Sign
from cupsim.people.light_reader import LOOK_SECONDS, LightReader

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

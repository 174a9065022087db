"""The board is asked to switch off with its own buttons, and the simulator does what a system would do."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from cupsboard.referee.states import Paused, Turn
from cupsboard.rules.places import Place, Side, pot
from cupsboard.signs.scene import Meaning
from cupsim.page import requests
from cupsim.page.evening import PageEvening
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing

TICK_SECONDS = 0.1


class AtThePage:
    """One person at a page whose board runs at the pace of life."""

    def __init__(self, trace: Path) -> None:
        seats = dict.fromkeys(Side, PERSON)
        self.evening = PageEvening(Pairing(Setting(seed=3, cups=2)), seats, trace)
        self.wait(3.0)

    @property
    def power(self) -> str:
        power = self.evening.state()["evening"]["power"]
        assert isinstance(power, str)
        return power

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds / TICK_SECONDS)):
            self.evening.advance(TICK_SECONDS)

    def readings(self, seconds: float) -> list[Mapping[Place, Meaning]]:
        """What was read of the lights, look by look."""
        read: list[Mapping[Place, Meaning]] = []
        for _ in range(round(seconds / TICK_SECONDS)):
            self.wait(TICK_SECONDS)
            read.append(self.evening.world.reader.meanings)
        return read

    def hold(self, seconds: float, *sides: Side) -> None:
        self.evening.obey(1, requests.Button(sides, True))
        self.wait(seconds)
        self.evening.obey(1, requests.Button(sides, False))
        self.wait(1.0)


@pytest.fixture
def sitter(tmp_path: Path) -> AtThePage:
    return AtThePage(tmp_path / "evening.trace")


def test_the_lights_of_a_pause_are_read_from_the_wire_and_a_tap_goes_on(sitter: AtThePage) -> None:
    sitter.hold(4.5, *Side)
    assert sitter.evening.world.referee.state == Paused()
    sitter.wait(3.0)
    # An eye that looks now and then reads this rhythm at nine looks of ten.
    assert {pot(side): Meaning.PAUSED for side in Side} in sitter.readings(4.0)
    sitter.hold(0.2, Side.NORTH)
    assert sitter.evening.world.referee.state == Turn()


def test_in_a_pause_it_asks_says_goodbye_and_is_off_until_somebody_switches_it_on(sitter: AtThePage) -> None:
    sitter.hold(4.5, *Side)
    sitter.hold(4.5, *Side)
    sitter.wait(4.0)
    assert sitter.evening.world.reader.meanings == {pot(side): Meaning.POWER_OFF for side in Side}
    sitter.hold(0.2, Side.SOUTH)
    assert sitter.power == "on"
    sitter.wait(3.0)
    assert sitter.power == "off"
    assert sitter.evening.state()["lights"] == {}
    sitter.evening.obey(1, requests.Power(True))
    sitter.wait(3.0)
    assert sitter.power == "on"
    assert sitter.evening.world.referee.state == Turn()

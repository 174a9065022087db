"""The legend of the lights: every meaning once, drawn by what drives the strip."""

from itertools import chain

import pytest
from cupsboard.profile import generated
from cupsboard.rules.places import Place
from cupsboard.signs.light_patterns import GRAMMAR, LEVELS, SLOTS
from cupsboard.signs.scene import Meaning
from cupsboard.web.legend import GROUPS, legend


def test_every_meaning_is_in_the_legend_once() -> None:
    assert sorted(meaning.name for meaning in chain(*GROUPS.values())) == sorted(
        each.name for each in Meaning
    )


@pytest.mark.parametrize("cups", [2, 4, 10])
def test_every_light_blinks_in_the_rhythm_of_the_grammar(cups: int) -> None:
    profile = generated(cups)
    for light in chain(*(group["lights"] for group in legend(profile)["groups"])):
        look = GRAMMAR[Meaning[light["meaning"]]]
        assert light["pixels"] == len(profile.strip.pixels[Place("south-1")])
        assert len(light["slots"]) == SLOTS
        fullness = [sum(bytes.fromhex(light["pictures"][picture])) for picture in light["slots"]]
        rhythm = [LEVELS[slot] for slot in look.rhythm]
        assert [each == 0 for each in fullness] == [level == 0 for level in rhythm]
        assert [each == max(fullness) for each in fullness] == [level == max(rhythm) for level in rhythm]

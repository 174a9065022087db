"""A board says before the game whether its scales can tell its beans."""

import pytest
from cupsboard.recognition.suitability import complaints, signal
from cupsboard.rules.cups.rules import Cups
from cupsim.runs.game_world import Setting, World
from cupsim.table.beans import KINDS

# Which beans go with which cells: the table of the sensing notes, section 7.
PLAYABLE = [("kidney", "500g"), ("kidney", "1kg"), ("navy", "500g"), ("go stone", "5kg"), ("penny", "5kg")]
UNPLAYABLE = [("mixed", "500g"), ("mixed", "1kg"), ("navy", "5kg")]


@pytest.mark.parametrize(("beans", "cells"), PLAYABLE)
def test_what_is_playable_by_the_notes_is_not_complained_of(beans: str, cells: str) -> None:
    assert complaints(World(Setting(1, beans=beans, cells=cells)).calibration) == ()


@pytest.mark.parametrize(("beans", "cells"), UNPLAYABLE)
def test_what_is_unplayable_is_named_with_its_figure_and_what_would_help(beans: str, cells: str) -> None:
    found = complaints(World(Setting(1, beans=beans, cells=cells)).calibration)
    assert found
    for complaint in found:
        assert any(character.isdigit() for character in complaint.what)
        assert "sort" in complaint.help or "load cell" in complaint.help


def test_the_weakest_place_is_named() -> None:
    calibration = World(Setting(1, beans="navy", cells="5kg")).calibration
    weakest = min(calibration.places, key=lambda place: signal(calibration, place))
    assert any(complaint.what.startswith(weakest) for complaint in complaints(calibration))


def test_more_samples_a_second_mean_more_noise_in_each_and_are_weighed_against_their_number() -> None:
    slow = World(Setting(1, sps=10)).calibration
    fast = World(Setting(1, sps=80)).calibration
    place = Cups(4).places[0]
    assert signal(fast, place) == pytest.approx(signal(slow, place), rel=0.3)


def test_every_kind_of_beans_gets_a_verdict_on_every_cell() -> None:
    for beans in KINDS:
        complaints(World(Setting(1, beans=beans)).calibration)

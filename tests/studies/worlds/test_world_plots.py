"""The plots of said against found: too sure is red, and every world has a panel."""

import pytest
from studies.rates import Rate
from studies.worlds.plots import Bin, calibration_picture


@pytest.mark.parametrize(
    ("said", "wrong", "of", "is_too_sure"),
    [
        (0.01, 10, 1000, False),
        (0.01, 40, 1000, True),
        (1e-4, 0, 300, False),
        (1e-4, 3, 400, True),
        (0.05, 2, 1000, False),
    ],
)
def test_a_bin_is_too_sure_if_more_were_wrong_than_chance_explains(
    said: float, wrong: int, of: int, is_too_sure: bool
) -> None:
    assert Bin(said, Rate(wrong, of)).is_too_sure is is_too_sure


def test_every_world_has_a_panel_and_every_bin_a_bar() -> None:
    modest, sure = Bin(0.01, Rate(1, 1000)), Bin(1e-4, Rate(5, 1000))
    picture = calibration_picture("said and found", {"own": [modest], "walk-30": [modest, sure], "hum": []})
    for name in ("own", "walk-30", "hum"):
        assert f">{name}</text>" in picture
    assert picture.count('class="found"') == 2 * 2
    assert picture.count('class="sure"') == 2


def test_nothing_wrong_at_all_is_drawn_at_the_end_of_the_axis_and_not_beyond() -> None:
    picture = calibration_picture("said and found", {"own": [Bin(0.0, Rate(0, 10**7))]})
    assert "nan" not in picture
    assert "inf" not in picture

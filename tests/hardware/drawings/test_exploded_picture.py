"""The board taken apart is drawn from the bodies: each once, in its own size, right above its place."""

from collections import Counter
from itertools import pairwise

import pytest
from boards_by_size import board_of, layout_of
from cupsboard.profile import Profile

from hardware.assembly.bodies import bodies
from hardware.drawings.exploded_picture import taken_apart
from hardware.drawings.oblique import BACK_X, BACK_Y, Oblique, Shown, bounds, height


def test_every_body_is_drawn_once_and_layers_lie_above_one_another(board: Profile) -> None:
    layout = layout_of(board)
    layers = [shown for _, shown in taken_apart(board, layout)]
    drawn = Counter(shown.body for layer in layers for shown in layer)
    assert drawn == Counter(bodies(board, layout))
    for lower, upper in pairwise(layers):
        assert max(height(shown)[1] for shown in lower) < min(height(shown)[0] for shown in upper)


def test_a_body_is_drawn_in_its_size_above_its_place() -> None:
    board, view = board_of("2x4"), Oblique()
    lath = next(body for body in bodies(board, layout_of(board)) if body.kind == "lath")
    xs, ys = zip(*lath.solid.outline, strict=True)
    (low, high), depth = lath.solid.heights[0], max(ys) - min(ys)
    left, up, right, down = bounds(list(view.shapes([Shown(lath, lift=100.0)])))
    assert right - left == pytest.approx(max(xs) - min(xs) + BACK_X * depth)
    assert down - up == pytest.approx(high - low + BACK_Y * depth)
    assert (left, down) == pytest.approx(
        view.at(lath.at[0] + min(xs), lath.at[1] + min(ys), lath.at[2] + low + 100.0)
    )

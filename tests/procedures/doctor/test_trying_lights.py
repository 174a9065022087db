"""The trial of the lights: every pixel once in each hue, all at once, and buttons that light answers."""

from collections.abc import Iterator, Sequence

import pytest
from cupsboard import profile
from cupsboard.procedures.doctor.trying_lights import (
    ALL_SECONDS,
    HUE_SECONDS,
    HUES,
    PATIENCE_SECONDS,
    TryingLights,
)
from cupsboard.profile import Profile
from cupsboard.referee.edges import Edge
from cupsboard.signs.light_patterns import draw_milliamperes, render
from cupsboard.signs.scene import Scene, Sign
from cupsim.runs.rows_board import RowsBoard, RowsSetup

BOARDS = [profile.load(name) for name in profile.built_in_names()]


def shown(trying: TryingLights, until: float, *edges: Edge, begin: float = 0.0) -> Scene:
    """The scene at a time, after these changes of the buttons."""
    waiting = sorted(edges, key=lambda edge: edge.time)
    now, scene = begin, None
    while now <= until:
        due = [edge for edge in waiting if edge.time <= now]
        waiting = waiting[len(due) :]
        scene = trying.step(now, None, due).scene
        now += HUE_SECONDS / 4
    assert scene is not None
    return scene


def singles(board: Profile) -> Iterator[Sequence[Sign]]:
    trying = TryingLights(board)
    trying.step(0.0, None, ())
    for moment in range(board.strip.pixel_count * len(HUES)):
        yield trying.step((moment + 0.5) * HUE_SECONDS, None, ()).scene.signs


@pytest.mark.parametrize("board", BOARDS, ids=[board.name for board in BOARDS])
def test_every_pixel_of_the_chain_shows_each_hue_alone_in_the_chains_own_order(board: Profile) -> None:
    spans = board.strip.pixels
    lit = [(spans[sign.place][sign.beans - 1], sign.hue) for (sign,) in singles(board)]
    assert lit == [(pixel, hue) for pixel in range(board.strip.pixel_count) for hue in HUES]


@pytest.mark.parametrize("board", BOARDS, ids=[board.name for board in BOARDS])
def test_all_lights_draw_what_the_sentence_says_and_never_more_than_the_budget(board: Profile) -> None:
    trying = TryingLights(board)
    trying.step(0.0, None, ())
    scene = trying.step(0.1, None, [Edge("south" if board.cups else "one", True, 0.1)]).scene
    strip = board.strip
    assert {sign.place for sign in scene.signs} == set(strip.spans)
    pixels = render(
        scene,
        strip.pixels,
        strip.pixel_count,
        0.0,
        brightness=strip.brightness,
        budget_milliamperes=strip.current_budget_ma,
    )
    assert len(set(pixels)) == 1
    assert draw_milliamperes(pixels) / 1000 == pytest.approx(trying.amperes)
    assert draw_milliamperes(pixels) <= strip.current_budget_ma
    assert scene.message.values == {"amperes": f"{trying.amperes:.1f}"}


def test_a_players_lights_glow_just_as_long_as_their_button_is_held() -> None:
    trying = TryingLights(profile.load("2x3"))
    to_the_buttons = [Edge("south", True, 1.0), Edge("south", True, 2.0), Edge("south", False, 2.2)]
    assert shown(trying, 3.0, *to_the_buttons).signs == ()
    held = shown(trying, 4.0, Edge("north", True, 3.5), begin=3.1)
    assert {sign.place for sign in held.signs} == {"north-1", "north-2", "north-3", "north-pot"}
    assert shown(trying, 5.0, Edge("north", False, 4.5), begin=4.1).signs == ()
    assert (trying.pressed_buttons, trying.missing_buttons) == (("north",), ("south",))
    shown(trying, 6.0, Edge("south", True, 5.5), begin=5.1)
    assert not trying.is_finished
    shown(trying, 7.0, Edge("south", False, 6.5), begin=6.1)
    assert trying.is_finished


@pytest.mark.parametrize("board", [profile.load("2x3"), profile.load("3x3-4")], ids=["2x3", "3x3-4"])
def test_without_a_button_every_part_ends_by_itself(board: Profile) -> None:
    trying = TryingLights(board)
    each = board.strip.pixel_count * len(HUES) * HUE_SECONDS
    assert shown(trying, each + ALL_SECONDS - 1).message.key == "lights-all"
    shown(trying, each + ALL_SECONDS + PATIENCE_SECONDS + 1, begin=each + ALL_SECONDS - 1)
    assert trying.is_finished
    assert trying.missing_buttons == board.owners


def test_somebody_who_looks_at_a_simulated_strip_sees_all_of_it() -> None:
    world = RowsBoard(RowsSetup(3, cups=2))
    seen, trying = world.seat_onlooker(), TryingLights(world.profile)
    assert world.run(trying, 600.0)
    pixels = range(world.profile.strip.pixel_count)
    assert seen.alone == [(pixel, hue) for pixel in pixels for hue in HUES]
    assert seen.all_amperes == pytest.approx(trying.amperes)
    rows = {side: {f"{side}-{name}" for name in ("1", "2", "pot")} for side in ("south", "north")}
    assert seen.answers == rows
    assert trying.missing_buttons == ()

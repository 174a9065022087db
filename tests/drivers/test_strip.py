from dataclasses import replace

import pytest
from cupsboard import profile
from cupsboard.drivers.errors import DriverError
from cupsboard.drivers.strip import REFRESH_SECONDS, PixelStrip
from cupsboard.rules.places import Place, Side
from cupsboard.signs.light_patterns import SLOT_SECONDS, draw_milliamperes, render
from cupsboard.signs.scene import Meaning, Message, Scene, Sign
from cupsim.electronics.pins import SimulatedStrip
from hypothesis import given
from hypothesis import strategies as st

STRIP = profile.load("2x4").strip
POT = Place("south-pot")
CUP = Place("north-2")


def scene(*signs: Sign) -> Scene:
    return Scene(signs, Side.SOUTH, Message("test"))


def wired(strip: profile.Strip = STRIP) -> tuple[SimulatedStrip, PixelStrip]:
    pixels = SimulatedStrip(strip.pixel_count, strip.order)
    return pixels, PixelStrip(pixels, strip)


scenes = st.lists(
    st.builds(Sign, place=st.sampled_from(list(STRIP.spans)), meaning=st.sampled_from(Meaning)), max_size=10
).map(lambda signs: scene(*signs))
moments = st.floats(0.0, 1000.0)


def test_a_place_lights_its_own_pixels_and_no_others() -> None:
    pixels, lights = wired()
    lights.show(scene(Sign(POT, Meaning.YOUR_TURN)), 0.0)
    lit = {index for index, colour in enumerate(pixels.colours) if colour != (0, 0, 0)}
    assert lit == set(STRIP.pixels[POT])


@pytest.mark.parametrize("order", ["GRB", "RGB", "BRG"])
def test_the_colours_are_the_same_in_any_order_of_the_wire(order: str) -> None:
    strip = replace(STRIP, order=order)
    pixels, lights = wired(strip)
    shown = scene(Sign(CUP, Meaning.TOO_MANY))
    lights.show(shown, 0.0)
    colours = render(
        shown,
        strip.pixels,
        strip.pixel_count,
        0.0,
        brightness=0.5,
        budget_milliamperes=strip.current_budget_ma,
    )
    assert pixels.colours == colours
    first = STRIP.pixels[CUP][0]
    assert set(pixels.wire[3 * first : 3 * first + 3]) == set(colours[first])


@given(st.lists(st.tuples(scenes, moments), min_size=1, max_size=6))
def test_whatever_was_shown_before_the_wire_carries_the_scene_of_now(
    shown: list[tuple[Scene, float]],
) -> None:
    pixels, lights = wired()
    now = 0.0
    for each, pause in shown:
        now += pause
        lights.show(each, now)
        assert pixels.colours == render(
            each,
            STRIP.pixels,
            STRIP.pixel_count,
            now,
            brightness=STRIP.brightness,
            budget_milliamperes=STRIP.current_budget_ma,
        )


@given(scenes, moments, st.floats(100.0, 2000.0))
def test_the_bytes_on_the_wire_never_ask_for_more_current_than_the_budget(
    each: Scene, now: float, budget_ma: float
) -> None:
    pixels, lights = wired(replace(STRIP, brightness=1.0, current_budget_ma=budget_ma))
    lights.show(each, now)
    assert draw_milliamperes(pixels.colours) <= budget_ma


def test_a_rhythm_goes_on_while_the_scene_stays() -> None:
    pixels, lights = wired()
    pictures = set()
    for slot in range(32):
        lights.show(scene(Sign(CUP, Meaning.MUST_NEXT)), (slot + 0.5) * SLOT_SECONDS)
        pictures.add(pixels.wire)
    assert len(pictures) == 2


@given(scenes, moments)
def test_the_lights_say_until_when_they_look_the_same(each: Scene, now: float) -> None:
    pixels, lights = wired()
    due = lights.show(each, now)
    assert now < due <= now + REFRESH_SECONDS
    looks, sent = pixels.wire, pixels.transmissions
    again = render(
        each,
        STRIP.pixels,
        STRIP.pixel_count,
        (now + due) / 2,
        brightness=STRIP.brightness,
        budget_milliamperes=STRIP.current_budget_ma,
    )
    assert again == pixels.colours
    lights.show(each, due)
    assert pixels.transmissions == sent + 1
    assert pixels.wire != looks or due == now + REFRESH_SECONDS


def test_a_change_of_scene_shows_at_once() -> None:
    pixels, lights = wired()
    lights.show(scene(Sign(CUP, Meaning.MUST_NEXT)), 0.0)
    before = pixels.wire
    lights.show(scene(Sign(POT, Meaning.MUST_NEXT)), 0.001)
    assert pixels.wire != before


def test_nothing_is_sent_while_nothing_changes_but_a_refresh_now_and_then() -> None:
    pixels, lights = wired()
    glow = scene(Sign(POT, Meaning.YOUR_TURN))
    for millisecond in range(1000):
        lights.show(glow, millisecond / 1000)
    assert pixels.transmissions == 1
    lights.show(glow, REFRESH_SECONDS + SLOT_SECONDS)
    assert pixels.transmissions == 2


def test_closing_puts_the_lights_out() -> None:
    pixels, lights = wired()
    lights.show(scene(Sign(POT, Meaning.YOUR_TURN)), 0.0)
    lights.close()
    assert set(pixels.wire) == {0}


def test_pixels_of_another_profile_are_refused() -> None:
    with pytest.raises(DriverError, match="26 pixels of order GRB for a profile with 32 of GRB"):
        PixelStrip(SimulatedStrip(26, "GRB"), STRIP)

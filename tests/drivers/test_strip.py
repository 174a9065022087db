import os
from dataclasses import replace
from pathlib import Path

import pytest
from cupsboard import profile
from cupsboard.drivers.errors import DriverError
from cupsboard.drivers.raspberry_pi import next_step
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


REFUSED = RuntimeError("ws2811_init failed with code -13 (Unable to initialize SPI)")
SPI, PWM = 10, 18


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """A folder for devices, with a config.txt beside them that says nothing of SPI."""
    (tmp_path / "config.txt").write_text("dtparam=audio=on\n#dtparam=spi=on\n")
    return tmp_path


def advice(pi: Path, fault: Exception = REFUSED, line: int = SPI, *, is_pi_5: bool = False) -> str:
    return next_step(fault, line, is_pi_5=is_pi_5, devices=pi, config=pi / "config.txt")


@pytest.mark.parametrize(
    ("library", "extra"), [("_rpi_ws281x", "pi-leds"), ("adafruit_raspberry_pi5_neopixel_write", "pi5-leds")]
)
def test_a_library_that_is_missing_is_named_by_its_extra(pi: Path, library: str, extra: str) -> None:
    fault = ModuleNotFoundError(f"No module named {library!r}", name=library)
    assert f"pip install '.[{extra}]'" in advice(pi, fault)


def test_a_library_that_blinka_misses_in_words_of_its_own_is_named_too(pi: Path) -> None:
    fault = RuntimeError("The platform library '_rpi_ws281x' was not found.")
    fault.__cause__ = ModuleNotFoundError("No module named '_rpi_ws281x'", name="_rpi_ws281x")
    assert "pip install '.[pi-leds]'" in advice(pi, fault)


def test_a_library_of_no_extra_is_named_itself(pi: Path) -> None:
    fault = ModuleNotFoundError("No module named 'board'", name="board")
    assert advice(pi, fault) == "the library board is missing; install the program anew"


def test_spi_that_config_txt_does_not_switch_on_is_said_with_its_line(pi: Path) -> None:
    assert f"{pi / 'config.txt'} doesn't switch SPI on" in advice(pi)
    assert "dtparam=spi=on yourself; then start anew" in advice(pi)


@pytest.mark.parametrize("line", ["dtparam=spi=on", "dtoverlay=spi0-0cs,no_miso"])
def test_spi_that_is_on_without_its_device_wants_a_start(pi: Path, line: str) -> None:
    (pi / "config.txt").write_text(f"{line}\n")
    assert "though" in advice(pi)
    assert "start the Pi anew" in advice(pi)


def test_a_config_txt_that_can_t_be_read_is_not_taken_for_one_without_spi(pi: Path) -> None:
    (pi / "config.txt").unlink()
    assert "can't be read" in advice(pi)


@pytest.mark.parametrize(
    ("device", "is_pi_5", "group"), [("spidev0.0", False, "spi"), ("pio0", True, "gpio")]
)
def test_a_device_that_one_may_not_use_names_its_group(
    pi: Path, device: str, is_pi_5: bool, group: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (pi / device).touch(mode=0)
    if os.geteuid() == 0:
        # Root may use every device.
        monkeypatch.setattr(os, "access", lambda path, _: path != pi / device)
    assert f"usermod -aG {group} $USER" in advice(pi, is_pi_5=is_pi_5)


def test_a_pi_5_without_its_pio_is_told_what_brings_it(pi: Path) -> None:
    assert "full-upgrade" in advice(pi, is_pi_5=True)


@pytest.mark.parametrize(("line", "is_pi_5"), [(SPI, False), (SPI, True), (PWM, False)])
def test_where_nothing_is_missing_nothing_is_blamed(pi: Path, line: int, is_pi_5: bool) -> None:
    for device in ("spidev0.0", "pio0"):
        (pi / device).touch()
    said = advice(pi, line=line, is_pi_5=is_pi_5)
    assert "install" not in said
    assert "config" not in said
    assert "report" in said

"""The wiring of a Pi as far as it can be proved without one: against fakes that keep the libraries' rules."""

import ast
import os
import pickle
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

import pytest
from cupsboard import profile
from cupsboard.drivers import raspberry_pi
from cupsboard.drivers.errors import DriverError

sys.path.insert(0, str(Path(__file__).parent))

from header_fakes import FakeGpio

PI_4 = {0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"}
PI_5_OLD_KERNEL = {0: "gpio-brcmstb@107d508500", 4: "pinctrl-rp1"}


@pytest.mark.parametrize(
    ("chips", "found"),
    [
        (PI_4, raspberry_pi.Header(0, "pinctrl-bcm2711")),
        (PI_5_OLD_KERNEL, raspberry_pi.Header(4, "pinctrl-rp1")),
        ({0: "pinctrl-rp1"}, raspberry_pi.Header(0, "pinctrl-rp1")),
        ({3: "pinctrl-bcm2835"}, raspberry_pi.Header(3, "pinctrl-bcm2835")),
    ],
)
def test_the_header_is_found_by_its_label(chips: dict[int, str], found: raspberry_pi.Header) -> None:
    assert raspberry_pi.find_header(FakeGpio(chips), sorted(chips)) == found


def test_a_computer_with_other_gpio_has_no_header() -> None:
    with pytest.raises(raspberry_pi.NoHeader, match="no GPIO header here"):
        raspberry_pi.find_header(FakeGpio({0: "gpio-mockup-A"}), [0])


def test_a_header_one_may_not_open_is_told_from_none() -> None:
    with pytest.raises(DriverError, match=r"/dev/gpiochip0 .*join the group: .*gpio"):
        raspberry_pi.find_header(FakeGpio(PI_4, frozenset({0})), [0, 1])


def test_a_chip_that_does_not_say_what_it_is_is_passed_over() -> None:
    assert raspberry_pi.find_header(
        FakeGpio(PI_5_OLD_KERNEL, mute_chips=frozenset({0})), [0, 4]
    ) == raspberry_pi.Header(4, "pinctrl-rp1")
    with pytest.raises(DriverError, match=r"/dev/gpiochip0 \(bad chip info ioctl\) can't be used"):
        raspberry_pi.find_header(FakeGpio(PI_4, mute_chips=frozenset({0})), [0, 1])


def test_a_computer_without_gpio_says_so() -> None:
    if list(Path("/dev").glob("gpiochip*")):
        pytest.skip("this computer has GPIO")
    with pytest.raises(
        raspberry_pi.NoHeader, match="a board needs a Raspberry Pi; on this computer there is `cupsim`"
    ):
        raspberry_pi.RaspberryPi()


def test_bits_are_in_the_order_of_the_cells_and_unplugged_lines_read_high() -> None:
    gpio = FakeGpio(PI_4)
    lines = raspberry_pi.HeaderLines(gpio, 0, 27, [17, 4, 22])
    assert lines.read_lines() == 0b111
    gpio.levels = {4: 0}
    assert lines.read_lines() == 0b101
    lines.set_clock(True)
    lines.set_clock(False)
    assert gpio.written == [(27, 1), (27, 0)]


def test_lines_that_something_else_uses_are_named() -> None:
    gpio = FakeGpio(PI_4)
    raspberry_pi.HeaderLines(gpio, 0, 27, [4, 5])
    with pytest.raises(
        DriverError, match=r"GPIO 22 and 5, 6 can't be used \(GPIO busy\); end what else uses it"
    ):
        raspberry_pi.HeaderLines(gpio, 0, 22, [5, 6])


def test_lines_are_free_again_once_they_are_given_back_or_were_refused() -> None:
    gpio = FakeGpio(PI_4)
    first = raspberry_pi.HeaderLines(gpio, 0, 27, [4, 5])
    with pytest.raises(DriverError):
        raspberry_pi.HeaderLines(gpio, 0, 22, [5, 6])
    first.close()
    raspberry_pi.HeaderLines(gpio, 0, 22, [4, 27])


def test_what_opens_the_lines_can_travel_to_another_process() -> None:
    opener = raspberry_pi.OpenHeaderLines(0, 27, (4, 5))
    assert pickle.loads(pickle.dumps(opener)) == opener


@pytest.mark.parametrize("label", ["pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1"])
@pytest.mark.parametrize("name", ["2x3", "2x4"])
def test_the_small_boards_light_up_without_root_on_every_model(name: str, label: str) -> None:
    raspberry_pi.check_strip_line(profile.load(name).strip.line, label, is_root=False)


def test_the_large_board_needs_root_for_its_lights_before_the_pi_5() -> None:
    line = profile.load("2x10").strip.line
    raspberry_pi.check_strip_line(line, "pinctrl-rp1", is_root=False)
    raspberry_pi.check_strip_line(line, "pinctrl-bcm2711", is_root=True)
    with pytest.raises(DriverError, match="strip on GPIO 18: needs root's rights"):
        raspberry_pi.check_strip_line(line, "pinctrl-bcm2711", is_root=False)


def test_a_line_without_pixels_on_an_older_pi_is_refused() -> None:
    with pytest.raises(DriverError, match="strip on GPIO 22: this Pi has pixels on GPIO 10"):
        raspberry_pi.check_strip_line(22, "pinctrl-bcm2711", is_root=True)


@pytest.mark.parametrize("table", ["raspi_40pin.py", "raspi_5.py"])
def test_blinka_has_a_pin_for_every_strip(table: str) -> None:
    blinka = find_spec("adafruit_blinka")
    assert blinka is not None
    assert blinka.submodule_search_locations is not None
    (home,) = (Path(each) for each in blinka.submodule_search_locations)
    path = home / "board" / "raspberrypi" / table
    tree = ast.parse(path.read_text())
    names = {target.id for node in tree.body if isinstance(node, ast.Assign) for target in _names(node)}
    for name in profile.built_in_names():
        assert f"D{profile.load(name).strip.line}" in names


def _names(node: ast.Assign) -> list[ast.Name]:
    return [target for target in node.targets if isinstance(target, ast.Name)]


def test_the_module_loads_on_any_computer_and_drags_nothing_in() -> None:
    asked = (
        "import sys, cupsboard.drivers.raspberry_pi, cupsboard.drivers.assembly\n"
        "print(sorted({'board', 'neopixel', 'lgpio', 'gpiod', 'microcontroller'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_real_neopixel_class_is_what_the_strip_drives() -> None:
    # Blinka's own board for any computer; its pin discards the bytes, so a plain list takes them here.
    asked = """
import os
os.environ["BLINKA_FORCECHIP"] = "OS_AGNOSTIC"
os.environ["BLINKA_FORCEBOARD"] = "OS_AGNOSTIC_BOARD"
import board, neopixel
from cupsboard import profile
from cupsboard.drivers.strip import PixelStrip
from cupsboard.signs.scene import Meaning, Message, Scene, Sign
from cupsboard.rules.places import Place
sent = []
neopixel.neopixel_write = lambda pin, data: sent.append(bytes(data))
strip = profile.load("2x3").strip
pixels = neopixel.NeoPixel(board.NEOPIXEL, strip.pixel_count, auto_write=False, pixel_order=strip.order)
sign = Sign(Place("south-1"), Meaning.TOO_MANY)
PixelStrip(pixels, strip).show(Scene((sign,), None, Message("x")), 0.0)
print(len(sent[-1]), any(sent[-1][:9]), any(sent[-1][9:]))
"""
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.split()[-3:] == ["78", "True", "False"]


def test_lgpio_s_pipe_lies_in_the_service_s_own_folder_whatever_the_disk_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room() -> str:
        raise FileNotFoundError(2, "No usable temporary directory found")

    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setattr(tempfile, "_get_default_tempdir", no_room)
    monkeypatch.delenv("LG_WD", raising=False)
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    with pytest.raises(FileNotFoundError), raspberry_pi._elsewhere():
        pass
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    with raspberry_pi._elsewhere():
        folder = Path(os.environ["LG_WD"])
        assert folder.parent == tmp_path
        os.mkfifo(folder / ".lgd-nfy0")
    assert list(tmp_path.iterdir()) == []

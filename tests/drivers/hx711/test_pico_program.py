"""The file that a Pico takes is that of its source, whole, and with the sum that its first bytes need."""

import importlib.util
import struct
from pathlib import Path
from types import ModuleType

import pytest
from cupsboard import profile
from cupsboard.profile import ProfileError

PROGRAM = Path(__file__).parents[3] / "firmware" / "pico"


@pytest.fixture(scope="module")
def build() -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_of_pico", PROGRAM / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_file_was_made_of_the_source_as_it_is(build: ModuleType) -> None:
    image: bytes = build.unpacked(build.RESULT.read_bytes())
    assert f"made of {build.digest()}".encode() in image, "run: python firmware/pico/build.py"


def test_the_first_bytes_have_their_sum_and_the_vectors_follow(build: ModuleType) -> None:
    image: bytes = build.unpacked(build.RESULT.read_bytes())
    boot, (said,) = image[: build.BOOT_BYTES], struct.unpack_from("<I", image, build.BOOT_BYTES)
    assert build.checksum(boot) == said
    stack, start = struct.unpack_from("<2I", image, 256)
    assert stack == 0x20040000
    assert start & 1
    assert build.FLASH < start < build.FLASH + len(image)


def test_each_block_has_the_address_after_the_last(build: ModuleType) -> None:
    file: bytes = build.RESULT.read_bytes()
    assert len(file) % 512 == 0
    blocks = [struct.unpack_from("<8I", file, start) for start in range(0, len(file), 512)]
    assert [block[3] for block in blocks] == [build.FLASH + 256 * number for number in range(len(blocks))]
    assert {(block[5] == number, block[6]) for number, block in enumerate(blocks)} == {(True, len(blocks))}


def test_the_profile_beside_it_is_that_of_2x4_with_its_chips_on_the_pico() -> None:
    beside, usual = profile.load(str(PROGRAM / "2x4-pico.toml")), profile.load("2x4")
    assert [cell.line for cell in beside.cells] == list(range(10))
    assert (beside.places, beside.strip, beside.buttons) == (usual.places, usual.strip, usual.buttons)
    assert beside.clock is None


@pytest.mark.parametrize(
    ("instead", "said"),
    [
        (('pico = "/dev/serial0"', 'pico = "serial0"'), "pico: 'serial0' is no device"),
        (('pico = "/dev/serial0"', 'pico = "/dev/serial0"\nclock = 27'), "leave out clock or pico"),
        (('pico = "/dev/serial0"\n', ""), "clock: missing"),
        (("line = 3 }", "line = 4 }"), r"south-4 is chip 3 on the Pico; write 3"),
        (("south = 20", "south = 15"), "line 15 is pico already"),
    ],
)
def test_a_profile_that_a_pico_can_t_serve_is_refused_with_what_to_write(
    instead: tuple[str, str], said: str
) -> None:
    text = (PROGRAM / "2x4-pico.toml").read_text(encoding="utf-8")
    assert instead[0] in text
    with pytest.raises(ProfileError, match=said):
        profile.parse(text.replace(*instead).encode(), "mine.toml")


def test_a_board_with_more_places_than_a_pico_has_lines_for_is_refused() -> None:
    assert len(profile.by_pico(profile.generated(5)).cells) == 12
    with pytest.raises(ProfileError, match="14, and a Pico has lines for 12"):
        profile.by_pico(profile.generated(6))

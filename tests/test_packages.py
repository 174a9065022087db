"""What pyproject.toml says of packages is so, and every package that is installed has its version pinned."""

import re
import tomllib
from pathlib import Path

import pytest
from installed_packages import brought_by
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]


def test_the_packages_that_an_installation_brings_are_as_many_as_the_project_says() -> None:
    said = re.search(
        r"^# \d+ MB in (\d+) packages", (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE
    )
    assert said is not None
    assert len(brought_by("cupsboard") - {"cupsboard"}) == int(said[1])


LIBRARIES = ROOT / "firmware" / "libraries"
TARGETS = [f"{python}-{lights}" for python in ("3.11", "3.13") for lights in ("pi-leds", "pi5-leds")]


@pytest.mark.parametrize("name", [*TARGETS, "build"])
def test_a_pi_takes_what_constraints_pin_and_nothing_without_a_hash(name: str) -> None:
    versions = dict(
        line.partition(";")[0].split("==")
        for line in (ROOT / "constraints.txt").read_text("utf-8").split("\n")[:-1]
    )
    pins = {canonicalize_name(each): version for each, version in versions.items()}
    lines = (LIBRARIES / f"{name}.txt").read_text("utf-8").splitlines()
    read = [re.fullmatch(r"([\w.-]+)==(\S+) --hash=sha256:[0-9a-f]{64}", line) for line in lines]
    assert all(read)
    assert {each[1]: each[2] for each in read if each} == {each[1]: pins[each[1]] for each in read if each}


@pytest.mark.parametrize("name", TARGETS)
def test_a_pi_gets_all_that_the_program_requires(name: str) -> None:
    there = {line.partition("==")[0] for line in (LIBRARIES / f"{name}.txt").read_text("utf-8").splitlines()}
    needed = brought_by("cupsboard") - {"cupsboard", "lgpio"}
    assert needed - there == set()
    lights = "rpi-ws281x" if name.endswith("-pi-leds") else "adafruit-blinka-raspberry-pi5-neopixel"
    assert {"gpiod", lights} <= there


def pinned() -> set[str]:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    return {canonicalize_name(Requirement(line).name) for line in lines}


def test_every_package_that_tests_need_is_pinned() -> None:
    assert brought_by("cupsboard", extra="test") - {"cupsboard"} - pinned() == set()


def test_every_package_that_an_extra_names_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = [Requirement(each) for extra in project["optional-dependencies"].values() for each in extra]
    assert {canonicalize_name(each.name) for each in named} - {"cupsboard"} - pinned() == set()

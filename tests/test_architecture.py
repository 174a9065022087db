"""Which module may import which, read from the sources."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import cupsboard
import cupsim
import pytest

FIRMWARE = Path(cupsboard.__file__).parent
SIMULATOR = Path(cupsim.__file__).parent

PURE_LAYERS = {
    "rules": ("cupsboard.rules",),
    "engine": ("cupsboard.rules", "cupsboard.engine"),
    "sensing": ("cupsboard.rules", "cupsboard.sensing", "cupsboard.ports"),
    "play": ("cupsboard.rules", "cupsboard.engine", "cupsboard.sensing", "cupsboard.play", "cupsboard.ports"),
}
IMPURE_STANDARD_MODULES = {
    *("asyncio", "concurrent", "ctypes", "io", "logging", "multiprocessing", "os", "pathlib", "selectors"),
    *(
        "shutil",
        "signal",
        "socket",
        "sqlite3",
        "subprocess",
        "sys",
        "tempfile",
        "threading",
        "time",
        "urllib",
    ),
}
PI_ONLY = ("board", "digitalio", "microcontroller", "neopixel", "lgpio", "gpiod")
HOMES = {
    "gpiozero": {"drivers/buttons.py", "drivers/buzzer.py", "drivers/pi.py"},
    "adafruit_pixelbuf": {"drivers/strip.py"},
    "adafruit_hx711": {"drivers/adafruit_view.py"},
    **{library: {"drivers/pi.py"} for library in PI_ONLY},
}


def modules_below(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def imports_of(source: str) -> Iterator[str]:
    """Every module named in an import, wherever in the source it stands."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                assert level == 0, "imports are absolute here"
                assert module is not None
                yield module
                if module == "cupsboard":
                    yield from (f"{module}.{name.name}" for name in names)


def is_within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def short_name(path: Path) -> str:
    return path.relative_to(FIRMWARE).as_posix()


def wrong_imports_of_pure(layer: str, source: str) -> list[str]:
    wrong = []
    for module in imports_of(source):
        top = module.partition(".")[0]
        is_allowed = (
            any(is_within(module, package) for package in PURE_LAYERS[layer])
            if top == "cupsboard"
            else top in sys.stdlib_module_names and top not in IMPURE_STANDARD_MODULES
        )
        if not is_allowed:
            wrong.append(module)
    return wrong


@pytest.mark.parametrize("layer", PURE_LAYERS)
def test_a_pure_layer_imports_only_the_layers_below_and_pure_standard_modules(layer: str) -> None:
    wrong = {
        short_name(path): found
        for path in modules_below(FIRMWARE / layer)
        if (found := wrong_imports_of_pure(layer, path.read_text()))
    }
    assert wrong == {}


@pytest.mark.parametrize(
    "source",
    [
        "import time",
        "def f():\n    from os import path",
        "import msgspec",
        "from cupsboard import profile",
        "from cupsboard.drivers.files import Files",
        "import cupsboard.signs.scene",
        "import cupsim",
    ],
)
def test_the_check_finds_what_a_pure_layer_must_not_import(source: str) -> None:
    assert wrong_imports_of_pure("sensing", source)


def test_the_ports_know_of_values_only() -> None:
    ours = {
        module for module in imports_of((FIRMWARE / "ports.py").read_text()) if is_within(module, "cupsboard")
    }
    assert ours <= {"cupsboard.signs.scene", "cupsboard.rules.places"}


def test_the_firmware_never_imports_the_simulator() -> None:
    found = {
        short_name(path)
        for path in modules_below(FIRMWARE)
        if any(is_within(module, "cupsim") for module in imports_of(path.read_text()))
    }
    assert found == set()


@pytest.mark.parametrize("library", HOMES)
def test_a_hardware_library_is_imported_only_in_its_home(library: str) -> None:
    found = {
        short_name(path)
        for path in modules_below(FIRMWARE)
        if any(is_within(module, library) for module in imports_of(path.read_text()))
    }
    assert found <= HOMES[library]


def test_the_simulator_needs_no_hardware_library() -> None:
    hardware = (*PI_ONLY, "adafruit_hx711")
    found = {
        (path.name, module)
        for path in modules_below(SIMULATOR)
        for module in imports_of(path.read_text())
        if any(is_within(module, library) for library in hardware)
    }
    assert found == set()


def test_modules_stay_small_enough_to_hold_one_idea() -> None:
    lengths = {path.name: len(path.read_text().splitlines()) for path in modules_below(FIRMWARE)}
    assert {name: length for name, length in lengths.items() if length >= 400} == {}

"""What a package brings with it: `python tests/installed_packages.py` prints their number and size.

The metadata of the packages that are installed say so.
"""

from collections.abc import Iterable
from importlib.metadata import PackagePath, distribution, files

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

FIRST_THREE = ("gpiozero", "adafruit-circuitpython-neopixel", "adafruit-circuitpython-hx711")
MEGABYTE = 1e6


def brought_by(*names: str, extra: str = "") -> frozenset[str]:
    """Return the names of these packages and of all that they require here, the first with its `extra`."""
    found: set[tuple[str, str]] = set()
    waiting = [(canonicalize_name(name), extra) for name in names]
    while waiting:
        each = waiting.pop()
        if each in found:
            continue
        found.add(each)
        name, extra = each
        for requirement in map(Requirement, distribution(name).requires or ()):
            # An extra's requirements bear its name in their marker; all others hold without one, too.
            if requirement.marker is None or requirement.marker.evaluate({"extra": extra}):
                waiting += [
                    (canonicalize_name(requirement.name), each) for each in requirement.extras or {""}
                ]
    return frozenset(name for name, _ in found)


def megabytes(names: Iterable[str]) -> float:
    """Return how much the files of these packages take, with the bytecode that pip compiles."""
    written = (path for name in names for path in files(name) or ())
    return sum(map(_size, written)) / MEGABYTE


def _size(path: PackagePath) -> int:
    place = path.locate()
    return place.stat().st_size if place.is_file() else 0  # type: ignore[attr-defined]


if __name__ == "__main__":
    run_time = brought_by("cupsboard") - {"cupsboard"}
    print(f"{megabytes(run_time):.0f} MB in {len(run_time)} packages")
    print(f"{megabytes(brought_by(*FIRST_THREE)):.0f} MB: {', '.join(FIRST_THREE)} and what they bring")
    print(f"{megabytes(brought_by('setuptools')):.0f} MB: setuptools, which colorzero requires")

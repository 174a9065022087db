"""The Python packages of a tab: ours and the few that they need there, as they are installed here."""

from collections.abc import Iterator, Mapping
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.resources import files
from importlib.resources.abc import Traversable

from cupsim.page.tab.parts import PartsError

OWN = ("cupsboard", "cupsim")
OTHERS = (
    *("starlette", "anyio", "typing_extensions"),
    *("gpiozero", "colorzero", "adafruit-circuitpython-pixelbuf", "tomli-w"),
)
"""Not what serves, names hosts or drives a Pi."""
LEFT_OUT = (
    "cupsboard/web/static",
    "cupsim/page/static",
    "cupsim/page/tab/static",
    "cupsboard/drivers/raspberry_pi",
    *("cupsboard/commands", "cupsboard/station", "cupsboard/systemd", "cupsim/commands"),
    *(
        f"cupsboard/procedures/{name}"
        for name in ("beans", "calibration", "cups", "doctor", "individuals", "scope")
    ),
    "cupsim/page/rehearsal",
)
"""The page's own files lie beside it; a tab has no commands and sets up no board."""


def packages() -> Mapping[str, bytes]:
    """The files of all packages that are Python alone."""
    contents: dict[str, bytes] = {}
    for name in OWN:
        contents |= dict(_own(files(name), name))
    for name in OTHERS:
        contents |= dict(_installed(name))
    return contents


def _own(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        inner = f"{path}/{entry.name}"
        if entry.name == "__pycache__" or inner in LEFT_OUT:
            continue
        if entry.is_dir():
            yield from _own(entry, inner)
        elif not entry.name.endswith((".md", ".typed")):
            yield inner, entry.read_bytes()


def _installed(name: str) -> Iterator[tuple[str, bytes]]:
    try:
        found: Distribution = distribution(name)
    except PackageNotFoundError:
        raise PartsError(f"the package {name} is not installed here; install cupsboard with pip") from None
    for file in found.files or ():
        path = file.as_posix()
        if path.endswith((".py", ".json", "entry_points.txt", "METADATA")) and not path.startswith(".."):
            yield path, file.read_binary()

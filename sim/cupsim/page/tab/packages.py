"""The Python packages of a tab: ours and the few that they need there, as they are installed here."""

import io
from collections.abc import Iterator, Mapping
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.resources import files
from importlib.resources.abc import Traversable
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from cupsim.page.tab.parts import PartsError

OWN = ("cupsboard", "cupsim")
OTHERS = (
    *("starlette", "anyio", "idna", "typing_extensions"),
    *("gpiozero", "colorzero", "adafruit-circuitpython-pixelbuf", "tomli-w"),
)
"""Not what serves, draws terminals or drives a Pi."""
LEFT_OUT = (
    "cupsboard/web/static",
    "cupsim/page/static",
    "cupsim/page/tab/static",
    "cupsboard/drivers/raspberry_pi",
)
"""The page's own files lie beside it."""
_FIRST_TIME = (1980, 1, 1, 0, 0, 0)


def packed(compiled: Mapping[str, bytes]) -> bytes:
    """All packages as one archive, the same for the same files."""
    contents = {**compiled}
    for name in OWN:
        contents |= dict(_own(files(name), name))
    for name in OTHERS:
        contents |= dict(_installed(name))
    content = io.BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(contents):
            info = ZipInfo(path, _FIRST_TIME)
            info.compress_type = ZIP_DEFLATED
            archive.writestr(info, contents[path])
    return content.getvalue()


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

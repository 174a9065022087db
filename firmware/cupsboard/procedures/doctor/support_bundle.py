"""One file with all that is needed to understand a board from afar: for a report, and to be replayed."""

import io
import platform
import zipfile
from collections.abc import Mapping
from datetime import datetime
from importlib.metadata import version

import tomli_w

from cupsboard import __version__, profile
from cupsboard.formats.strict_data import to_plain
from cupsboard.profile import Profile

CORRECTIONS, GAME = "healing.log", "game.txt"
"""What the board corrected of itself, and the record of the game being played."""
EXAMINATION = "examination.trace"
"""The trace of the examination itself."""
_LIBRARIES = ("gpiozero", "lgpio", "adafruit-blinka", "adafruit-circuitpython-neopixel", "msgspec")


def versions() -> str:
    """Return what runs here."""
    lines = [
        f"cupsboard {__version__}",
        f"python {platform.python_version()}",
        f"machine {platform.machine()} {platform.system()} {platform.release()}",
        *(f"{library} {_version(library)}" for library in _LIBRARIES),
    ]
    return "\n".join(lines) + "\n"


def _version(library: str) -> str:
    try:
        return version(library)
    except ModuleNotFoundError:
        return "is not installed"


def bundle(
    diagnosis: str, board: Profile, calibration: bytes, parts: Mapping[str, bytes], now: datetime
) -> bytes:
    """A zip archive of all that is there.

    `calibration` is its file, `parts` are other files by their names.
    """
    head = {"format": profile.FORMAT, "version": profile.VERSION}
    # A board has a clock or a Pico, and perhaps no buzzer: what it hasn't, its file doesn't name.
    tables = {key: value for key, value in to_plain(board).items() if value is not None}
    files = {
        "diagnosis.txt": f"examined {now.isoformat(timespec='seconds')}\n{diagnosis}\n".encode(),
        "versions.txt": versions().encode(),
        "profile.toml": tomli_w.dumps({**head, **tables}).encode(),
        "calibration.toml": calibration,
        **parts,
    }
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, content in files.items():
            if content:
                zipped.writestr(zipfile.ZipInfo(name, now.timetuple()[:6]), content, zipfile.ZIP_DEFLATED)
    return archive.getvalue()

"""Where a board keeps its files: what its owner wrote, and what it writes itself (XDG base directories).

The service has its user's own, below the home that its unit names: what that user calibrates, it finds.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

PROFILE, CALIBRATION = "profile.toml", "calibration.toml"
TRACE = "last.trace"
"""What the last evening was, for a report that can be replayed."""
REPORT = "calibration.html"
"""The report of the calibration, in English."""


def report_name(language: str) -> str:
    """Return the name of the report of the calibration in the language of that code."""
    return REPORT if language == "en" else f"calibration.{language}.html"


@dataclass(frozen=True, slots=True)
class Homes:
    """The folder of profile and calibration, and that of games and of what was learnt."""

    settings: Path
    state: Path


def homes(environment: Mapping[str, str], home: Path) -> Homes:
    """The folders for an environment and a home directory; they need not exist yet."""
    return Homes(
        _base(environment, "XDG_CONFIG_HOME", home / ".config") / "cupsboard",
        _base(environment, "XDG_STATE_HOME", home / ".local" / "state") / "cupsboard",
    )


def _base(environment: Mapping[str, str], name: str, usual: Path) -> Path:
    # The specification has relative paths ignored.
    said = Path(environment.get(name, ""))
    return said if said.is_absolute() else usual

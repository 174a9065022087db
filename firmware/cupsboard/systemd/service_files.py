"""The files that the service plays by, in the home of its user, and where they come from at first."""

from dataclasses import dataclass
from pathlib import Path

from cupsboard.storage.paths import CALIBRATION, PROFILE, homes
from cupsboard.systemd.steps import Host, PlannedStep, Run, ServiceError
from cupsboard.systemd.unit import HOME, USER

AT_SERVICE = homes({}, Path(HOME))
"""The folders of the service's user, as its unit names its home."""


@dataclass(frozen=True, slots=True)
class Owner:
    """The account of the person who sets the board up: its name and home."""

    name: str
    home: Path

    @property
    def settings(self) -> Path:
        """The folder of their own profile and calibration."""
        return homes({}, self.home).settings


def files_plan(host: Host, owner: Owner | None, profile: Path | None = None) -> tuple[PlannedStep, ...]:
    """Return the steps that give the service a profile and a calibration; what it has already stays.

    A calibration comes with the owner's own profile only, since it belongs to that board. `profile` names the
    file to take instead of the owner's. Raises ServiceError where there is no profile anywhere.
    """
    if _is_there(host, AT_SERVICE.settings / PROFILE):
        return ()
    taken: list[tuple[Path, str]] = []
    if profile is not None:
        taken.append((profile, PROFILE))
    elif owner is not None and _is_there(host, owner.settings / PROFILE):
        names = (PROFILE, CALIBRATION)
        taken += [(owner.settings / name, name) for name in names if _is_there(host, owner.settings / name)]
    if not taken:
        raise ServiceError(
            f"{AT_SERVICE.settings / PROFILE}: no such file, and a board has to know what it is; say it as "
            "in `sudo cupsboard setup --profile 2x4`"
        )
    owned = ("-o", USER, "-g", USER)
    folders = [AT_SERVICE.settings, *AT_SERVICE.settings.parents]
    below_home = [str(each) for each in reversed(folders) if each.is_relative_to(HOME)]
    return (
        Run(("install", "-d", *owned, *below_home)),
        *(
            Run(("install", *owned, "-m", "644", str(source), str(AT_SERVICE.settings / name)))
            for source, name in taken
        ),
    )


def _is_there(host: Host, path: Path) -> bool:
    return host.at(path).is_file()

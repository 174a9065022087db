"""Whose board is meant by a command that root started: that of the user of this machine's service."""

import os
import pwd
from pathlib import Path

from cupsboard.storage.paths import Homes, homes
from cupsboard.systemd import unit
from cupsboard.systemd.unit import AT_SERVICE

UNIT_FILE = unit.UNIT_FOLDER / unit.UNIT


def become_board_user(unit_file: Path = UNIT_FILE) -> None:
    """Give up root's rights for those of the service's user, and work in that user's home.

    So `sudo cupsboard calibrate` finds the service's profile and leaves a calibration that the service may
    read. Where no service is installed nothing changes.
    """
    if not unit_file.exists():
        return
    account = pwd.getpwnam(unit.USER)
    os.initgroups(account.pw_name, account.pw_gid)
    os.setgid(account.pw_gid)
    os.setuid(account.pw_uid)
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        os.environ.pop(name, None)
    os.environ["HOME"] = account.pw_dir


def board_homes() -> Homes:
    """Return the folders of the board that is meant: for root the service's, where there is one."""
    is_service = os.geteuid() == 0 and UNIT_FILE.exists()
    return AT_SERVICE if is_service else homes(os.environ, Path.home())

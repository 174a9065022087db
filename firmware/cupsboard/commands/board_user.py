"""Makes a command that root started go on as the user of this machine's service, whose board it is."""

import os
import pwd
from pathlib import Path

from cupsboard.systemd import unit

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

"""The command `cupsboard setup service`: the board as a systemd service, installed, removed, asked after."""

import argparse
import os
import pwd
import sys
import time
from pathlib import Path

from cupsboard.commands.consent import add_consent, carry_out, consent, this_host
from cupsboard.commands.parsers import add_command, add_commands
from cupsboard.systemd import unit
from cupsboard.systemd.exit_codes import Ending
from cupsboard.systemd.service_files import Owner, files_plan
from cupsboard.systemd.steps import Host, ServiceError
from cupsboard.systemd.update import CURRENT

_INSTALL = """\
Let the board play from switching on: install a systemd unit with a user of its own, a watchdog and next to no
rights. That user gets copies of your profile and calibration, unless it has a profile already. The command
shows every step and asks before it does it. You can run it again, for example with other options. It passes
what stands after -- to `cupsboard play`.
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    verbs = add_commands(parser)
    installing = add_command(verbs, "install", "start the board now and whenever the Pi starts", _INSTALL)
    installing.usage = "cupsboard setup service install [-h] [--dry-run] [--yes] [-- OPTION ...]"
    add_consent(installing)
    installing.add_argument("play_options", nargs="*", metavar="OPTION", help="options for `cupsboard play`")
    installing.set_defaults(command=_install)
    removing = add_command(verbs, "remove", "stop the board and remove the service")
    add_consent(removing)
    removing.set_defaults(command=_remove)
    asking = add_command(verbs, "status", "show whether the service runs, and what it reports")
    asking.set_defaults(command=_status)


def _install(asked: argparse.Namespace) -> int:
    host = this_host()
    text = unit.unit_file(program(), asked.play_options)
    names_a_profile = any(option.partition("=")[0] == "--profile" for option in asked.play_options)
    files = () if names_a_profile else files_plan(host, owner())
    shown = f"\n{unit.UNIT_FOLDER / unit.UNIT}:\n\n{text}"
    if not carry_out(unit.install_plan(text, files), host, consent(asked), shown):
        return 0
    return say_how_it_does(host)


def say_how_it_does(host: Host) -> int:
    """Wait until the service plays or can't, for half a minute at most, and say so; return the exit code."""
    print("The board starts at every boot.", flush=True)
    now = unit.settled(host, time.sleep)
    if now.is_active:
        print(f"It runs: {now.properties.get('StatusText', '')}")
        return 0
    found = filter(None, map(now.properties.get, ("ActiveState", "StatusText")))
    print(f"It does not weigh yet ({', '.join(found)}). The reason: journalctl -u {unit.UNIT}")
    return Ending.FAULTY


def _remove(asked: argparse.Namespace) -> int:
    host = this_host()
    plan = unit.remove_plan(host)
    if not plan:
        print("The service is not installed.")
        return 0
    if carry_out(plan, host, consent(asked)):
        print(f"Removed. Calibration and games are still in {unit.HOME}, of user {unit.USER}.")
    return 0


def _status(_: argparse.Namespace) -> int:
    found = unit.status(this_host())
    if not found.is_installed:
        print("The service is not installed; see: cupsboard setup service install --dry-run")
        return Ending.FAULTY
    for name, value in found.properties.items():
        print(f"{name:<14} {value}")
    return 0 if found.is_active else Ending.FAULTY


def owner(name: str | None = None) -> Owner | None:
    """Return the account of that name, or the one that sudo was said by; None if root itself is there.

    Raises ServiceError for a name that no account has.
    """
    name = name or os.environ.get("SUDO_USER")
    if name is None:
        account = pwd.getpwuid(os.getuid())
    else:
        try:
            account = pwd.getpwnam(name)
        except KeyError:
            raise ServiceError(f"{name}: no account of this name; see: getent passwd") from None
    return None if account.pw_uid == 0 else Owner(account.pw_name, Path(account.pw_dir))


def program() -> Path:
    """Return the command that a unit names: this environment's, by its lasting name where it has one."""
    environment = (
        CURRENT if CURRENT.exists() and CURRENT.resolve() == Path(sys.prefix).resolve() else sys.prefix
    )
    command = Path(environment) / "bin" / "cupsboard"
    if not command.is_file():
        raise ServiceError(f"{command}: not there; install the package into a virtual environment first")
    return command

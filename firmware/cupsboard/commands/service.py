"""`cupsboard service`: install, remove, status."""

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from cupsboard.commands.parsers import add_command, add_commands
from cupsboard.systemd import unit
from cupsboard.systemd.exit_codes import Ending
from cupsboard.systemd.unit import Host, PlannedStep, Ran, ServiceError

_INSTALL = """\
Let the board play from switching on: install a systemd unit with a user of its own, a watchdog and next to no
rights. The command shows every step and asks before it does it. You can run it again, for example with other
options. It passes what stands after -- to `cupsboard play`.
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    verbs = add_commands(parser)
    installing = add_command(verbs, "install", "start the board now and whenever the Pi starts", _INSTALL)
    installing.usage = "cupsboard service install [-h] [--dry-run] [--yes] [-- OPTION ...]"
    _add_consent(installing)
    installing.add_argument("play_options", nargs="*", metavar="OPTION", help="options for `cupsboard play`")
    installing.set_defaults(command=_install)
    removing = add_command(verbs, "remove", "stop the board and remove the service")
    _add_consent(removing)
    removing.set_defaults(command=_remove)
    asking = add_command(verbs, "status", "show whether the service runs, and what it reports")
    asking.set_defaults(command=_status)


def _add_consent(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="only show the steps and the unit file")
    parser.add_argument("--yes", action="store_true", help="don't ask")


def _install(asked: argparse.Namespace) -> int:
    host = _this_host()
    text = unit.unit_file(_program(), asked.play_options)
    done = carry_out(unit.install_plan(text), host, _consent(asked), shown=text)
    if done:
        print(f"The board starts at every boot. Its log: journalctl -u {unit.UNIT}")
    return 0


def _remove(asked: argparse.Namespace) -> int:
    host = _this_host()
    plan = unit.remove_plan(host)
    if not plan:
        print("The service is not installed.")
        return 0
    if carry_out(plan, host, _consent(asked)):
        print(f"Removed. Calibration and games are still in {unit.HOME}, of user {unit.USER}.")
    return 0


def _status(_: argparse.Namespace) -> int:
    found = unit.status(_this_host())
    if not found.is_installed:
        print("The service is not installed; see: cupsboard service install --dry-run")
        return Ending.FAULTY
    for name, value in found.properties.items():
        print(f"{name:<14} {value}")
    return 0 if found.is_active else Ending.FAULTY


@dataclass(frozen=True, slots=True)
class Consent:
    """How far a plan may go; `agrees` asks whoever is there."""

    is_dry_run: bool
    is_root: bool
    agrees: Callable[[], bool]


def carry_out(plan: Sequence[PlannedStep], host: Host, consent: Consent, shown: str = "") -> bool:
    """Show the plan and carry it out if that is agreed to; whether it was. A dry run shows `shown` as well.

    Raises ServiceError or OSError; what was done until then stays, and the plan may be carried out again.
    """
    print("This will:")
    for step in plan:
        print(f"  {unit.describe(step, host)}")
    if consent.is_dry_run:
        if shown:
            print(f"\n{unit.UNIT_FOLDER / unit.UNIT}:\n\n{shown}", end="")
        return False
    if not consent.is_root:
        raise ServiceError("this needs root; say it again with sudo, or look first with --dry-run")
    if not consent.agrees():
        print("Nothing was done.")
        return False
    for step in plan:
        unit.take(step, host)
    return True


def _consent(asked: argparse.Namespace) -> Consent:
    agrees = (lambda: True) if asked.yes else _agrees
    return Consent(asked.dry_run, os.geteuid() == 0, agrees)


def _agrees() -> bool:
    if not sys.stdin.isatty():
        raise ServiceError("nobody is here to agree; say --yes, or look first with --dry-run")
    return input("Go ahead? [y/N] ").strip().lower() in ("y", "yes")


def _program() -> Path:
    """The command `cupsboard` of the environment this runs in."""
    program = Path(sys.prefix) / "bin" / "cupsboard"
    if not program.is_file():
        raise ServiceError(f"{program}: not there; install the package into a virtual environment first")
    return program


def _this_host() -> Host:
    return Host(Path("/"), _ran)


def _ran(command: Sequence[str]) -> Ran:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    except FileNotFoundError:
        raise ServiceError(f"{command[0]}: not found; this needs a system that runs systemd") from None
    except subprocess.TimeoutExpired:
        raise ServiceError(f"{command[0]}: no answer within two minutes; see journalctl -xe") from None
    return Ran(done.returncode, done.stdout, done.stderr)

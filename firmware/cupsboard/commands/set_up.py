"""The command `cupsboard setup`: make a board of this Pi, or say what is missing to one."""

import argparse
import os
import pwd
import sys
import time
from pathlib import Path

from cupsboard import profile
from cupsboard.commands.consent import add_consent, carry_out, consent, this_host
from cupsboard.commands.parsers import describe, never_with
from cupsboard.profile import Profile
from cupsboard.storage.paths import CALIBRATION, PROFILE
from cupsboard.systemd import set_up, unit
from cupsboard.systemd.exit_codes import Ending
from cupsboard.systemd.set_up import Wishes
from cupsboard.systemd.steps import Host, ServiceError
from cupsboard.systemd.steps import describe as in_words
from cupsboard.systemd.unit import AT_SERVICE, Owner
from cupsboard.systemd.update import BEFORE, COMPILED, CURRENT, OUTCOME, PIP, TRIAL, TRUSTED, VERSIONS

PROGRAMS = (
    Path("/usr/local/bin/cupsboard"),
    *(CURRENT, TRUSTED, TRIAL),
    *(OUTCOME, BEFORE, VERSIONS, COMPILED, PIP),
    *(set_up.PUT_ON, set_up.PUT_ON.parent),
)
"""All paths that set-up and updates install, in the order of removal.

The links that lead to a program come before its folder, so that none ever leads to half a program.
"""
BUILT_IN = Path(profile.__file__).parent / "profiles"

_DESCRIPTION = """\
Make a board of this Pi: the lines of the profile in config.txt between two marks, the machine's name, the
groups of its owner, the service, and a profile and calibration for it. The command shows what is still to be
done and asks once. You can say it again at any time. The script `setup` installs the program first and then
says this. What stands after -- is passed to `cupsboard play`; left out, it stays as it was.
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION)
    parser.usage = (
        "cupsboard setup [-h] [--check | --remove] [--profile PROFILE] [...] [-- OPTION ...]\n"
        "       cupsboard setup command ..."
    )
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--check", action="store_true", help="only say what is still to be done (exit code 1)")
    way.add_argument(
        "--remove", action="store_true", help="take the board off this Pi, but keep what it has learnt"
    )
    built_in = ", ".join(profile.built_in_names())
    parser.add_argument(
        "--profile", metavar="PROFILE", help=f"the board: a TOML file, or one of {built_in} (the one it has)"
    )
    parser.add_argument(
        "--host-name", metavar="NAME", help="the machine's name (cupsboard, or the one it has)"
    )
    parser.add_argument("--owner", metavar="ACCOUNT", help="who looks after the board (who says sudo)")
    add_consent(parser)
    parser.add_argument("play_options", nargs="*", metavar="OPTION", help="options for `cupsboard play`")
    never_with(parser, "--check", "--dry-run", "--yes")
    never_with(parser, "--remove", "--profile", "--host-name", "--owner")
    parser.set_defaults(command=_command)


def _command(asked: argparse.Namespace) -> int:
    host = this_host()
    if asked.remove:
        return _remove(asked, host)
    steps = set_up.plan(host, _wishes(asked, host))
    if asked.check:
        print(
            "\n  ".join(("Still to be done:", *(in_words(step, host) for step in steps))) if steps else _WELL
        )
        return Ending.FAULTY if steps else Ending.WELL
    if not steps:
        print(_WELL)
        return Ending.WELL
    if not carry_out(steps, host, consent(asked)):
        return Ending.WELL
    _say_how_it_does(host)
    if set_up.needs_restart(steps):
        print("config.txt has changed: start the Pi anew with `sudo reboot` before you go on.")
    if not (AT_SERVICE.settings / CALIBRATION).exists():
        print("The board is not calibrated yet. Go on with step 2 of hardware/README.md.")
    return Ending.WELL


_WELL = "All is as it should be."


def _wishes(asked: argparse.Namespace, host: Host) -> Wishes:
    account = _owner(asked.owner)
    board, file = _board(asked.profile, account)
    written = host.read(unit.UNIT_FOLDER / unit.UNIT) or ""
    options = asked.play_options or unit.play_options_in(written)
    return Wishes(board, unit.unit_file(_program(), options), file, account, asked.host_name)


def _board(asked: str | None, account: Owner | None) -> tuple[Profile, Path | None]:
    """Return the board, and the file to give to the service; None for the one that it, or its owner, has."""
    kept = AT_SERVICE.settings / PROFILE
    if os.geteuid() != 0 and not os.access(kept.parent, os.X_OK) and Path(unit.HOME).exists():
        raise ServiceError(f"{unit.HOME} is for the board's user alone; say this again with sudo")
    if kept.exists():
        if asked is not None and profile.load(asked) != profile.load(str(kept)):
            raise ServiceError(
                f"{kept}: the board has another profile already, to which its calibration belongs; move both "
                f"files away first, or leave out --profile {asked} to keep them"
            )
        return profile.load(str(kept)), None
    if asked is not None:
        built_in = BUILT_IN / f"{asked}.toml"
        return profile.load(asked), built_in if asked in profile.built_in_names() else Path(asked).absolute()
    own = None if account is None else account.settings / PROFILE
    if own is None or not own.exists():
        names = ", ".join(profile.built_in_names())
        raise ServiceError(f"which board is it? Say it as in --profile 2x4: a TOML file, or one of {names}")
    return profile.load(str(own)), None


def _remove(asked: argparse.Namespace, host: Host) -> int:
    steps = set_up.remove_plan(host, PROGRAMS)
    if not steps:
        print("Nothing of the board is installed.")
        return Ending.WELL
    left = set_up.left_behind(host)
    if carry_out(steps, host, consent(asked)):
        print("\n  ".join(("Removed. What stays, and what takes it off:", *left)) if left else "Removed.")
    return Ending.WELL


def _say_how_it_does(host: Host) -> None:
    """Wait until the service plays or can't, for half a minute at most, and say so."""
    print("The board starts at every boot.", flush=True)
    now = unit.settled(host, time.sleep)
    if now.is_active:
        print(f"It runs: {now.properties.get('StatusText', '')}")
        return
    found = filter(None, map(now.properties.get, ("ActiveState", "StatusText")))
    print(f"It does not weigh yet ({', '.join(found)}). The reason: journalctl -u {unit.UNIT}")


def _owner(name: str | None) -> Owner | None:
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


def _program() -> Path:
    """Return the command that a unit names: this environment's, by its lasting name where it has one."""
    environment = (
        CURRENT if CURRENT.exists() and CURRENT.resolve() == Path(sys.prefix).resolve() else sys.prefix
    )
    command = Path(environment) / "bin" / "cupsboard"
    if not command.is_file():
        raise ServiceError(f"{command}: not there; install the package into a virtual environment first")
    return command

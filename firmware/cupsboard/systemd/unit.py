"""The board as a systemd service: its unit files, whose files it writes, and the steps to and from it.

Nothing here acts by itself: a plan is a list of steps to be shown first and then taken on a host. Every
step may be taken again.
"""

import argparse
import re
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from cupsboard.storage.paths import CALIBRATION, PROFILE, homes
from cupsboard.systemd.exit_codes import Ending
from cupsboard.systemd.shared_names import POWER_OFF_REQUEST, THIS_COMPUTER_ALONE, UPDATE_REQUEST
from cupsboard.systemd.steps import Delete, Host, PlannedStep, Run, ServiceError, Write

USER = "cupsboard"
HOME = "/var/lib/cupsboard"
UNIT, POWER_OFF_UNIT = "cupsboard.service", "cupsboard-power-off.path"
UPDATE_UNIT, UPDATING_UNIT = "cupsboard-update.path", "cupsboard-update.service"
STARTED = (POWER_OFF_UNIT, UPDATE_UNIT)
"""What is started beside the board's own unit."""
UNIT_FOLDER = Path("/etc/systemd/system")
USER_FILE = Path("/etc/sysusers.d/cupsboard.conf")
WATCHDOG_SECONDS = 45
"""Longer than the reader takes to be missed, replaced and weighing again (`drivers.reader_process`)."""

SETTLING_SECONDS = 30
"""On a busy computer the board weighs nine seconds after its start; a Zero 2 W is several times as slow."""

READER_PRIORITY = 10
"""The most that the reader of the scales may ask for of the real-time priorities 1 to 99."""
READER_MEMORY = "infinity"
"""What it may keep out of swap: what it touches, some 30 MB. With a limit it would lock nothing that is still
to come, because beyond the limit it could get no memory at all (`drivers.precedence`)."""
DESCRIPTORS = 1024
"""What most systems give; the page takes a tenth of them at the most (`web.connection_limits`)."""

_WORD = re.compile(r'"((?:[^"\\]|\\.)*)"|(\S+)')
"""A word of a command as systemd.service(5) reads it."""
_BEGINNINGS = frozenset({"--new", "--from", "--go-on", "--lying"})
"""The options of `cupsboard play` that begin a game, and don't only say how a new one is to be."""
_HIDDEN_FROM_SERVICE = tuple(map(Path, ("/home", "/root", "/run/user", "/tmp", "/var/tmp")))
"""What ProtectHome and PrivateTmp hide; Debian's home directories are closed to other users besides."""


def unit_file(program: Path, play_options: Sequence[str] = ()) -> str:
    """Return the unit that runs `cupsboard play` from boot on.

    Raises ServiceError for a place it can't run from, and for options that order a beginning.
    """
    if any(program.is_relative_to(hidden) for hidden in _HIDDEN_FROM_SERVICE):
        raise ServiceError(
            f"{program}: a service with a user of its own can't run from there; "
            "install the program elsewhere, for example in /opt/cupsboard"
        )
    if ends := [each for each in play_options if each.partition("=")[0] in _BEGINNINGS]:
        raise ServiceError(
            f"{ends[0]}: the service would do so at each start, also after a power cut, and put the game "
            "aside that is played; leave it out, and say it once at a shell, or begin at the owner's page"
        )
    command = " ".join(map(_quoted, (str(program), "play", *play_options)))
    return _UNIT.format(
        command=command,
        user=USER,
        home=HOME,
        watchdog=WATCHDOG_SECONDS,
        keep_down=" ".join(str(int(each)) for each in Ending if each.keeps_the_service_down),
        priority=READER_PRIORITY,
        memory=READER_MEMORY,
        descriptors=DESCRIPTORS,
        network=_ALONE if is_for_this_computer_alone(play_options) else "",
    )


def play_options_in(unit: str) -> tuple[str, ...]:
    """Return the options of `cupsboard play` in a unit that `unit_file` wrote; none in a foreign one."""
    line = re.search(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    if line is None:
        return ()
    words = [
        re.sub(r"\\(.)", r"\1", quoted if bare is None else bare).replace("%%", "%").replace("$$", "$")
        for quoted, bare in ((found[1], found[2]) for found in _WORD.finditer(line[1]))
    ]
    return tuple(words[2:])


def is_for_this_computer_alone(play_options: Sequence[str]) -> bool:
    """Whether the page of `cupsboard play` with these options is for nobody in the network."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    parser.add_argument("--listen", default=THIS_COMPUTER_ALONE[0])
    parser.add_argument("--no-page", action="store_true")
    try:
        asked, _ = parser.parse_known_args(play_options)
    except argparse.ArgumentError:
        # `play` will refuse it.
        return True
    return asked.no_page or asked.listen in THIS_COMPUTER_ALONE


def _quoted(word: str) -> str:
    """A word as systemd reads it back (systemd.service(5), systemd.syntax(7))."""
    if not word.isprintable():
        raise ServiceError(f"{word!r}: such a word can't stand in a unit file; leave control characters out")
    doubled = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{doubled}"' if doubled != word or " " in word or "'" in word or not word else word


# Not here on purpose: ProtectClock, which would close all devices but the clock; PrivateDevices, because the
# board is devices; DevicePolicy, because the drivers behind gpiomem and pio0 are called otherwise on other
# models, and a device that appears after the start would stay closed (the user can open few others anyway: it
# is in the groups gpio, spi, audio and dialout alone); MemoryDenyWriteExecute, which ctypes (used by Blinka)
# doesn't survive on every libffi; RestrictRealtime, because the reader of the scales may ask for real time.
_UNIT = """\
# Written by `cupsboard setup`, which writes it anew.
[Unit]
Description=Electronic board for the game Cups
# A board tries again for ever: somebody may plug the cable in.
StartLimitIntervalSec=0

[Service]
Type=notify
NotifyAccess=main
ExecStart={command}
Restart=on-failure
RestartSec=2
# A refusal that somebody must mend: a wrong option, no profile, a computer that is no Pi. What may pass or be
# mended while the board waits, as a full disk or a board that is not calibrated, ends with another code.
RestartPreventExitStatus={keep_down}
TimeoutStartSec=90
TimeoutStopSec=10
# The board ends its reader itself.
KillMode=mixed
WatchdogSec={watchdog}

User={user}
Group={user}
SupplementaryGroups=gpio spi audio dialout
StateDirectory=cupsboard
RuntimeDirectory=cupsboard
WorkingDirectory={home}
Environment=HOME={home}
Environment=BLINKA_SKIP_DEPENDENCY_CHECK=1
Environment=PYTHONUNBUFFERED=1
UMask=0077

# The reader of the scales may go before everything else and stay in memory: a clock pulse that lasts too long
# switches a chip off. For that it needs these limits and no capability, and no RestrictRealtime.
LimitRTPRIO={priority}
LimitNICE=-{priority}
LimitMEMLOCK={memory}
CPUWeight=500
LimitNOFILE={descriptors}

NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
ProtectProc=invisible
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
RemoveIPC=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
{network}RestrictNamespaces=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
"""

_ALONE = """\
IPAddressDeny=any
IPAddressAllow=localhost
"""
"""For a board whose page is for its own computer: what a network can't reach it can't trouble."""

_POWER_OFF = f"""\
# Written by `cupsboard setup`. The board itself may do nothing but ask.
[Unit]
Description=Switches off when the Cups board asks for it

[Path]
PathExists=/run/cupsboard/{POWER_OFF_REQUEST}
Unit=poweroff.target

[Install]
WantedBy=multi-user.target
"""

_UPDATE = f"""\
# Written by `cupsboard setup`. The board itself may do nothing but ask. A trial that a power
# cut interrupted goes on.
[Unit]
Description=Updates the Cups board when it asks for it

[Path]
PathExists=/run/cupsboard/{UPDATE_REQUEST}
PathExists=/opt/cupsboard/trial
Unit={UPDATING_UNIT}

[Install]
WantedBy=multi-user.target
"""

_UPDATING = """\
# Written by `cupsboard setup`. The program that was seen well last installs
# and judges the new one.
[Unit]
Description=Update of the Cups board

[Service]
Type=oneshot
ExecStart=/opt/cupsboard/trusted/bin/cupsboard update --carry-out
TimeoutStartSec=45min
Nice=10
PrivateTmp=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectControlGroups=yes
RestrictNamespaces=yes
LockPersonality=yes
"""

_USERS = f"""\
# Written by `cupsboard setup`: the user of the Cups board.
u {USER} - "Cups board" {HOME}
m {USER} gpio
m {USER} spi
m {USER} audio
m {USER} dialout
"""


def install_plan(unit: str, files: Sequence[PlannedStep] = ()) -> tuple[PlannedStep, ...]:
    """Return what makes the user, gives it its `files`, writes the units, and starts the board.

    Nothing waits for the board to weigh, which it may not do before a cable is plugged in.
    """
    return (
        Write(USER_FILE, _USERS),
        Run(("systemd-sysusers", str(USER_FILE))),
        *files,
        Write(UNIT_FOLDER / UNIT, unit),
        Write(UNIT_FOLDER / POWER_OFF_UNIT, _POWER_OFF),
        Write(UNIT_FOLDER / UPDATE_UNIT, _UPDATE),
        Write(UNIT_FOLDER / UPDATING_UNIT, _UPDATING),
        Run(("systemctl", "daemon-reload")),
        Run(("systemctl", "restart", *STARTED)),
        Run(("systemctl", "restart", "--no-block", UNIT)),
        # Last: an enabled unit is how one that was installed to the end is known.
        Run(("systemctl", "enable", UNIT, *STARTED)),
    )


def remove_plan(host: Host) -> tuple[PlannedStep, ...]:
    """Stop the board and take its units away, but leave its user's files; empty if no unit is there."""
    units = [unit for unit in (UNIT, *STARTED) if host.read(UNIT_FOLDER / unit) is not None]
    if not units and host.read(UNIT_FOLDER / UPDATING_UNIT) is None:
        return ()
    return (
        *(Run(("systemctl", "disable", "--now", *units)) for _ in units[:1]),
        *(Delete(UNIT_FOLDER / unit) for unit in (*units, UPDATING_UNIT)),
        Run(("systemctl", "daemon-reload")),
    )


@dataclass(frozen=True, slots=True)
class Status:
    """How the service does; `properties` are systemd's own."""

    properties: dict[str, str]

    @property
    def is_active(self) -> bool:
        """Whether the board plays."""
        return self.properties.get("ActiveState") == "active"


_ASKED = ("ActiveState", "SubState", "UnitFileState", "StatusText", "NRestarts", "Result")


def status(host: Host) -> Status:
    """Ask systemd about the service. Raises ServiceError."""
    if host.read(UNIT_FOLDER / UNIT) is None:
        return Status({})
    command = ("systemctl", "show", UNIT, f"--property={','.join(_ASKED)}")
    ran = host.run(command)
    if ran.code != 0:
        raise ServiceError(
            f"{shlex.join(command)}: {' '.join(ran.complaint.split())}; is systemd running here?"
        )
    pairs = (line.partition("=") for line in ran.output.splitlines())
    return Status({name: value for name, _, value in pairs if name in _ASKED})


def settled(host: Host, wait: Callable[[float], object]) -> Status:
    """Return the status of a service just started, once it weighs or failed, or half a minute later."""
    now = status(host)
    for _ in range(SETTLING_SECONDS):
        if now.is_active or now.properties.get("ActiveState") == "failed":
            break
        wait(1.0)
        now = status(host)
    return now


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

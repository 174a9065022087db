"""A Raspberry Pi's files below a folder, with the few commands that a set-up runs on them."""

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from cupsboard.systemd.steps import Host, Ran

FACTORY_CONFIG = """\
# For more options and information see http://rptl.io/configtxt
dtparam=audio=on
camera_auto_detect=1
[cm5]
dtoverlay=dwc2,dr_mode=host
[all]
"""
FACTORY_ARGUMENTS = "console=serial0,115200 console=tty1 root=PARTUUID=1-02 rootwait\n"
ZERO, PI_3, PI_4, PI_5 = (
    f"Raspberry Pi {name} Rev 1.0" for name in ("Zero 2 W", "3 Model B Plus", "4 Model B", "5 Model B")
)


class PretendedPi:
    """A freshly flashed Pi; a command that it doesn't know fails, and so does one that a Pi refuses."""

    def __init__(self, root: Path, model: str = PI_4) -> None:
        self.root = root
        self.enabled: set[str] = set()
        self.commands: list[tuple[str, ...]] = []
        self.give("/proc/cpuinfo", f"processor\t: 0\n\nModel\t\t: {model}\n")
        self.give("/boot/firmware/config.txt", FACTORY_CONFIG)
        self.give("/boot/firmware/cmdline.txt", FACTORY_ARGUMENTS)
        self.give("/etc/hostname", "raspberrypi\n")
        self.give("/etc/hosts", "127.0.0.1\tlocalhost\n127.0.1.1\traspberrypi\n")
        self.give("/etc/group", "root:x:0:\ngpio:x:993:pi\nspi:x:994:pi\n")

    @property
    def host(self) -> Host:
        return Host(self.root, self.run)

    def give(self, name: str, content: str) -> None:
        path = self.root / name.lstrip("/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode())

    def read(self, name: str) -> str:
        return (self.root / name.lstrip("/")).read_bytes().decode()

    def run(self, command: Sequence[str]) -> Ran:
        self.commands.append(tuple(command))
        match tuple(command):
            case ("systemd-sysusers", _) | ("hostname", _) | ("sync",):
                return Ran(0, "", "")
            case ("systemctl", "daemon-reload" | "restart" | "try-restart", *_):
                return Ran(0, "", "")
            case ("systemctl", "enable", *units):
                return self._enable(units)
            case ("systemctl", "disable", "--now", *units) | ("systemctl", "disable", *units):
                self._wants(units, are=False)
                return Ran(0, "", "")
            case ("usermod", "-aG", groups, user):
                return self._add(groups.split(","), user)
            case ("gpasswd", "-d", user, group):
                return self._take(user, group)
            case ("sed", "-i", expression, path):
                return self._really("sed", "-i", expression, self._below(path))
            case ("install", *words):
                return self._install(words)
            case ("rm", "-rf", "--", path):
                return self._really("rm", "-rf", "--", self._below(path))
        return Ran(127, "", f"{command[0]}: no such command")

    def _below(self, path: str) -> str:
        return str(self.root / path.lstrip("/"))

    def _enable(self, units: Sequence[str]) -> Ran:
        for unit in units:
            if not (self.root / "etc/systemd/system" / unit).exists():
                return Ran(1, "", f"Unit {unit} does not exist")
        self._wants(units, are=True)
        return Ran(0, "", "")

    def _wants(self, units: Sequence[str], *, are: bool) -> None:
        folder = self.root / "etc/systemd/system/multi-user.target.wants"
        folder.mkdir(parents=True, exist_ok=True)
        for unit in units:
            (folder / unit).unlink(missing_ok=True)
            if are:
                (folder / unit).symlink_to(f"/etc/systemd/system/{unit}")

    def _add(self, groups: Sequence[str], user: str) -> Ran:
        for group in groups:
            changed, count = re.subn(rf"^({group}:.*)$", rf"\1,{user}", self.read("/etc/group"), flags=re.M)
            if not count:
                return Ran(6, "", f"group '{group}' does not exist")
            self.give("/etc/group", changed)
        return Ran(0, "", "")

    def _take(self, user: str, group: str) -> Ran:
        """The real gpasswd(1) refuses who is no member."""
        kept, count = re.subn(rf"^({group}:.*),{user}\b", r"\1", self.read("/etc/group"), flags=re.M)
        self.give("/etc/group", kept)
        return Ran(0, "", "") if count else Ran(3, "", f"user '{user}' is not a member of '{group}'")

    def _install(self, words: Sequence[str]) -> Ran:
        """The real install(1), but for the owner, whom this computer doesn't have."""
        source = str(Path(__file__).parents[2])
        without_owner = " ".join(words).replace("-o cupsboard -g cupsboard ", "").split()
        here = (
            each if each.startswith(source) or each[0] != "/" else self._below(each) for each in without_owner
        )
        return self._really("install", *here)

    def _really(self, *command: str) -> Ran:
        done = subprocess.run(command, capture_output=True, text=True)
        return Ran(done.returncode, done.stdout, done.stderr)

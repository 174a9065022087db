"""An emulated Pi: one `/dev`, `/tmp` and `/proc/cpuinfo` for all commands, which run as any user."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from cupsboard.profile import Profile
from processes import Program, started

from onpi.electronics import HERE, Electronics, compiled

PROJECT = HERE.parents[1]
INSIDE = Path("/mnt")
"""Where the machine's folder is, for the commands that run on it."""
GPIO_GROUP = 997
PI_4, PI_5 = "c03112", "d04170"
REFUSED = (
    "the emulated Pi needs a mount namespace of its own, which this computer refuses ({why}); run the tests "
    "as root in a machine or container that may mount (docker run --cap-add SYS_ADMIN --security-opt "
    "apparmor=unconfined), with Debian's packages mount and util-linux"
)


@dataclass(frozen=True, slots=True)
class User:
    """Somebody with a home on the machine."""

    name: str
    number: int
    groups: tuple[int, ...] = (GPIO_GROUP,)


ROOT = User("root", 0)
ANNA = User("anna", 64_001)
BEN = User("ben", 64_002)
STRANGER = User("stranger", 64_003, groups=())
"""Not in the group gpio."""


class Pi:
    """A machine with a header and a board's electronics; leaving the block switches it off."""

    def __init__(
        self, profile: Profile, label: str = "pinctrl-bcm2711", revision: str = PI_4, chip: int = 0
    ) -> None:
        """Switch it on. Raises AssertionError with what to do where it can't be."""
        self.folder = Path(tempfile.mkdtemp(prefix="cupsboard-on-pi-"))
        with ExitStack() as stack:
            stack.callback(shutil.rmtree, self.folder)
            self._furnish(profile, label, revision, chip)
            stack.callback(self.board.close)
            self._keeper = stack.enter_context(self._booted())
            self._running = stack.pop_all()

    def __enter__(self) -> "Pi":
        return self

    def __exit__(self, *_: object) -> None:
        self._running.close()

    def home(self, user: User) -> Path:
        """A user's home, made when it is first asked for; seen inside as `/mnt/<name>`."""
        home = self.folder / user.name
        if not home.exists():
            home.mkdir(mode=0o700)
            os.chown(home, user.number, user.number)
        return home

    def give(self, user: User, name: str, content: bytes) -> Path:
        """Put a file into a user's home."""
        path = self.home(user) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        os.chown(path, user.number, user.number)
        return path

    def start(self, user: User, *command: str, at: User | None = None) -> Program:
        """Start a command in a user's home, or in another's."""
        self.home(user)
        self.home(at or user)
        variables = {
            "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",
            "HOME": str(INSIDE / user.name),
            "LANG": "C.UTF-8",
            "LD_PRELOAD": str(INSIDE / "gpiochip.so"),
        }
        named = (f"{name}={is_}" for name, is_ in variables.items())
        return self._running.enter_context(started(*self._door(user, at or user), *named, *command))

    def run(self, user: User, *command: str, at: User | None = None) -> tuple[int, str]:
        """Run a command to its end; the exit code and its words."""
        program = self.start(user, *command, at=at)
        return program.ended(), program.said

    @property
    def temporary(self) -> list[str]:
        """The names in the machine's `/tmp`."""
        return sorted(each.name for each in (self.folder / "tmp").iterdir() if each.name not in self._covered)

    def _door(self, user: User, at: User) -> list[str]:
        """What starts a command on the machine as a user; the folder is gone to as root, as with sudo."""
        groups = ",".join(map(str, user.groups))
        return [
            *("nsenter", "--mount", "--target", str(self._keeper.id)),
            *("env", f"--chdir={INSIDE / at.name}"),
            *("setpriv", "--reuid", str(user.number), "--regid", str(user.number)),
            *(("--groups", groups) if groups else ("--clear-groups",)),
            *("env", "-i"),
        ]

    def _furnish(self, profile: Profile, label: str, revision: str, chip: int) -> None:
        self.folder.chmod(0o755)
        for name, mode in (("tmp", 0o1777), ("dev", 0o755)):
            (self.folder / name).mkdir()
            (self.folder / name).chmod(mode)
        (self.folder / "cpuinfo").write_text(
            f"Hardware\t: BCM2835\nRevision\t: {revision}\nModel\t\t: Raspberry Pi\n"
        )
        (self.folder / "revision").write_bytes(int(revision, 16).to_bytes(4, "big"))
        shutil.copy(compiled(), self.folder / "gpiochip.so")
        header = self.folder / "dev" / f"gpiochip{chip}"
        self.board = Electronics(header, profile, label)
        if chip:
            # What else a Pi 5 has; this one doesn't even say what it is.
            (self.folder / "dev" / "gpiochip0").touch()
        for each in (self.folder / "dev").iterdir():
            each.chmod(0o660)
            os.chown(each, 0, GPIO_GROUP)

    @contextmanager
    def _booted(self) -> Iterator[Program]:
        """Run the process in whose mount namespace the machine is."""
        assert os.geteuid() == 0, REFUSED.format(why="not root")
        kept = {PROJECT, Path(sys.prefix).resolve(), Path(sys.base_prefix).resolve()}
        self._covered = {each.relative_to("/tmp").parts[0] for each in kept if each.is_relative_to("/tmp")}
        booting = (sys.executable, HERE / "boot.py", self.folder, *sorted(kept))
        with started("unshare", "--mount", "--propagation", "private", *booting) as keeper:
            try:
                keeper.until("up\n")
            except AssertionError as fault:
                raise AssertionError(REFUSED.format(why=fault)) from None
            yield keeper


def reader_of(program: Program) -> int:
    """Return the number of the process that reads the scales for a program."""
    (reader,) = (
        each for each in program.children() if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes()
    )
    return reader


def cupsboard(*arguments: str) -> Sequence[str]:
    """The command as the environment of these tests installed it."""
    return (str(Path(sys.executable).parent / "cupsboard"), *arguments)

"""An emulated Pi: one `/dev`, `/tmp` and `/proc/cpuinfo` for all commands, which run as any user."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cupsboard.profile import Profile

from onpi.electronics import HERE, Electronics, compiled

PROJECT = HERE.parents[1]
INSIDE = Path("/mnt")
"""Where the machine's folder is, for the commands that run on it."""
GPIO_GROUP = 997
PI_4, PI_5 = "c03112", "d04170"
POLL_SECONDS = 0.02
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


@dataclass
class Running:
    """A command that runs, or ran; its words go to a file, so it never waits for a reader."""

    process: "subprocess.Popen[bytes]"
    words: Path
    _read_to: int = field(default=0)

    @property
    def said(self) -> str:
        """Everything it has said."""
        return self.words.read_text(errors="replace")

    def fresh(self) -> str:
        """What it has said since the last call."""
        said = self.said
        fresh, self._read_to = said[self._read_to :], len(said)
        return fresh

    def until(self, words: str, seconds: float = 60.0) -> str:
        """Wait until it says something, past what was waited for before; what it said up to there."""
        deadline = time.monotonic() + seconds
        while True:
            said = self.said
            at = said.find(words, self._read_to)
            if at >= 0:
                found, self._read_to = said[self._read_to : at + len(words)], at + len(words)
                return found
            is_over = self.process.poll() is not None
            assert not is_over or words in self.said[self._read_to :], f"ended without {words!r}:\n{said}"
            assert time.monotonic() < deadline, f"no {words!r} in {seconds:g} s:\n{said}"
            time.sleep(POLL_SECONDS)

    def ended(self, seconds: float = 60.0) -> int:
        """Wait for its end; the exit code."""
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"still running after {seconds:g} s:\n{self.said}") from None

    def interrupt(self) -> None:
        """Ctrl-C, which a terminal sends to the whole group."""
        os.killpg(self.process.pid, signal.SIGINT)

    def children(self) -> list[int]:
        """The processes it started."""
        task = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(each) for each in task.read_text().split()]

    @property
    def reader(self) -> int:
        """The process among them that reads the scales."""
        (reader,) = (
            each for each in self.children() if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes()
        )
        return reader

    def kill(self) -> None:
        """End it and all it started, at once."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


class Pi:
    """A machine with a header and a board's electronics; leaving the block switches it off."""

    def __init__(
        self, profile: Profile, label: str = "pinctrl-bcm2711", revision: str = PI_4, chip: int = 0
    ) -> None:
        """Switch it on. Raises AssertionError with what to do where it can't be."""
        self.folder = Path(tempfile.mkdtemp(prefix="cupsboard-on-pi-"))
        try:
            self._furnish(profile, label, revision, chip)
            self._keeper = self._booted()
        except BaseException:
            shutil.rmtree(self.folder)
            raise
        self._commands: list[Running] = []

    def __enter__(self) -> "Pi":
        return self

    def __exit__(self, *_: object) -> None:
        for command in self._commands:
            command.kill()
        if self._keeper.stdin is not None:
            self._keeper.stdin.close()
        self._keeper.wait(10)
        self.board.close()
        shutil.rmtree(self.folder)

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

    def start(self, user: User, *command: str, at: User | None = None, typed: bool = False) -> Running:
        """Start a command in a user's home, or in another's."""
        self.home(user)
        self.home(at or user)
        variables = {
            "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",
            "HOME": str(INSIDE / user.name),
            "LANG": "C.UTF-8",
            "LD_PRELOAD": str(INSIDE / "gpiochip.so"),
        }
        words = self.folder / f"words-{len(self._commands)}"
        with words.open("wb") as out:
            process = subprocess.Popen(
                [
                    *self._door(user, at or user),
                    *(f"{name}={is_}" for name, is_ in variables.items()),
                    *command,
                ],
                stdin=subprocess.PIPE if typed else subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        running = Running(process, words)
        self._commands.append(running)
        return running

    def run(
        self, user: User, *command: str, at: User | None = None, seconds: float = 60.0
    ) -> tuple[int, str]:
        """Run a command to its end; the exit code and its words."""
        running = self.start(user, *command, at=at)
        return running.ended(seconds), running.said

    @property
    def temporary(self) -> list[str]:
        """The names in the machine's `/tmp`."""
        return sorted(each.name for each in (self.folder / "tmp").iterdir() if each.name not in self._covered)

    def _door(self, user: User, at: User) -> list[str]:
        """What starts a command on the machine as a user; the folder is gone to as root, as with sudo."""
        groups = ",".join(map(str, user.groups))
        return [
            *("nsenter", "--mount", "--target", str(self._keeper.pid)),
            *("env", f"--chdir={INSIDE / at.name}"),
            # Nothing outlives the tests, not even if they are killed.
            *("setpriv", "--pdeathsig", "KILL", "--reuid", str(user.number), "--regid", str(user.number)),
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

    def _booted(self) -> "subprocess.Popen[str]":
        assert os.geteuid() == 0, REFUSED.format(why="not root")
        kept = {PROJECT, Path(sys.prefix).resolve(), Path(sys.base_prefix).resolve()}
        self._covered = {each.relative_to("/tmp").parts[0] for each in kept if each.is_relative_to("/tmp")}
        try:
            keeper = subprocess.Popen(
                [
                    *("unshare", "--mount", "--propagation", "private"),
                    *(sys.executable, str(HERE / "boot.py"), str(self.folder), *map(str, kept)),
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
        except FileNotFoundError as fault:
            raise AssertionError(REFUSED.format(why=fault)) from None
        assert keeper.stdout is not None
        if keeper.stdout.readline() != "up\n":
            _, why = keeper.communicate()
            raise AssertionError(REFUSED.format(why=why.strip()))
        return keeper


def patiently(is_so: Callable[[], bool], what: str, seconds: float = 20.0) -> None:
    """Wait until something is so. Raises AssertionError."""
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline, f"not within {seconds:g} s: {what}"
        time.sleep(POLL_SECONDS)


def cupsboard(*arguments: str) -> Sequence[str]:
    """The command as the environment of these tests installed it."""
    return (str(Path(sys.executable).parent / "cupsboard"), *arguments)

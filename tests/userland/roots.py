"""Debian roots in a cache folder, and commands run in a throw-away layer above one of them.

Every root is made once by debootstrap. A walk sees it through an overlay, so each begins with a fresh system.
All mounts live in the walk's own mount namespace and vanish with it. Needs root's rights and Linux.
"""

import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

MAKER = "maker"
"""The user who follows the guide; may use sudo, as the first user of a Pi."""
PACKAGES = ("sudo", "systemd", "python3")
"""Of what Raspberry Pi OS comes with, all that the guide and `setup` rely on."""
PI = "arm64"
"""A Pi's processor, in Debian's word."""
HOUR = 3600.0
MACHINES = {"arm64": "aarch64", "amd64": "x86_64"}
_IS_ALONE = "WALK_IS_ALONE"
_BINFMT = Path("/proc/sys/fs/binfmt_misc")
_ENTRY = "cupsboard-userland-aarch64"
# The first 20 bytes of an ELF file: 64 bits, little-endian, executable or shared, machine 183 (elf(5)).
_AARCH64 = (
    r"\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00",
    r"\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff",
)


class NotHere(RuntimeError):
    """Something that this computer lacks; the message says what."""


@dataclass(frozen=True, slots=True)
class Ran:
    """How a command ended; `code` is None if it was stopped for taking too long."""

    code: int | None
    output: str
    errors: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Root:
    """A release of Debian for an architecture, both in Debian's words."""

    release: str
    architecture: str

    @property
    def name(self) -> str:
        """What its folder is called."""
        return f"{self.release}-{self.architecture}"


def own_architecture() -> str:
    """This computer's. Raises NotHere for one that Debian's roots aren't made for here."""
    machine = platform.machine()
    for architecture, name in MACHINES.items():
        if name == machine:
            return architecture
    raise NotHere(f"this computer is a {machine}; roots are made on {' and '.join(MACHINES.values())}")


def begin_alone() -> None:
    """Begin this program anew where its mounts and processes are its own, and end with it.

    So the first process is this program, by whose root systemd's commands tell that they run in another one:
    that of the computer may be closed to them.
    """
    if _IS_ALONE not in os.environ:
        alone = ("unshare", "--mount", "--propagation=private", "--mount-proc", "--pid", "--kill-child=TERM")
        os.execvpe(alone[0], [*alone, sys.executable, *sys.argv], {**os.environ, _IS_ALONE: "yes"})


@contextmanager
def emulation(architecture: str) -> Iterator[None]:
    """Let the kernel run programs of an architecture, set-user-id ones as well. Raises NotHere."""
    if architecture == own_architecture():
        yield
        return
    emulator = shutil.which("qemu-aarch64-static")
    if emulator is None or architecture != PI:
        raise NotHere(f"no emulator for {architecture} here (Debian package qemu-user-static)")
    if not (_BINFMT / "register").exists():
        _mount("-t", "binfmt_misc", "binfmt_misc", str(_BINFMT))
    entry = _BINFMT / _ENTRY
    if entry.exists():
        entry.write_text("-1")
    # C: sudo keeps its rights under the emulator; F: the emulator needn't be in the root; O goes with C.
    (_BINFMT / "register").write_text(f":{_ENTRY}:M:0:{':'.join(_AARCH64)}:{emulator}:POCF")
    try:
        yield
    finally:
        entry.write_text("-1")


def made(root: Root, cache: Path, mirror: str | None) -> Path:
    """The root's folder, made by debootstrap if it isn't there. Raises NotHere, with debootstrap's reason."""
    name = "-".join((root.name, *PACKAGES))
    folder = cache / name
    if folder.is_dir():
        return folder
    program = shutil.which("debootstrap")
    if program is None:
        raise NotHere("no debootstrap here (Debian package debootstrap)")
    begun = cache / f"{name}.begun"
    shutil.rmtree(begun, ignore_errors=True)
    options = (f"--arch={root.architecture}", "--variant=minbase", f"--include={','.join(PACKAGES)}")
    ran = run([program, *options, root.release, str(begun), mirror or mirror_of_this_computer()], HOUR)
    (cache / f"{name}.log").write_text(ran.output + ran.errors)
    if ran.code != 0:
        said = (ran.output + ran.errors).strip().splitlines() or ["without a word"]
        raise NotHere(f"debootstrap {root.name}: {said[-1]}")
    begun.rename(folder)
    return folder


def mirror_of_this_computer() -> str:
    """The archive that apt takes this computer's own release from. Raises NotHere."""
    codename = platform.freedesktop_os_release().get("VERSION_CODENAME", "?")
    lists = Path("/etc/apt")
    files = [
        *lists.glob("sources.list.d/*.sources"),
        *lists.glob("sources.list.d/*.list"),
        lists / "sources.list",
    ]
    for path in (path for path in files if path.is_file()):
        found = mirror_in(path.read_text(encoding="utf-8"), codename)
        if found is not None:
            return found
    raise NotHere(f"/etc/apt names no archive of {codename}; name one with --mirror")


def mirror_in(text: str, codename: str) -> str | None:
    """The archive of a release in either form of apt's lists (sources.list(5)); None if it isn't named."""
    for stanza in re.split(r"\n\s*\n", text):
        fields = dict(re.findall(r"^(\w+):\s*(.*)$", stanza, re.MULTILINE))
        if codename in fields.get("Suites", "").split():
            return str(fields["URIs"].split()[0])
    one_line = re.search(rf"^deb\s+(?:\[[^\]]*\]\s+)?(\S+)\s+{codename}\s", text, re.MULTILINE)
    return str(one_line[1]) if one_line else None


@contextmanager
def fresh(folder: Path, layers: Path) -> Iterator[Path]:
    """The root in `folder` through a new layer, with the kernel's folders mounted; nothing of it stays.

    It has a Pi's boot partition, and what a Pi's kernel says of its model.
    """
    shutil.rmtree(layers, ignore_errors=True)
    upper, work, merged = (layers / name for name in ("upper", "work", "merged"))
    for path in (upper, work, merged):
        path.mkdir(parents=True)
    # volatile: what is thrown away needn't wait for a disk.
    options = f"lowerdir={folder},upperdir={upper},workdir={work},volatile"
    _mount("-t", "overlay", "overlay", "-o", options, str(merged))
    try:
        _mount("-t", "proc", "proc", str(merged / "proc"))
        for name in ("dev/shm", "tmp", "run"):
            (merged / name).mkdir(exist_ok=True)
            _mount("-t", "tmpfs", "tmpfs", str(merged / name))
        _mount("-t", "devpts", "-o", "newinstance,ptmxmode=0666,mode=0620", "devpts", str(merged / "dev/pts"))
        (merged / "boot/firmware").mkdir(parents=True, exist_ok=True)
        (merged / "boot/firmware/config.txt").write_text("dtparam=audio=on\n[all]\n", encoding="utf-8")
        (layers / "cpuinfo").write_text("Model\t\t: Raspberry Pi 4 Model B Rev 1.4\n", encoding="utf-8")
        _mount("--bind", str(layers / "cpuinfo"), str(merged / "proc/cpuinfo"))
        (merged / "tmp").chmod(0o1777)
        (merged / "dev/shm").chmod(0o1777)
        yield merged
    finally:
        subprocess.run(["umount", "--recursive", "--lazy", str(merged)], check=True)
        shutil.rmtree(layers, ignore_errors=True)


def run_as(user: str, root: Path, command: str, limit_seconds: float = HOUR) -> Ran:
    """Run a line of shell in a root, in the user's login environment; whatever asks is agreed to.

    The computer's name that a command may set there is not this one's.
    """
    within = ("runuser", "--login", user, "--command", command) if user != "root" else ("sh", "-c", command)
    clean = ("env", "-i", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root")
    return run(["nice", "-n", "19", "unshare", "--uts", "chroot", str(root), *clean, *within], limit_seconds)


def run(command: Sequence[str], limit_seconds: float) -> Ran:
    """Run a command, "y" on its input; after the limit it and its children are ended."""
    begun = time.monotonic()
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    try:
        output, errors = process.communicate("y\n", timeout=limit_seconds)
        code: int | None = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, errors = process.communicate()
        code = None
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    return Ran(code, output, errors, time.monotonic() - begun)


def _mount(*arguments: str) -> None:
    done = subprocess.run(["mount", *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        raise NotHere(f"mount {' '.join(arguments)}: {done.stderr.strip()}")

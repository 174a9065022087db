"""A booted machine: QEMU with a clock of its own, and a root shell on a serial line."""

import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from machine.image import Disk, NotHere

MEMORY_MB = 1024
BOOT_SECONDS = 1800.0
"""Of this computer's clock: a crowded one takes many times the minute that a free one takes."""
COMMAND_SECONDS = 3600.0


_MASKED = " ".join(
    f"systemd.mask={unit}"
    for unit in (
        *("apt-daily.timer", "apt-daily-upgrade.timer", "dpkg-db-backup.timer", "fstrim.timer"),
        *("e2scrub_all.timer", "e2scrub_reap.service", "getty@tty1.service", "serial-getty@ttyS0.service"),
    )
)
"""What a day at home starts, and a walk has no use for."""


class WalkError(AssertionError):
    """Something that the machine did not do; the message says what it did."""


@dataclass(frozen=True, slots=True)
class Ran:
    """How a command in the guest ended."""

    code: int
    said: str


class Guest:
    """A running machine."""

    def __init__(self, process: subprocess.Popen[bytes], line: socket.socket, log: Path) -> None:
        self._process = process
        self._line = line
        self._log = log
        self._number = 0
        self._heard = b""

    def run(self, command: str, seconds: float = COMMAND_SECONDS) -> Ran:
        """Run a command in a root shell; what it said on both streams, and its exit code."""
        self._number += 1
        begin, end = f"@@<{self._number}@@", f"@@{self._number}@@"
        self._line.sendall(
            f"({command}\n) </dev/null >/run/said 2>&1; c=$?; echo; echo '{begin}'; cat /run/said; echo; "
            f"echo '{end}'$c\n".encode()
        )
        heard, _, code = self._until(end.encode(), seconds).rpartition(end.encode())
        # The shell's prompts come before: it shows them while it reads the lines of the command.
        said = heard.rpartition(begin.encode())[2]
        return Ran(int(code), said.decode("utf-8", "replace").replace("\r", "").strip("\n"))

    def must(self, command: str, seconds: float = COMMAND_SECONDS) -> str:
        """Run a command that must succeed; what it said. Raises WalkError."""
        ran = self.run(command, seconds)
        if ran.code != 0:
            raise WalkError(f"{command}: exit code {ran.code}: {ran.said[-600:]}")
        return ran.said

    def until(self, command: str, is_so: Callable[[str], bool], guest_seconds: int) -> float:
        """Run a command every second of the guest's clock until its words are so; how long that took."""
        begun = self.clock()
        while True:
            said = self.run(command).said
            if is_so(said):
                return self.clock() - begun
            if self.clock() - begun > guest_seconds:
                raise WalkError(f"{command}: after {guest_seconds} s of the guest's it says: {said[-600:]}")
            self.run("sleep 1")

    def clock(self) -> float:
        """The seconds since the guest's boot, by its own clock."""
        return float(self.must("cut -d' ' -f1 /proc/uptime"))

    def cut_power(self) -> None:
        """Take the power away."""
        self._process.kill()
        self._process.wait()

    def is_off(self, seconds: float) -> bool:
        """Wait for the machine to switch itself off; whether it did."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def wait_for_shell(self) -> None:
        """Wait until the root shell answers."""
        deadline = time.monotonic() + BOOT_SECONDS
        while time.monotonic() < deadline:
            self._line.sendall(b"\necho; echo '@@up''@@'\n")
            try:
                self._until(b"@@up@@", 10.0)
            except WalkError:
                continue
            self._heard = b""
            return
        raise WalkError(f"no shell within {BOOT_SECONDS:.0f} s; the console: {self._log}")

    def _until(self, mark: bytes, seconds: float) -> bytes:
        """Hear up to the end of the line that begins with a mark."""
        deadline = time.monotonic() + seconds
        while True:
            at = self._heard.find(b"\n" + mark)
            end = self._heard.find(b"\n", at + 1) if at >= 0 else -1
            if end >= 0:
                found, self._heard = self._heard[:end], self._heard[end:]
                return found.strip()
            left = deadline - time.monotonic()
            if left <= 0 or self._process.poll() is not None:
                last = self._heard[-300:].decode("utf-8", "replace")
                why = (
                    "the machine is off"
                    if self._process.poll() is not None
                    else f"nothing for {seconds:.0f} s"
                )
                raise WalkError(f"{why}; it said last: {last}")
            self._line.settimeout(left)
            try:
                self._heard += self._line.recv(65536)
            except TimeoutError:
                continue


@contextmanager
def booted(disk: Disk, log: Path, arguments: str = "") -> Iterator[Guest]:
    """Boot a disk, and wait for its shell unless the kernel is told more. Raises NotHere and WalkError."""
    if shutil.which("qemu-system-x86_64") is None:
        raise NotHere("no qemu-system-x86_64 here (Debian package qemu-system-x86)")
    ours, its = socket.socketpair()
    command = [
        *("nice", "-n", "15", "qemu-system-x86_64", "-M", "q35", "-m", str(MEMORY_MB), "-accel", "tcg"),
        # The guest's clock counts its instructions, one a nanosecond: whatever else this computer does, no
        # pulse gets longer. At two nanoseconds most frames of the bank last too long to be believed.
        *("-icount", "shift=0,sleep=off", "-cpu", "max", "-no-reboot", "-nic", "none", "-display", "none"),
        *("-kernel", str(disk.kernel), "-initrd", str(disk.initrd)),
        *("-append", f"root=/dev/vda rw console=ttyS0 panic=-1 quiet {_MASKED} {arguments}"),
        # A flush would wait for this computer's disk, while an idle guest's clock runs minutes ahead. For a
        # guest that is killed that makes no odds: what it has written lies with this computer's kernel.
        *("-drive", f"file={disk.path},format=raw,if=virtio,cache=unsafe"),
        *("-serial", f"file:{log}"),
        *("-chardev", f"socket,id=shell,fd={its.fileno()}", "-serial", "chardev:shell"),
    ]
    process = subprocess.Popen(command, pass_fds=[its.fileno()], stdin=subprocess.DEVNULL)
    its.close()
    guest = Guest(process, ours, log)
    try:
        if not arguments:
            guest.wait_for_shell()
        yield guest
    finally:
        process.kill()
        process.wait()
        ours.close()

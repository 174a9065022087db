"""Steps that change a system: planned as values, shown, and then taken on a host.

Every step may be taken again.
"""

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from cupsboard.formats.private_files import replacing


class ServiceError(RuntimeError):
    """A service or a machine that can't be set up, changed or asked; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Ran:
    """How a command ended."""

    code: int
    output: str
    complaint: str


@dataclass(frozen=True, slots=True)
class Host:
    """The system to act on: its files below `root`, and a way to run commands."""

    root: Path
    run: Callable[[Sequence[str]], Ran]

    def read(self, path: Path) -> str | None:
        """Return what a file holds, its line ends as they are; None if there is none."""
        try:
            with self.at(path).open(encoding="utf-8", newline="") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def at(self, path: Path) -> Path:
        """Where a path of the system is."""
        return self.root / path.relative_to("/")


@dataclass(frozen=True, slots=True)
class Write:
    """Write a file."""

    path: Path
    content: str


@dataclass(frozen=True, slots=True)
class Delete:
    """Delete a file."""

    path: Path


@dataclass(frozen=True, slots=True)
class Run:
    """Run a command."""

    command: tuple[str, ...]


PlannedStep = Write | Delete | Run


def describe(step: PlannedStep, host: Host) -> str:
    """A step in a line."""
    match step:
        case Write(path, content):
            found = host.read(path)
            if found == content:
                return f"leave {path}, which is as it should be"
            return f"{'write' if found is None else 'change'} {path}"
        case Delete(path):
            return f"delete {path}"
        case Run(command):
            return f"run {shlex.join(command)}"


def take(step: PlannedStep, host: Host) -> None:
    """Take a step. Raises ServiceError or OSError."""
    match step:
        case Write(path, content):
            if host.read(path) != content:
                _replace(host.at(path), content)
        case Delete(path):
            host.at(path).unlink(missing_ok=True)
        case Run(command):
            ran = host.run(command)
            if ran.code != 0:
                complaint = " ".join(ran.complaint.split()) or f"exit code {ran.code}"
                raise ServiceError(f"{shlex.join(command)}: {complaint}; put it right and run this again")


def _replace(path: Path, content: str) -> None:
    """Put a whole file in the place of another: a Pi must start after a power cut in the middle of this."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path, opener=None) as file:
        file.write(content.encode())

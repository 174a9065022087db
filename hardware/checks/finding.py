"""What a check by another program found, and how to run such a program."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

PATIENCE_SECONDS = 300.0


@dataclass(frozen=True, slots=True)
class Finding:
    """One row of the page of results: what was checked, by which program, whether right, and the figures."""

    what: str
    by: str
    is_right: bool
    figures: str


def ran(*command: str, cwd: Path | None = None) -> str:
    """Return what a program printed, errors too. Raises RuntimeError if the program fails."""
    done = subprocess.run(
        command,
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} ended with code {done.returncode}: {done.stdout[-500:]}")
    return done.stdout

"""A plan that is shown first, agreed to, and then carried out on this computer."""

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from cupsboard.station.terminal.console import typed_line
from cupsboard.systemd.steps import Host, PlannedStep, Ran, ServiceError, describe, take

LONGEST_STEP_SECONDS = 120


@dataclass(frozen=True, slots=True)
class Consent:
    """How far a plan may go; `agrees` asks the person at the keyboard."""

    is_dry_run: bool
    is_root: bool
    agrees: Callable[[], bool]


def add_consent(parser: argparse.ArgumentParser) -> None:
    """Add the options by which one agrees beforehand, or to nothing."""
    parser.add_argument("--dry-run", action="store_true", help="only show what would be done")
    parser.add_argument("--yes", action="store_true", help="don't ask")


def consent(asked: argparse.Namespace) -> Consent:
    """Return how far a command may go that was started with these options."""
    agrees = (lambda: True) if asked.yes else _agrees
    return Consent(asked.dry_run, os.geteuid() == 0, agrees)


def carry_out(plan: Sequence[PlannedStep], host: Host, consent: Consent) -> bool:
    """Show the plan and carry it out if that is agreed to; return whether it was.

    Raises ServiceError or OSError; what was done until then stays, and the plan may be carried out again.
    """
    print("This will:")
    for step in plan:
        print(f"  {describe(step, host)}")
    if consent.is_dry_run:
        return False
    if not consent.is_root:
        raise ServiceError("this needs root; say it again with sudo, or look first with --dry-run")
    sys.stdout.flush()
    if not consent.agrees():
        print("Nothing was done.")
        return False
    for step in plan:
        take(step, host)
    return True


def this_host(longest_seconds: float = LONGEST_STEP_SECONDS) -> Host:
    """Return this computer, on which a command may take so many seconds."""
    return Host(Path("/"), lambda command: _ran(command, longest_seconds))


def _agrees() -> bool:
    if not sys.stdin.isatty():
        raise ServiceError("nobody is here to agree; say --yes, or look first with --dry-run")
    answer = typed_line("Go ahead? [y/N] ") or ""
    return answer.strip().lower() in ("y", "yes")


def _ran(command: Sequence[str], longest_seconds: float) -> Ran:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=longest_seconds, check=False)
    except FileNotFoundError:
        raise ServiceError(f"{command[0]}: not found; this needs a system that runs systemd") from None
    except subprocess.TimeoutExpired:
        raise ServiceError(
            f"{command[0]}: no answer within {longest_seconds:.0f} s; see journalctl -xe"
        ) from None
    return Ran(done.returncode, done.stdout, done.stderr)

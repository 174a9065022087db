"""Walks the software part of the building guide in the user lands of a Pi.

    sudo .venv/bin/python tests/userland/walk.py                # all; half an hour to two
    sudo .venv/bin/python tests/userland/walk.py trixie-amd64   # one, in minutes; the others' rows stay

Makes roots of Debian once, below --cache, emulates the Pi's processor, and follows the marked commands of
hardware/README.md as they stand; only the repository's address is replaced, by what this checkout has
committed. What comes after is the booted machine's (tests/machine). Writes tests/userland/RESULTS.md. Ends
with 1 if a step failed or a root can't be had. It needs root's rights, the network and, of Debian's packages,
debootstrap and, but on a Pi's processor, qemu-user-static.
"""

import argparse
import fcntl
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from furnishing import REPOSITORY, furnish, git, put_stand_in
from guide_commands import NoSuchCommands
from report import Section, with_sections
from roots import HOUR, PI, NotHere, Root, begin_alone, emulation, fresh, made, own_architecture, run_as
from steps import FAILED, INTERRUPTED, NOT_RUN, Row, of_the_guide, walk

CHECKOUT = Path(__file__).resolve().parents[2]
GUIDE = CHECKOUT / "hardware" / "README.md"
RESULTS = Path(__file__).with_name("RESULTS.md")
GUIDE_WALKS = {
    root.name: root for root in (Root("bookworm", PI), Root("trixie", PI), Root("trixie", own_architecture()))
}
WHOLE = "the whole walk"


def main() -> int:
    """Walk what was asked for; 1 if a step failed or a root can't be had, 2 if no walk can begin."""
    asked = _parser().parse_args()
    try:
        guide = GUIDE.read_text(encoding="utf-8")
        _must_be_ready()
        begin_alone()
        with _alone(asked.cache):
            rows = _all_rows(asked.walks or list(GUIDE_WALKS), guide, asked)
    except (NotHere, NoSuchCommands) as fault:
        print(f"walk: {fault}", file=sys.stderr)
        return 2
    is_incomplete = any(row.step == WHOLE or row.remark == INTERRUPTED for row in rows)
    return 1 if is_incomplete or any(row.result == FAILED for row in rows) else 0


def _all_rows(names: Sequence[str], guide: str, asked: argparse.Namespace) -> list[Row]:
    """Walk after walk, until one is interrupted."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    rows: list[Row] = []
    for name in names:
        rows += _section(name, guide, asked).rows
        if any(row.remark == INTERRUPTED for row in rows):
            break
    return rows


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "walks", nargs="*", type=_walk_of, metavar="WALK", help=f"of {', '.join(GUIDE_WALKS)}; or all"
    )
    cache = Path("~/.cache/cupsboard-userland").expanduser()
    parser.add_argument("--cache", type=Path, default=cache, help=f"where roots and logs are kept ({cache})")
    parser.add_argument("--mirror", help="Debian archive to make roots from; this computer's own if left out")
    parser.add_argument(
        "--limit", type=float, default=HOUR, metavar="SECONDS", help="for each step (%(default)s)"
    )
    return parser


def _walk_of(name: str) -> str:
    if name not in GUIDE_WALKS:
        raise argparse.ArgumentTypeError(f"no walk {name!r}; there are {', '.join(GUIDE_WALKS)}")
    return name


def _must_be_ready() -> None:
    if os.geteuid() != 0:
        raise NotHere("making roots needs root's rights; say it with sudo")
    changed = git(CHECKOUT, "status", "--porcelain", "--untracked-files=no").splitlines()
    others = [line[3:] for line in changed if line[3:] != str(RESULTS.relative_to(CHECKOUT))]
    if others:
        raise NotHere(f"what is walked is what is committed, and {', '.join(others)} is not; commit it first")


@contextmanager
def _alone(cache: Path) -> Iterator[None]:
    """Two walks would share roots and emulator."""
    cache.mkdir(parents=True, exist_ok=True)
    with (cache / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise NotHere(f"another walk is under way in {cache}") from None
        yield


def _section(name: str, guide: str, asked: argparse.Namespace) -> Section:
    """Walk one root and keep what came out, so that an interrupted run loses one root only."""
    print(f"== {name}", flush=True)
    root = GUIDE_WALKS[name]
    python, rows = "-", []
    try:
        with (
            emulation(root.architecture),
            fresh(made(root, asked.cache, asked.mirror), asked.cache / "layers") as land,
        ):
            furnish(land, CHECKOUT)
            if root.architecture != PI:
                put_stand_in(land, CHECKOUT)
            steps = list(of_the_guide(guide, REPOSITORY, is_a_pi_s=root.architecture == PI))
            for row in walk(steps, land, asked.cache / "logs" / name, asked.limit):
                print(f"{row.result:<8} {row.seconds or 0:6.0f} s  {row.step}  {row.remark}", flush=True)
                rows.append(row)
            python = run_as("root", land, "python3 --version").output.strip().removeprefix("Python ") or "-"
    except NotHere as fault:
        print(f"{NOT_RUN}: {fault}", flush=True)
        rows.append(Row(WHOLE, NOT_RUN, str(fault)))
    section = Section(
        name, datetime.now(UTC).date().isoformat(), root.release, root.architecture, python, tuple(rows)
    )
    RESULTS.write_text(
        with_sections(RESULTS.read_text() if RESULTS.exists() else "", [section]), encoding="utf-8"
    )
    return section


if __name__ == "__main__":
    sys.exit(main())

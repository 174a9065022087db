"""Runs the tests of the pure layers on Pyodide: CPython 3.14 in WebAssembly, under Node.

    .venv/bin/python tests/pyodide/judge.py              # what stands in ROOMS; see RESULTS.md for its time
    .venv/bin/python tests/pyodide/judge.py tests/rules -k perft
    .venv/bin/python tests/pyodide/judge.py --report     # also writes tests/pyodide/RESULTS.md

Installs Pyodide with npm and the packages with pip into .pyodide, builds this checkout's wheel, and runs
pytest on it. What needs processes or threads is skipped, with the reason. The exit code is pytest's; 1 if
the run took longer than --limit, 2 if it can't begin.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import Timer
from time import monotonic

HERE = Path(__file__).parent
CHECKOUT = HERE.parents[1]
FOLDER = CHECKOUT / ".pyodide"
PYODIDE = FOLDER / "node_modules" / "pyodide"
RESULTS = HERE / "RESULTS.md"

ROOMS = ("core", "engine", "formats", "numbers", "recognition", "referee", "rules", "scales", "signs")
"""The folders of tests that are run: the pure layers, and `formats`."""
PACKAGES = ("msgspec", "tomli-w", "gpiozero", "pytest", "pytest-timeout", "hypothesis")
"""What these tests need beside this checkout's wheel, and what that brings."""
ALONE = ("adafruit-circuitpython-pixelbuf",)
"""What they need without what it brings, which reaches for a header of pins."""
LIMIT_SECONDS = 1800.0


class NotHere(RuntimeError):
    """What is needed is not to be had; the message says what."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How pytest ended: its exit code, its last line, and the reasons for which tests were skipped."""

    code: int
    last_line: str
    skipped: tuple[str, ...]
    wall_seconds: float
    processor_seconds: float


def main() -> int:
    """Set up, run, and report if asked to; the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--report", action="store_true", help=f"write {RESULTS.name} beside this program")
    parser.add_argument(
        "--limit", type=float, default=LIMIT_SECONDS, metavar="SECONDS", help="for the run (%(default)g)"
    )
    asked, words = parser.parse_known_args()
    try:
        python, site = installed()
    except NotHere as fault:
        print(f"judge: {fault}", file=sys.stderr)
        return 2
    outcome = run(site, words or [f"tests/{room}" for room in ROOMS], asked.limit)
    if asked.report:
        RESULTS.write_text(page(outcome, python), encoding="utf-8")
    return outcome.code


def installed() -> tuple[str, Path]:
    """Install what is needed; the version of Pyodide's Python and the folder of packages. Raises NotHere."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            raise NotHere(f"no {program} here; install Node.js 20 or newer (Debian packages nodejs and npm)")
    FOLDER.mkdir(exist_ok=True)
    shutil.copy(HERE / "package.json", FOLDER)
    must_work("npm", "install", "--silent", "--no-audit", "--no-fund", "--no-package-lock", at=FOLDER)
    info = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    python, platform = info["python"], f"pyemscripten_{info['abi_version']}_wasm32"
    short = ".".join(python.split(".")[:2])
    target = (
        *("--target", str(FOLDER / "site"), "--only-binary=:all:", "--implementation", "cp"),
        *("--python-version", short, "--abi", f"cp{short.replace('.', '')}", "--platform", platform),
    )
    for leftover in ("site", "wheel"):
        shutil.rmtree(FOLDER / leftover, ignore_errors=True)
    pip("install", *target, "-c", "constraints.txt", *PACKAGES)
    pip("wheel", "--no-deps", "--wheel-dir", str(FOLDER / "wheel"), ".")
    wheels = map(str, (FOLDER / "wheel").glob("*.whl"))
    pip("install", *target, "--no-deps", "-c", "constraints.txt", *ALONE, *wheels)
    return python, FOLDER / "site"


def pip(verb: str, *words: str) -> None:
    """Let this Python's pip work in the checkout. Raises NotHere with its last line."""
    must_work(
        sys.executable, "-m", "pip", verb, "--quiet", "--disable-pip-version-check", *words, at=CHECKOUT
    )


def must_work(*command: str, at: Path) -> None:
    """Run a command in a folder. Raises NotHere with its last line where it fails."""
    ran = subprocess.run(command, cwd=at, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if ran.returncode != 0:
        said = (ran.stdout + ran.stderr).strip().splitlines() or ["without a word"]
        raise NotHere(f"{' '.join(command[:4])} ...: {said[-1]}")


def run(site: Path, words: Sequence[str], limit_seconds: float) -> Outcome:
    """Run pytest with these arguments; everything it says is passed on as it comes."""
    began, before = monotonic(), os.times()
    options = ("-q", "-p", "no:cacheprovider", "--timeout=0", "--hypothesis-profile=landing")
    command = ("node", HERE / "run.mjs", PYODIDE, CHECKOUT, site, *options, *words)
    lines = []
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as node:
        assert node.stdout is not None
        ending = Timer(limit_seconds, node.kill)
        ending.start()
        for line in node.stdout:
            print(line, end="", flush=True)
            lines.append(line.rstrip())
        ending.cancel()
    seconds = monotonic() - began
    if seconds >= limit_seconds:
        print(f"judge: ended after {limit_seconds:g} s; give it longer: --limit", file=sys.stderr)
    after = os.times()
    processor = after.children_user + after.children_system - before.children_user - before.children_system
    skipped = tuple(line for line in lines if line.startswith("SKIPPED"))
    last = next(
        (line for line in reversed(lines) if re.search(r"\d+ (passed|failed|error)", line)), "no result"
    )
    return Outcome(
        1 if node.returncode < 0 else node.returncode, last.strip("= "), skipped, seconds, processor
    )


def page(outcome: Outcome, python: str) -> str:
    """What RESULTS.md says of a run."""
    version = json.loads((PYODIDE / "package.json").read_text(encoding="utf-8"))["version"]
    return f"""\
# The pure layers on Python {python}, in WebAssembly

Written by `tests/pyodide/judge.py --report`: pytest in Pyodide under Node, on this checkout's wheel, over
{", ".join(f"`tests/{room}`" for room in ROOMS)}, with the examples of a landing.

{datetime.now(UTC):%Y-%m-%d}, commit {commit()}, Pyodide {version}, Python {python}:

    {outcome.last_line}

It took {outcome.processor_seconds:.0f} s of a processor.

**What this can't show.** WebAssembly has no processes, threads, sockets, terminals and signals, and the Pi's
libraries have nothing to drive there: the rooms of commands, drivers, sessions, pages and services are not
run. Skipped for that reason in the rooms that are run:

{chr(10).join(f"- {line.removeprefix('SKIPPED ')}" for line in outcome.skipped) or "nothing"}
"""


def commit() -> str:
    """The commit that was tried; what is not committed is said."""

    def git(*words: str) -> str:
        return subprocess.run(
            ["git", "-C", str(CHECKOUT), *words], capture_output=True, text=True, check=True
        ).stdout.strip()

    is_changed = git("status", "--porcelain", "--", ":!tests/pyodide/RESULTS.md")
    return git("rev-parse", "--short", "HEAD") + (" with changes" if is_changed else "")


if __name__ == "__main__":
    sys.exit(main())

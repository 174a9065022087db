"""Runs the tests of the pure layers on Pyodide: CPython 3.14 in WebAssembly, under Node.

    .venv/bin/python tests/pyodide/judge.py              # the folders in ROOMS
    .venv/bin/python tests/pyodide/judge.py tests/rules -k perft

Installs Pyodide with npm and the packages with pip into .pyodide, builds this checkout's wheel, and runs
pytest on it. What needs processes or threads is skipped, with the reason. The exit code is pytest's; 1 if
the run took longer than --limit, 2 if it can't begin.

What this can't show: WebAssembly has no processes, threads, sockets, terminals and signals, and the Pi's
libraries have nothing to drive there. So the rooms of commands, drivers, sessions, pages and services are
not run.
"""

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).parent
CHECKOUT = HERE.parents[1]
FOLDER = CHECKOUT / ".pyodide"
PYODIDE = FOLDER / "node_modules" / "pyodide"

ROOMS = ("core", "engine", "formats", "numbers", "recognition", "referee", "rules", "scales", "signs")
"""The folders of tests that are run: the pure layers, and `formats`."""
PACKAGES = ("msgspec", "tomli-w", "gpiozero", "pytest", "pytest-timeout", "hypothesis")
"""What these tests need beside this checkout's wheel, and what that brings."""
ALONE = ("adafruit-circuitpython-pixelbuf",)
"""What they need without what it brings, which reaches for a header of pins."""
LIMIT_SECONDS = 1800.0


class NotHere(RuntimeError):
    """What is needed is not to be had; the message says what."""


def main() -> int:
    """Set up and run; the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--limit", type=float, default=LIMIT_SECONDS, metavar="SECONDS", help="for the run (%(default)g)"
    )
    asked, words = parser.parse_known_args()
    try:
        site = installed()
    except NotHere as fault:
        print(f"judge: {fault}", file=sys.stderr)
        return 2
    return run(site, words or [f"tests/{room}" for room in ROOMS], asked.limit)


def installed() -> Path:
    """Install what is needed; the folder of the packages. Raises NotHere."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            raise NotHere(f"no {program} here; install Node.js 20 or newer (Debian packages nodejs and npm)")
    FOLDER.mkdir(exist_ok=True)
    shutil.copy(HERE / "package.json", FOLDER)
    must_work("npm", "install", "--silent", "--no-audit", "--no-fund", "--no-package-lock", at=FOLDER)
    info = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    major, minor, *_ = info["python"].split(".")
    target = (
        *("--target", str(FOLDER / "site"), "--only-binary=:all:", "--implementation", "cp"),
        *("--python-version", f"{major}.{minor}", "--abi", f"cp{major}{minor}"),
        *("--platform", f"pyemscripten_{info['abi_version']}_wasm32"),
    )
    for leftover in ("site", "wheel"):
        shutil.rmtree(FOLDER / leftover, ignore_errors=True)
    pip("install", *target, "-c", "constraints.txt", *PACKAGES)
    pip("wheel", "--no-deps", "--wheel-dir", str(FOLDER / "wheel"), ".")
    wheels = map(str, (FOLDER / "wheel").glob("*.whl"))
    pip("install", *target, "--no-deps", "-c", "constraints.txt", *ALONE, *wheels)
    return FOLDER / "site"


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


def run(site: Path, words: Sequence[str], limit_seconds: float) -> int:
    """Run pytest with these arguments; its exit code, 1 if it took longer than that."""
    options = ("-q", "-p", "no:cacheprovider", "--timeout=0")
    command = ("node", HERE / "run.mjs", PYODIDE, CHECKOUT, site, *options, *words)
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, timeout=limit_seconds).returncode
    except subprocess.TimeoutExpired:
        print(f"judge: ended after {limit_seconds:g} s; give it longer: --limit", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())

"""Plays fixed seeds on this Python and in a site's Python, and compares what came of them.

    .venv/bin/python tests/pyodide/same_games.py --parts FOLDER          # that of `cupsim site --parts`
    .venv/bin/python tests/pyodide/same_games.py --parts FOLDER cups-4-7 king-3-2

Records must be equal byte for byte; of the traces frames, edges and decisions, floats to 1e-9: the two have
other mathematical libraries. The exit code is 0 if they are, 1 if not, 2 if it can't begin. It needs Node.js.
"""

import argparse
import json
import math
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cupsim.page.tab.archives import archive
from cupsim.page.tab.packages import packages
from cupsim.page.tab.parts import PartsError, found_in

HERE = Path(__file__).parent
NAMES = (
    *("cups-2-1", "cups-2-2", "cups-3-3", "cups-4-7", "cups-4-8", "cups-6-5"),
    *("coin-duel-1-4", "coin-duel-2-5", "coin-duel-3-6", "king-2-1", "king-4-2"),
)
TOLERANCE = 1e-9


def main() -> int:
    """Play, compare, report; the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--parts", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("names", nargs="*", default=NAMES, metavar="NAME")
    asked = parser.parse_args()
    if shutil.which("node") is None:
        print("same_games: no node here; install Node.js 20 or newer", file=sys.stderr)
        return 2
    try:
        parts = found_in(asked.parts)
    except PartsError as fault:
        print(f"same_games: {fault}", file=sys.stderr)
        return 2
    with TemporaryDirectory(prefix="same-games-") as base:
        here, there, pyodide = (Path(base) / name for name in ("here", "there", "pyodide"))
        for folder in (here, there, pyodide):
            folder.mkdir()
        for name, content in parts.pyodide.items():
            (pyodide / name).write_bytes(content)
        (archived := Path(base) / "packages.zip").write_bytes(archive({**packages(), **parts.compiled}))
        names = list(asked.names)
        subprocess.run([sys.executable, HERE / "seeds.py", here, *names], check=True)
        subprocess.run(["node", HERE / "seeds.mjs", pyodide, archived, there, *names], check=True)
        differing = [name for name in names if not report(name, here, there)]
    print(f"{len(names) - len(differing)} of {len(names)} games are the same")
    return 1 if differing else 0


def report(name: str, here: Path, there: Path) -> bool:
    """Say how a game compares; whether it is the same."""
    is_same = (here / f"{name}.record").read_bytes() == (there / f"{name}.record").read_bytes()
    lines, floats, most = 0, 0, 0.0
    faults: list[str] = []
    ours, theirs = (_lines(folder / f"{name}.trace") for folder in (here, there))
    for number, (one, other) in enumerate(zip(ours, theirs, strict=False), 1):
        lines += 1
        for where, left, right in differences(one, other):
            if isinstance(left, float) and isinstance(right, float) and math.isfinite(left):
                floats, most = floats + 1, max(most, abs(left - right))
                if math.isclose(left, right, rel_tol=TOLERANCE, abs_tol=TOLERANCE):
                    continue
            faults.append(f"line {number}, {where}: {left!r} here, {right!r} there")
    if next(ours, None) is not None or next(theirs, None) is not None:
        faults.append(f"after line {lines} only one of them goes on")
    record = "the same record" if is_same else "ANOTHER RECORD"
    print(f"{name}: {record}; {lines} lines, {floats} floats differ, by at most {most:.1e}")
    for fault in faults[:3]:
        print(f"  {fault}")
    return is_same and not faults


def _lines(path: Path) -> Iterator[Any]:
    with path.open(encoding="utf-8") as file:
        yield from map(json.loads, file)


def differences(one: Any, other: Any, where: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Each place where two plain values differ, and what stands there."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key in one:
            yield from differences(one[key], other[key], f"{where}.{key}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for index, (left, right) in enumerate(zip(one, other, strict=True)):
            yield from differences(left, right, f"{where}[{index}]")
    elif one != other or type(one) is not type(other):
        yield where, one, other


if __name__ == "__main__":
    sys.exit(main())

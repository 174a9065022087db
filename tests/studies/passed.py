"""Whether the studies' tests need to run: a digest of what they are about, as it was when they passed last.

Their own sources decide, those of the tests, and what the studies reach of the simulator. The firmware, which
changes more often, is left to `tests/run --all`, which runs them whatever has changed.
"""

import sys
from hashlib import sha256
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE.parent))

from import_graph import graph, is_within_any, modules, reached  # noqa: E402

PASSED = HERE / "passed.txt"
"""Holds the digest of the sources with which the tests passed."""
DECIDING = ("studies", "cupsim")


def sources() -> list[Path]:
    """List the modules of the studies with what they reach of the simulator, and all files of their tests."""
    found = modules({name: ROOT / "sim" / name for name in DECIDING})
    imports = graph(found)
    start = [module for module in imports if is_within_any(module, ["studies"])]
    ours = [found[module] for module in reached(imports, start)]
    return sorted([*ours, *HERE.rglob("*.py")])


def digest() -> str:
    """Return a digest of these sources, names included."""
    total = sha256()
    for path in sources():
        total.update(f"{path.relative_to(ROOT).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return total.hexdigest()


def is_unchanged() -> bool:
    """Whether the tests passed with the sources as they are."""
    return PASSED.exists() and PASSED.read_text("ascii").strip() == digest()


if __name__ == "__main__":
    PASSED.write_text(f"{digest()}\n", "ascii")

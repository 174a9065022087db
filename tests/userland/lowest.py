"""Runs tests with the lowest version of every library that pyproject.toml allows.

`python3 tests/userland/lowest.py tests/formats tests/web` takes pytest's arguments. The environment is made
in a temporary folder; nothing is left behind.
"""

import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]


def lowest(dependencies: Iterable[str]) -> Iterator[str]:
    """Every dependency at its lowest version, as pip takes it. Raises ValueError if one has none."""
    for dependency in dependencies:
        found = re.fullmatch(r"([\w.-]+)>=([\w.]+)(,<[\w.]+)?", dependency)
        if found is None:
            raise ValueError(f"pyproject.toml: {dependency!r} names no lowest version; write name>=version")
        yield f"{found[1]}=={found[2]}"


def main(arguments: list[str]) -> int:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    versions = list(lowest(project["dependencies"]))
    print("\n".join(versions), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        python = Path(folder) / "bin" / "python"
        installed = [
            python,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "-e",
            ".[test]",
        ]
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run([*installed, *versions], cwd=ROOT, check=True)
        return subprocess.run(
            [python, "-m", "pytest", "-p", "no:cacheprovider", *arguments], cwd=ROOT
        ).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

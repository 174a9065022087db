"""Makes a signed release: one archive with the program, its libraries for every Pi, and their hashes.

    .venv/bin/python firmware/release.py --to FOLDER --key SECRET

The archive cupsboard-VERSION.tar holds `setup`, the wheels for 64-bit ARM, for Python 3.11 (Bookworm), 3.13
(Trixie), and a requirements file with hashes for each of the two and each kind of lights. Beside it lie its
signature, and the file `latest` with its own for a server of the folder. It needs minisign, the network, and
on a PC the cross-compiler gcc-aarch64-linux-gnu, for the core of the engine.
"""

import argparse
import hashlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email.parser import Parser
from functools import cache
from pathlib import Path

from cupsboard import __version__
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PYTHONS = ("3.11", "3.13")
LIGHTS = ("pi-leds", "pi5-leds")
PLATFORMS = ("manylinux2014", *(f"manylinux_2_{glibc}" for glibc in range(17, 37)), "linux")
"""Bookworm has glibc 2.36, Trixie a newer one."""
PI = "aarch64"
COMPILED = ("rpi-ws281x",)
"""What nobody offers ready made: it comes as source."""
TO_COMPILE = ("setuptools", "wheel")
BESIDE = ("setup", "release.pub", "release-spare.pub", "LICENSE", "CHANGELOG.md")


@dataclass(frozen=True, slots=True)
class Target:
    """A machine that a release is for."""

    python: str
    lights: str
    processor: str

    @property
    def options(self) -> tuple[str, ...]:
        """What makes pip fetch wheels for it."""
        platforms = (word for each in PLATFORMS for word in ("--platform", f"{each}_{self.processor}"))
        python = ("--python-version", self.python, "--implementation", "cp")
        return ("--only-binary", ":all:", *python, *platforms)


class ReleaseError(RuntimeError):
    """A release that can't be made; the message says what to do."""


def main() -> int:
    """Make a release; the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--to", type=Path, required=True, metavar="FOLDER", help="where the release goes")
    parser.add_argument("--key", type=Path, required=True, metavar="SECRET", help="minisign's secret key")
    every = [f"{python}-{lights}" for python in PYTHONS for lights in LIGHTS]
    parser.add_argument("--only", choices=every, action="append", help="leave out all other libraries")
    parser.add_argument("--processor", default=PI, help="another one than a Pi's (%(default)s)")
    asked = parser.parse_args()
    try:
        _must_be_committed()
        with tempfile.TemporaryDirectory() as folder:
            content = Path(folder) / f"cupsboard-{__version__}"
            (content / "wheels").mkdir(parents=True)
            _fill(content, asked.processor, asked.only or every)
            asked.to.mkdir(parents=True, exist_ok=True)
            archive = asked.to / f"{content.name}.tar"
            pack(content, archive)
        sign(archive, asked.key, f"cupsboard {__version__}")
        latest = asked.to / "latest"
        latest.write_text(f"{__version__}\n", encoding="utf-8")
        sign(latest, asked.key, f"latest cupsboard {__version__}")
    except ReleaseError as fault:
        print(f"release: {fault}", file=sys.stderr)
        return 2
    print(f"written: {archive} ({archive.stat().st_size / 1e6:.1f} MB), latest, and the signature of each")
    return 0


def _must_be_committed() -> None:
    changed = _run("git", "-C", str(ROOT), "status", "--porcelain").splitlines()
    if changed:
        raise ReleaseError(f"{changed[0][3:]}: not committed; a release is of what is committed")


def _fill(content: Path, processor: str, targets: Sequence[str]) -> None:
    wheels = content / "wheels"
    _run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(wheels), str(ROOT))
    (own,) = wheels.glob("*.whl")
    core = _core(processor, wheels)
    pinned = dict(_pinned((ROOT / "constraints.txt").read_text(encoding="utf-8")))
    for name in (*COMPILED, *TO_COMPILE):
        _download(name, pinned, wheels, "--no-binary" if name in COMPILED else "--only-binary", name)
    for target in targets:
        python, lights = target.split("-", 1)
        lines = sorted([*_lines(own, Target(python, lights, processor), pinned, wheels), core])
        (content / f"requirements-{target}.txt").write_text("".join(lines), encoding="utf-8")
    (content / "VERSION").write_text(f"{__version__}\n", encoding="utf-8")
    for name in BESIDE:
        shutil.copy(ROOT / name, content / name)


def _core(processor: str, wheels: Path) -> str:
    """Build the core of the engine, which the program thinks quicker with, and return its line."""
    script = ROOT / "core" / "wheels.py"
    built = _run(sys.executable, str(script), "--to", str(wheels), "--processor", processor)
    wheel = Path(built.strip())
    return _line("cupsboard-core", wheel.name.split("-")[1], wheel)


def _lines(own: Path, target: Target, pinned: dict[str, str], wheels: Path) -> Iterator[str]:
    """Yield a line with the hash of each package that the program needs there, itself among them."""
    waiting: list[tuple[Path, tuple[str, ...]]] = [(own, ("pi", target.lights))]
    seen = {"cupsboard"}
    yield _line("cupsboard", __version__, own)
    while waiting:
        wheel, extras = waiting.pop()
        for name in _needs(wheel, target, extras):
            if name in seen:
                continue
            seen.add(name)
            found = _download(name, pinned, wheels, *(() if name in COMPILED else target.options))
            yield _line(name, pinned[name], found)
            if name not in COMPILED:
                waiting.append((found, ()))


def _needs(wheel: Path, target: Target, extras: tuple[str, ...]) -> Iterator[str]:
    """Yield what a wheel needs there, as its metadata say."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (each for each in archive.namelist() if re.fullmatch(r"[^/]+\.dist-info/METADATA", each))
        metadata = Parser().parsestr(archive.read(name).decode("utf-8"))
    there = {
        "platform_system": "Linux",
        "os_name": "posix",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
        "python_version": target.python,
        "python_full_version": f"{target.python}.0",
        "platform_machine": target.processor,
        "sys_platform": "linux",
    }
    for text in metadata.get_all("Requires-Dist") or []:
        needed = Requirement(text)
        if needed.marker is None or any(
            needed.marker.evaluate({**there, "extra": extra}) for extra in (*extras, "")
        ):
            yield canonicalize_name(needed.name)


def _download(name: str, pinned: dict[str, str], wheels: Path, *how: str) -> Path:
    """Fetch one package as constraints.txt pins it, and return its file."""
    if name not in pinned:
        raise ReleaseError(f"{name}: constraints.txt has no version of it; write it there")
    return _fetched(f"{name}=={pinned[name]}", wheels, how)


@cache
def _fetched(said: str, wheels: Path, how: tuple[str, ...]) -> Path:
    with tempfile.TemporaryDirectory() as folder:
        _run(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "-d", folder, *how, said)
        (found,) = Path(folder).iterdir()
        target = wheels / found.name
        if not target.exists():
            shutil.copy(found, target)
    return target


def _pinned(constraints: str) -> Iterator[tuple[str, str]]:
    for line in constraints.splitlines():
        if found := re.match(r"([\w.-]+)==([^\s;]+)", line):
            yield canonicalize_name(found[1]), found[2]


def _line(name: str, version: str, file: Path) -> str:
    return f"{name}=={version} --hash=sha256:{hashlib.sha256(file.read_bytes()).hexdigest()}\n"


def pack(content: Path, archive: Path) -> None:
    """Write a folder as an archive in which nothing but the files' names, contents and modes counts."""

    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = entry.mtime = 0
        entry.uname = entry.gname = "root"
        entry.mode = 0o755 if entry.mode & 0o100 else 0o644
        return entry

    with tarfile.open(archive, "w") as packed:
        for path in sorted((content, *content.rglob("*"))):
            packed.add(path, path.relative_to(content.parent), recursive=False, filter=plain)


def sign(file: Path, key: Path, comment: str) -> None:
    """Sign a file; the comment is covered by the signature. minisign asks for the key's password."""
    if shutil.which("minisign") is None:
        raise ReleaseError("no minisign here; install Debian's package minisign")
    done = subprocess.run(["minisign", "-S", "-s", str(key), "-m", str(file), "-t", comment])
    if done.returncode != 0:
        raise ReleaseError(f"minisign did not sign {file.name}; see above")


def _run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise ReleaseError(f"{' '.join(command[:4])}: {(done.stderr.strip().splitlines() or ['failed'])[-1]}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())

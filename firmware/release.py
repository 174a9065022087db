"""Makes a signed release: one archive with the program, its libraries for every Pi, and their hashes.

    .venv/bin/python firmware/release.py --to FOLDER --key SECRET
    .venv/bin/python firmware/release.py --pin         # whenever constraints.txt is another

The archive cupsboard-VERSION.tar holds `setup`, the wheels for 64-bit ARM, for Python 3.11 (Bookworm), 3.13
(Trixie), and a requirements file with hashes for each of the two and each kind of lights. Beside it lie its
signature, and the file `latest` with its own for a server of the folder. It needs minisign, the network, and
on a PC the cross-compiler gcc-aarch64-linux-gnu, for the core of the engine.

--pin makes no release: it fetches what constraints.txt names and writes the hashes below firmware/libraries.
By those `setup` in a copy of the repository, and a release, take these very files or none.
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
from collections.abc import Iterable, Iterator, Sequence
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
TO_BUILD = ("hatchling", *TO_COMPILE)
"""What the program and those are built with."""
LIBRARIES = ROOT / "firmware" / "libraries"
BESIDE = ("setup", "release.pub", "release-spare.pub", "LICENSE", "CHANGELOG.md")


@dataclass(frozen=True, slots=True)
class Target:
    """A machine that a release is for."""

    python: str
    lights: str
    processor: str

    def options_for(self, name: str) -> tuple[str, ...]:
        """What makes pip fetch a package for it."""
        if name in COMPILED:
            return ("--no-binary", name)
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
    parser.add_argument("--to", type=Path, metavar="FOLDER", help="where the release goes")
    parser.add_argument("--key", type=Path, metavar="SECRET", help="minisign's secret key")
    parser.add_argument("--pin", action="store_true", help="write hashes of the libraries, and no release")
    every = [f"{python}-{lights}" for python in PYTHONS for lights in LIGHTS]
    parser.add_argument("--only", choices=every, action="append", help="leave out all other libraries")
    parser.add_argument("--processor", default=PI, help="another one than a Pi's (%(default)s)")
    asked = parser.parse_args()
    if not asked.pin and (asked.to is None or asked.key is None):
        parser.error("--to and --key: say where the release goes, and which key signs it")
    try:
        if asked.pin:
            pin(asked.processor, asked.only or every)
            return 0
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


def pin(processor: str, targets: Sequence[str]) -> None:
    """Write the hash of each file that such a processor takes, for each Python and kind of lights."""
    pinned = dict(_pinned((ROOT / "constraints.txt").read_text(encoding="utf-8")))
    LIBRARIES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        wheels = Path(folder)
        own = _own(sys.executable, wheels)
        for each in targets:
            python, lights = each.split("-", 1)
            target = Target(python, lights, processor)
            _write_pins(
                LIBRARIES / f"{each}.txt", _lines(_needs(own, target, ("pi", lights)), target, pinned, wheels)
            )
        # For every Python alike.
        target = Target(PYTHONS[0], "", processor)
        _write_pins(LIBRARIES / "build.txt", _lines(TO_BUILD, target, pinned, wheels))


def _write_pins(file: Path, lines: Iterable[str]) -> None:
    file.write_text("".join(sorted(lines)), encoding="utf-8")


def _lines(wanted: Iterable[str], target: Target, pinned: dict[str, str], wheels: Path) -> Iterator[str]:
    """Yield a line with the hash of each package that is wanted there, and of each that those need."""
    waiting, seen = list(wanted), set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        if name not in pinned:
            raise ReleaseError(f"{name}: constraints.txt has no version of it; write it there")
        found = _fetched(f"{name}=={pinned[name]}", wheels, target.options_for(name))
        yield _line(name, pinned[name], found)
        if name not in COMPILED:
            waiting += _needs(found, target, ())


def _fill(content: Path, processor: str, targets: Sequence[str]) -> None:
    wheels = content / "wheels"
    with tempfile.TemporaryDirectory() as folder:
        builder = _builder(Path(folder))
        own, core = _own(builder, wheels), _core(builder, processor, wheels)
    for line in _pins("build"):
        if line.startswith(tuple(f"{name}==" for name in TO_COMPILE)):
            _fetched(line, wheels, ("--only-binary", ":all:"))
    for each in targets:
        python, lights = each.split("-", 1)
        target, pins = Target(python, lights, processor), _pins(each)
        for line in pins:
            _fetched(line, wheels, target.options_for(line.partition("==")[0]))
        lines = sorted([*pins, _line("cupsboard", __version__, own), core])
        (content / f"requirements-{each}.txt").write_text("".join(lines), encoding="utf-8")
    (content / "VERSION").write_text(f"{__version__}\n", encoding="utf-8")
    for name in BESIDE:
        shutil.copy(ROOT / name, content / name)


def _pins(name: str) -> list[str]:
    file = LIBRARIES / f"{name}.txt"
    if not file.exists():
        raise ReleaseError(f"{file}: no such file; write it with --pin")
    return file.read_text(encoding="utf-8").splitlines(keepends=True)


def _builder(folder: Path) -> str:
    """Return a Python that has what the program is built with, and nothing from an index without a hash."""
    _run(sys.executable, "-m", "venv", str(folder))
    python = str(folder / "bin" / "python")
    pins = str(LIBRARIES / "build.txt")
    _run(python, "-m", "pip", "install", "--quiet", "--require-hashes", "--only-binary", ":all:", "-r", pins)
    return python


_WITH_ITS_OWN = ("env", "PIP_NO_BUILD_ISOLATION=0")
"""pip builds with what its Python has; so this variable says it, which means the opposite of its name."""


def _own(builder: str, wheels: Path) -> Path:
    """Build the program into a folder, and return its wheel."""
    isolated = () if builder == sys.executable else _WITH_ITS_OWN
    _run(*isolated, builder, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(wheels), str(ROOT))
    (own,) = wheels.glob("cupsboard-*.whl")
    return own


def _core(builder: str, processor: str, wheels: Path) -> str:
    """Build the core of the engine, which the program thinks quicker with, and return its line."""
    script = str(ROOT / "core" / "wheels.py")
    built = _run(*_WITH_ITS_OWN, builder, script, "--to", str(wheels), "--processor", processor)
    wheel = Path(built.strip())
    return _line("cupsboard-core", wheel.name.split("-")[1], wheel)


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


@cache
def _fetched(line: str, wheels: Path, how: tuple[str, ...]) -> Path:
    """Fetch one package into a folder, by its hash if the line has one, and return its file."""
    with tempfile.TemporaryDirectory() as folder:
        wanted = Path(folder, "wanted.txt")
        wanted.write_text(line, encoding="utf-8")
        fetch = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-build-isolation")
        _run(*fetch, "-d", f"{folder}/fetched", *how, "-r", str(wanted))
        (found,) = Path(folder, "fetched").iterdir()
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

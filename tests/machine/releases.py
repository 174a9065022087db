"""Signed releases for the walk: the committed program, newer ones that do well, and newer ones that don't."""

import hashlib
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

from machine.image import CHECKOUT, NotHere

sys.path.insert(0, str(CHECKOUT / "firmware"))

from release import pack, sign

ENDS = (
    "import pathlib; [each.write_bytes(b'otherwise: ' + each.read_bytes()[::-1])"
    " for each in pathlib.Path.home().rglob('*') if each.is_file()]; raise SystemExit(1)"
)
"""It turns all files of the board into ones of its own format first."""
HANGS = "import time; time.sleep(1e9)"
PAGELESS = "asked.no_page = True"
IDLE = "import pathlib; asked.calibration = pathlib.Path('/nowhere')"


class Maker:
    """A clone of what is committed, with a key pair of its own."""

    def __init__(self, folder: Path) -> None:
        """Clone, and put a new public key into the clone."""
        self._folder, self._clone = folder, folder / "clone"
        self._secret = folder / "secret.key"
        _run("git", "clone", "--quiet", str(CHECKOUT), str(self._clone))
        public = self._clone / "release.pub"
        public.unlink()
        _run("minisign", "-G", "-W", "-p", str(public), "-s", str(self._secret))
        self._commit("A key for a walk")

    def _commit(self, why: str) -> None:
        name = ("-c", "user.name=walk", "-c", "user.email=walk@localhost")
        _run("git", "-C", str(self._clone), *name, "commit", "--quiet", "--allow-empty", "--all", "-m", why)

    def card(self, boot: Path, release: Path, profile: Path) -> None:
        """Prepare a freshly flashed card, as a maker does in the copy of the repository."""
        command = (sys.executable, "-m", "cupsboard", "setup", "card", "--release", str(release))
        where = f"PYTHONPATH={self._clone / 'firmware'}"
        _run("env", where, *command, "--profile", str(profile), str(boot))

    def first(self, to: Path, libraries: str, processor: str = "x86_64") -> Path:
        """Make a release as its makers do, with the libraries for one Python, lights and processor alone.

        The hashes that are committed are those of a Pi's files; the clone gets those of this processor's.
        """
        program = (sys.executable, str(self._clone / "firmware" / "release.py"))
        alone = ("--processor", processor, "--only", libraries)
        _run(*program, "--pin", *alone)
        self._commit("Hashes for a walk")
        _run(*program, "--to", str(to), "--key", str(self._secret), *alone)
        (archive,) = to.glob("*.tar")
        with tarfile.open(archive) as packed:
            packed.extractall(self._folder / "first", filter="data")
        return archive

    def newer(self, to: Path, version: str, fault: str = "", *, is_mixed: bool = False) -> Path:
        """Make a release with the first one's libraries and another version of the program.

        Where it `is_mixed`, the hash of the program is that of the first one's.
        """
        (first,) = (self._folder / "first").iterdir()
        content = self._folder / f"cupsboard-{version}"
        shutil.copytree(first, content)
        (old,) = content.glob("wheels/cupsboard-*.whl")
        digest = _digest(old)
        old.unlink()
        self._write("__init__.py", r"__version__ = .*", f'__version__ = "{version}"')
        if fault:
            self._write("commands/play.py", r"(def _command\(.*\n)", rf"\1    {fault}\n")
        _run(
            *(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"),
            "-w",
            str(old.parent),
            str(self._clone),
        )
        (fresh,) = content.glob("wheels/cupsboard-*.whl")
        for path in content.glob("requirements-*.txt"):
            text = re.sub(r"^cupsboard==\S+", f"cupsboard=={version}", path.read_text(), flags=re.MULTILINE)
            path.write_text(text if is_mixed else text.replace(digest, _digest(fresh)))
        (content / "VERSION").write_text(f"{version}\n")
        to.mkdir(parents=True)
        archive = to / f"{content.name}.tar"
        pack(content, archive)
        sign(archive, self._secret, f"cupsboard {version}")
        _run("git", "-C", str(self._clone), "checkout", "--quiet", ".")
        return archive

    def _write(self, name: str, pattern: str, instead: str) -> None:
        path = self._clone / "firmware" / "cupsboard" / name
        text, count = re.subn(pattern, instead, path.read_text(), count=1)
        if not count:
            raise NotHere(f"{name}: nothing there is {pattern!r} any more; the walk can't change it")
        path.write_text(text)


def tampered(archive: Path) -> None:
    """Change one byte of an archive that is signed."""
    content = bytearray(archive.read_bytes())
    content[len(content) // 2] ^= 1
    archive.write_bytes(content)


def unsigned(archive: Path) -> None:
    """Take the signature of an archive away."""
    archive.with_name(f"{archive.name}.minisig").unlink()


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _run(*command: str) -> None:
    done = subprocess.run(["nice", "-n", "10", *command], capture_output=True, text=True)
    if done.returncode != 0:
        raise NotHere(f"{' '.join(command[:3])}: {(done.stderr.strip().splitlines() or ['failed'])[-1]}")

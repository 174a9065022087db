"""What a fresh root gets before a walk: a maker with sudo and this computer's way to the archives."""

import os
import platform
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from roots import MAKER, NotHere, Ran, run_as

REPOSITORY = "/srv/cupsboard.bundle"
"""Where the committed state of this checkout lies in a root, as a file to clone from."""
WHEELS = "/srv/wheels"
_BUNDLE_OF_CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
_FOR_A_NETWORK = ("index-url", "extra-index-url", "proxy", "trusted-host", "timeout", "default-timeout")
_APT = """\
// The lines of the guide are followed by a program, which can't answer Y.
APT::Get::Assume-Yes "true";
Dpkg::Use-Pty "false";
"""
# Setting up the real one can hang for ever under qemu 7.2, and pip asks for it.
_STAND_IN = """\
Package: ca-certificates
Version: 99999999
Architecture: all
Maintainer: nobody <root@localhost>
Description: stands in for the real one; the certificates are those of the computer that emulates
"""


def furnish(root: Path, checkout: Path) -> None:
    """Make the maker, and the repository and the archives reachable. Raises NotHere."""
    _write(root / "etc/apt/apt.conf.d/50walk", _APT + _proxies_of_apt())
    bundle = _certificates()
    if bundle is not None:
        (root / _BUNDLE_OF_CERTIFICATES.lstrip("/")).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(bundle, root / _BUNDLE_OF_CERTIFICATES.lstrip("/"))
    _write(root / "etc/pip.conf", _settings_of_pip(has_bundle=bundle is not None))
    shutil.copyfile("/etc/resolv.conf", root / "etc/resolv.conf")
    _write(root / "etc/hosts", f"127.0.0.1 localhost {socket.gethostname()}\n")
    _write(root / "etc/sudoers.d/maker", f"{MAKER} ALL=(ALL) NOPASSWD: ALL\n")
    # As Raspberry Pi OS has them.
    groups = "groupadd --system --force gpio && groupadd --system --force spi"
    made = run_as("root", root, f"{groups} && useradd --create-home --shell /bin/bash {MAKER}")
    _must_have_worked("useradd", made)
    _write(root / "srv/stand-in/DEBIAN/control", _STAND_IN)
    _must_have_worked(
        "dpkg", run_as("root", root, "cd /srv && dpkg-deb --build stand-in && dpkg -i stand-in.deb")
    )
    branch = git(checkout, "branch", "--show-current").split()
    git(checkout, "bundle", "create", str(root / REPOSITORY.lstrip("/")), "HEAD", *branch)


def put_stand_in(land: Path, checkout: Path) -> None:
    """Let pip find an empty wheel for the one library that is offered for a Pi's processor alone."""
    required = re.search(
        r"^(adafruit-lgpio)==([\d.]+)", (checkout / "constraints.txt").read_text(), re.MULTILINE
    )
    if required is None:
        raise NotHere("constraints.txt names no adafruit-lgpio any more; see put_stand_in")
    name, version = required[1].replace("-", "_"), required[2]
    wheels = land / WHEELS.lstrip("/")
    wheels.mkdir(parents=True)
    about = {
        "METADATA": f"Metadata-Version: 2.1\nName: {required[1]}\nVersion: {version}\n",
        "WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "RECORD": "",
    }
    with zipfile.ZipFile(wheels / f"{name}-{version}-py3-none-any.whl", "w") as wheel:
        for file, text in about.items():
            wheel.writestr(f"{name}-{version}.dist-info/{file}", text)
    with (land / "etc/pip.conf").open("a") as settings:
        settings.write(f"find-links = {WHEELS}\n")
    _bundle_with_its_hashes(land, checkout, wheels)


def _bundle_with_its_hashes(land: Path, checkout: Path, wheels: Path) -> None:
    """Commit the hashes of what this computer's processor takes, which a Pi's are not, to what is walked."""
    with tempfile.TemporaryDirectory() as folder:
        clone, bundle = Path(folder, "clone"), land / REPOSITORY.lstrip("/")
        git(checkout, "clone", "--quiet", str(bundle), str(clone))
        pins = (sys.executable, str(clone / "firmware" / "release.py"), "--pin")
        python = run_as("root", land, "python3 -c 'import sys; print(\"%d.%d\" % sys.version_info[:2])'")
        only = ("--processor", platform.machine(), "--only", f"{python.output.strip()}-pi-leds")
        settings = {**os.environ, "PIP_FIND_LINKS": str(wheels)}
        subprocess.run([*pins, *only], check=True, env=settings)
        name = ("-c", "user.name=walk", "-c", "user.email=walk@localhost")
        git(clone, *name, "commit", "--quiet", "--all", "-m", "Hashes for a walk")
        git(clone, "bundle", "create", str(bundle), "HEAD", *git(clone, "branch", "--show-current").split())


def git(checkout: Path, *words: str) -> str:
    """What git says of a checkout, also one of another user. Raises NotHere."""
    command = ["git", "-c", "safe.directory=*", "-C", str(checkout), *words]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise NotHere(f"git {words[0]}: {done.stderr.strip()}")
    return done.stdout


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _must_have_worked(name: str, ran: Ran) -> None:
    if ran.code != 0:
        raise NotHere(f"{name}: {ran.errors.strip()}")


def _certificates() -> Path | None:
    found = _options_of_pip().get("cert") or os.environ.get("SSL_CERT_FILE")
    found = found or ssl.get_default_verify_paths().cafile
    return Path(found) if found and Path(found).is_file() else None


def _settings_of_pip(*, has_bundle: bool) -> str:
    """This computer's, but for what lies on its own disk."""
    options = {name: value for name, value in _options_of_pip().items() if name in _FOR_A_NETWORK}
    words = {
        name: [word for word in value.split() if not word.startswith("file:")]
        for name, value in options.items()
    }
    lines = [f"{name} = {' '.join(kept)}" for name, kept in words.items() if kept]
    if has_bundle:
        lines.append(f"cert = {_BUNDLE_OF_CERTIFICATES}")
    return "\n".join(["[global]", *lines, ""])


def _options_of_pip() -> dict[str, str]:
    command = [sys.executable, "-m", "pip", "config", "list"]
    listed = subprocess.run(command, capture_output=True, text=True).stdout
    # A line is global.index-url='...' or, from the environment, :env:.index-url='...'; the latter counts.
    return dict(re.findall(r"^(?:global|:env:)\.([\w-]+)='(.*)'$", listed, re.MULTILINE))


def _proxies_of_apt() -> str:
    try:
        settings = subprocess.run(["apt-config", "dump"], capture_output=True, text=True).stdout
    except FileNotFoundError:
        return ""
    return "".join(re.findall(r"^Acquire::https?::Proxy\b.*\n", settings, re.MULTILINE))

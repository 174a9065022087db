"""The script `setup` says what it would do on this very machine, and refuses what can't be, beforehand."""

import fcntl
import gzip
import hashlib
import importlib.util
import io
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import zipfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from core_built import SOURCE, library
from cupsboard.engine.core import VERSION

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "firmware"))


PI_4, PI_5 = "Raspberry Pi 4 Model B Rev 1.4", "Raspberry Pi 5 Model B Rev 1.0"
needs_mounts = pytest.mark.skipif(
    os.geteuid() != 0 or shutil.which("unshare") is None or shutil.which("dpkg-query") is None,
    reason="needs root, util-linux and Debian: the script looks at a mount namespace of its own",
)

needs_minisign = pytest.mark.skipif(
    needs_mounts.args[0] or shutil.which("minisign") is None,
    reason="needs minisign (Debian package minisign), and root for a mount namespace",
)


def said_on(model: str, tmp_path: Path, *options: str, script: Path = ROOT / "setup") -> tuple[int, str]:
    """Run the script where /proc/cpuinfo is a Pi's, nobody there to answer; its exit code and words."""
    (tmp_path / "cpuinfo").write_text(f"Model\t\t: {model}\n")
    lay = 'mount --bind "$0" /proc/cpuinfo && exec "$@"'
    command = ["unshare", "--mount", "bash", "-c", lay, tmp_path / "cpuinfo", script, *options]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


@needs_mounts
@pytest.mark.parametrize(("model", "extra"), [(PI_4, "(pi, pi-leds)"), (PI_5, "(pi, pi5-leds)")])
def test_it_shows_what_it_will_do_and_does_nothing_unless_somebody_agrees(
    model: str, extra: str, tmp_path: Path
) -> None:
    code, words = said_on(model, tmp_path, "--profile", "2x4")
    assert code == 2
    assert extra in words
    assert "between two marks into /boot/firmware/config.txt" in words
    assert words.splitlines()[-1].endswith("nobody is here to agree; say --yes, or look first with --check")
    assert not Path("/opt/cupsboard/versions").exists()


@needs_mounts
def test_a_card_that_is_put_into_another_pi_gets_the_library_of_its_lights(tmp_path: Path) -> None:
    environments = {
        line
        for model in (PI_4, PI_5)
        for line in said_on(model, tmp_path, "--check")[1].splitlines()
        if "into /opt/cupsboard/versions/" in line
    }
    assert len({line.rpartition("/")[2] for line in environments}) == 2


@needs_mounts
@pytest.mark.parametrize("options", [("--owner", "anna"), ("--owner=anna",)])
def test_it_names_the_account_that_gets_the_groups(options: tuple[str, ...], tmp_path: Path) -> None:
    _, words = said_on(PI_4, tmp_path, "--profile", "2x4", *options)
    assert "put anna into the groups gpio and spi" in words


@needs_mounts
def test_a_check_does_nothing_and_says_what_is_to_be_done(tmp_path: Path) -> None:
    code, words = said_on(PI_4, tmp_path, "--check")
    assert code == 1
    assert "  install cupsboard 0" in words


@needs_mounts
def test_it_can_be_said_from_anywhere_but_lies_beside_its_program(tmp_path: Path) -> None:
    alone = shutil.copy(ROOT / "setup", tmp_path / "setup")
    code, words = said_on(PI_4, tmp_path, "--check", script=Path(alone))
    assert code == 2
    assert "neither a copy of the repository nor a release" in words


@needs_mounts
@pytest.mark.parametrize("model", ["Raspberry Pi 2 Model B Rev 1.1", "Raspberry Pi Zero W Rev 1.1", "Laptop"])
def test_another_computer_is_refused_by_its_name(model: str, tmp_path: Path) -> None:
    code, words = said_on(model, tmp_path, "--check")
    assert (code, len(words.splitlines())) == (2, 1)
    assert words.startswith(f"setup: {model}: ")


@pytest.mark.parametrize(
    ("options", "why"), [(["--profil"], "--profil: no such option"), (["--host-name"], "--host-name: what?")]
)
def test_a_wrong_option_is_refused_in_a_line(options: list[str], why: str) -> None:
    done = subprocess.run([ROOT / "setup", *options], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"setup: {why}")


@pytest.mark.skipif(
    shutil.which("shellcheck") is None, reason="no shellcheck here (Debian package shellcheck)"
)
def test_a_shell_checker_finds_nothing_to_say() -> None:
    done = subprocess.run(["shellcheck", ROOT / "setup"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


@needs_mounts
def test_while_an_update_is_under_way_no_other_program_is_installed(tmp_path: Path) -> None:
    programs = tmp_path / "opt" / "cupsboard"
    programs.mkdir(parents=True)
    descriptor = os.open(programs, os.O_RDONLY)
    lay = 'mount --bind "$1" /opt && exec "$2" --profile 2x4 --yes'
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        words = ("-c", lay, "bash", str(programs.parent), str(ROOT / "setup"))
        code, said = said_on(PI_5, tmp_path, *words, script=Path("/bin/bash"))
    finally:
        os.close(descriptor)
    assert code == 2
    assert said.splitlines()[-1].startswith("setup: an update is under way")
    assert not list(programs.iterdir())


def said_in(root: Path, *options: str) -> tuple[int, str]:
    """Run the script where /opt, /usr/local/bin and systemd's units are those below `root`."""
    folders = ("opt", "usr/local/bin", "etc/systemd/system")
    for folder in folders:
        (root / folder).mkdir(parents=True, exist_ok=True)
    lay = " && ".join(f'mount --bind "$1/{folder}" /{folder}' for folder in folders)
    words = ("-c", f'{lay} && shift && exec "$@"', "bash", str(root), str(ROOT / "setup"), *options)
    return said_on(PI_5, root, *words, script=Path("/bin/bash"))


@needs_mounts
def test_where_nothing_of_the_board_is_there_is_nothing_to_remove(tmp_path: Path) -> None:
    code, said = said_in(tmp_path, "--remove", "--yes")
    assert (code, len(said.splitlines())) == (2, 1)
    assert "nothing of the board is installed" in said


@needs_mounts
def test_of_a_removal_that_was_cut_off_among_the_programs_the_rest_is_done(tmp_path: Path) -> None:
    said_in(tmp_path)
    programs = tmp_path / "opt" / "cupsboard"
    (programs / "versions" / "1.0-abc" / "lib").mkdir(parents=True)
    (programs / "compiled").mkdir()
    (programs / "put-on").write_text("package minisign\npackage gcc\n")
    code, said = said_in(tmp_path, "--remove")
    assert code == 2
    assert "  delete /opt/cupsboard/versions /opt/cupsboard/compiled /opt/cupsboard/put-on\n" in said
    assert (programs / "versions").exists()
    code, said = said_in(tmp_path, "--remove", "--yes")
    assert code == 0
    assert said.splitlines()[-2].startswith("Removed.")
    assert said.splitlines()[-1].startswith("  Debian's packages minisign gcc, and what came with them: sudo")
    assert not programs.exists()
    assert "nothing of the board is installed" in said_in(tmp_path, "--remove", "--yes")[1]


@needs_mounts
@pytest.mark.parametrize("name", ["current", "trusted"])
def test_of_a_removal_whose_first_name_is_gone_the_program_does_the_rest(name: str, tmp_path: Path) -> None:
    program = tmp_path / "opt" / "cupsboard" / name / "bin" / "cupsboard"
    program.parent.mkdir(parents=True)
    program.write_text('#!/bin/sh\necho "$0 $*"\n')
    program.chmod(0o755)
    code, said = said_in(tmp_path, "--remove", "--yes")
    assert (code, said) == (0, f"/opt/cupsboard/{name}/bin/cupsboard setup --remove --yes\n")


@needs_mounts
def test_no_program_is_deleted_while_a_service_is_left_that_nothing_could_take_off(tmp_path: Path) -> None:
    said_in(tmp_path)
    versions = tmp_path / "opt" / "cupsboard" / "versions"
    versions.mkdir(parents=True)
    (tmp_path / "etc/systemd/system/cupsboard.service").touch()
    code, said = said_in(tmp_path, "--remove", "--yes")
    assert (code, len(said.splitlines())) == (2, 1)
    assert "say sudo ./setup first" in said
    assert versions.exists()


def key_pair(folder: Path, public: str) -> Path:
    """Make the keys that sign; `public` lies in the folder, and the secret half is returned."""
    secret = folder / f"{public}.secret"
    subprocess.run(
        ["minisign", "-G", "-W", "-p", folder / public, "-s", secret], check=True, stdout=subprocess.DEVNULL
    )
    return secret


def signed(folder: Path, name: str, content: bytes, key: Path, comment: str) -> None:
    (folder / name).write_bytes(content)
    command = ("minisign", "-S", "-s", key, "-m", folder / name, "-t", comment)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def an_archive(version: str) -> bytes:
    """Return a release whose script says only that it is there."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name, text in {"setup": "#!/bin/sh\necho unpacked\n", "VERSION": f"{version}\n"}.items():
            entry = tarfile.TarInfo(f"cupsboard-{version}/{name}")
            entry.size, entry.mode = len(text), 0o755
            archive.addfile(entry, io.BytesIO(text.encode()))
    return packed.getvalue()


class Released:
    """A server's folder with release 9.0, and a program that has the keys of its makers."""

    def __init__(self, folder: Path) -> None:
        self.served, self.program = folder / "served", folder / "program"
        self.served.mkdir()
        self.program.mkdir()
        shutil.copy(ROOT / "setup", self.program / "setup")
        self.key, self.spare = (key_pair(self.program, name) for name in ("release.pub", "release-spare.pub"))
        self.release(self.key)

    def release(self, key: Path) -> None:
        signed(self.served, "latest", b"9.0\n", key, "latest cupsboard 9.0")
        signed(self.served, "cupsboard-9.0.tar", an_archive("9.0"), key, "cupsboard 9.0")

    def said(self, tmp_path: Path) -> tuple[int, str]:
        """Take what is served; exit code and last line."""
        serve = partial(SimpleHTTPRequestHandler, directory=str(self.served))
        with ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
            Thread(target=server.serve_forever).start()
            try:
                place = f"http://127.0.0.1:{server.server_port}"
                code, words = said_on(PI_5, tmp_path, "--from", place, script=self.program / "setup")
            finally:
                server.shutdown()
        return code, words.splitlines()[-1]


@needs_minisign
def test_a_release_at_an_address_is_taken_by_the_name_that_is_signed_as_the_latest(tmp_path: Path) -> None:
    assert Released(tmp_path).said(tmp_path) == (0, "unpacked")


@needs_minisign
@pytest.mark.parametrize(
    "name", ["latest", "latest.minisig", "cupsboard-9.0.tar", "cupsboard-9.0.tar.minisig"]
)
@pytest.mark.parametrize("fault", ["another", "missing", "endless"])
def test_a_served_file_that_is_another_or_missing_or_endless_is_refused_by_its_name(
    tmp_path: Path, name: str, fault: str
) -> None:
    served = Released(tmp_path)
    path = served.served / name
    match fault:
        case "another":
            path.write_bytes(path.read_bytes().replace(b"9", b"8"))
        case "missing":
            path.unlink()
        case "endless":
            os.truncate(path, 500_000_000)
    code, said = served.said(tmp_path)
    assert code == 2
    assert name.removesuffix(".minisig") in said or said.startswith("setup: http://127.0.0.1")
    assert said.endswith("Nothing has changed")


@needs_minisign
def test_an_older_archive_served_as_the_latest_is_refused(tmp_path: Path) -> None:
    served = Released(tmp_path)
    signed(served.served, "cupsboard-9.0.tar", an_archive("8.0"), served.key, "cupsboard 8.0")
    code, said = served.said(tmp_path)
    assert (code, "its latest is 9.0, but the archive was signed as 8.0" in said) == (2, True)


@needs_minisign
@pytest.mark.parametrize("leaked", [False, True])
def test_after_a_leak_an_owner_who_deletes_the_key_takes_what_the_spare_key_signs_alone(
    tmp_path: Path, leaked: bool
) -> None:
    served = Released(tmp_path)
    if leaked:
        (served.program / "release.pub").unlink()
        assert served.said(tmp_path)[0] == 2
    served.release(served.spare)
    assert served.said(tmp_path) == (0, "unpacked")


@needs_mounts
def test_a_check_looks_at_no_release(tmp_path: Path) -> None:
    code, said = said_on(PI_4, tmp_path, "--check", "--from", "/media/stick")
    assert (code, len(said.splitlines())) == (2, 1)
    assert "leave out --from" in said


@needs_mounts
@pytest.mark.skipif(importlib.util.find_spec("ensurepip") is None, reason="needs python3-venv")
@pytest.mark.long("an environment")
def test_of_a_program_that_can_t_be_installed_nothing_stays_on_the_card(tmp_path: Path) -> None:
    script = a_release(tmp_path / "9.0.0", "9.0.0", tmp_path / "built")
    next((tmp_path / "9.0.0" / "wheels").glob("cupsboard-*.whl")).write_bytes(b"torn")
    programs = tmp_path / "opt"
    programs.mkdir()
    lay = 'mount --bind "$1" /opt && exec "$2" --beside'
    code, said = said_on(
        PI_5, tmp_path, "-c", lay, "bash", str(programs), str(script), script=Path("/bin/bash")
    )
    assert code == 2, said
    assert said.splitlines()[-1].endswith("Nothing has changed")
    assert not list((programs / "cupsboard" / "versions").iterdir())


LIBRARY = """
import pathlib, zipfile
def build_wheel(to, config_settings=None, metadata_directory=None):
    with open({built!r}, "a") as file:
        file.write("once ")
    with zipfile.ZipFile(pathlib.Path(to, "pebble-1.0-py3-none-any.whl"), "w") as wheel:
        wheel.writestr("pebble.py", "")
        for name, text in {about!r}.items():
            wheel.writestr("pebble-1.0.dist-info/" + name, text)
    return "pebble-1.0-py3-none-any.whl"
"""
"""A library that is there as source alone, and writes down each time it is built."""


def about(name: str, version: str) -> dict[str, str]:
    """Return the files of a wheel's .dist-info folder."""
    return {
        "METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        "WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "RECORD": "",
    }


def a_release(folder: Path, version: str, built: Path) -> Path:
    """Return the script of a release that needs that library, and holds the engine's core."""
    wheels = folder / "wheels"
    wheels.mkdir(parents=True)
    files = {
        "pyproject.toml": '[build-system]\nrequires = []\nbuild-backend = "pebbles"\nbackend-path = ["."]\n',
        "pebbles.py": LIBRARY.format(built=str(built), about=about("pebble", "1.0")),
        "PKG-INFO": about("pebble", "1.0")["METADATA"],
    }
    source = wheels / "pebble-1.0.tar.gz"
    # The same bytes each time, whatever the clock says.
    with gzip.GzipFile(source, "wb", mtime=0) as pressed, tarfile.open(fileobj=pressed, mode="w") as packed:
        for name, text in files.items():
            entry = tarfile.TarInfo(f"pebble-1.0/{name}")
            entry.size = len(text.encode())
            packed.addfile(entry, io.BytesIO(text.encode()))
    program = wheels / f"cupsboard-{version}-py3-none-any.whl"
    commands = {"entry_points.txt": "[console_scripts]\ncupsboard = cupsboard:main\n"}
    with zipfile.ZipFile(program, "w") as wheel:
        wheel.writestr("cupsboard.py", "import pebble\ndef main(): pass\n")
        for name, text in (about("cupsboard", version) | commands).items():
            wheel.writestr(f"cupsboard-{version}.dist-info/{name}", text)
    core = wheels / f"cupsboard_core-{VERSION}-py3-none-linux_{platform.machine()}.whl"
    with zipfile.ZipFile(core, "w") as wheel:
        wheel.write(SOURCE.with_name("__init__.py"), "cupsboard_core/__init__.py")
        wheel.write(library()._name, "cupsboard_core/core.so")
        for name, text in about("cupsboard-core", str(VERSION)).items():
            wheel.writestr(f"cupsboard_core-{VERSION}.dist-info/{name}", text)
    python = subprocess.check_output(
        ["python3", "-c", "import sys; print('%d.%d' % sys.version_info[:2], end='')"], text=True
    )
    lines = [
        f"{path.name.split('-')[0]}=={path.name.split('-')[1].removesuffix('.tar.gz')} "
        f"--hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"
        for path in (source, program, core)
    ]
    (folder / f"requirements-{python}-pi5-leds.txt").write_text("".join(lines))
    (folder / "VERSION").write_text(f"{version}\n")
    for name in ("setup", "release.pub", "release-spare.pub"):
        shutil.copy(ROOT / name, folder / name)
    return folder / "setup"


@needs_mounts
@pytest.mark.skipif(importlib.util.find_spec("ensurepip") is None, reason="needs python3-venv")
@pytest.mark.long("two environments")
def test_a_release_brings_its_core_and_what_it_compiles_is_compiled_once_for_all_updates(
    tmp_path: Path,
) -> None:
    built, programs = tmp_path / "built", tmp_path / "opt"
    programs.mkdir()
    for version in ("9.0.0", "9.1.0"):
        script = a_release(tmp_path / version, version, built)
        lay = 'mount --bind "$1" /opt && exec "$2" --beside'
        code, words = said_on(
            PI_5, tmp_path, "-c", lay, "bash", str(programs), str(script), script=Path("/bin/bash")
        )
        assert code == 0, words
        (environment,) = (Path(line) for line in words.splitlines() if line.startswith("/opt/cupsboard/"))
        assert environment.name.startswith(version)
        inside = programs / environment.relative_to("/opt")
        assert list(inside.glob("lib/python3*/site-packages/pebble.py"))
        asked = "import ctypes, cupsboard_core as core; print(ctypes.CDLL(str(core.LIBRARY)).core_version())"
        assert int(subprocess.check_output([inside / "bin" / "python", "-c", asked])) == VERSION
    assert built.read_text() == "once "

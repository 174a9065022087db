"""Pyodide's files and the one compiled wheel, in a folder that somebody names; nothing is fetched."""

import json
import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

from cupsim.page.tab.standard_library import used

SCRIPTS = ("pyodide.mjs", "pyodide.asm.mjs")
WASM, STDLIB, LOCK = "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"
COMPILED = "msgspec"
PYODIDE = "pyodide@314.0.7"
WHEEL = (
    *("--no-deps", "--only-binary=:all:", "--python-version", "3.14", "--implementation", "cp"),
    *("--abi", "cp314", "--platform", "pyemscripten_2026_0_wasm32", f"{COMPILED}==0.22.0"),
)
HOW = f"""\
put them there:
  npm pack {PYODIDE}
  pip download {" ".join(WHEEL)}"""


class PartsError(ValueError):
    """What is needed is not there; the message names the folder, the part and the next step."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Python in WebAssembly, and the files of the wheel that is compiled for it."""

    pyodide: Mapping[str, bytes]
    compiled: Mapping[str, bytes]


def found_in(folder: Path) -> Parts:
    """The parts in a folder: Pyodide's package unpacked, packed (.tgz) or installed there, and the wheel.

    Raises PartsError.
    """
    if not folder.is_dir():
        raise PartsError(
            f"{folder}: is no folder; name the one that holds Pyodide and the wheel of {COMPILED}"
        )
    try:
        pyodide = _pyodide(folder)
        info = json.loads(pyodide[LOCK])["info"]
        pyodide[STDLIB] = used(pyodide[STDLIB])
        # Of the packages that Pyodide could fetch none is wanted.
        pyodide[LOCK] = json.dumps({"info": info, "packages": {}}).encode()
        return Parts(pyodide, _wheel(folder, info))
    except (OSError, tarfile.TarError, BadZipFile, ValueError) as fault:
        if isinstance(fault, PartsError):
            raise
        raise PartsError(f"{folder}: a part in it can't be read ({fault}); {HOW}") from None


def _pyodide(folder: Path) -> dict[str, bytes]:
    names = (*SCRIPTS, WASM, STDLIB, LOCK)
    for place in (folder, folder / "package", folder / "node_modules" / "pyodide"):
        if all((place / name).is_file() for name in names):
            return {name: (place / name).read_bytes() for name in names}
    for packed in sorted(folder.glob("pyodide-*.tgz"), reverse=True):
        with tarfile.open(packed) as archive:
            return dict(_members(archive, names))
    raise PartsError(f"{folder}: Pyodide is not there; {HOW}")


def _members(archive: tarfile.TarFile, names: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    for name in names:
        try:
            file = archive.extractfile(f"package/{name}")
        except KeyError:
            file = None
        if file is None:
            raise PartsError(f"{archive.name!s}: has no {name}; {HOW}")
        yield name, file.read()


def _wheel(folder: Path, info: Mapping[str, Any]) -> Mapping[str, bytes]:
    python = "cp" + "".join(str(info["python"]).split(".")[:2])
    tag = f"{python}-{python}-pyemscripten_{info['abi_version']}_wasm32"
    wheels = sorted(folder.glob(f"{COMPILED}-*-{tag}.whl"))
    if not wheels:
        raise PartsError(f"{folder}: no wheel {COMPILED}-*-{tag}.whl is there; {HOW}")
    with ZipFile(wheels[-1]) as archive:
        return {
            each.filename: archive.read(each)
            for each in archive.infolist()
            if not each.is_dir() and not each.filename.endswith(".pyi")
        }

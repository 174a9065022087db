"""The library of the pins for a machine that it has no wheel for.

For Python 3.13 `adafruit-lgpio` has wheels for ARM alone, and no source. It is the module of the package
`lgpio`, so that package's source is built under the other name, for the processor that the walk emulates.
"""

import re
import sys
import tarfile
import tempfile
from pathlib import Path

from machine.image import CACHE, run

SOURCE, NAME = "lgpio==0.2.2.0", "adafruit-lgpio"
PACKAGES = "gcc,libc6-dev,python3-dev,python3-pip,python3-setuptools,python3-wheel,swig"
BUILD = (
    "cd /tmp/source && PYPI=1 pip wheel --quiet --no-deps --no-index --no-build-isolation -w /tmp/wheels ."
)


def wheel_of_pins(suite: str) -> Path:
    """Return the folder of the wheel for one of Debian's releases, built there once. Raises NotHere."""
    kept = CACHE / f"pins-{suite}"
    if kept.exists():
        return kept
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE) as scratch:
        folder = Path(scratch)
        source = _renamed(folder)
        hooks = (f"copy-in {source} /tmp", f'chroot "$1" sh -c "{BUILD}"', f"copy-out /tmp/wheels {folder}")
        run(
            *("mmdebstrap", "--variant=minbase", "--format=null", f"--include={PACKAGES}"),
            *(f"--customize-hook={hook}" for hook in hooks),
            *(suite, "/dev/null"),
        )
        (folder / "wheels").rename(kept)
    return kept


def _renamed(folder: Path) -> Path:
    """Fetch the source, and give its package the other name."""
    fetched = folder / "fetched"
    fetch = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:")
    run(*fetch, "-d", str(fetched), SOURCE)
    (archive,) = fetched.iterdir()
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    source = folder / "source"
    (folder / archive.name.removesuffix(".tar.gz")).rename(source)
    script = source / "setup.py"
    text = re.sub(r"name\s*=\s*(['\"])lgpio\1", f'name="{NAME}"', script.read_text(encoding="utf-8"))
    script.write_text(text, encoding="utf-8")
    return source

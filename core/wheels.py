"""Builds the wheels of the core: `python core/wheels.py --to FOLDER`, for x86-64 and for a Pi.

For the other processor it needs its cross-compiler (Debian's gcc-aarch64-linux-gnu on a PC).
"""

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

PROCESSORS = ("x86_64", "aarch64")
NEWEST_GLIBC = 17
"""The wheels say that they run with glibc 2.17 and all later ones."""


class BuildError(RuntimeError):
    """A wheel that can't be built; the message says what to do."""


def built(processor: str, target: Path) -> Path:
    """Build the wheel for one processor into a folder, and return it. Raises BuildError."""
    compiler = f"{processor}-linux-gnu-gcc"
    if processor != platform.machine() and shutil.which(compiler) is None:
        package = compiler.replace("_", "-")
        raise BuildError(
            f"{compiler}: not there; install the compiler with apt-get install gcc-{package[:-4]}"
        )
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "pip",
                "wheel",
                "--quiet",
                "--no-deps",
                "-w",
                folder,
                str(Path(__file__).parent),
            ],
            env={**os.environ, "CUPSBOARD_CORE_FOR": processor},
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise BuildError(f"{processor}: pip wheel failed:\n{done.stderr}")
        (wheel,) = Path(folder).glob("*.whl")
        library = zipfile.ZipFile(wheel).read("cupsboard_core/core.so")
        needed = max((int(minor) for minor in re.findall(rb"GLIBC_2\.(\d+)", library)), default=0)
        if needed > NEWEST_GLIBC:
            raise BuildError(
                f"{processor}: the library needs glibc 2.{needed}, and its wheel says 2.{NEWEST_GLIBC}"
            )
        target.mkdir(parents=True, exist_ok=True)
        return Path(shutil.copy(wheel, target))


def main() -> int:
    """Build the wheels that are asked for; the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--to", type=Path, required=True, metavar="FOLDER", help="where the wheels go")
    parser.add_argument("--processor", choices=PROCESSORS, action="append", help="leave out the others")
    asked = parser.parse_args()
    try:
        for processor in asked.processor or PROCESSORS:
            print(built(processor, asked.to))
    except BuildError as fault:
        print(f"wheels: {fault}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

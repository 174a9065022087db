"""The core of the engine, built for these tests from its source, whether one is installed or not."""

import ctypes
import shutil
import subprocess
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest
from cupsboard.engine import core

SOURCE = Path(__file__).parents[2] / "core" / "cupsboard_core" / "core.c"


@cache
def library() -> ctypes.CDLL:
    """The library, built once in a process; without a compiler the tests that ask for it are skipped."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("no C compiler here: the core is not built")
    built = Path(mkdtemp()) / "core.so"
    flags = ("-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC")
    subprocess.run([compiler, *flags, "-o", built, SOURCE], check=True)
    found = core.loaded(str(built))
    assert found is not None
    return found

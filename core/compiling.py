"""Compiles the core for its wheel: for this machine, or for the processor that CUPSBOARD_CORE_FOR names.

`CC` names another compiler. A wheel for a named processor says of itself that it runs on every Linux with
glibc 2.17 or a newer one.
"""

import os
import platform
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FLAGS = ("-O3", "-Wall", "-Wextra", "-shared", "-fPIC")


class Compiling(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the compiled library into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Compile, and say what the wheel is for."""
        here, named = platform.machine(), os.environ.get("CUPSBOARD_CORE_FOR")
        processor = named or here
        compiler = os.environ.get("CC") or ("cc" if processor == here else f"{processor}-linux-gnu-gcc")
        folder = Path(self.root)
        library = folder / "build" / processor / "core.so"
        library.parent.mkdir(parents=True, exist_ok=True)
        source = folder / "cupsboard_core" / "core.c"
        subprocess.run([compiler, *FLAGS, "-o", str(library), str(source)], check=True)
        build_data["force_include"][str(library)] = "cupsboard_core/core.so"
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{'manylinux_2_17' if named else 'linux'}_{processor}"

"""The two programs from their very beginning, as a shell starts them."""

import signal
import subprocess
import sys

import pytest

_STOPPED_WHILE_LOADING = """
import os, signal, sys

class Finder:
    # The first module of the command's own asks for Ctrl-C, as a finger may while a slow card is read.
    def find_spec(self, name, path=None, target=None):
        if name == "argparse":
            os.kill(os.getpid(), signal.SIGINT)

from {program}.__main__ import main
sys.modules.pop("argparse", None)
sys.meta_path.insert(0, Finder())
sys.exit(main())
"""


@pytest.mark.parametrize("program", ["cupsboard", "cupsim"])
def test_ctrl_c_while_a_program_loads_is_no_fault(program: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", _STOPPED_WHILE_LOADING.format(program=program)],
        capture_output=True,
        text=True,
        timeout=60,
        # A program begun in the background may have been told to ignore it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler) and None,
    )
    assert (ran.returncode, ran.stderr) == (130, "")


@pytest.mark.parametrize("program", ["cupsboard", "cupsim"])
def test_a_program_can_be_run_as_a_module(program: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", program, "--version"], capture_output=True, text=True, timeout=60
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith(program)


_ON_WINDOWS = """
import sys

sys.platform = "win32"
from {program}.__main__ import main

sys.exit(main())
"""


@pytest.mark.parametrize("program", ["cupsboard", "cupsim"])
def test_windows_is_refused_with_the_way_to_linux_before_anything_else_is_loaded(program: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", _ON_WINDOWS.format(program=program), "--version"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith(f"{program}: Windows lacks what this program needs; install Linux within it")
    assert len(ran.stderr.splitlines()) == 1

"""The two programs from their very beginning, as a shell starts them."""

import sys

import pytest
from processes import ran

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
    ended = ran(sys.executable, "-c", _STOPPED_WHILE_LOADING.format(program=program))
    assert (ended.code, ended.complaints) == (130, "")


@pytest.mark.parametrize("program", ["cupsboard", "cupsim"])
def test_a_program_can_be_run_as_a_module(program: str) -> None:
    ended = ran(sys.executable, "-m", program, "--version")
    assert (ended.code, ended.complaints) == (0, "")
    assert ended.said.startswith(program)


_ON_WINDOWS = """
import sys

sys.platform = "win32"
from {program}.__main__ import main

sys.exit(main())
"""


@pytest.mark.parametrize("program", ["cupsboard", "cupsim"])
def test_windows_is_refused_with_the_way_to_linux_before_anything_else_is_loaded(program: str) -> None:
    refused = ran(sys.executable, "-c", _ON_WINDOWS.format(program=program), "--version")
    assert (refused.code, refused.said) == (2, "")
    (sentence,) = refused.complaints.splitlines()
    assert sentence.startswith(f"{program}: Windows lacks what this program needs; install Linux within it")

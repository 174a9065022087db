"""The walk through a booted machine hears what its shell says, and its page says how each step went."""

import os
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from machine.guest import Guest, Ran, WalkError
from machine.report import Row, page
from machine.walk import Walk

pytestmark = pytest.mark.skipif(
    os.geteuid() != 0, reason="the shell of the guest is root's, and so is this one"
)


@pytest.fixture
def guest(tmp_path: Path) -> Iterator[Guest]:
    """A shell of this computer in the place of a guest's."""
    ours, its = socket.socketpair()
    with subprocess.Popen(["bash", "--norc"], stdin=its, stdout=its, stderr=its) as shell:
        its.close()
        found = Guest(shell, ours, tmp_path / "console")
        found.wait_for_shell()
        yield found
        shell.kill()
        ours.close()


def test_words_of_both_streams_and_the_exit_code_come_back(guest: Guest) -> None:
    assert guest.run("echo one; echo two >&2; exit 3") == Ran(3, "one\ntwo")
    assert guest.run("printf 'no line end'") == Ran(0, "no line end")
    assert guest.must("cat </dev/null") == ""
    with pytest.raises(WalkError, match=r"false: exit code 1"):
        guest.must("false")


def test_a_machine_that_is_off_is_noticed(guest: Guest) -> None:
    guest.cut_power()
    with pytest.raises((WalkError, BrokenPipeError)):
        guest.run("true")
    assert guest.is_off(1.0)


def test_the_page_has_a_row_for_each_step_and_names_what_failed(tmp_path: Path) -> None:
    walk = Walk(disk=None, folder=tmp_path)  # type: ignore[arg-type]
    walk.step("well", lambda: "9 s")

    def fails() -> None:
        raise WalkError("no | answer\nat all")

    with pytest.raises(WalkError):
        walk.step("not well", fails)
    text = page("", "trixie", "2026-11-27", "QEMU", walk.rows)
    assert "| well | ok | 0 | 9 s |" in text
    assert "| not well | failed | 0 | no \\| answer at all |" in text
    both = page(text, "bookworm", "d", "f", [Row("a", True, 1.6)])
    assert both.index("| a | ok | 2 |  |\n") < both.index("| well | ok | 0 | 9 s |")
    again = page(both, "trixie", "d", "f", [Row("b", True, 1.6)])
    assert again == page(again, "bookworm", "d", "f", [Row("a", True, 1.6)])
    assert "| well |" not in again

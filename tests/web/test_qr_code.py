"""The page's address as a code for a phone's camera."""

import os
import pty
import re
import subprocess
import sys

import pytest
import segno
from cupsboard.web.qr_code import qr_code

UPPER, LOWER = "█▀", "█▄"


def modules_of(text: str) -> list[list[int]]:
    """The dark modules (1) as an eye sees them, two rows a line."""
    rows: list[list[int]] = []
    for line in text.splitlines():
        signs = re.fullmatch(r"\x1b\[30;107m([█▀▄ ]+)\x1b\[0m", line)
        assert signs is not None
        rows += [[int(sign in half) for sign in signs[1]] for half in (UPPER, LOWER)]
    return rows


@pytest.mark.parametrize("address", ["http://127.0.0.1:2877/", "http://[fd12:3456:789a::2]:2877/"])
def test_the_code_is_that_of_the_address_with_a_light_border(address: str) -> None:
    seen = modules_of(qr_code(address))
    code = [list(row) for row in segno.make_qr(address, error="l").matrix]
    size = len(code)
    assert [row[2 : 2 + size] for row in seen[2 : 2 + size]] == code
    assert not any(any(row) for row in (*seen[:2], *seen[2 + size :]))
    assert not any(any((*row[:2], *row[2 + size :])) for row in seen)


def test_a_code_fits_on_a_small_terminal() -> None:
    lines = qr_code("http://192.168.178.123:2877/").splitlines()
    assert len(lines) <= 20
    assert max(len(line) for line in lines) < 60


ASKED = [sys.executable, "-c", "from cupsboard.web.qr_code import can_be_shown; print(can_be_shown())"]


@pytest.mark.parametrize(("encoding", "is_shown"), [("utf-8", b"True"), ("ascii", b"False")])
def test_a_terminal_shows_a_code_if_it_knows_the_signs(encoding: str, is_shown: bytes) -> None:
    ours, theirs = pty.openpty()
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    subprocess.run(ASKED, stdout=theirs, env=environment, check=True)
    os.close(theirs)
    assert os.read(ours, 100).strip() == is_shown
    os.close(ours)


def test_a_log_shows_none() -> None:
    assert subprocess.run(ASKED, capture_output=True, check=True).stdout.strip() == b"False"

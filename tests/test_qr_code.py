"""The page's address as a code for a phone's camera."""

import re

import pytest
import segno
from cupsboard.qr_code import qr_code

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

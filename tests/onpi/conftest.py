"""What every test here needs: the real lgpio."""

from importlib.util import find_spec
from pathlib import Path

import pytest

NEEDS_NO_LGPIO = {"test_chip.py", "test_bank.py"}


@pytest.fixture(autouse=True)
def _real_lgpio(request: pytest.FixtureRequest) -> None:
    if Path(request.node.fspath).name not in NEEDS_NO_LGPIO and find_spec("lgpio") is None:
        pytest.skip("no lgpio here: PyPI has no wheel of it for x86 from Python 3.13 on; use 3.11 or 3.12")

"""Runs pytest inside Pyodide; the last expression is its exit code."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

sys.dont_write_bytecode = True
sys.path.insert(0, "/site")
# The studies are in no wheel.
sys.path.append("/checkout/sim")
os.chdir("/checkout")

import pytest  # noqa: E402 (it lies in /site)

LACKING = {
    "emscripten does not support processes": "WebAssembly has no processes",
    "can't start new thread": "WebAssembly has no threads",
}
"""What Python says where there is no such thing, and the reason for which a test is skipped then."""


class SkipsForLack:
    """Skips a test that ends because processes or threads are lacking; every other error counts."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        """See pytest."""
        with _skipped_for_lack():
            yield

    pytest_runtest_setup = pytest_runtest_call


@contextmanager
def _skipped_for_lack() -> Iterator[None]:
    try:
        yield
    except (OSError, RuntimeError) as fault:
        for error, reason in LACKING.items():
            if error in str(fault):
                raise pytest.skip.Exception(reason, _use_item_location=True) from fault
        raise


int(pytest.main(sys.argv[1:], [SkipsForLack()]))

"""How pytest runs within a campaign: it notes how long each test takes, or runs some, the fastest first.

A mutant may loop for good, so time and memory have bounds. Hypothesis draws the same examples every time, and
doesn't shrink what fails.
"""

import functools
import gc
import json
import os
import resource
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import Phase, settings

MOST_BYTES = 4 << 30
LEAST_SECONDS, TIMES_AS_LONG = 10.0, 5.0

_seconds: dict[str, float] = defaultdict(float)


def pytest_configure() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))


@pytest.hookimpl(tryfirst=True)
def pytest_collection() -> None:
    """After the project's own conftest has chosen its profile, and before any test is imported."""
    phases = (Phase.explicit, Phase.generate)
    settings.register_profile("campaign", settings(), phases=phases, database=None, derandomize=True)
    settings.load_profile("campaign")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Only the tests that may notice, the fastest first."""
    if chosen := os.environ.get("CAMPAIGN_TESTS"):
        seconds: dict[str, float] = json.loads(Path(chosen).read_text())
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in seconds])
        items[:] = sorted(
            (item for item in items if item.nodeid in seconds), key=lambda item: seconds[item.nodeid]
        )
        for item in items:
            bound = LEAST_SECONDS + TIMES_AS_LONG * seconds[item.nodeid]
            item.add_marker(pytest.mark.timeout(bound))


def pytest_runtest_setup() -> None:
    """While it is recorded which tests run a line, nothing is kept from the test before."""
    if "CAMPAIGN_SECONDS" in os.environ:
        for kept in gc.get_objects():
            if isinstance(kept, functools._lru_cache_wrapper):
                kept.cache_clear()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _seconds[report.nodeid] += report.duration


def pytest_sessionfinish() -> None:
    if seconds_file := os.environ.get("CAMPAIGN_SECONDS"):
        Path(seconds_file).write_text(json.dumps(_seconds))

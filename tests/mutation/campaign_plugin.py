"""How pytest runs within a campaign: it notes how long each test takes, or runs them in a given order.

A mutant may loop for good, so time and memory have bounds. Hypothesis draws the same examples every time, and
doesn't shrink what fails.
"""

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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests that may notice come first, the fastest of them before the others."""
    if order_file := os.environ.get("CAMPAIGN_ORDER"):
        order: dict[str, tuple[int, float]] = json.loads(Path(order_file).read_text())
        for item in items:
            _, seconds = order[item.nodeid]
            item.add_marker(pytest.mark.timeout(LEAST_SECONDS + TIMES_AS_LONG * seconds))
        items.sort(key=lambda item: order[item.nodeid])


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _seconds[report.nodeid] += report.duration


def pytest_sessionfinish() -> None:
    if seconds_file := os.environ.get("CAMPAIGN_SECONDS"):
        Path(seconds_file).write_text(json.dumps(_seconds))

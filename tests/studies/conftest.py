"""The studies' tests run where their sources have changed since they passed, with --all, and by name."""

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import passed  # noqa: E402


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip the tests of the studies where they have nothing new to say."""
    named = (Path(argument.partition("::")[0]).resolve() for argument in config.args)
    is_named = any(path.is_relative_to(HERE) for path in named)
    if config.getoption("--all", default=False) or is_named or not passed.is_unchanged():
        return
    reason = "the studies are as they were when their tests passed; tests/run --all runs them"
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.skip(reason=reason))

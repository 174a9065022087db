"""Runs a coroutine to its end beside a running Playwright, which keeps an event loop in the tests' thread."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


def run_in_own_loop(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine in a thread and an event loop of its own; return its result or raise its exception."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()

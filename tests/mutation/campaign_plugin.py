"""How pytest runs within a campaign: it notes how long each test takes, runs some of them, or judges mutants.

Judging needs no new interpreter for a mutant that changes the body of a function: the tests are collected
once, and for each mutant a fork exchanges the function's code and runs its tests until one fails.

A mutant may loop for good, so time and memory have bounds. Hypothesis draws the same examples every time, and
doesn't shrink what fails.
"""

import functools
import gc
import json
import os
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from types import CodeType, FunctionType

import pytest
from hypothesis import Phase, settings

MOST_BYTES = 4 << 30
LEAST_SECONDS, TIMES_AS_LONG = 10.0, 5.0
TOO_SLOW = "from pytest-timeout"
"""What a report says of a test that took too long."""

_seconds: dict[str, float] = defaultdict(float)
_answer_to: list[int] = []
"""In a fork: the pipe for its one answer."""


def pytest_configure() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))


@pytest.hookimpl(tryfirst=True)
def pytest_collection() -> None:
    """After the project's own conftest has chosen its profile, and before any test is imported."""
    phases = (Phase.explicit, Phase.generate)
    settings.register_profile("campaign", settings(), phases=phases, database=None, derandomize=True)
    settings.load_profile("campaign")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Only the tests that may notice, the fastest first, each with a bound on its time."""
    if chosen := os.environ.get("CAMPAIGN_TESTS"):
        seconds: dict[str, float] = json.loads(Path(chosen).read_text())
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in seconds])
        items[:] = _in_order(items, seconds)
        for item in items:
            bound = LEAST_SECONDS + TIMES_AS_LONG * seconds[item.nodeid]
            item.add_marker(pytest.mark.timeout(bound))


def pytest_runtest_setup() -> None:
    """While it is recorded which tests run a line, nothing is kept from the test before."""
    if "CAMPAIGN_SECONDS" in os.environ:
        _forget()


def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Judges mutants, if that is asked for: one line of a pipe for each, in their order."""
    if not (mutants := os.environ.get("CAMPAIGN_MUTANTS")):
        return None
    answers, most_seconds = int(os.environ["CAMPAIGN_ANSWERS"]), float(os.environ["CAMPAIGN_MOST_SECONDS"])
    for mutant in json.loads(Path(mutants).read_text()):
        fork = os.fork()
        if fork == 0:
            _answer_to.append(answers)
            _judge(session.items, mutant)
        _await(fork, answers, most_seconds)
    return True


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _seconds[report.nodeid] += report.duration
    if _answer_to and report.failed:
        is_slow = TOO_SLOW in str(report.longrepr)
        _answer(_answer_to[0], "timeout" if is_slow else "killed", report.nodeid)
        os._exit(0)


def pytest_sessionfinish() -> None:
    if seconds_file := os.environ.get("CAMPAIGN_SECONDS"):
        Path(seconds_file).write_text(json.dumps(_seconds))


def _in_order(items: Iterable[pytest.Item], seconds: dict[str, float]) -> list[pytest.Item]:
    return sorted((item for item in items if item.nodeid in seconds), key=lambda item: seconds[item.nodeid])


def _judge(items: Iterable[pytest.Item], mutant: dict) -> None:  # type: ignore[type-arg]
    """In a fork, which ends here: the first test that fails answers, or else nobody has noticed."""
    try:
        _exchange(mutant["module"], mutant["function"].split("."), mutant["source"])
        _forget()
        for item in _in_order(items, mutant["tests"]):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
    except Exception as problem:
        # A failing test doesn't come here: another interpreter will have to tell.
        _answer(_answer_to[0], "not exchanged", repr(problem))
    else:
        _answer(_answer_to[0], "survived", "")
    os._exit(0)


def _await(fork: int, answers: int, most_seconds: float) -> None:
    """Waits for a fork's end, and answers for one that can't: a recursion without end, or a wait."""
    until = time.monotonic() + most_seconds
    while True:
        ended, status = os.waitpid(fork, os.WNOHANG)
        if ended:
            if status:
                _answer(answers, "killed", "")
            return
        if time.monotonic() > until:
            os.kill(fork, signal.SIGKILL)
            os.waitpid(fork, 0)
            _answer(answers, "timeout", "")
            return
        time.sleep(0.002)


def _answer(pipe: int, outcome: str, by: str) -> None:
    os.write(pipe, (json.dumps([outcome, by]) + "\n").encode())


def _exchange(module: str, names: list[str], source: str) -> None:
    """Gives a function the code that it has in a source; some exception where that isn't possible."""
    code = compile(source, module, "exec")
    found: object = sys.modules[module]
    for name in names:
        code = next(each for each in code.co_consts if isinstance(each, CodeType) and each.co_name == name)
        found = _plain(vars(found)[name])
    if not isinstance(found, FunctionType):
        raise ValueError(f"{found!r} is no function")
    found.__code__ = code


def _plain(found: object) -> object:
    """A function without what is wrapped around it."""
    for inner in ("fget", "__func__", "func", "__wrapped__"):
        found = getattr(found, inner, None) or found
    return found


def _forget() -> None:
    """Empties everything that keeps values for later calls."""
    for kept in gc.get_objects():
        if isinstance(kept, functools._lru_cache_wrapper):
            kept.cache_clear()

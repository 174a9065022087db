"""Processes that work for another one end with it, even if it is killed."""

import re
import signal
import sys
from pathlib import Path

from processes import is_alive, started, wait_until

_PARENT = """
import sys, time
from multiprocessing import get_context
from cupsim.runs.worker import end_with_parent
if __name__ == "__main__":
    with get_context("spawn").Pool(1, end_with_parent) as pool:
        print(pool.apply(__import__("os").getpid), flush=True)
        time.sleep(600)
"""


def test_a_worker_ends_when_the_program_it_works_for_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(_PARENT)
    with started(sys.executable, script) as parent:
        worker = int(parent.until(re.compile(r"\d+"))[0])
        # The output ends when nobody holds it any more: the worker does not either.
        assert parent.end(signal.SIGKILL) == -signal.SIGKILL
        wait_until(lambda: not is_alive(worker), "the worker's end")

"""Processes that work for another one end with it, even if it is killed."""

import signal
import subprocess
import sys
from pathlib import Path

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
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        assert int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
        # The output ends when nobody holds it any more: the worker does not either.
        assert parent.stdout.read() == ""

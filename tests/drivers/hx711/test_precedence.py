"""Going first where that is allowed, and giving way all the same."""

import os
import subprocess
import sys

from cupsboard.drivers.hx711.reader_process import GIVE_WAY_SECONDS, MOST_BUSY_SECONDS, GivingWay
from hypothesis import given
from hypothesis import strategies as st

TRY = """
import os, resource, sys
from cupsboard.drivers.hx711.reader_process import go_first
if sys.argv[1] == "nobody":
    resource.setrlimit(resource.RLIMIT_RTPRIO, (0, 0))
    resource.setrlimit(resource.RLIMIT_NICE, (0, 0))
    resource.setrlimit(resource.RLIMIT_MEMLOCK, (0, 0))
    os.setuid(65534)
said = go_first().name
held = [bytes(1 << 20) for _ in range(30)]
is_real_time = os.sched_getscheduler(0) & ~os.SCHED_RESET_ON_FORK == os.SCHED_FIFO
print(said, is_real_time, os.getpriority(os.PRIO_PROCESS, 0))
"""


def tried(user: str) -> list[str]:
    result = subprocess.run([sys.executable, "-c", TRY, user], capture_output=True, text=True, check=True)
    return result.stdout.split()


def test_a_process_is_scheduled_as_it_says():
    said, is_real_time, niceness = tried("me")
    assert (said == "REAL_TIME") == (is_real_time == "True")
    if said == "NICE":
        assert int(niceness) <= -10


def test_without_any_right_it_runs_like_any_other_program():
    who = "nobody" if os.geteuid() == 0 else "me"
    said, is_real_time, _ = tried(who)
    if who == "nobody":
        assert (said, is_real_time) == ("NONE", "False")


@given(
    steps=st.lists(
        st.tuples(st.floats(0.0, 6e-3), st.floats(-0.1, 0.0) | st.floats(1e-5, 0.05)),
        min_size=1,
        max_size=200,
    )
)
def test_others_get_the_processor_however_much_there_is_to_do(steps):
    now, slept_at = 100.0, 100.0
    giving_way = GivingWay(now)
    for work, due_in in steps:
        now += work
        pause = giving_way.pause(now, now + due_in)
        if due_in > 1e-6:
            assert abs(pause - due_in) < 1e-9
        if pause:
            assert due_in > 1e-6 or pause == GIVE_WAY_SECONDS
            now += pause
            slept_at = now
        assert now - slept_at < MOST_BUSY_SECONDS

"""Programs that tests start are heard, are ended in order, and never outlive the tests."""

import os
import re
import resource
import signal
import sys
from pathlib import Path

import pytest
from processes import PATIENCE_SECONDS, is_alive, on_terminal, ran, started, wait_until

ECHO = "import sys; [print(f'heard {line.strip()}', flush=True) for line in sys.stdin]"
STAYS = "import time; print('up', flush=True); time.sleep(1000)"
SIGNALS = "import signal; print([signal.getsignal(each).name for each in (signal.SIGHUP, signal.SIGTERM)])"


def python(code: str, *arguments: str) -> tuple[str, ...]:
    return (sys.executable, "-c", code, *arguments)


def test_what_a_program_says_is_waited_for_one_after_the_other() -> None:
    with started(*python(ECHO), given="one\ntwo\none\n") as program:
        program.until("one")
        program.until("two")
        assert program.until(re.compile(r"heard (one)"))[1] == "one"
        assert program.ended() == 0
    assert program.said == "heard one\nheard two\nheard one\n"


def test_a_program_that_ends_without_the_words_is_told_of_at_once() -> None:
    with (
        started(*python("print('no')")) as program,
        pytest.raises(AssertionError, match=r"ended without 'yes'.*no"),
    ):
        program.until("yes")


def test_what_never_comes_is_told_of_when_patience_is_at_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("processes.PATIENCE_SECONDS", 0.1)
    with started(*python(STAYS)) as program:
        with pytest.raises(AssertionError, match="in vain waited for 'yes'"):
            program.until("yes")
        with pytest.raises(AssertionError, match="in vain waited for a file"):
            program.wait_until(lambda: False, "a file")
        with pytest.raises(AssertionError, match="in vain waited for its end"):
            program.ended()


def test_a_wait_has_a_part_of_the_time_of_its_test(pytestconfig: pytest.Config) -> None:
    assert 60.0 < PATIENCE_SECONDS < float(pytestconfig.getini("timeout")) / 2


def test_errors_are_apart_where_that_is_asked_for_and_output_can_go_to_a_file(tmp_path: Path) -> None:
    code = "import sys; print('out'); print('err', file=sys.stderr); sys.exit(3)"
    found = ran(*python(code))
    assert (found.code, found.said, found.complaints) == (3, "out\n", "err\n")
    with started(*python(code), out=tmp_path / "out") as program:
        assert program.ended() == 3
    assert program.complaints == "err\n"
    assert (tmp_path / "out").read_text() == "out\n"


def test_a_program_has_the_limits_that_it_is_given() -> None:
    code = "import resource; print(resource.getrlimit(resource.RLIMIT_NOFILE))"
    assert ran(*python(code), limits={resource.RLIMIT_NOFILE: 99}).said == "(99, 99)\n"


def test_a_program_has_its_signals_at_their_defaults_wherever_the_tests_were_started() -> None:
    numbers = (signal.SIGHUP, signal.SIGTERM)
    before = [signal.signal(number, signal.SIG_IGN) for number in numbers]
    try:
        assert ran(*python(SIGNALS)).said == "['SIG_DFL', 'SIG_DFL']\n"
        with started(*python(STAYS)) as program:
            program.until("up")
            assert program.end(signal.SIGHUP) == -signal.SIGHUP
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


def test_a_program_on_a_terminal_has_keys_a_size_and_settings_and_notices_that_it_is_gone() -> None:
    code = "import os, sys, tty; print(os.get_terminal_size()); tty.setraw(0); print(sys.stdin.read(1) * 3)"
    with on_terminal(*python(f"{code}; input()")) as program:
        program.until("columns=80, lines=24")
        program.wait_until(lambda: program.settings != program.before, "raw keys")
        program.type("x")
        program.until("xxx")
        program.hang_up()
        assert program.ended() == -signal.SIGHUP


def leaves_a_child(line: str) -> str:
    """A test file whose test starts a program that has a child of its own, and then does what a line says."""
    return f"""
import os, signal, sys, time
from processes import started
CHILD = "import time; print('up', flush=True); time.sleep(1000)"
PARENT = "import subprocess, sys; subprocess.run([sys.executable, '-c', sys.argv[1]])"

def test_it(tmp_path):
    with started(sys.executable, "-c", PARENT, CHILD) as program:
        program.until("up")
        print("BEGAN", program.id, *program.children(), file=sys.__stderr__, flush=True)
        {line}
"""


@pytest.mark.long("another end", but=["times out", "is killed"])
@pytest.mark.parametrize(
    ("line", "options"),
    [
        ("pass", ()),
        ("assert False", ()),
        # The timeout's own signal comes at once, so that it is never due before the program is up.
        (
            "signal.setitimer(signal.ITIMER_REAL, 0.01); time.sleep(1000)",
            ("--timeout=600", "--timeout-method=signal"),
        ),
        ("time.sleep(1000)", ("--timeout=20", "--timeout-method=thread")),
        ("program.ended()", ("--timeout=20",)),
        ("os.kill(os.getpid(), signal.SIGKILL)", ()),
    ],
    ids=["passes", "fails", "times out", "takes its worker down", "waits in vain", "is killed"],
)
def test_a_test_leaves_no_process_however_it_ends(
    tmp_path: Path, line: str, options: tuple[str, ...]
) -> None:
    path = tmp_path / "test_it.py"
    path.write_text(leaves_a_child(line))
    bare = {"PYTHONPATH": str(Path(__file__).parent), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = (sys.executable, "-m", "pytest", "-q", "-s", "-p", "pytest_timeout", *options, path)
    with started(*command, env=os.environ | bare, cwd=tmp_path) as tests:
        numbers = [int(each) for each in tests.until(re.compile(r"BEGAN (\d+ \d+)"))[1].split()]
        assert (tests.ended() == 0) == (line == "pass")
        wait_until(lambda: not any(map(is_alive, numbers)), f"the end of {numbers}")

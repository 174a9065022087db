"""The commands that serve the page, as a person starts them."""

import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import IO

import pytest
from cupsim.commands.main import main
from http_calls import get

SMALL = ("--cups", "2", "--stock", "2", "--port", "0", "--no-browser")


@contextmanager
def started(*arguments: str, on_terminal: bool = False) -> Iterator[tuple["subprocess.Popen[str]", IO[str]]]:
    command = [sys.executable, "-m", "cupsim", *arguments]
    if on_terminal:
        master, slave = pty.openpty()
        environment = {**os.environ, "TERM": "xterm"}
        program = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, text=True, env=environment
        )
        os.close(slave)
        output = os.fdopen(master, "r")
    else:
        program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert program.stdout is not None
        output = program.stdout
    try:
        yield program, output
    finally:
        if program.poll() is None:
            program.kill()
        program.wait(10)
        output.close()


def line_with(output: IO[str], pattern: str) -> "re.Match[str]":
    end = monotonic() + 60
    seen = []
    while monotonic() < end:
        line = output.readline()
        seen.append(line)
        if found := re.search(pattern, line):
            return found
    raise AssertionError(f"{pattern} is not in {''.join(seen)}")


@pytest.mark.parametrize("on_terminal", [True, False], ids=["on a terminal", "serve"])
def test_the_page_is_served_until_the_program_is_asked_to_end(on_terminal: bool) -> None:
    arguments = SMALL if on_terminal else ("serve", *SMALL)
    with started(*arguments, on_terminal=on_terminal) as (program, output):
        address = line_with(output, r"http://127\.0\.0\.1:\d+/")[0]
        page = get(address)
        assert page.status == 200
        assert "<title>" in page.text
        program.send_signal(signal.SIGINT if on_terminal else signal.SIGTERM)
        assert program.wait(10) == (130 if on_terminal else 143)
    with pytest.raises(ConnectionRefusedError):
        get(address)


def test_two_simulated_players_are_watched_a_line_a_move() -> None:
    with started("--watch-only", *SMALL) as (program, output):
        address = line_with(output, r"http://127\.0\.0\.1:\d+/")[0]
        assert line_with(output, r"1\. (South|North): drop \d\. .*pot")
        assert get(address + "hands/main.js").status == 404
        program.terminate()
        assert program.wait(10) == 143


def test_an_address_for_the_whole_network_is_one_that_answers() -> None:
    with started("serve", *SMALL, "--listen", "0.0.0.0") as (_, output):
        address = line_with(output, r"http://\S+/")[0]
        assert "0.0.0.0" not in address
        assert get(address).status == 200


def test_a_port_that_is_taken_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with started("serve", *SMALL) as (_, output):
        port = line_with(output, r"http://127\.0\.0\.1:(\d+)/")[1]
        assert main(["serve", "--cups", "2", "--port", port, "--no-browser"]) == 2
    assert re.search(rf"port {port}: .*choose another port", capsys.readouterr().err)

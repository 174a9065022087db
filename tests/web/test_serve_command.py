"""The commands that serve the page, as a person starts them."""

import re
import signal
import sys
from contextlib import AbstractContextManager
from typing import Any

import pytest
from cupsim.commands.main import main
from http_calls import get
from processes import Program, on_terminal, started

SMALL = ("--cups", "2", "--stock", "2", "--port", "0", "--no-browser")
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/")


def cupsim(*arguments: str) -> AbstractContextManager[Program]:
    return started(sys.executable, "-m", "cupsim", *arguments)


@pytest.mark.long("another way to start", but=["by itself"])
@pytest.mark.parametrize("is_on_terminal", [True, False], ids=["on a terminal", "by itself"])
def test_the_page_is_served_until_the_program_is_asked_to_end(is_on_terminal: bool) -> None:
    command = (sys.executable, "-m", "cupsim", *SMALL)
    with on_terminal(*command) if is_on_terminal else cupsim(*SMALL) as program:
        address = program.until(ADDRESS)[0]
        page = get(address)
        assert page.status == 200
        assert "<title>" in page.text
        assert program.end(signal.SIGINT if is_on_terminal else signal.SIGTERM) == (
            130 if is_on_terminal else 143
        )
    with pytest.raises(ConnectionRefusedError):
        get(address)


@pytest.mark.long("a program at life's pace")
def test_two_simulated_players_are_watched_a_line_a_move() -> None:
    with cupsim("--watch-only", *SMALL) as program:
        address = program.until(ADDRESS)[0]
        program.until(re.compile(r"1\. (South|North): drop \d\. .*pot"))
        assert get(address + "hands/main.js").status == 404
        assert program.end() == 143


def test_an_address_for_the_whole_network_is_one_that_answers() -> None:
    with cupsim(*SMALL, "--listen", "0.0.0.0") as program:
        address = program.until(re.compile(r"http://\S+/"))[0]
        assert "0.0.0.0" not in address
        assert get(address).status == 200


def test_a_port_that_is_taken_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with cupsim(*SMALL) as program:
        port = program.until(re.compile(r"http://127\.0\.0\.1:(\d+)/"))[1]
        assert main(["--cups", "2", "--port", port, "--no-browser"]) == 2
    assert re.search(rf"port {port}: .*choose another port", capsys.readouterr().err)


def test_a_click_at_the_page_opens_a_game_for_a_friend_which_is_closed_with_the_program(browser: Any) -> None:
    with cupsim(*SMALL) as program:
        page = browser.new_context(locale="en-GB").new_page()
        page.goto(program.until(ADDRESS)[0])
        page.click("#friend-open")
        reached = program.until(re.compile(r"network reaches this computer at (http://\S+/)"))[1]
        page.fill("#name", "Anna")
        page.click("#open")
        page.wait_for_selector("#invitation:visible")
        link = page.inner_text(".invitation-link")
        assert link.startswith(reached)
        friend = browser.new_context(locale="de-DE").new_page()
        friend.goto(link)
        friend.wait_for_selector("h2:has-text('Anna lädt dich ein: Cups 2 × 2')")
        program.end()
    with pytest.raises(ConnectionRefusedError):
        get(reached)

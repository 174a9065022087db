"""`cupsim setup` beside a test: the board's own program on simulated chips, and a page that owns it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from cupsboard.commands.parsers import program
from cupsboard.systemd.exit_codes import Ending
from cupsim.commands import set_up
from processes import wait_until


@contextmanager
def rehearsed(folder: Path, capsys: pytest.CaptureFixture[str], *options: str) -> Iterator[str]:
    """Give the address of the page of a board of 2x2 cups that nobody has calibrated."""
    parser = program("a command", "", "")
    set_up.define(parser)
    board = ("--cups", "2", "--seed", "7", "--sps", "10", "--beans", "kidney", "--cells", "500g")
    asked = parser.parse_args([*board, "--listen", "127.0.0.1", "--port", "0", *options])
    is_over, codes, said = Event(), list[int](), list[str]()
    running = Thread(target=lambda: codes.append(set_up.run(asked, folder, is_over.is_set)))
    running.start()

    def address() -> Any:
        said.append(capsys.readouterr().out)
        return re.search(r"the board's page: (\S+)", "".join(said))

    try:
        yield wait_until(address, "the page")[1]
    finally:
        is_over.set()
        running.join()
    assert codes in ([Ending.WELL], [Ending.TRY_AGAIN])


def own(page: Any) -> None:
    """Let the page become an owner's: open that at the board, ask, and press what the page shows."""
    hold = page.get_by_role("button", name="Hold for 4 s")
    press = page.get_by_role("button", name=re.compile("(South|Player 1)'s button"))
    hold.click()
    press.click()
    hold.click()
    page.get_by_role("button", name="Become an owner", exact=True).click()
    for part in page.inner_text(".number").split(" – "):
        page.wait_for_selector("#say:has-text('A phone asks'), #say:has-text('the next one')")
        for _ in range(int(part)):
            press.click()
        page.wait_for_selector("#say:has-text('Pressed')")
    page.wait_for_selector('h2:text-is("Calibrate")')

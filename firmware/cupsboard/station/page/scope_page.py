"""The page of a first cup: what it publishes, and how it is served."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cupsboard.procedures.scope.first_cup import FirstCup
from cupsboard.procedures.scope.recording import report
from cupsboard.procedures.scope.view import state
from cupsboard.signs.scene import Message
from cupsboard.station.page.live_page import say_address
from cupsboard.station.terminal.console import say
from cupsboard.station.terminal.scope_display import Publish
from cupsboard.station.terminal.typed_line import typed_line

FRONT = "/scope/index.html"


@contextmanager
def scope_page(address: str, port: int, recorded: Path | None) -> Iterator[Publish]:
    """Serve the page, and the file of the recording, while the block runs. Raises ServerError.

    Gives what publishes to the page.
    """
    # Only who asks for a page pays for the web libraries' time to load.
    from cupsboard.web import recording
    from cupsboard.web.app import application
    from cupsboard.web.hub import Hub
    from cupsboard.web.sections import message_section
    from cupsboard.web.server import serving
    from cupsboard.web.static_files import Pages, page_folders

    hub = Hub()

    def publish(cup: FirstCup, message: Message, now: float) -> None:
        scope = {**state(cup, now), "isRecorded": recorded is not None}
        scope["report"] = [message_section(each) for each in report(cup)]
        hub.publish({"scope": scope, "message": message_section(message), "time": now})

    pages = Pages(page_folders(), FRONT)
    app = application(hub, Hub(), pages=pages, routes=recording.routes(recorded))
    with serving(app, address, port) as where:
        say_address(where)
        yield publish


def stay() -> None:
    """Wait until Enter is typed, for phones that load the file; without a terminal return at once."""
    if sys.stdin.isatty():
        say("the page stays until you press Enter")
        typed_line("")

"""The page of a first cup: what it publishes, and how it is served."""

from collections.abc import Iterator
from contextlib import contextmanager

from cupsboard.commands.live_page import say_address
from cupsboard.commands.scope_shown import Publish
from cupsboard.procedures.scope.first_cup import FirstCup
from cupsboard.procedures.scope.view import state
from cupsboard.signs.scene import Message

FRONT = "/scope/index.html"


@contextmanager
def scope_page(address: str, port: int) -> Iterator[Publish]:
    """Serve the page while the block runs; gives what publishes to it. Raises ServerError."""
    # Only who asks for a page pays for the web libraries' time to load.
    from cupsboard.web.app import application
    from cupsboard.web.hub import Hub
    from cupsboard.web.sections import message_section
    from cupsboard.web.server import serving
    from cupsboard.web.static_files import Pages, page_folder

    hub = Hub()

    def publish(cup: FirstCup, message: Message, now: float) -> None:
        hub.publish({"scope": state(cup, now), "message": message_section(message), "time": now})

    app = application(hub, Hub(), pages=Pages([("", page_folder())], FRONT))
    with serving(app, address, port) as where:
        say_address(where)
        yield publish

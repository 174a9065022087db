"""The page of a board that is played on: what it publishes, how it is served, and where to look at it."""

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from cupsboard.commands.console import say
from cupsboard.commands.qr_code import can_be_shown, qr_code
from cupsboard.loop import Moment
from cupsboard.session.game_session import Evening
from cupsboard.session.missing_parts import MissingParts
from cupsboard.systemd.addresses import THIS_COMPUTER_ALONE
from cupsboard.web.board_view import BoardView

if TYPE_CHECKING:
    from cupsboard.web.hub import Hub
    from cupsboard.web.optional_page import OptionalPage

PUBLISH_SECONDS = 0.2
UNWATCHED_SECONDS = 1.0
"""While no page looks: one that comes is not told anything older."""


class Publisher:
    """A listener that publishes the view to open pages a few times a second; attach it after the view."""

    def __init__(self, view: BoardView, hub: "Hub", details: "Hub") -> None:
        self._view = view
        self._hub, self._details = hub, details
        self._next = 0.0

    def __call__(self, moment: Moment) -> None:
        """Publish what there is to see, if it is time or something happened."""
        if moment.decided.events or moment.edges or moment.time >= self._next:
            self._next = moment.time + (PUBLISH_SECONDS if self._hub.viewers else UNWATCHED_SECONDS)
            self._hub.publish(self._view.state())
            if self._details.viewers:
                self._details.publish(self._view.details())


def live_page(
    address: str, port: int, playing: Evening[BoardView], missing_parts: MissingParts
) -> "OptionalPage":
    """Serve the page of an evening at an address; while that fails it is missing, and tried again."""
    # Only a board that shows a page pays for the web libraries' time to load.
    from cupsboard.web import analysis, downloads, hint, legend
    from cupsboard.web.app import application
    from cupsboard.web.fronts import front_of
    from cupsboard.web.hub import Hub
    from cupsboard.web.optional_page import OptionalPage
    from cupsboard.web.server import served
    from cupsboard.web.static_files import Pages, page_folder

    hub, details = Hub(), Hub()
    playing.loop.listen(Publisher(playing.view, hub, details))
    routes = (
        *downloads.routes(playing.record),
        *analysis.routes(),
        *hint.routes(playing.record, playing.help_given),
        *legend.routes(lambda: (playing.start.profile, playing.start.game)),
    )
    pages = Pages([("", page_folder())], front_of(playing.start.game))
    app = application(hub, details, pages=pages, routes=routes)
    return OptionalPage(lambda: served(app, address, port), missing_parts, _say_address)


def _say_address(address: str) -> None:
    from cupsboard.web.own_names import by_name, own_names

    say(f"the board's page: {address}")
    if urlsplit(address).hostname in THIS_COMPUTER_ALONE:
        say("(for this computer alone; --listen 0.0.0.0 shows it to the phones in the house too)")
        return
    # Not every network passes names on: the number stands first, and in the code for phones.
    if (named := by_name(address, own_names())) is not None:
        say(f"or, where names are known: {named}")
    if can_be_shown():
        say(qr_code(address))

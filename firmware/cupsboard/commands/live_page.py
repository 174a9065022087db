"""The page of a board that is busy: what it publishes, how it is served, and where to look at it."""

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from cupsboard.commands.console import say
from cupsboard.commands.doing import Doing
from cupsboard.commands.qr_code import can_be_shown, qr_code
from cupsboard.commands.refereeing import Refereeing
from cupsboard.profile import Profile
from cupsboard.rules.games import AnyPlayersGame
from cupsboard.rules.record import Record, RecordOf
from cupsboard.session.missing_parts import MissingParts
from cupsboard.session.orders import Orders
from cupsboard.session.resume import usual
from cupsboard.systemd.addresses import THIS_COMPUTER_ALONE

if TYPE_CHECKING:
    from cupsboard.web.optional_page import OptionalPage

PUBLISH_SECONDS = 0.2
UNWATCHED_SECONDS = 1.0
"""While no page looks: one that comes is not told anything older."""


class LivePage:
    """What every page of one board shows, whatever the board turns to."""

    def __init__(self, profile: Profile, orders: Orders) -> None:
        # Only a board that shows a page pays for the web libraries' time to load.
        from cupsboard.web.hub import Hub

        self._profile, self._orders = profile, orders
        self._hub, self._details = Hub(), Hub()
        self._doing: Doing | None = None
        self._game: Refereeing | None = None
        """The game that is played, or was before something else began."""
        self._next = 0.0

    def turn_to(self, doing: Doing) -> None:
        """Show something else from now on."""
        self._doing = doing
        if isinstance(doing, Refereeing):
            self._game = doing
        self._next = 0.0

    def look(self, now: float) -> None:
        """Publish what there is to see, if it is time or something happened."""
        doing = self._doing
        if doing is None or not (doing.is_news or now >= self._next):
            return
        self._next = now + (PUBLISH_SECONDS if self._hub.viewers else UNWATCHED_SECONDS)
        self._hub.publish({**doing.view.state(), "activity": doing.section()})
        if self._details.viewers:
            self._details.publish(doing.view.details())

    def served(self, address: str, port: int, missing_parts: MissingParts) -> "OptionalPage":
        """Serve it at an address; while that fails it is missing, and tried again."""
        from cupsboard.web import analysis, downloads, hint, legend
        from cupsboard.web.app import application
        from cupsboard.web.fronts import front_of
        from cupsboard.web.optional_page import OptionalPage
        from cupsboard.web.server import served
        from cupsboard.web.static_files import Pages, page_folder

        routes = (
            *downloads.routes(self._record),
            *analysis.routes(),
            *hint.routes(self._record, self._help_given),
            *legend.routes(lambda: (self._profile, self._of_game())),
        )
        pages = Pages([("", page_folder())], front_of(self._of_game()))
        app = application(self._hub, self._details, pages=pages, routes=routes)
        return OptionalPage(lambda: served(app, address, port), missing_parts, say_address)

    def _of_game(self) -> AnyPlayersGame:
        game = self._game
        return usual(self._profile, None) if game is None else game.playing.start.game

    def _record(self) -> Record[Any]:
        """The game that is played, or was last; an empty one where none was yet. In any thread."""
        game = self._game
        return RecordOf(self._of_game(), None, ()) if game is None else game.playing.record()

    def _help_given(self) -> None:
        if self._game is not None:
            self._game.playing.help_given()


def say_address(address: str) -> None:
    """Say where a page is, so that a phone finds it too."""
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

"""The page of a board that is busy: what it publishes, how it is served, and where to look at it."""

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO
from urllib.parse import urlsplit

from cupsboard.ports import StoreError
from cupsboard.profile import Profile
from cupsboard.rules.games import AnyPlayersGame
from cupsboard.rules.record import Record, RecordOf
from cupsboard.session.missing_parts import MissingParts
from cupsboard.session.orders import Orders
from cupsboard.session.resume import usual
from cupsboard.station.club import Club
from cupsboard.station.game.refereed_game import RefereedGame
from cupsboard.station.occupation import Occupation
from cupsboard.station.terminal.console import say
from cupsboard.station.work import Invitation, Work
from cupsboard.storage.owners import Owners
from cupsboard.systemd.shared_names import THIS_COMPUTER_ALONE
from cupsboard.web.qr_code import can_be_shown, qr_code
from cupsboard.web.sections import Section

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from cupsboard.web.app import Routes
    from cupsboard.web.care import Trail
    from cupsboard.web.hub import Hub
    from cupsboard.web.optional_page import OptionalPage
    from cupsboard.web.owner import Serve

from cupsboard.rules import games
from cupsboard.scales.errors import SensingError
from cupsboard.station.files.board_files import BoardFiles

Steps = Sequence[tuple[str, bool]]
"""Activities by the names that the page has for them, each with whether it is done."""


def steps(at: BoardFiles, *, is_examined: bool) -> Steps:
    """Return what is to be done; `is_examined` says whether the board was examined since its program began.

    Who has calibrated a board is not sent back to examine it first.
    """
    if at.no_profile is not None:
        return [("profile", False), ("doctor", False), ("calibrate", False)]
    try:
        calibration = at.load_calibration()
    except (SensingError, OSError):
        calibration = None
    is_calibrated = calibration is not None
    found = [("doctor", is_examined or is_calibrated), ("calibrate", is_calibrated)]
    if at.profile.spots:
        kinds = games.of_table(len(at.profile.owners)).kinds
        return [*found, ("cups-weigh", calibration is not None and set(kinds) <= set(calibration.kinds))]
    return found


BackUp = Callable[[BinaryIO], object]
"""Writes all files of the board into one."""
PUBLISH_SECONDS = 0.2
UNWATCHED_SECONDS = 1.0
"""While no page looks: one that comes is not told anything older."""


class LivePage:
    """What every page of one board shows, whatever the board turns to."""

    def __init__(
        self, profile: Profile, orders: Orders, owners: Owners, back_up: BackUp, trace: Path
    ) -> None:
        """`trace` is where the evening's trace is being written."""
        self._profile, self._orders, self._owners = profile, orders, owners
        self._back_up, self._trace = back_up, trace
        self._is_served = False
        self.tell: Callable[[Section], object] | None = None
        """Hears each state that is published, in the board's thread; None if only pages are told."""
        self._occupation: Occupation | None = None
        self._game: RefereedGame | None = None
        """The game that is played, or was before something else began."""
        self._examined: Work | None = None
        """The latest examination that is done."""
        self._work: Work | None = None
        """The latest job, whose report an owner may have."""
        self.club: Club | None = None
        """The place of the board in a club; None for a page without."""
        self.settings: Section = {}
        """What is set, as the owner's page shows it."""
        self.steps: Steps = ()
        """The steps from a new board to its first evening, each with whether it is done."""
        self._next = 0.0
        self.say_address: Callable[[str], object] = say_address
        """Says where the page is, once it is served."""
        self._routes: list[Any] = []
        self._of_owners: list[tuple[str, str, Serve]] = []
        self._folders: list[tuple[str, Traversable]] = []
        self._modules: list[str] = []

    # Only a board that shows a page pays for the web libraries' time to load.
    @cached_property
    def _hub(self) -> "Hub":
        from cupsboard.web.hub import Hub

        return Hub()

    @cached_property
    def _details(self) -> "Hub":
        from cupsboard.web.hub import Hub

        return Hub()

    @cached_property
    def _trail(self) -> "Trail":
        from cupsboard.web.care import Trail

        return Trail(self._profile.places)

    def add(
        self, routes: "Routes", folders: "Sequence[tuple[str, Traversable]]", modules: Sequence[str]
    ) -> None:
        """Serve more than every board's page: `modules` are scripts in `folders` that the page then loads."""
        self._routes += routes
        self._folders += folders
        self._modules += modules

    def add_for_owners(self, method: str, path: str, serve: "Serve") -> None:
        """Serve something more to owners alone."""
        self._of_owners.append((method, path, serve))

    def turn_to(self, occupation: Occupation) -> None:
        """Show something else from now on."""
        self._occupation = occupation
        if isinstance(occupation, RefereedGame):
            self._game = occupation
        if isinstance(occupation, Work):
            self._work = occupation
        if isinstance(occupation, Work) and not occupation.job.takes_presses:
            self._examined = occupation
        self._next = 0.0

    @property
    def is_examined(self) -> bool:
        """Whether an examination was brought to its end since the program began."""
        return self._examined is not None and self._examined.result is not None

    def look(self, now: float) -> None:
        """Publish what there is to see, if it is served and it is time or something happened."""
        occupation = self._occupation
        is_seen = self._is_served or self.tell is not None
        if occupation is None or not is_seen or not (occupation.is_news or now >= self._next):
            return
        is_watched = self._is_served and self._hub.viewers > 0
        self._next = now + (PUBLISH_SECONDS if is_watched else UNWATCHED_SECONDS)
        state = {
            "names": self.players,
            **occupation.view.state(),
            **(occupation.playing.puzzle.section() if isinstance(occupation, RefereedGame) else {}),
            "activity": occupation.section(),
            "settings": self.settings,
            "steps": [list(step) for step in self.steps],
        }
        if self.club is not None and (club := self.club.section()) is not None:
            state["club"] = club
        if self.tell is not None:
            self.tell(state)
        if not self._is_served:
            return
        self._trail.take(state["time"], occupation.view.grams(), state.get("game", {}).get("message"))
        self._hub.publish(state)
        if self._details.viewers:
            self._details.publish(occupation.view.details())

    def served(self, address: str, port: int, missing_parts: MissingParts) -> "OptionalPage":
        """Serve it at an address; while that fails it is missing, and tried again."""
        from cupsboard.web.app import application
        from cupsboard.web.optional_page import OptionalPage
        from cupsboard.web.owner import COOKIE
        from cupsboard.web.server import served
        from cupsboard.web.static_files import SETTING_UP, Pages, front_of, page_folders

        self._is_served = True
        front = front_of(self._of_game()) if self._profile.owners else SETTING_UP
        pages = Pages([*page_folders(), *self._folders], front)
        app = application(
            self._hub,
            self._details,
            is_player=self._is_owner,
            cookie=COOKIE,
            pages=pages,
            routes=self.routes(),
            modules=self._modules,
        )
        return OptionalPage(lambda: served(app, address, port), missing_parts, self.say_address)

    def routes(self) -> "Routes":
        """Return all that may be asked of the page, beside its files and what it is told by itself."""
        from cupsboard.web import analysis, care, downloads, hint, legend
        from cupsboard.web import looks as looks_page
        from cupsboard.web.owner import OwnersPage

        if self.club is not None:
            from cupsboard.web import club_members

            self.add_for_owners("GET", club_members.ADDRESS, club_members.telling(self.club.members))
        self.add_for_owners("GET", looks_page.ADDRESS, looks_page.EveningLooks(self._trace).tell)
        self.add_for_owners("GET", care.WEIGHTS, self._trail.send)
        self.add_for_owners("GET", care.WEIGHTS_CSV, self._trail.send_csv)
        owners = OwnersPage(
            self._owners, self._is_pairing, self._orders, self._report, self._back_up, self._of_owners
        )
        return (
            *self._routes,
            *downloads.routes(self._record),
            *analysis.routes(),
            *hint.routes(self._record, self._help_given, is_shared=self._is_shared),
            *legend.routes(lambda: (self._profile, self._of_game())),
            *owners.routes(),
        )

    def _of_game(self) -> AnyPlayersGame:
        game = self._game
        return usual(self._profile, None) if game is None else game.playing.start.game

    def _record(self) -> Record[Any]:
        """The game that is played, or was last; an empty one where none was yet. In any thread."""
        game = self._game
        return RecordOf(self._of_game(), None, ()) if game is None else game.playing.record()

    @property
    def players(self) -> Section:
        """Return the names of the people who play, by their sides or seats."""
        players = () if self._game is None else self._game.playing.games.players()
        names = dict(zip(self._profile.owners, players, strict=False))
        return {side: name for side, name in names.items() if name and side != self._board_side}

    @property
    def _board_side(self) -> str | None:
        plays = None if self._game is None else self._game.plays
        return None if plays is None else plays.side.value

    def _is_owner(self, token: str) -> bool:
        try:
            return self._owners.owner_of(token) is not None
        except StoreError:
            return False

    def _is_pairing(self) -> bool:
        return isinstance(self._occupation, Invitation) and self._occupation.pairing.is_open

    def _is_shared(self) -> bool:
        is_of_club = self.club is not None and self.club.sitting is not None
        return is_of_club or (self._game is not None and self._game.view.is_shared)

    def _report(self) -> tuple[str, bytes] | None:
        result = None if self._work is None else self._work.result
        return None if result is None or result.report is None else (result.report_name, result.report())

    def _help_given(self) -> None:
        if self._game is not None:
            self._game.playing.puzzle.help_given()


def say_address(address: str) -> None:
    """Say where a page is, so that a phone finds it too."""
    from cupsboard.web.app import by_name, own_names

    say(f"the board's page: {address}")
    if urlsplit(address).hostname in THIS_COMPUTER_ALONE:
        say("(for this computer alone; --listen 0.0.0.0 shows it to the phones in the house too)")
        return
    # Not every network passes names on: the number stands first, and in the code for phones.
    if (named := by_name(address, own_names())) is not None:
        say(f"or, where names are known: {named}")
    if can_be_shown():
        say(qr_code(address))

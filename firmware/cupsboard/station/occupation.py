"""One activity of a board, a game or a job, with its lights, page and files until another takes its place."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from cupsboard.loop import Loop
from cupsboard.session.orders import Order
from cupsboard.signs.scene import Message
from cupsboard.station.game.beginning import NextGame
from cupsboard.station.jobs.job import Prepared
from cupsboard.web.sections import Section

if TYPE_CHECKING:
    # A board that plays alone loads none of this.
    from cupsboard.distance.seat import Seat
    from cupsboard.distance.sitting import Sitting

GAME, PAIRING, LYING = "game", "pairing", "lying"
"""Activities by the names that pages have for them."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The activity to begin next: a game, or a job that is prepared."""

    prepared: Prepared | None = None
    """None for a game."""
    chosen: NextGame | None = None
    """The game that players have chosen, and what the board plays; None for what the command says."""
    is_pairing: bool = False
    """Whether instead a phone may become an owner's."""
    seat: "Seat | None" = None
    """The seat at another game that is shared; None for the one that the board has, if any."""
    sitting: "Sitting | None" = None
    """The game of the club that begins; None for the one that goes on, if any."""


@dataclass(frozen=True, slots=True)
class End:
    """The board ends, with this exit code."""

    code: int


class View(Protocol):
    """Gives a page what to show of an activity."""

    def state(self) -> Section:
        """Return what everybody sees now; nothing in it changes afterwards."""

    def details(self) -> Section:
        """Return what only the curious look at; nothing in it changes afterwards."""

    def grams(self) -> list[Any]:
        """Return what lies in each place by its scale, in the places' order; "" where nothing is weighed."""

    def note(self, message: Message) -> None:
        """Take in a message about the board itself; for any thread."""


class Occupation(Protocol):
    """One thing that a board is busy with."""

    @property
    def loop(self) -> Loop:
        """Return what runs it."""

    @property
    def view(self) -> View:
        """Return what is seen of it."""

    @property
    def is_news(self) -> bool:
        """Whether something happened since this was asked last, so that pages are told at once."""

    def section(self) -> Section:
        """Return what it is, how far it has got and what may be ordered, for the owner's page."""

    def following(self) -> Plan | End | None:
        """Return what comes after it; None while it goes on."""

    def obey(self, order: Order) -> None:
        """Carry out an order that is not to begin something else. Raises OrderRefused."""

"""What connections and pages ask of the writer."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from cupsboard.distance import wire
from cupsboard.rules.places import Side

from cupsclub.store.port import RecordsError


@dataclass(frozen=True, slots=True)
class Came:
    """A client has said who it is; `token` is "" for one who only watches."""

    client: int
    token: str
    card: str = ""
    """The token of a member's browser, which it sends beside; "" without one."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A client has sent a message."""

    client: int
    message: wire.FromClient


@dataclass(frozen=True, slots=True)
class Left:
    """A client is gone."""

    client: int


class Change:
    """A change of the records that a page asks for: it judges first, writes then, and returns a value."""

    def __init__(self, change: Callable[[Any], Any], *, is_of_tournaments: bool = False) -> None:
        """`change` is given `People`, or `Tournaments`."""
        self.change, self.is_of_tournaments = change, is_of_tournaments
        self._answer: Callable[[], Any] = _unanswered

    def answered(self, value: Any) -> None:
        """Note what the change has returned, once it is committed."""
        self._answer = lambda: value

    def refused(self, why: Exception) -> None:
        """Note why nothing was changed."""

        def answer() -> Any:
            raise why

        self._answer = answer

    @property
    def answer(self) -> Any:
        """What the change returned. Raises Refusal, RecordsError, and what else it met."""
        return self._answer()


def _unanswered() -> Any:
    raise RecordsError("the server ended before it came to this")


@dataclass(frozen=True, slots=True)
class Tidings:
    """What a process tells the others that serve the same records, once it is committed."""

    games: dict[str, tuple[wire.Entry, ...]] = field(default_factory=dict)
    """What it has written in games; nothing in one that is no more."""
    tables: dict[str, dict[Side, wire.AtTable]] = field(default_factory=dict)
    """How sides are there by its clients, by game."""
    complete: dict[str, set[Side]] = field(default_factory=dict)
    """Sides whose copies have nothing that the record lacks, by game."""
    members: Sequence[int] | None = None
    """The members who are connected to it, where something in the lobby has changed."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """The process with a number has told something; with None it has ended, begun or missed something.

    Then its clients are gone until it tells of them; and it is told what it needs to know.
    """

    process: int
    told: Tidings | None


Request: TypeAlias = Came | Heard | Left | Change | Neighbour

"""What connections and pages ask of the writer."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from cupsboard.distance import wire

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


Request: TypeAlias = Came | Heard | Left | Change

"""The game that two members of a club play at this board: kept on its disk until it is over."""

from dataclasses import dataclass
from typing import Any

import msgspec

from cupsboard.distance.wire import SideName
from cupsboard.ports import Store

NAME = "club-game.json"


@dataclass(frozen=True, slots=True)
class Sitting:
    """A game of the club at this board; `number` is that of the board's own game, 0 before there is one.

    `clock` is in the words of options, "" for none. `placed` is the entry of the club's record by which both
    came here.
    """

    code: str
    game: str
    south: str
    north: str
    starter: SideName
    clock: str = ""
    number: int = 0
    placed: int = 0

    @classmethod
    def called(cls, call: dict[str, Any]) -> "Sitting":
        """Return the game of a call to which both have come. Raises KeyError and TypeError for another."""
        seats = call["seats"]
        what = call["game"], call["name"], seats["south"], seats["north"], call["starter"]
        return cls(*what, call["clock"] or "", placed=call["placed"])


def read(store: Store) -> Sitting | None:
    """Return the game that was kept; None without one, or if it can't be read. Raises StoreError."""
    content = store.read(NAME)
    try:
        return None if not content else msgspec.json.decode(content, type=Sitting)
    except (ValueError, RecursionError):
        return None


def keep(store: Store, sitting: Sitting | None) -> None:
    """Write the game down; None for none. Raises StoreError."""
    store.replace(NAME, b"" if sitting is None else msgspec.json.encode(sitting))

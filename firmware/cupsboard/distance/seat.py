"""The seat of this board at a game that it shares: kept on its disk, so that it is taken once."""

import secrets
from dataclasses import dataclass, replace

import msgspec

from cupsboard.distance import membership
from cupsboard.distance.wire import KEY_CHARACTERS, TOKEN_CHARACTERS, Invite, Join, Seated, SideName
from cupsboard.ports import Store
from cupsboard.rules.clocks import Clock

NAME = "distance.json"


@dataclass(frozen=True, slots=True)
class Seat:
    """Where a game is, and which seat at it is this board's.

    `token` is the board's secret, that of its club at the club's server; the file has "" for that one. `key`
    is that of an invitation of this board's, "" for a game of another's. `code` is "" until the server has
    opened the game. `number` is that of the board's own game on this board, 0 before there is one; `own` is
    that of the game that was put aside for it.
    """

    server: str
    token: str
    key: str = ""
    code: str = ""
    side: SideName = "south"
    game: str = ""
    starter: SideName = "south"
    number: int = 0
    clock: Clock | None = None
    """Time to think, of a game that this board opens."""
    shown: str = ""
    """The server's address for others."""
    own: int = 0
    is_ordered: bool = False
    """Whether an owner has ordered the game at the page: a board that is begun again goes on with it."""

    @classmethod
    def invited(cls, server: str, game: str, starter: SideName, token: str | None = None) -> "Seat":
        """Return a seat at a game that is still to be opened."""
        return cls(
            server, token or _drawn(TOKEN_CHARACTERS), _drawn(KEY_CHARACTERS), game=game, starter=starter
        )

    @classmethod
    def joining(cls, server: str, code: str, token: str | None = None) -> "Seat":
        """Return a seat at a game of another's that is still to be taken."""
        return cls(server, token or _drawn(TOKEN_CHARACTERS), code=code)

    @property
    def link(self) -> str:
        """The address at which a friend sits down, in any browser."""
        return f"{(self.shown or self.server).rstrip('/')}/g/{self.code}"

    @property
    def is_taken(self) -> bool:
        """Return whether the server has given this seat; from then on the game goes on without asking."""
        return self.code != "" and self.game != ""

    def wish(self, name: str) -> Invite | Join:
        """Return what asks the server for this seat."""
        if self.key:
            return Invite(self.key, self.game, name, starter=self.starter, clock=self.clock)
        return Join(self.code, name)

    def taken(self, seated: Seated) -> "Seat":
        """Return the seat as the server has given it."""
        starter = seated.starter or self.starter
        return replace(self, code=seated.game, side=seated.side, game=seated.name, starter=starter)

    def following(self, code: str) -> "Seat":
        """Return the seat at the next game of the same two, who change sides; `code` is that game's."""
        side: SideName = "north" if self.side == "south" else "south"
        return replace(self, key="", code=code, side=side, number=0)


def read(store: Store) -> Seat | None:
    """Return the seat that was kept; None without one, or if it can't be read. Raises StoreError."""
    content = store.read(NAME)
    try:
        seat = None if not content else msgspec.json.decode(content, type=Seat)
    except (ValueError, RecursionError):
        return None
    if seat is None or seat.token:
        return seat
    club = membership.read(store)
    return replace(seat, token=membership.drawn_token() if club is None else club.token)


def keep(store: Store, seat: Seat) -> None:
    """Write a seat down, without what lets into a club: backups have this file. Raises StoreError."""
    club = membership.read(store)
    is_club_s = club is not None and club.token == seat.token
    store.replace(NAME, msgspec.json.encode(replace(seat, token="") if is_club_s else seat))


def _drawn(characters: int) -> str:
    return secrets.token_hex(characters // 2)

"""The place of this board in a club: kept on its disk beside its owners, and in no backup.

Who has the token can say moves for members who sit at this board. So it is handed on with no backup, and a
backup that is put in place leaves it as it is.
"""

import secrets
from dataclasses import dataclass

import msgspec

from cupsboard.distance.wire import TOKEN_CHARACTERS
from cupsboard.ports import Store

NAME = "club.json"


@dataclass(frozen=True, slots=True)
class Membership:
    """The club of this board: its server's address, this board's secret there, and two names.

    `board` is what the club calls this board, `member` whose device it is.
    """

    server: str
    token: str
    board: str
    member: str = ""


def drawn_token() -> str:
    """Return a new secret."""
    return secrets.token_hex(TOKEN_CHARACTERS // 2)


def read(store: Store) -> Membership | None:
    """Return the place in a club; None without one, or if it can't be read. Raises StoreError."""
    content = store.read(NAME)
    try:
        return None if not content else msgspec.json.decode(content, type=Membership)
    except (ValueError, RecursionError):
        return None


def keep(store: Store, membership: Membership | None) -> None:
    """Write the place in a club down; None for no place. Raises StoreError."""
    store.replace(NAME, b"" if membership is None else msgspec.json.encode(membership))

"""Which browsers are owners of a board: rows of a database of their own, which a backup does not replace.

A token has 128 random bits, and is kept as its SHA-256 alone: who reads the file learns none. Who is revoked
stays as a row, so that no number is given twice. A damaged row costs one owner, and brings none back.
"""

import hashlib
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import RLock
from typing import TypeVar

from cupsboard.ports import Gone, StoreError
from cupsboard.signs.scene import Message
from cupsboard.storage.database import Database

NAME = "owners.sqlite"
TOKEN_BYTES = 16
INVITATION_SECONDS = 120.0
LONGEST_NAME = 40

R = TypeVar("R")
Tell = Callable[[Message], object]


@dataclass(frozen=True, slots=True)
class Owner:
    """The row of a browser that is an owner, or was one; `since` is an ISO date and time."""

    hash: str
    number: int
    name: str
    since: str
    is_revoked: bool = False


@dataclass(frozen=True, slots=True)
class Invitation:
    """The row of an invitation that nobody has accepted yet."""

    hash: str
    until: float


class Owners:
    """The owners of one board, read anew whenever it is asked for them: another program may change them.

    Any thread may ask; writes of this program wait for each other.
    """

    def __init__(
        self, folder: Path, date: Callable[[], str], seconds: Callable[[], float], tell: Tell
    ) -> None:
        """`folder` is the board's folder of state, and `date` gives the date and time of now as a text.

        `seconds` is a time that all programs of the computer share and that never jumps; `tell` hears of a
        damaged file.
        """
        self._folder, self._date, self._seconds, self._tell = folder, date, seconds, tell
        self._writing = RLock()
        self._is_told = False
        """Whether it was told that the file is damaged."""

    def listed(self) -> tuple[Owner, ...]:
        """Return all owners, the first one first. Raises StoreError where the file can't be read."""
        return tuple(each for each in self._numbered() if not each.is_revoked)

    def owner_of(self, token: str) -> Owner | None:
        """Return the owner who has a token; None if it is no owner's. Raises StoreError."""
        digest = _hash(token)
        return next((each for each in self.listed() if each.hash == digest), None)

    def add(self, name: str, instead_of: Sequence[Gone] = ()) -> str:
        """Write down one more owner; return the token, which is nowhere else. Raises StoreError."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        shown = "".join(sign for sign in name if sign.isprintable())[:LONGEST_NAME] or "?"
        with self._writing:
            number = 1 + max((each.number for each in self._numbered()), default=0)
            self._rows.keep((*instead_of, Owner(_hash(token), number, shown, self._date())))
        return token

    def revoke(self, number: int) -> bool:
        """Let an owner be none any more; return whether there was one of this number. Raises StoreError."""
        with self._writing:
            revoked = [replace(each, is_revoked=True) for each in self.listed() if each.number == number]
            if revoked:
                self._rows.keep(revoked)
        return bool(revoked)

    def invite(self) -> str:
        """Return a token that makes one browser an owner's within two minutes. Raises StoreError."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        with self._writing:
            past = [Gone(Invitation, each.hash) for each in self._found(Invitation) if not self._holds(each)]
            self._rows.keep((*past, Invitation(_hash(token), self._seconds() + INVITATION_SECONDS)))
        return token

    def accept(self, invitation: str, name: str) -> str | None:
        """Return the token of a new owner for an invitation, which holds once; None if it holds no more."""
        digest = _hash(invitation)
        with self._writing:
            if any(each.hash == digest and self._holds(each) for each in self._found(Invitation)):
                return self.add(name, [Gone(Invitation, digest)])
        return None

    def _holds(self, invitation: Invitation) -> bool:
        return 0.0 <= invitation.until - self._seconds() <= INVITATION_SECONDS

    def _numbered(self) -> Sequence[Owner]:
        return sorted(self._found(Owner), key=lambda each: each.number)

    def _found(self, table: type[R]) -> Sequence[R]:
        """Return all rows of a table; those of a damaged file that can be read, which is told and mended."""
        try:
            found: Sequence[R] = self._rows.find(table)
            self._is_told = False
        except StoreError:
            found = self._rows.legible(table)
            with self._writing, suppress(StoreError):
                if not self._is_told:
                    self._is_told = True
                    self._tell(Message("notes.owner-missing", {"file": NAME}))
                self._rows.mended()
        return found

    @property
    def _rows(self) -> Database:
        # Another program may have mended the file: it is never one that was known before.
        return Database(self._folder / NAME, (Owner, Invitation))


def _hash(token: str) -> str:
    # 128 random bits need no salt, and no slow digest.
    return hashlib.sha256(token.encode()).hexdigest()

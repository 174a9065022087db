"""Which browsers are owners of a board: a log to which lines are added, so that two programs may write it.

    {"owner": 1, "hash": "9f86d081...", "name": "phone", "since": "2026-11-27T21:04"}
    {"invitation": "60303ae2...", "until": 5231.5}
    {"accepted": "60303ae2..."}
    {"revoked": 1}

A token has 128 random bits, and is kept as its SHA-256 alone: who reads the file learns none.
"""

import hashlib
import json
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import RLock
from typing import Any

from cupsboard.ports import Store
from cupsboard.signs.scene import Message

NAME = "owners.log"
TOKEN_BYTES = 16
INVITATION_SECONDS = 120.0
LONGEST_NAME = 40

Tell = Callable[[Message], object]


@dataclass(frozen=True, slots=True)
class Owner:
    """A browser that is an owner; `since` is an ISO date and time."""

    number: int
    name: str
    since: str
    hash: str


class Owners:
    """The owners of one board, read anew whenever it is asked for them: another program may change them.

    Any thread may ask; writes of this program wait for each other.
    """

    def __init__(
        self, store: Store, date: Callable[[], str], seconds: Callable[[], float], tell: Tell
    ) -> None:
        """`seconds` is a time that all programs of the computer share and that never jumps.

        `date` gives the date and time of now as a text; `tell` hears of a damaged file.
        """
        self._store, self._date, self._seconds, self._tell = store, date, seconds, tell
        self._writing = RLock()

    def listed(self) -> tuple[Owner, ...]:
        """Return all owners, the first one first. Raises StoreError where the file can't be read."""
        owners: dict[int, Owner] = {}
        for line in self._lines():
            match line:
                case {"owner": int(number), "hash": str(digest), "name": str(name), "since": str(since)}:
                    owners[number] = Owner(number, name, since, digest)
                case {"revoked": int(number)}:
                    owners.pop(number, None)
        return tuple(owners.values())

    def owner_of(self, token: str) -> Owner | None:
        """Return the owner who has a token; None if it is no owner's. Raises StoreError."""
        digest = _hash(token)
        return next((each for each in self.listed() if each.hash == digest), None)

    def add(self, name: str) -> str:
        """Write down one more owner; return the token, which is nowhere else. Raises StoreError."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        shown = "".join(sign for sign in name if sign.isprintable())[:LONGEST_NAME] or "?"
        with self._writing:
            number = 1 + max((line.get("owner", 0) for line in self._lines()), default=0)
            self._write({"owner": number, "hash": _hash(token), "name": shown, "since": self._date()})
        return token

    def revoke(self, number: int) -> bool:
        """Let an owner be none any more; return whether there was one of this number. Raises StoreError."""
        with self._writing:
            if number not in [each.number for each in self.listed()]:
                return False
            self._write({"revoked": number})
        return True

    def invite(self) -> str:
        """Return a token that makes one browser an owner's within two minutes. Raises StoreError."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        with self._writing:
            self._write({"invitation": _hash(token), "until": self._seconds() + INVITATION_SECONDS})
        return token

    def accept(self, invitation: str, name: str) -> str | None:
        """Return the token of a new owner for an invitation, which holds once; None if it holds no more."""
        digest = _hash(invitation)
        with self._writing:
            if not 0.0 <= self._end_of(digest) - self._seconds() <= INVITATION_SECONDS:
                return None
            self._write({"accepted": digest})
            return self.add(name)

    def _end_of(self, digest: str) -> float:
        """Return when an invitation ends; 0 if there is none, or it has been accepted."""
        until = 0.0
        for line in self._lines():
            match line:
                case {"invitation": str(invited), "until": float(end)} if invited == digest:
                    until = end
                case {"accepted": str(used)} if used == digest:
                    until = 0.0
        return until

    def _lines(self) -> Iterator[dict[str, Any]]:
        content = self._store.read(NAME) or b""
        found = []
        # What a power cut has torn off was never answered.
        for line in content.split(b"\n")[:-1]:
            try:
                read = json.loads(line)
            except ValueError:
                read = None
            if not isinstance(read, dict):
                kept = self._store.set_aside(NAME)
                why = f"{NAME}: a line can't be read; the board has no owner now"
                self._tell(Message("notes.set-aside", {"why": why, "name": kept}))
                return iter(())
            found.append(read)
        return iter(found)

    def _write(self, line: dict[str, Any]) -> None:
        whole = [json.dumps(each) for each in self._lines()]
        content = self._store.read(NAME) or b""
        if content and not content.endswith(b"\n"):
            self._store.replace(NAME, "".join(f"{each}\n" for each in whole).encode())
        self._store.append(NAME, f"{json.dumps(line)}\n".encode())


def _hash(token: str) -> str:
    # 128 random bits need no salt, and no slow digest.
    return hashlib.sha256(token.encode()).hexdigest()

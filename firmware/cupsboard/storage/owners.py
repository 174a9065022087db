"""Which browsers are owners of a board: a log to which lines are added, so that two programs may write it.

    8b1d2f90 {"owner": 1, "hash": "9f86d081...", "name": "phone", "since": "2026-11-27T21:04"}
    1f0c77ab {"invitation": "60303ae2...", "until": 5231.5}
    d0393c55 {"accepted": "60303ae2..."}
    5a21e6f4 {"revoked": 1}

A token has 128 random bits, and is kept as its SHA-256 alone: who reads the file learns none.

Each line begins with the CRC-32 of its text. A damaged line costs what it said, one owner at most: before
each line stands an empty one, so that no damage joins two lines; and what takes something back stands twice.
"""

import hashlib
import json
import secrets
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import RLock
from typing import Any

from cupsboard.ports import Store, StoreError, aside_names
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
        self._damaged = b""
        """The damaged content that was told of last."""

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
            # One of a revocation whose owner's line is damaged is not given again either.
            given = [line[key] for line in self._lines() for key in ("owner", "revoked") if key in line]
            number = 1 + max(given, default=0)
            self._write({"owner": number, "hash": _hash(token), "name": shown, "since": self._date()})
        return token

    def revoke(self, number: int) -> bool:
        """Let an owner be none any more; return whether there was one of this number. Raises StoreError."""
        with self._writing:
            if number not in [each.number for each in self.listed()]:
                return False
            self._write({"revoked": number}, times=2)
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
            self._write({"accepted": digest}, times=2)
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

    def _lines(self) -> Sequence[dict[str, Any]]:
        content = self._store.read(NAME) or b""
        # What a power cut has torn off was never answered.
        written = [line for line in content.split(b"\n")[:-1] if line]
        read = {line: _read(line) for line in written}
        if None in read.values():
            self._mend(content, [line for line in written if read[line] is not None])
        return [found for line in written if (found := read[line]) is not None]

    def _mend(self, content: bytes, whole: Sequence[bytes]) -> None:
        """Keep a copy of a damaged file, and leave the `whole` lines alone in it; tell that once."""
        with self._writing, suppress(StoreError):
            if content == self._damaged or content != self._store.read(NAME):
                return
            self._damaged = content
            aside = next(each for each in aside_names(NAME) if self._store.read(each) is None)
            self._tell(Message("notes.owner-missing", {"file": NAME}))
            self._store.replace(aside, content)
            self._store.replace(NAME, b"".join(b"\n%s\n" % line for line in whole))

    def _write(self, line: dict[str, Any], times: int = 1) -> None:
        text = json.dumps(line).encode()
        self._store.append(NAME, b"\n%08x %s\n" % (zlib.crc32(text), text) * times)


def _read(line: bytes) -> dict[str, Any] | None:
    """Return what a line says; None for a damaged one."""
    check, _, text = line.partition(b" ")
    if check != b"%08x" % zlib.crc32(text):
        return None
    found: dict[str, Any] = json.loads(text)
    return found


def _hash(token: str) -> str:
    # 128 random bits need no salt, and no slow digest.
    return hashlib.sha256(token.encode()).hexdigest()

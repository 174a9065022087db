"""A backup that an owner's page sends, checked as a whole and kept for the next start; a proposed profile."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response

from cupsboard.formats.private_files import private
from cupsboard.profile import ProfileError
from cupsboard.signs.scene import Message
from cupsboard.storage.backup import Backup, BackupError
from cupsboard.web.owner import refusal, refused
from cupsboard.web.work import fetched

ADDRESS = "/owner/restore"
PROFILE_ADDRESS = "/owner/profile.toml"
LARGEST_BYTES = 128 * 1024 * 1024

Check = Callable[[Path], Backup]
"""Reads a backup. Raises BackupError for one that can't be put in place."""


class Restoring:
    """Takes in one backup at a time."""

    def __init__(self, pending: Path, check: Check, begin_anew: Callable[[], Awaitable[object]]) -> None:
        """`pending` is where the next start looks for a backup; `begin_anew` brings that start about."""
        self._pending, self._check, self._begin_anew = pending, check, begin_anew
        self._is_busy = False

    async def take(self, request: Request) -> Response:
        """Answer what the backup in the body holds; the board begins anew with it, if it is whole."""
        if "origin" not in request.headers:
            return refused("no-origin", 409)
        if self._is_busy:
            return refusal(Message("restored.busy"), 429)
        self._is_busy = True
        arriving = self._pending.with_suffix(".new")
        try:
            return await self._taken(request, arriving)
        except ClientDisconnect:
            return Response(status_code=400)
        except BackupError as fault:
            return refused("because", 422, why=str(fault))
        except OSError as fault:
            return refusal(Message("restored.not-kept", {"why": fault.strerror or str(fault)}), 503)
        finally:
            self._is_busy = False
            arriving.unlink(missing_ok=True)

    async def _taken(self, request: Request, arriving: Path) -> Response:
        # Beside the board's files: what is held in memory the smallest board hasn't got.
        with open(arriving, "wb", opener=private) as file:
            if not await fetched(request, file.write, LARGEST_BYTES):
                return refusal(Message("restored.too-large", {"megabytes": LARGEST_BYTES >> 20}), 413)
            os.fsync(file.fileno())
        found = await asyncio.to_thread(self._check, arriving)
        arriving.replace(self._pending)
        await self._begin_anew()
        taken = Message("restored.taken", {"count": len(found.prints), "date": found.made})
        return refusal(taken, 200)


def proposing(make: Callable[[Mapping[str, str]], bytes]) -> Callable[[Request], Awaitable[Response]]:
    """Return the handler that answers with the profile `make` makes of the answers in the address."""

    async def propose(request: Request) -> Response:
        try:
            return PlainTextResponse(make(dict(request.query_params)))
        except ProfileError as fault:
            return PlainTextResponse(f"{fault}\n", 422)

    return propose

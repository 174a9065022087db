"""Codes of eight letters over HTTP: how often they may be tried, by one household and by all together.

To look whether a code holds costs the server a twentieth of a second on purpose. So one is looked at after
the other, beside the writer, and in all no more than the server can spare: strangers who try codes from many
addresses keep others from coming in by a code, and no member from playing.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from cupsboard.distance.verdict import Refusal
from cupsboard.web.guard import Pace
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request

from cupsclub.people import lock_of
from cupsclub.web.neighbours import Budgets, Neighbours
from cupsclub.web.sockets import household

WRONG_A_SECOND, WRONG_AT_ONCE = 1 / 20, 20.0
"""Wrong codes of one household: guessing one of almost 10^12 takes for ever."""
LOCKS_A_SECOND, LOCKS_AT_ONCE = 1.0, 30.0
"""Codes of all households together that are looked at, or drawn."""
Result = TypeVar("Result")


class Paces:
    """How much each household may ask for."""

    def __init__(self, neighbours: Neighbours, what: str, a_second: float, at_once: float) -> None:
        """All processes together count `what` they ask for."""
        self._budgets = Budgets(neighbours, what, a_second, at_once)

    def is_spent(self, request: Request) -> bool:
        """Return whether a household has to wait."""
        now = _clock()
        return self._budgets.pace(_house(request), now).debt_seconds(now) > 0

    def spend(self, request: Request, count: float = 1.0) -> None:
        """Count one more; -1 takes one back."""
        self._budgets.spend(_house(request), count, _clock())


class Codes:
    """Turns codes into their locks, within these limits. Raises HTTPException 429 beyond them."""

    def __init__(self, salt: Callable[[], Awaitable[str]], neighbours: Neighbours) -> None:
        """`salt` reads that of the club."""
        self._salt, self._wrong = salt, Paces(neighbours, "wrong codes", WRONG_A_SECOND, WRONG_AT_ONCE)
        self._all: Pace | None = None
        self._turn = asyncio.Lock()

    async def lock(self, code: str) -> str:
        """Return the lock of a code, however the code is spelt."""
        now = _clock()
        pace = self._all or Pace.begun(LOCKS_A_SECOND, LOCKS_AT_ONCE, now)
        if pace.debt_seconds(now) > 0:
            raise HTTPException(429, "Many codes are tried here just now; try again in a minute.")
        self._all = pace.spent(1.0, now)
        plain = "".join(each for each in code.upper() if each.isalnum())
        async with self._turn:
            return await run_in_threadpool(lock_of, plain, await self._salt())

    async def tried(self, request: Request, attempt: Callable[[], Awaitable[Result]]) -> Result:
        """Return what a secret lets do; who says wrong ones again and again has to wait."""
        if self._wrong.is_spent(request):
            raise HTTPException(429, "Many wrong codes came from your network; try again in some minutes.")
        # Counted before it is known to be wrong, so that many at once are no more than one after the other.
        self._wrong.spend(request)
        is_wrong = False
        try:
            return await attempt()
        except Refusal:
            is_wrong = True
            raise
        finally:
            if not is_wrong:
                self._wrong.spend(request, -1.0)


def _clock() -> float:
    return asyncio.get_running_loop().time()


def _house(request: Request) -> str:
    return "" if request.client is None else household(request.client.host)

"""Files that are on their way from pages: only so many at once; for one more an older one goes."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

MOST_UNDER_WAY = 4
"""Each may fill as much of a disk as a file may have bytes."""


@dataclass(frozen=True, slots=True, eq=False)
class _Arrival:
    address: str
    patience: asyncio.Timeout


class Arrivals:
    """For one more than there may be, the oldest goes of the address that sends most."""

    def __init__(self) -> None:
        self._under_way: list[_Arrival] = []

    @asynccontextmanager
    async def one(self, address: str) -> AsyncIterator[None]:
        """Let a file arrive in the block, which raises TimeoutError when it has to make room."""
        if len(self._under_way) >= MOST_UNDER_WAY:
            self._let_one_go()
        async with asyncio.timeout(None) as patience:
            arrival = _Arrival(address, patience)
            self._under_way.append(arrival)
            try:
                yield
            finally:
                if arrival in self._under_way:
                    self._under_way.remove(arrival)

    def _let_one_go(self) -> None:
        [(most, _)] = Counter(each.address for each in self._under_way).most_common(1)
        oldest = next(each for each in self._under_way if each.address == most)
        self._under_way.remove(oldest)
        oldest.patience.reschedule(asyncio.get_running_loop().time())

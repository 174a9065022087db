"""The second worker of a tab in this process: the same helper, which works when the loop has time."""

import asyncio
from collections.abc import Callable

from cupsim.page.tab.helper import Helper


class LocalHelper:
    """A `far.FarHelper` whose messages arrive one after the other."""

    def __init__(self, heard: Callable[[str], None], arriving: Callable[..., object] | None = None) -> None:
        self._heard, self._arriving = heard, arriving or asyncio.get_running_loop().call_soon
        self.is_ended = False
        self._helper = Helper(self._say)

    def post(self, text: str) -> None:
        self._arriving(self._work, text)

    def end(self) -> None:
        self.is_ended = True

    def _work(self, text: str) -> None:
        if not self.is_ended:
            self._helper.heard(text)

    def _say(self, text: str) -> None:
        if not self.is_ended:
            self._heard(text)

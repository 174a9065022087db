"""Foreign engines that are waited for where no page or terminal could stand still meanwhile."""

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from cupsboard.engine.foreign import command_of
from cupsboard.rules.game import Plan
from cupsboard.rules.games import AnyGame
from cupsboard.session.engine_process import Say

from cupsim.people.thinking import Decision, Thinker, at_once
from cupsim.runs.thinking_aside import ThinkersAside

LOOK_SECONDS = 0.002
_COMPLAIN: Say = partial(print, file=sys.stderr)


class ThinkersAwaited:
    """Makes players whose decision is awaited when one is asked for; see `Thinkers`. Close it at the end."""

    def __init__(self, say: Say = _COMPLAIN) -> None:
        """`say` is told when an engine fails."""
        self._aside = ThinkersAside(say)

    def __call__(self, name: str, game: AnyGame, seed: int) -> Thinker:
        """See `Thinkers`. Only a foreign engine needs a process."""
        if command_of(name) is None:
            return at_once(name, game, seed)
        return _Awaited(self._aside(name, game, seed))

    def close(self) -> None:
        """End the engines; nobody decides any more."""
        self._aside.close()


@dataclass(frozen=True, slots=True)
class _Awaited:
    """Asks a thinker again and again. An engine that does not answer has failed in the end, which ends it."""

    thinker: Thinker

    def decided(self, position: Any, plans: Sequence[Plan], random: Random) -> Decision:
        while (decision := self.thinker.decided(position, plans, random)) is None:
            time.sleep(LOOK_SECONDS)
        return decision

    def begin(self, position: Any) -> None:
        self.thinker.begin(position)

    def hurry(self) -> None:
        self.thinker.hurry()

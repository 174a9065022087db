"""Power cuts in a race: at any instant, in the midst of what is worst, and in the middle of writes."""

from collections.abc import Callable
from enum import Enum
from random import Random
from typing import Any

from cupsboard.referee.king_of_the_cups.states import Race, TellingDice

from cupsim.runs.king_of_the_cups.evening import RaceEvening
from cupsim.runs.power_cuts import CutStore

LEAST_BETWEEN, MOST_BETWEEN = 3.0, 30.0
"""Seconds from one cut to the next wish for one."""
LONGEST_WAIT_SECONDS = 30.0
"""What is waited for may never come: then the power goes at any instant."""
MOST_LATER_SECONDS = 1.5
MOST_WRITES = 6
DARK_SECONDS = (0.5, 15.0)


class When(Enum):
    """In the midst of what the power goes."""

    ANYTHING = "anything"
    RACE = "a race"
    WRONG_GRAB = "a wrong grab"
    QUESTION = "a question"
    TELLING = "a telling"
    WRITE = "a write"

    __hash__ = object.__hash__


class Cuts:
    """Draws when the power is cut; keeps the store that survives, and what a cut write has lost."""

    def __init__(self, random: Random) -> None:
        self.store = CutStore(random)
        self.made: list[When] = []
        self._random = random
        self._evening: RaceEvening | None = None
        self._shown: tuple[Any, ...] = ()

    def watch(self, evening: RaceEvening) -> None:
        """Cut this evening's power from now on."""
        self._evening = evening
        evening.listen(lambda _moment: self._remember())
        self._wish()

    @property
    def is_due(self) -> bool:
        """Whether the power goes now; in a write it goes by itself."""
        evening = self._watched
        now = evening.now
        if now < self._from:
            return False
        if self._when is When.WRITE:
            if self.store.writes_left is None:
                self.store.writes_left = self._random.randrange(MOST_WRITES)
            return False
        if self._at is None and (_is_now(self._when, evening) or now > self._from + LONGEST_WAIT_SECONDS):
            self._at = now + self._random.uniform(0.0, MOST_LATER_SECONDS)
        return self._at is not None and now >= self._at

    def go_through(self, pass_time: Callable[[float], None]) -> str | None:
        """Cut the power and switch it on again; return in words what was lost though shown, or None."""
        evening = self._watched
        self.made.append(self._when)
        before: tuple[Any, ...] = evening.heart.history.entries
        self.store.writes_left = None
        evening.cut_power()
        pass_time(evening.now + self._random.uniform(*DARK_SECONDS))
        evening.restore_power()
        after: tuple[Any, ...] = evening.heart.history.entries
        fault = lost(self._shown, before, after, is_in_write=self._when is When.WRITE)
        self._remember()
        self._wish()
        return fault

    def _remember(self) -> None:
        self._shown = self._watched.heart.history.entries

    def _wish(self) -> None:
        random = self._random
        self._from = self._watched.now + random.uniform(LEAST_BETWEEN, MOST_BETWEEN)
        self._when, self._at = random.choice([*When]), None

    @property
    def _watched(self) -> RaceEvening:
        assert self._evening is not None
        return self._evening

    _when: When
    _from: float
    _at: float | None


def _is_now(when: When, evening: RaceEvening) -> bool:
    state, position = evening.heart.referee.state, evening.heart.history.position
    match when:
        case When.RACE:
            return isinstance(state, Race)
        case When.WRONG_GRAB:
            return bool(position.astray or position.out)
        case When.QUESTION:
            return isinstance(state, Race) and bool(state.questions)
        case When.TELLING:
            return isinstance(state, TellingDice)
        case _:
            return True


def lost(shown: Any, before: Any, after: Any, *, is_in_write: bool) -> str | None:
    """Return how the store differs from what was shown, in words; None if it has all of it.

    Of what was being written at the cut, only the beginning need be there.
    """
    if after == before or (is_in_write and after == shown):
        return None
    is_beginning = after == before[: len(after)] and len(after) >= len(shown)
    return None if is_in_write and is_beginning else f"{before} became {after} in a power cut"

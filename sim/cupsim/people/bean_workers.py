"""People who weigh beans: they see what lies where and what the lights say, and do only that."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from random import Random
from typing import Protocol

from cupsboard.rules.game import Contents
from cupsboard.rules.places import OFF_BOARD, Place, Side, stock
from cupsboard.signs.scene import Meaning

from cupsim.table.hand_actions import Act, Drop, PressButton, Rest, Take
from cupsim.table.hands import Hands

HEAP = stock(Side.SOUTH)
"""Where the beans are taken from."""
DONE = stock(Side.NORTH)
"""Where those go that are kept, or have been weighed."""
GLANCE_SECONDS = 0.3
PATIENCE_SECONDS = 4.0
"""After nothing has been asked for so long, a person presses the button."""


class BoardSight(Protocol):
    """What a person at the board sees."""

    def contents(self) -> Contents:
        """The beans in every place."""

    def meanings(self) -> Mapping[Place, Meaning]:
        """What the lights say."""


class Weigher(ABC):
    """A person who does one thing at a time, and presses when nothing is left to do."""

    def __init__(self, hands: Hands, sight: BoardSight, random: Random) -> None:
        self._hands = hands
        self._sight = sight
        self._random = random
        self._busy_at = 0.0

    def step(self, now: float) -> float:
        """Do what the lights ask for, and return when to look again."""
        if not self._hands.is_busy:
            contents = self._sight.contents()
            acts = self._next(contents, self._sight.meanings())
            if not acts and self._may_press(contents) and now - self._busy_at >= PATIENCE_SECONDS:
                acts = [PressButton()]
            if acts:
                self._hands.do(*acts, now=now)
        if self._hands.is_busy:
            self._busy_at = now
        return now + GLANCE_SECONDS * self._random.uniform(0.7, 1.3)

    @abstractmethod
    def _next(self, contents: Contents, meanings: Mapping[Place, Meaning]) -> list[Act]:
        """What to do about the table as it is; nothing if all is done or must be waited for."""

    @abstractmethod
    def _may_press(self, contents: Contents) -> bool:
        """Whether a press could be what is missing."""


class Sorter(Weigher):
    """Sorts a heap one by one; `clumsiness` is the chance that two beans slip or the hand rests on a cup."""

    def __init__(self, hands: Hands, sight: BoardSight, random: Random, clumsiness: float = 0.0) -> None:
        super().__init__(hands, sight, random)
        self._clumsiness = clumsiness

    def _next(self, contents: Contents, meanings: Mapping[Place, Meaning]) -> list[Act]:
        for place, meaning in meanings.items():
            lying = contents[place]
            match meaning:
                case Meaning.KEEP if lying:
                    return [Take(place, lying), Drop(DONE, lying)]
                case Meaning.THROW_AWAY if lying:
                    return [Take(place, lying), Drop(OFF_BOARD, lying)]
                case Meaning.LOOK if lying:
                    # Several go back to be weighed one by one; a single one is a giant.
                    return [Take(place, lying), Drop(OFF_BOARD if lying == 1 else HEAP, lying)]
                case Meaning.TOO_MANY if lying:
                    return [Take(place, lying), Drop(HEAP, lying)]
                case Meaning.MAY_NEXT if not lying and contents[HEAP]:
                    return self._put(place, contents[HEAP])
                case _:
                    pass
        return []

    def _may_press(self, contents: Contents) -> bool:
        return not contents[HEAP] and not _is_any_filled(contents)

    def _put(self, place: Place, left: int) -> list[Act]:
        slips = self._random.random() < self._clumsiness
        count = min(2, left) if slips else 1
        acts: list[Act] = [Take(HEAP, count), Drop(place, count)]
        if self._random.random() < self._clumsiness:
            acts.append(Rest(place, self._random.uniform(2.0, 40.0), self._random.uniform(0.3, 1.5)))
        return acts


class Portioner(Weigher):
    """Puts the same number of beans into each lit cup, presses, and empties what the lights ask for."""

    def __init__(self, hands: Hands, sight: BoardSight, random: Random, beans_each: int) -> None:
        super().__init__(hands, sight, random)
        self._beans_each = beans_each

    def _next(self, contents: Contents, meanings: Mapping[Place, Meaning]) -> list[Act]:
        count = self._beans_each
        for place, meaning in meanings.items():
            lying = contents[place]
            match meaning:
                case Meaning.TOO_MANY if lying:
                    return [Take(place, lying), Drop(DONE, lying)]
                case Meaning.MAY_NEXT if not lying and contents[HEAP] >= count:
                    return [Take(HEAP, count), Drop(place, count)]
                case _:
                    pass
        return []

    def _may_press(self, contents: Contents) -> bool:
        return contents[HEAP] < self._beans_each or _is_any_filled(contents)


def _is_any_filled(contents: Contents) -> bool:
    return any(count for place, count in contents.items() if place not in (HEAP, DONE, OFF_BOARD))

"""Fingers that can't wait: beside a person's hands they press too early, out of turn, and the wrong button.

They never do what a board can't tell from an honest press: the other's button while the other's move lies
complete, or the own one more than half a second before a bean that would make a shorter legal move longer.
"""

from collections.abc import Mapping
from random import Random
from typing import Generic, TypeVar

from cupsboard.rules.places import Side
from cupsim.people.player import Person
from cupsim.table.hand_actions import Act, PressButton, Wait
from cupsim.table.hands import Hands

P = TypeVar("P")

EARLIEST_SECONDS = 0.35
"""The finger comes down so long before the last bean lies, or later."""
TAP_SECONDS = (0.06, 0.25)


class ImpatientFingers(Generic[P]):
    """The second hand of one person; call `step` often."""

    def __init__(
        self, person: Person[P], fingers: Mapping[Side, Hands], random: Random, share: float
    ) -> None:
        """`fingers` reach for either button; `share` is how often an occasion is used."""
        self._person = person
        self._fingers = fingers
        self._random = random
        self._share = share
        self._seen: Act | None = None
        self._has_meddled = False
        self.presses = 0
        """How often they pressed."""

    def step(self, now: float) -> None:
        """Press if there is an occasion, once for each."""
        hands, own = self._person.hands, self._person.side
        for fingers in self._fingers.values():
            fingers.advance(now)
        if hands.doing is not self._seen:
            self._seen = hands.doing
            if hands.is_at_last_act and self._person.intent is not None and self._is_tempted():
                falls_at = hands.next_time
                self._press(own, now, at=falls_at - self._random.uniform(0.0, EARLIEST_SECONDS))
            elif self._person.intent is not None and hands.doing is not None and self._is_tempted(0.1):
                self._press_others_own_turn(now)
        is_others_move = self._person.intent is None and self._person.eyes.is_reaching(own.other)
        if is_others_move and not self._has_meddled and self._is_tempted():
            self._press(own, now)
        self._has_meddled = is_others_move

    def _press_others_own_turn(self, now: float) -> None:
        """The wrong button, in the own turn."""
        self._press(self._person.side.other, now)

    def _is_tempted(self, less: float = 1.0) -> bool:
        return self._random.random() < self._share * less

    def _press(self, side: Side, now: float, at: float = 0.0) -> None:
        if self._person.hands.is_busy and isinstance(self._person.hands.doing, PressButton):
            return
        self.presses += 1
        self._fingers[side].do(
            Wait(max(0.0, at - now)), PressButton(self._random.uniform(*TAP_SECONDS)), now=now
        )

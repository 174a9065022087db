"""The players' hands, told by their buttons: at home while one is held, and the taps that ask for something.

| gesture | with the fingers | what it asks for |
|---|---|---|
| a hand at home | hold your button | to be ready; once all are, the board rolls |
| `Tap` | press and let go at once | "yes", or "it was me", to a question; going on after a pause |
| `ThreeTaps` | three taps in a row | a pause |
| `Hold` | hold it a while, let go | with real dice told: this is right; in a pause: the next one sits here |
| `LongHold` | in a pause: hold yours alone 4 s | a new game, which a tap confirms; again: one more owner |
| `AllHold` | in a pause: all hold theirs 0.8 s, and let go | the latest round taken back |
| `LongAllHold` | in a pause: all hold theirs 4 s | switching off, which a tap must confirm |

In a pause a hold that is none of these is answered by what would be one.

A button that is down before or after a time in which nobody looked (`unwatched`) keeps its hand at home, but
no gesture comes of it until it is let go.
"""

import math
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from cupsboard.numbers import COSTS
from cupsboard.recognition.individuals.happenings import Lifted
from cupsboard.referee.edges import Edge
from cupsboard.referee.gestures import Watch
from cupsboard.rules.king_of_the_cups.cups_and_dice import Seat, owner

_COSTS = COSTS.race


@dataclass(frozen=True, slots=True)
class Tap:
    """Gesture: a short press of the player at `seat`; `time` is when the button went down."""

    seat: Seat
    time: float


@dataclass(frozen=True, slots=True)
class ThreeTaps:
    """Gesture: three taps of one player in a row; the last ended at `time`."""

    seat: Seat
    time: float


class Company(Enum):
    """The other buttons that were down while one was held."""

    NONE = "none"
    SOME = "some"
    """Others, but not all of them for long enough."""
    TOLD = "told"
    """Any: another gesture came of this hold before the button was let go, and was answered."""


@dataclass(frozen=True, slots=True)
class Hold:
    """Gesture: a button held for a while since `began` in such `company`, and let go."""

    seat: Seat
    began: float
    company: Company


@dataclass(frozen=True, slots=True)
class LongHold:
    """Gesture: one button held long while no other is; reported once, at `time`."""

    seat: Seat
    time: float


@dataclass(frozen=True, slots=True)
class AllHold:
    """Gesture: all players held their buttons together for a while; the first let go at `time`."""

    time: float


@dataclass(frozen=True, slots=True)
class LongAllHold:
    """Gesture: all players hold their buttons together for long; reported once, at `time`."""

    time: float


Gesture = Tap | ThreeTaps | Hold | LongHold | AllHold | LongAllHold


class Hands:
    """Turns the edges of the players' buttons into gestures, and records which hands are at home.

    A hand is at home while it holds its player's button down.
    """

    def __init__(self, seats: Sequence[Seat]) -> None:
        self._buttons = {seat: _Button() for seat in seats}
        self._away: deque[tuple[Seat, float, float]] = deque(maxlen=_COSTS.absences_kept)
        self._all_since: float | None = None
        self._is_all_told = False
        self._watch = Watch()

    def home_since(self, seat: Seat) -> float | None:
        """Return the time since which the hand of `seat` is at home; None while it is away."""
        return self._buttons[seat].down_since

    def left_at(self, seat: Seat) -> float | None:
        """Return the time at which the hand of `seat` left home; None while it is there."""
        button = self._buttons[seat]
        return None if button.down_since is not None else button.up_since

    def may_be_leaving(self) -> bool:
        """Return whether a button that has just opened still counts as held.

        Either its hand leaves home, or the contact bounces.
        """
        return any(each.down_since is not None and not each.shown for each in self._buttons.values())

    def away_throughout(self, begin: float, end: float, seats: Collection[Seat]) -> frozenset[Seat]:
        """Return those of `seats` whose hands were away from home all the time from `begin` to `end` (s)."""
        spells = ((seat, left, came) for seat in seats for left, came in self.spells_away(seat))
        return frozenset(seat for seat, left, came in spells if left <= begin and came >= end)

    def spells_away(self, seat: Seat) -> list[tuple[float, float]]:
        """Return the recent times (s) at which the hand of `seat` left home and came back.

        For a hand that is still away, the second time is infinity.
        """
        spells = [(left, came) for each, left, came in self._away if each is seat]
        left = self.left_at(seat)
        return spells if left is None else [*spells, (left, math.inf)]

    def step(self, edges: Sequence[Edge], now: float, players: Collection[Seat]) -> tuple[Gesture, ...]:
        """Return the gestures that became certain up to `now`.

        "All" in a gesture means all of `players`; without players it means any two buttons.
        """
        is_unwatched = self._watch.has_lapsed(now)
        if is_unwatched:
            self._forget_gestures()
        found: list[Gesture] = []
        for edge in sorted(edges, key=lambda edge: edge.time):
            for seat, button in self._buttons.items():
                if seat.value == edge.button:
                    found += self._advance(edge.time, players)
                    button.show(edge.is_down, edge.time)
        found += self._advance(now, players)
        if is_unwatched:
            self._forget_gestures()
        return () if is_unwatched else tuple(found)

    def _forget_gestures(self) -> None:
        """Let no gesture come of the buttons that are down."""
        for button in self._buttons.values():
            button.is_spent = button.shown or button.down_since is not None
            button.taps.clear()
        self._all_since, self._is_all_told = None, False

    def _advance(self, now: float, players: Collection[Seat]) -> Iterator[Gesture]:
        certain = now - _COSTS.contact_bounce_seconds
        changed = [each for each in self._buttons.items() if each[1].has_changed_by(certain)]
        for seat, button in sorted(changed, key=lambda each: each[1].shown_since):
            time = button.shown_since
            yield from self._all(time, players)
            if button.shown:
                self._away.append((seat, button.up_since, time))
                button.go_down(time)
            else:
                yield from self._went_up(seat, button, time)
            yield from self._all(time, players)
        yield from self._all(certain, players)
        yield from self._alone(certain)

    def _went_up(self, seat: Seat, button: "_Button", time: float) -> Iterator[Gesture]:
        began = button.down_since
        assert began is not None
        button.go_up(time)
        if button.is_spent:
            button.is_spent = False
            return
        if time - began > _COSTS.tap_seconds:
            button.taps.clear()
            if time - began >= _COSTS.hold_seconds:
                yield Hold(seat, began, button.company)
            return
        yield Tap(seat, began)
        button.taps.append(time)
        if len(button.taps) == 3 and time - button.taps[0] <= _COSTS.three_taps_seconds:
            button.taps.clear()
            yield ThreeTaps(seat, time)

    def _all(self, now: float, players: Collection[Seat]) -> Iterator[Gesture]:
        held = [each.counted_since for each in self._buttons.values() if each.counted_since is not None]
        wanted = [self._buttons[seat].counted_since for seat in players]
        are_all = len(held) >= 2 and None not in wanted
        if not are_all:
            since, self._all_since = self._all_since, None
            if since is not None and not self._is_all_told and now - since >= _COSTS.hold_seconds:
                yield AllHold(now)
            self._is_all_told = False
            return
        if self._all_since is None:
            self._all_since = max(held)
        if now - self._all_since >= _COSTS.hold_seconds:
            for button in self._buttons.values():
                button.company = Company.TOLD
        if not self._is_all_told and now - self._all_since >= _COSTS.long_hold_seconds:
            self._is_all_told = True
            yield LongAllHold(now)

    def _alone(self, now: float) -> Iterator[Gesture]:
        held = [(seat, each) for seat, each in self._buttons.items() if each.down_since is not None]
        for seat, button in held:
            if button.company is not Company.NONE or button.is_spent:
                continue
            if len(held) > 1:
                button.company = Company.SOME
            elif button.down_since is not None and now - button.down_since >= _COSTS.long_hold_seconds:
                button.company = Company.TOLD
                yield LongHold(seat, now)


class _Button:
    """A button's contact as its pin shows it, and its debounced level."""

    def __init__(self) -> None:
        self.shown = False
        self.shown_since = 0.0
        self.down_since: float | None = None
        self.up_since = 0.0
        self.company = Company.NONE
        self.is_spent = False
        """Whether it was down during an unwatched time."""
        self.taps: deque[float] = deque(maxlen=3)

    @property
    def counted_since(self) -> float | None:
        """Return the time since which the button is down for a gesture; None if it counts for none."""
        return None if self.is_spent else self.down_since

    def show(self, is_down: bool, time: float) -> None:
        if is_down != self.shown:
            self.shown, self.shown_since = is_down, time

    def has_changed_by(self, certain: float) -> bool:
        return self.shown != (self.down_since is not None) and self.shown_since <= certain

    def go_down(self, time: float) -> None:
        self.down_since, self.company = time, Company.NONE

    def go_up(self, time: float) -> None:
        self.down_since, self.up_since = None, time


def may_have_lifted(seat: Seat, lifted: Lifted, hands: Hands) -> bool:
    """Return whether the hand of `seat` may have lifted a cup.

    It must have left home long enough before the cup left its place, and still be away then.
    """
    reach = _COSTS.reach_own_seconds if owner(lifted.place) is seat else _COSTS.reach_seconds
    spells = hands.spells_away(seat)
    return any(max(lifted.earliest, left + reach) <= min(lifted.latest, came) for left, came in spells)


def may_have_moved(
    lifted: Lifted, landed_at: float, hands: Hands, seats: Collection[Seat]
) -> frozenset[Seat]:
    """Return those of `seats` whose hand may have lifted a cup and put it down.

    `landed_at` is the time (s) at which the cup was put down.
    """
    away = hands.away_throughout(min(lifted.latest, landed_at), landed_at, seats)
    return frozenset(seat for seat in away if may_have_lifted(seat, lifted, hands))

"""What a page shows of a turn whose acts count as they land: how far it has come, and what is next."""

from collections.abc import Iterable
from typing import Any

from cupsboard.referee.as_landed.laps import SoFar, after_acts
from cupsboard.referee.events import (
    Called,
    Event,
    GameClosed,
    Redone,
    TableAgreed,
    TakingBack,
    TurnEnded,
    Undone,
)
from cupsboard.referee.lap_events import LapSeen
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Contents, Pieces
from cupsboard.rules.history import HistoryOf
from cupsboard.rules.lap import Lap
from cupsboard.rules.places import HAND, Place
from cupsboard.rules.turns import TAKE, Act
from cupsboard.web.sections import Section

AnyHistory = HistoryOf[Any, Any]


class Laps:
    """Follows the turn that goes on, from the events alone."""

    def __init__(self, history: AnyHistory, lap: Lap | None = None) -> None:
        """`lap` is what had been done of a turn when the board was switched on."""
        self._history, self._lap = history, lap
        self._so_far: SoFar | None = None
        self._walk()

    def follow(self, events: Iterable[Event], history: AnyHistory) -> None:
        """Take in what happened, and the record after it."""
        self._history, before = history, self._lap
        for event in events:
            match event:
                case LapSeen(side, acts):
                    self._lap = Lap(side, acts) if acts else None
                case (
                    TurnEnded() | TableAgreed() | Called() | Undone() | Redone() | TakingBack() | GameClosed()
                ):
                    self._lap = None
                case _:
                    pass
        if self._lap is not before:
            self._walk()

    @property
    def pieces(self) -> Pieces | None:
        """Return what is believed to lie where within a turn; None where none has begun."""
        return None if self._so_far is None else self._so_far.pieces

    @property
    def contents(self) -> Contents:
        """How many pieces that are, by place."""
        return {place: sum(lot.values()) for place, lot in (self.pieces or {}).items() if place != HAND}

    def section(self) -> Section:
        """The hand, where its handful was taken up, which way it goes, and where its next piece may fall."""
        if self._so_far is None or self._lap is None:
            return {}
        hand = {kind: count for kind, count in self._so_far.pieces[HAND].items() if count}
        acts = self._acts()
        places = (act.target if act.verb != TAKE else act.source for act in acts)
        section: Section = {"hand": hand, "next": list(dict.fromkeys(places))}
        if [act.verb for act in acts] == [TAKE]:
            section["takeUp"] = acts[0].source
        source = next((act.source for act in reversed(self._lap.acts) if act.target == HAND), None)
        if source is not None and hand:
            section["source"] = source
            if (direction := self._direction(source)) is not None:
                section["direction"] = direction
        return section

    def _acts(self) -> list[Act]:
        """Return what may be done next: where a piece may be put, or what is to be taken up."""
        if self._so_far is None:
            return []
        turns, counts = self._history.game.turns, {HAND: 0, **self.contents}
        counts[HAND] = sum(self._so_far.pieces[HAND].values())
        return [choice.act for choice in turns.acts(counts, self._so_far.turn)]

    def _direction(self, source: Place) -> str | None:
        """Whether the handful goes on from its cup, or back; None before its first piece has fallen."""
        if self._lap is None:
            return None
        latest = self._lap.acts[-1]
        places = list(self._history.game.places)
        if latest.source != HAND or latest.target not in places:
            return None
        return "forward" if places.index(latest.target) > places.index(source) else "back"

    def _walk(self) -> None:
        self._so_far = None
        if self._lap is not None:
            history = self._history
            try:
                self._so_far = after_acts(history.game, history.position, self._lap.side, self._lap.acts)
            except RulesError:
                # The record has gone on meanwhile.
                self._lap = None

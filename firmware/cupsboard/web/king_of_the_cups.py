"""What a page shows of King of the Cups beside the board: the round, and where each cup stands just now."""

from collections.abc import Iterable
from typing import Any

from cupsboard.referee.events import (
    DiceFell,
    Event,
    GameArranged,
    GameClosed,
    PieceLanded,
    PieceLifted,
    PlayerJoined,
    WentBack,
)
from cupsboard.rules.history import HistoryOf
from cupsboard.rules.places import Kind, Place
from cupsboard.web.sections import Section

AnyHistory = HistoryOf[Any, Any]


class Round:
    """Follows the rounds of one board from the events alone."""

    def __init__(self, history: AnyHistory) -> None:
        self._history = history
        self._joined: list[str] = []
        self._shown: tuple[str, ...] = ()
        """What the dice of the latest roll show; it stays until the next."""
        pieces = history.game.pieces(history.position) if history.entries else {}
        self._lying: dict[Kind, Place] = {kind: place for place, kinds in pieces.items() for kind in kinds}

    def follow(self, events: Iterable[Event], history: AnyHistory) -> None:
        """Take in what happened, and the record after it."""
        self._history = history
        for event in events:
            match event:
                case PlayerJoined(player):
                    self._joined.append(player.value)
                case GameClosed():
                    self._joined, self._shown = [], ()
                case GameArranged() | WentBack():
                    self._shown = ()
                case DiceFell(_, outcome) if ", " in outcome:
                    self._shown = tuple(outcome.split(", "))
                case PieceLifted((kind,)):
                    self._lying.pop(kind, None)
                case PieceLanded(kind, place):
                    self._lying[kind] = place
                case _:
                    pass

    def section(self) -> Section:
        """The round, and the cups by place as they are seen to stand; a cup in a hand is nowhere."""
        position = self._history.position
        has_begun = bool(self._history.entries)
        players = [player.value for player in self._history.game.players] if has_begun else self._joined
        section: Section = {
            "players": list(players),
            "out": [player.value for player in self._history.game.players if player in position.out],
            "isOn": position.dice is not None,
        }
        if position.roller is not None:
            section["roller"] = position.roller.value
        if self._shown:
            section["dice"] = list(self._shown)
        pieces: dict[Place, Section] = {}
        for kind, place in sorted(self._lying.items()):
            pieces.setdefault(place, {})[kind] = 1
        return {"round": section, "pieces": pieces}

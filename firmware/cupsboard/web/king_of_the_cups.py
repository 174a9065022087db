"""What a page shows of King of the Cups beside the board: the round, and where each cup stands just now."""

from collections.abc import Iterable
from typing import Any

from cupsboard.referee.events import (
    Called,
    DiceFell,
    Event,
    GameArranged,
    GameClosed,
    PieceLanded,
    PieceLifted,
    PlayerJoined,
    TurnEnded,
    WentBack,
)
from cupsboard.rules.history import HistoryOf
from cupsboard.rules.king_of_the_cups.cups_and_dice import parse_dice
from cupsboard.rules.king_of_the_cups.moves import Verb, parse_move
from cupsboard.rules.places import Kind, Place
from cupsboard.web.sections import Section

AnyHistory = HistoryOf[Any, Any]


class Round:
    """Follows the rounds of one board from the events alone."""

    def __init__(self, history: AnyHistory) -> None:
        self._history = history
        self._joined: list[str] = []
        dice = history.position.dice
        self._shown: tuple[str, ...] = () if dice is None else tuple(face.kind for face in dice)
        """What the dice of the latest roll show; it stays until the next."""
        self._faults: list[Section] = []
        """Who was wrong since the hands went home, how, and with which cup."""
        self._ended: Section | None = None
        """Which cup had been right, and who got it, from the end of a round to the next roll."""
        pieces = history.game.pieces(history.position) if history.entries else {}
        self._lying: dict[Kind, Place] = {kind: place for place, kinds in pieces.items() for kind in kinds}

    def follow(self, events: Iterable[Event], history: AnyHistory) -> None:
        """Take in what happened, and the record after it."""
        before, self._history = self._history.position, history
        for event in events:
            match event:
                case PlayerJoined(player):
                    self._joined.append(player.value)
                case GameClosed():
                    self._joined = []
                    self._forget()
                case GameArranged() | WentBack():
                    self._forget()
                case DiceFell(_, outcome) if ", " in outcome:
                    self._forget()
                    self._shown = tuple(outcome.split(", "))
                case TurnEnded(player, label):
                    self._judge(player.value, label)
                case Called(player, said):
                    why, _, cup = said.partition(" ")
                    self._faults.append({"player": player.value, "why": why, **({"cup": cup} if cup else {})})
                case PieceLifted((kind,)):
                    self._lying.pop(kind, None)
                case PieceLanded(kind, place):
                    self._lying[kind] = place
                case _:
                    pass
        if before.dice is not None and history.position.dice is None and self._shown and self._ended is None:
            self._ended = {"cup": before.dice.right_cup.kind}

    def _forget(self) -> None:
        self._shown, self._faults, self._ended = (), [], None

    def _judge(self, player: str, label: str) -> None:
        """Take in a grab: that of the right cup ends the round, any other is a fault."""
        move = parse_move(label)
        if move.verb is Verb.BACK:
            return
        # Dice of which the board was told after the race have fallen in the very step that judges the grabs.
        if self._shown and move.cup == parse_dice(", ".join(self._shown)).right_cup:
            self._ended = {"cup": move.cup.kind, "player": player}
        else:
            self._faults.append({"player": player, "why": move.verb.value, "cup": move.cup.kind})

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
        if self._faults:
            section["faults"] = list(self._faults)
        if self._ended is not None:
            section["ended"] = dict(self._ended)
        pieces: dict[Place, Section] = {}
        for kind, place in sorted(self._lying.items()):
            pieces.setdefault(place, {})[kind] = 1
        return {"round": section, "pieces": pieces}

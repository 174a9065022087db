"""Events of King of the Cups as messages."""

from cupsboard.referee.events import (
    Called,
    ChanceQuestioned,
    DiceFell,
    Event,
    GameOver,
    OrderQuestioned,
    PlayerJoined,
    PlayerQuestioned,
    TurnEnded,
    WentBack,
)
from cupsboard.rules.king_of_the_cups.cups_and_dice import CUP_OF_KIND, parse_dice
from cupsboard.rules.king_of_the_cups.moves import parse_move
from cupsboard.rules.king_of_the_cups.rules import FIRST
from cupsboard.rules.king_of_the_cups.seats import Seat
from cupsboard.rules.places import Kind
from cupsboard.signs.king_of_the_cups.phrases import cup_named, kind_named, player, players
from cupsboard.signs.scene import Message


def event_message(event: Event) -> Message | None:
    """Return an event as a message for any language; None for events of other games."""
    match event:
        case PlayerJoined(Seat() as seat):
            return Message("king.events.joined", {"player": player(seat)})
        case DiceFell(Seat() as seat, outcome) if outcome == FIRST:
            return Message("king.events.first", {"player": player(seat)})
        case DiceFell(Seat() as seat, outcome):
            one, other = map(cup_named, parse_dice(outcome))
            return Message("king.events.rolled", {"player": player(seat), "one": one, "other": other})
        case TurnEnded(Seat() as seat, label):
            move = parse_move(label)
            values = {"player": player(seat), "cup": cup_named(move.cup)}
            return Message(f"king.events.{move.verb.value}", values)
        case Called(Seat() as seat, said):
            return _called(seat, said)
        case GameOver(Seat() as seat, score):
            return Message("king.events.won", {"player": player(seat), "count": score[seat]})
        case PlayerQuestioned(kind, asked) if kind in CUP_OF_KIND:
            seats = players(seat for seat in asked if isinstance(seat, Seat))
            return Message("king.events.who", {"cup": kind_named(kind), "players": seats})
        case OrderQuestioned(Seat() as seat):
            return Message("king.events.which-first", {"player": player(seat)})
        case ChanceQuestioned(Seat() as seat):
            return Message("king.events.dice-asked", {"player": player(seat)})
        case WentBack():
            return Message("king.events.round-back")
        case _:
            return None


def _called(seat: Seat, said: str) -> Message | None:
    """Return the message of a fault: too early, or a cup in the hand of a player who is out."""
    word, _, kind = said.partition(" ")
    if not kind:
        return Message(f"king.events.{word}", {"player": player(seat)})
    if kind not in CUP_OF_KIND:
        return None
    return Message(f"king.events.{word}-cup", {"player": player(seat), "cup": kind_named(Kind(kind))})

"""Phrases of King of the Cups: players, cups and places by name, and its events."""

from collections.abc import Iterable

from cupsboard.referee import events
from cupsboard.rules.king_of_the_cups.cups_and_dice import CUP_OF_KIND, Cup, Seat, owner, parse_dice
from cupsboard.rules.king_of_the_cups.moves import parse_move
from cupsboard.rules.king_of_the_cups.rules import FIRST
from cupsboard.rules.places import Kind, Place
from cupsboard.signs.scene import Message, Phrases


def player(seat: Seat) -> Phrases:
    """Return the name of the player at `seat` as a phrase, by number."""
    return (Message("king.player", {"number": list(Seat).index(seat) + 1}),)


def players(seats: Iterable[Seat]) -> Phrases:
    """Return the names of the players at `seats` as phrases, in the order of seats."""
    return tuple(phrase for seat in Seat if seat in {*seats} for phrase in player(seat))


def cup_named(cup: Cup) -> Phrases:
    """Return the name of a cup, or of a die's face, as a phrase: its colour and shape."""
    colour = Message(f"king.colours.{cup.colour.value}")
    shape = Message(f"king.shapes.{cup.shape.value}")
    return (Message("king.cup", {"colour": (colour,), "shape": (shape,)}),)


def kind_named(kind: Kind) -> Phrases:
    """Return the name of the cup of the kind `kind` as a phrase."""
    return cup_named(CUP_OF_KIND[kind])


def place_named(place: Place) -> Phrases:
    """Return the name of a place as a phrase: a spot by its number, a tray by its player's."""
    seat = owner(place)
    if seat is not None:
        return (Message("king.tray", {"number": list(Seat).index(seat) + 1}),)
    return (Message("king.spot", {"number": int(place.partition("-")[2])}),)


def event_message(event: events.Event) -> Message | None:
    """Return an event as a message for any language; None for events of other games."""
    match event:
        case events.PlayerJoined(Seat() as seat):
            return Message("king.events.joined", {"player": player(seat)})
        case events.PlayerSeated(Seat() as seat, name):
            word = "seated" if name else "seated-guest"
            return Message(f"king.events.{word}", {"number": [*Seat].index(seat) + 1, "name": name})
        case events.DiceFell(Seat() as seat, outcome) if outcome == FIRST:
            return Message("king.events.first", {"player": player(seat)})
        case events.DiceFell(Seat() as seat, outcome):
            one, other = map(cup_named, parse_dice(outcome))
            return Message("king.events.rolled", {"player": player(seat), "one": one, "other": other})
        case events.TurnEnded(Seat() as seat, label):
            move = parse_move(label)
            values = {"player": player(seat), "cup": cup_named(move.cup)}
            return Message(f"king.events.{move.verb.value}", values)
        case events.Called(Seat() as seat, said):
            return _called(seat, said)
        case events.GameOver(Seat() as seat, score):
            return Message("king.events.won", {"player": player(seat), "count": score[seat]})
        case events.PlayerQuestioned(kind, asked) if kind in CUP_OF_KIND:
            seats = players(seat for seat in asked if isinstance(seat, Seat))
            return Message("king.events.who", {"cup": kind_named(kind), "players": seats})
        case events.OrderQuestioned(Seat() as seat):
            return Message("king.events.which-first", {"player": player(seat)})
        case events.ChanceQuestioned(Seat() as seat):
            return Message("king.events.dice-asked", {"player": player(seat)})
        case events.WentBack():
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

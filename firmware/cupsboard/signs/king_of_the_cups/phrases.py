"""Phrases of King of the Cups: players, cups and places by name."""

from collections.abc import Iterable

from cupsboard.rules.king_of_the_cups.cups_and_dice import CUP_OF_KIND, Cup
from cupsboard.rules.king_of_the_cups.seats import Seat, owner
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
